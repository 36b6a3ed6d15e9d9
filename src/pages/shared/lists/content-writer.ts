/** Puts content items into a response: each was encoded when the snapshot was built, tickets go between. */
import type { Bytes } from '../../../kernel/bytes.js';
import type { ContentIndex } from '../../../snapshot/index.js';

/**
 * Writes `[item, …]` for the items from `from` on.
 * @param ticket signed context of the list's tickets
 * @param captions whether images show theirs
 */
export function writeContentItems(
  out: Bytes,
  { items }: ContentIndex,
  docs: Uint32Array,
  from: number,
  ticket: string,
  captions = false,
): void {
  out.ascii('[');
  for (let i = from; i < docs.length; i++) {
    const { head, body, caption, tail } = items.pieces(docs[i]);
    if (i > from) out.ascii(',');
    out.bytes(head);
    out.ascii(`${ticket}.${i.toString(36)}`);
    out.bytes(body);
    if (captions) out.bytes(caption);
    out.bytes(tail);
  }
  out.ascii(']');
}

/**
 * Part `content`: the content items of a view, newest first. It holds the JSON of each item, the positions at which a
 * response inserts text, and the members that queries read separately.
 *
 *   json (strings)             each item as most responses want it
 *   ticketAt, captionAt u32[N] byte offsets at which the ticket's context and the caption are inserted
 *   captions (strings)         `,"caption":"…"`, empty where there is none
 *   titles (strings), links (strings)
 *
 * The ticket's context comes before the caption; the caption's offset is the end of the item where it has no image.
 */
import { type Part, PartWriter } from './part.js';
import { Strings, writeStrings } from './strings.js';

/** The JSON of an item in three pieces: the ticket's context is inserted before `body`, a caption before `tail`. */
export interface EncodedItem {
  head: string;
  body: string;
  tail: string;
  /** JSON of the caption as a member, or empty. */
  caption: string;
  title: string;
  link: string;
}

export function writeContentItems(items: readonly EncodedItem[]): PartWriter {
  const part = new PartWriter('content');
  const column = (name: string, text: (item: EncodedItem) => string) => writeStrings(part, name, items.map(text));
  column('json', ({ head, body, tail }) => head + body + tail);
  column('captions', ({ caption }) => caption);
  column('titles', ({ title }) => title);
  column('links', ({ link }) => link);
  part.add(
    'ticketAt',
    Uint32Array.from(items, ({ head }) => Buffer.byteLength(head)),
  );
  part.add(
    'captionAt',
    Uint32Array.from(items, ({ head, body }) => Buffer.byteLength(head) + Buffer.byteLength(body)),
  );
  return part;
}

export class ContentItems {
  readonly titles: Strings;
  readonly links: Strings;
  private readonly json: Strings;
  private readonly captions: Strings;
  private readonly ticketAt: Uint32Array;
  private readonly captionAt: Uint32Array;

  constructor(part: Part) {
    this.titles = new Strings(part, 'titles');
    this.links = new Strings(part, 'links');
    this.json = new Strings(part, 'json');
    this.captions = new Strings(part, 'captions');
    this.ticketAt = part.u32('ticketAt');
    this.captionAt = part.u32('captionAt');
  }

  get size(): number {
    return this.json.size;
  }

  /** The item's bytes before the context of its ticket, from there to the caption, the caption, and the rest. */
  pieces(item: number): { head: Uint8Array; body: Uint8Array; caption: Uint8Array; tail: Uint8Array } {
    const json = this.json.bytesAt(item);
    const ticket = this.ticketAt[item];
    const caption = this.captionAt[item];
    return {
      head: json.subarray(0, ticket),
      body: json.subarray(ticket, caption),
      caption: this.captions.bytesAt(item),
      tail: json.subarray(caption),
    };
  }
}

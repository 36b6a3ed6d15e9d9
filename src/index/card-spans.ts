/** Replaces the text of some spans of a card block without encoding the product again. */
import { CardBlock, HEADER_BYTES, SPAN, SPAN_BYTES, SPLICE_BYTES } from './card-block.js';

/**
 * @param buffer contains the block at `at`, `length` bytes long
 * @param text the new text of a span by its code and variant; undefined keeps the present one
 * @returns the block as the builder would have encoded it with those texts
 */
export function replaceSpans(
  buffer: Buffer,
  at: number,
  length: number,
  text: (code: number, variant: number) => string | undefined,
): Buffer {
  const block = new CardBlock();
  block.open(buffer, at);
  const changes: { span: number; text: string }[] = [];
  let growth = 0;
  for (let span = 0; span < block.spanCount; span++) {
    const entry = block.spans + span * SPAN_BYTES;
    const now = text(buffer.readUInt16LE(entry + 4), buffer.readUInt16LE(entry + 6));
    if (now === undefined) continue;
    const [start, end] = rangeOf(buffer, block, span);
    changes.push({ span, text: now });
    growth += Buffer.byteLength(now) - (end - start);
  }
  const out = Buffer.allocUnsafe(length + growth);
  const head = block.jsonStart - at;
  buffer.copy(out, 0, at, block.jsonStart);
  out.writeUInt32LE(block.jsonEnd - block.jsonStart + growth, 0);
  moveTables(out, block, changes, buffer);
  let read = block.jsonStart;
  let write = head;
  for (const { span, text: now } of changes) {
    const [start, end] = rangeOf(buffer, block, span);
    write += buffer.copy(out, write, read, block.jsonStart + start);
    write += out.write(now, write);
    read = block.jsonStart + end;
  }
  buffer.copy(out, write, read, at + length);
  return out;
}

/** Byte range of a span, relative to the beginning of the JSON. */
function rangeOf(buffer: Buffer, block: CardBlock, span: number): [start: number, end: number] {
  const entry = block.spans + span * SPAN_BYTES;
  const end = span + 1 < block.spanCount ? buffer.readUInt32LE(entry + SPAN_BYTES) : block.jsonEnd - block.jsonStart;
  return [buffer.readUInt32LE(entry), end];
}

/** Shifts the positions of spans and splices by the growth of the changed spans before them. */
function moveTables(out: Buffer, block: CardBlock, changes: readonly { span: number; text: string }[], old: Buffer) {
  let splice = HEADER_BYTES;
  let entry = HEADER_BYTES + block.spliceCount * SPLICE_BYTES;
  let growth = 0;
  let change = 0;
  for (let span = 0; span < block.spanCount; span++, entry += SPAN_BYTES) {
    const start = out.readUInt32LE(entry) + growth;
    out.writeUInt32LE(start, entry);
    const code = out.readUInt16LE(entry + 4);
    // A ticket and a badge of new products each have a splice at the beginning of their span.
    if (code === SPAN.TICKET || code === SPAN.NEW_BADGE) {
      out.writeUInt32LE(start, splice);
      splice += SPLICE_BYTES;
    }
    if (changes[change]?.span !== span) continue;
    const [from, to] = rangeOf(old, block, span);
    growth += Buffer.byteLength(changes[change++].text) - (to - from);
  }
}

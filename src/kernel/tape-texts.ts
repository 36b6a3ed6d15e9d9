/**
 * The texts of JSON tapes that recur: decoding one takes several times as long as finding it among those that were decoded
 * before, and equal texts are one object, which maps by text find sooner. A text takes the place of another with the same
 * slot, so that memory is bounded.
 */
import type { JsonTape } from './json-tape.js';

const SLOTS = 1 << 14;
/** Longer texts are decoded anew. */
const LONGEST_BYTES = 64;

export class TapeTexts {
  private readonly texts: (string | undefined)[] = new Array(SLOTS).fill(undefined);
  /** The bytes of each text, and how many. */
  private readonly bytes = new Uint8Array(SLOTS * LONGEST_BYTES);
  private readonly lengths = new Uint8Array(SLOTS);

  textOf(tape: JsonTape, node: number): string {
    const start = tape.startOf(node);
    const length = tape.endOf(node) - start;
    if (length > LONGEST_BYTES) return tape.text(node);
    const hash = tape.hashOf(node);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const known = this.texts[slot];
    if (known !== undefined && this.lengths[slot] === length && this.has(slot, tape.bytes, start, length)) return known;
    const text = tape.text(node);
    this.texts[slot] = text;
    this.lengths[slot] = length;
    for (let i = 0, at = slot * LONGEST_BYTES; i < length; i++) this.bytes[at + i] = tape.bytes[start + i];
    return text;
  }

  private has(slot: number, bytes: Uint8Array, start: number, length: number): boolean {
    for (let i = 0, at = slot * LONGEST_BYTES; i < length; i++)
      if (this.bytes[at + i] !== bytes[start + i]) return false;
    return true;
  }
}

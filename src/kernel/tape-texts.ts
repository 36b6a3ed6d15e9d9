/**
 * The texts of JSON tapes that recur: decoding one takes several times as long as finding it among those that were decoded
 * before. Equal texts are one object, by which caches know them without comparing letters. Tables grow up to a limit;
 * behind it, and before, a text takes the place of another with the same slot.
 */
import type { JsonTape } from './json-tape.js';

const FIRST_SLOTS = 1 << 6;
const MOST_SLOTS = 1 << 14;
/** Longer texts are decoded anew. */
const LONGEST_BYTES = 128;

/** A text that was met in a tape. Two with the same text are mostly one. */
export class RecurringText {
  /** @param hash the same for equal texts, and for some others; its lower bits are a slot in tables */
  constructor(
    readonly text: string,
    readonly hash: number,
  ) {}
}

export class TapeTexts {
  private texts: (RecurringText | undefined)[] = emptyTable(FIRST_SLOTS);
  /** The bytes of each text, and how many. */
  private bytes = new Uint8Array(FIRST_SLOTS * LONGEST_BYTES);
  private lengths = new Uint8Array(FIRST_SLOTS);
  private filled = 0;

  textOf(tape: JsonTape, node: number): RecurringText {
    const start = tape.startOf(node);
    const length = tape.endOf(node) - start;
    const hash = mixed(tape.hashOf(node));
    if (length > LONGEST_BYTES) return new RecurringText(tape.text(node), hash);
    const slot = hash & (this.texts.length - 1);
    const known = this.texts[slot];
    if (known !== undefined && this.lengths[slot] === length && this.has(slot, tape.bytes, start, length)) return known;
    const text = new RecurringText(tape.text(node), hash);
    if (known === undefined) this.filled++;
    this.put(text, slot, tape.bytes, start, length);
    if (this.filled * 2 > this.texts.length && this.texts.length < MOST_SLOTS) this.grow();
    return text;
  }

  private has(slot: number, bytes: Uint8Array, start: number, length: number): boolean {
    for (let i = 0, at = slot * LONGEST_BYTES; i < length; i++)
      if (this.bytes[at + i] !== bytes[start + i]) return false;
    return true;
  }

  private put(text: RecurringText, slot: number, bytes: Uint8Array, start: number, length: number): void {
    this.texts[slot] = text;
    this.lengths[slot] = length;
    for (let i = 0, at = slot * LONGEST_BYTES; i < length; i++) this.bytes[at + i] = bytes[start + i];
  }

  private grow(): void {
    const { texts, bytes, lengths } = this;
    const slots = texts.length * 2;
    this.texts = emptyTable(slots);
    this.bytes = new Uint8Array(slots * LONGEST_BYTES);
    this.lengths = new Uint8Array(slots);
    texts.forEach((text, slot) => {
      if (text) this.put(text, text.hash & (slots - 1), bytes, slot * LONGEST_BYTES, lengths[slot]);
    });
  }
}

/** What is known of texts of `TapeTexts`; of those with the same slot, only of the last one. */
export class RecurringCache<V> {
  private texts: (RecurringText | undefined)[] = emptyTable(FIRST_SLOTS);
  private values: (V | undefined)[] = emptyTable(FIRST_SLOTS);
  private filled = 0;

  get(text: RecurringText): V | undefined {
    const slot = text.hash & (this.texts.length - 1);
    return this.texts[slot] === text ? this.values[slot] : undefined;
  }

  set(text: RecurringText, value: V): void {
    const slot = text.hash & (this.texts.length - 1);
    if (this.texts[slot] === undefined) this.filled++;
    this.texts[slot] = text;
    this.values[slot] = value;
    if (this.filled * 2 > this.texts.length && this.texts.length < MOST_SLOTS) this.grow();
  }

  private grow(): void {
    const { texts, values } = this;
    this.texts = emptyTable(texts.length * 2);
    this.values = emptyTable(texts.length * 2);
    texts.forEach((text, slot) => {
      if (!text) return;
      this.texts[text.hash & (this.texts.length - 1)] = text;
      this.values[text.hash & (this.texts.length - 1)] = values[slot];
    });
  }
}

function emptyTable<T>(slots: number): (T | undefined)[] {
  return new Array<T | undefined>(slots).fill(undefined);
}

/** A hash whose lower bits hang on all of its bits. */
function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}

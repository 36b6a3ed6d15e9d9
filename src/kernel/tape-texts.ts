/**
 * The texts of JSON tapes that recur: decoding one takes several times as long as finding it among those that were
 * decoded before. Equal texts are one object with a number, by which caches know them. A text is kept from the second
 * time on, so that the many that do not recur, such as article numbers, take no room; a full table is emptied.
 */
import { growableU8, growableU32 } from './growable.js';
import type { JsonTape } from './json-tape.js';

const FIRST_SLOTS = 1 << 7;
const MOST_SLOTS = 1 << 15;
/** Slots of the table of hashes of texts that were met once. */
const MET_SLOTS = 1 << 14;
/** In place of the number of a text that is not kept. */
const NOT_KEPT = -1;

/** A text that was met in a tape. From its second time on, it is mostly the same object. */
export class RecurringText {
  /** @param number the number of texts kept before it; or NOT_KEPT */
  constructor(
    readonly text: string,
    readonly number: number,
  ) {}
}

export class TapeTexts {
  private texts: RecurringText[] = [];
  /** The bytes of the texts, concatenated, where each begins with the end behind the last, and their hashes. */
  private readonly bytes = growableU8();
  private readonly starts = growableU32();
  private readonly hashes = growableU32();
  /** An open-addressing table: of each slot the number of its text plus one, 0 in an empty one. */
  private slots = new Uint16Array(FIRST_SLOTS);
  private readonly met = new Uint32Array(MET_SLOTS);

  constructor() {
    this.starts.push(0);
  }

  textOf(tape: JsonTape, node: number): RecurringText {
    const hash = mixed(tape.hashOf(node));
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot] - 1;
      if (this.hashes.get(number) === hash && this.is(number, tape, node)) return this.texts[number];
    }
    const text = tape.text(node);
    const once = hash & (MET_SLOTS - 1);
    if (this.met[once] === hash) return this.keep(text, hash, slot, tape, node);
    this.met[once] = hash;
    return new RecurringText(text, NOT_KEPT);
  }

  private is(number: number, tape: JsonTape, node: number): boolean {
    const from = this.starts.get(number);
    const length = this.starts.get(number + 1) - from;
    const start = tape.startOf(node);
    if (tape.endOf(node) - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.bytes.get(from + i) !== tape.bytes[start + i]) return false;
    return true;
  }

  private keep(text: string, hash: number, slot: number, tape: JsonTape, node: number): RecurringText {
    const kept = new RecurringText(text, this.texts.length);
    const end = tape.endOf(node);
    for (let at = tape.startOf(node); at < end; at++) this.bytes.push(tape.bytes[at]);
    this.starts.push(this.bytes.length);
    this.hashes.push(hash);
    this.texts.push(kept);
    this.slots[slot] = this.texts.length;
    if (this.texts.length * 2 > this.slots.length) this.grow();
    return kept;
  }

  private grow(): void {
    if (this.slots.length === MOST_SLOTS) {
      this.texts = [];
      this.bytes.length = 0;
      this.starts.length = 1;
      this.hashes.length = 0;
      this.slots.fill(0);
      return;
    }
    const slots = new Uint16Array(this.slots.length * 2);
    for (let number = 0; number < this.texts.length; number++) {
      let slot = this.hashes.get(number) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

/** What is known of texts that are kept. */
export class RecurringCache<V> {
  private readonly texts: (RecurringText | undefined)[] = [];
  private readonly values: (V | undefined)[] = [];

  get(text: RecurringText): V | undefined {
    const { number } = text;
    return number >= 0 && this.texts[number] === text ? this.values[number] : undefined;
  }

  set(text: RecurringText, value: V): void {
    const { number } = text;
    if (number === NOT_KEPT) return;
    while (this.texts.length <= number) {
      this.texts.push(undefined);
      this.values.push(undefined);
    }
    this.texts[number] = text;
    this.values[number] = value;
  }
}

/** A hash above 0 whose lower bits hang on all of its bits. */
function mixed(hash: number): number {
  return ((hash ^ (hash >>> 15)) | 0x80000000) >>> 0;
}

/**
 * Numbers the names that a reader of a JSON tape looks for. A tape that learns names tells which one a text has; where
 * it does not, finding one takes a hash and a comparison.
 */
import { BACKSLASH } from './json-bytes.js';
import { JsonTape, LONGEST_NAME, NODE, NOT_KNOWN } from './json-tape.js';

const tape = new JsonTape();

export class TapeNames {
  private readonly names: readonly { bytes: Uint8Array; hash: number }[];
  readonly count: number;
  /** Of each slot the number of its name, or -1; names stand in the first free slot from that of their hash on. */
  private readonly slots: Int8Array;
  /**
   * The tape that was taught last, and whether it has learned all names that are short enough; then the place of each
   * of its names, and the greatest number of those that are looked for.
   */
  private tape: JsonTape | undefined;
  private isLearned = false;
  private places = new Int8Array(0);
  private needed = 0;

  /** @param names at most 100; of equal ones the first is found */
  constructor(names: readonly string[]) {
    this.slots = new Int8Array(1 << (33 - Math.clz32(names.length * 2))).fill(-1);
    this.names = names.map((name, number) => {
      tape.read(Buffer.from(JSON.stringify(name)));
      let slot = this.slotOf(tape.hashOf(0));
      while (this.slots[slot] >= 0) slot = this.next(slot);
      this.slots[slot] = number;
      return { bytes: tape.bytes.subarray(tape.startOf(0), tape.endOf(0)), hash: tape.hashOf(0) };
    });
    this.count = names.length;
  }

  /** The number of the name that a text has, or -1. */
  numberOf(tape: JsonTape, node: number): number {
    if (tape !== this.tape) {
      if (!tape.learnsNames) return this.find(tape, node);
      this.teach(tape);
    }
    const name = this.isLearned ? tape.nameOf(node, this.needed) : NOT_KNOWN;
    if (name === NOT_KNOWN) return this.find(tape, node);
    return name < this.places.length ? this.places[name] : -1;
  }

  private teach(tape: JsonTape): void {
    this.tape = tape;
    const learned = this.names.map(({ bytes }) => (isShort(bytes) ? tape.learn(bytes) : undefined));
    this.isLearned = !learned.includes(0);
    this.needed = Math.max(0, ...learned.map(name => name ?? 0));
    this.places = new Int8Array(this.needed + 1).fill(-1);
    learned.forEach((name, number) => {
      if (name !== undefined && name > 0 && this.places[name] < 0) this.places[name] = number;
    });
  }

  private find(tape: JsonTape, node: number): number {
    const hash = tape.hashOf(node);
    for (let slot = this.slotOf(hash); this.slots[slot] >= 0; slot = this.next(slot)) {
      const name = this.names[this.slots[slot]];
      if (name.hash === hash && equals(tape, node, name.bytes)) return this.slots[slot];
    }
    return -1;
  }

  /** Whether a list has a text with one of the names. */
  isIn(tape: JsonTape, list: number): boolean {
    const end = tape.behind(list);
    for (let item = list + NODE; item < end; item += NODE) if (this.numberOf(tape, item) >= 0) return true;
    return false;
  }

  private slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }

  private next(slot: number): number {
    return (slot + 1) & (this.slots.length - 1);
  }
}

/** Whether a tape may learn a name. */
function isShort(name: Uint8Array): boolean {
  return name.length <= LONGEST_NAME && !name.includes(BACKSLASH);
}

function equals(tape: JsonTape, node: number, name: Uint8Array): boolean {
  const start = tape.startOf(node);
  if (tape.endOf(node) - start !== name.length) return false;
  const { bytes } = tape;
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name[i]) return false;
  return true;
}

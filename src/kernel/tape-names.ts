/**
 * Numbers the names that a reader of a JSON tape looks for: finding one takes a hash that the tape has, and a
 * comparison.
 */
import { JsonTape, NODE } from './json-tape.js';

const tape = new JsonTape();

export class TapeNames {
  private readonly names: readonly { bytes: Uint8Array; hash: number }[];
  readonly count: number;
  /** Of each slot the number of its name, or -1; names stand in the first free slot from that of their hash on. */
  private readonly slots: Int8Array;

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

function equals(tape: JsonTape, node: number, name: Uint8Array): boolean {
  const start = tape.startOf(node);
  if (tape.endOf(node) - start !== name.length) return false;
  const { bytes } = tape;
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name[i]) return false;
  return true;
}

/**
 * Interns names as small numbers (slots), each with a few counters. The learner refers to products and phrases by slot.
 * The number of slots is bounded: at the bound, the caller releases those of least weight, and they are reused.
 */
import type { Part, PartWriter } from '../../index/part.js';
import { Strings, writeStrings } from '../../index/strings.js';

/** Share of all slots released at the bound. */
const RELEASED = 1 / 4;

export class InternTable<Counter extends string> {
  /** Counters by slot; the arrays are replaced when they grow. */
  readonly counters = {} as Record<Counter, Float64Array>;
  /** By slot, the name's scope: a slot of another InternTable, or 0. */
  scopes = new Uint16Array(0);
  /** First slot that was never used. */
  used = 0;
  /** Name by slot; empty for a free slot. */
  private names: string[] = [];
  private readonly byName: Map<string, number>[] = [];
  /** Free slots, descending, so that the lowest is reused first. */
  private free: number[] = [];

  constructor(
    private readonly counterNames: readonly Counter[],
    private readonly limit: number,
  ) {
    for (const counter of counterNames) this.counters[counter] = new Float64Array(0);
  }

  get size(): number {
    return this.used - this.free.length;
  }

  get full(): boolean {
    return this.free.length === 0 && this.used >= this.limit;
  }

  /** The name in a slot, empty where there is none. */
  name(slot: number): string {
    return this.names[slot];
  }

  /** The slot of a name; -1 for an unknown name. */
  find(scope: number, name: string): number {
    return this.byName[scope]?.get(name) ?? -1;
  }

  /** The slot of a name, a new one where it has none; -1 when there is no room. Its counters begin at 0. */
  take(scope: number, name: string): number {
    const known = (this.byName[scope] ??= new Map()).get(name);
    if (known !== undefined) return known;
    if (this.full) return -1;
    const slot = this.free.pop() ?? this.used++;
    if (slot >= this.scopes.length) this.grow(Math.max(64, slot * 2));
    this.put(slot, scope, name);
    return slot;
  }

  scale(counter: Counter, factor: number): void {
    const values = this.counters[counter];
    for (let slot = 0; slot < this.used; slot++) values[slot] *= factor;
  }

  /** Releases the quarter with the least weights (ties: lower slots). @returns 1 for each slot released. */
  releaseLightest(weight: Float64Array): Uint8Array {
    const weights = weight.slice(0, this.used).filter((_, slot) => this.names[slot] !== '');
    weights.sort();
    const wanted = Math.max(1, Math.floor(weights.length * RELEASED));
    const bound = weights[wanted];
    let left = wanted;
    const gone = new Uint8Array(this.used);
    for (const below of [true, false]) {
      for (let slot = 0; slot < this.used && left > 0; slot++) {
        if (this.names[slot] === '' || (below ? weight[slot] >= bound : weight[slot] !== bound)) continue;
        gone[slot] = 1;
        left--;
      }
    }
    this.release(gone);
    return gone;
  }

  release(gone: Uint8Array): void {
    for (let slot = 0; slot < gone.length; slot++) {
      if (gone[slot] === 0 || this.names[slot] === '') continue;
      this.byName[this.scopes[slot]].delete(this.names[slot]);
      this.names[slot] = '';
      this.scopes[slot] = 0;
      for (const counter of this.counterNames) this.counters[counter][slot] = 0;
    }
    this.listFree();
  }

  write(part: PartWriter, prefix: string): void {
    writeStrings(part, `${prefix}.names`, this.names);
    part.add(`${prefix}.scopes`, this.scopes.subarray(0, this.used));
    for (const counter of this.counterNames) {
      part.add(`${prefix}.${counter}`, this.counters[counter].subarray(0, this.used));
    }
  }

  /** Restores an encoded table; this table must be empty. */
  read(part: Part, prefix: string): void {
    const names = new Strings(part, `${prefix}.names`);
    const scopes = part.u16(`${prefix}.scopes`);
    this.used = names.size;
    this.grow(names.size);
    for (let slot = 0; slot < names.size; slot++) {
      const name = names.at(slot);
      this.names[slot] = '';
      if (name !== '') this.put(slot, scopes[slot], name);
    }
    for (const counter of this.counterNames) this.counters[counter].set(part.f64(`${prefix}.${counter}`));
    this.listFree();
  }

  private put(slot: number, scope: number, name: string): void {
    this.names[slot] = name;
    this.scopes[slot] = scope;
    (this.byName[scope] ??= new Map()).set(name, slot);
  }

  private listFree(): void {
    this.free = [];
    for (let slot = this.used - 1; slot >= 0; slot--) if (this.names[slot] === '') this.free.push(slot);
  }

  private grow(length: number): void {
    const capacity = Math.min(length, this.limit);
    const scopes = new Uint16Array(Math.max(capacity, this.used));
    scopes.set(this.scopes);
    this.scopes = scopes;
    for (const counter of this.counterNames) {
      const values = new Float64Array(scopes.length);
      values.set(this.counters[counter]);
      this.counters[counter] = values;
    }
  }
}

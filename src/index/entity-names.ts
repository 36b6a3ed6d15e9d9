/**
 * Collects the names by which queries recognise values, and writes them: sections `entities` of part `text`. A view has
 * one for each value, of which attributes such as article numbers have as many as there are products.
 */
import { growableU16, growableU32 } from '../kernel/growable.js';
import type { PartWriter } from './part.js';
import { writeStringsOf } from './strings.js';
import { WordNumbers } from './word-numbers.js';

export class EntityNames {
  /** Numbered in the order of their insertion. */
  private readonly names = new WordNumbers();
  /** Of each name the first value that it stands for, by its number plus one, and of each value the next one, or 0. */
  private readonly first = growableU32();
  private readonly next = growableU32();
  private readonly attributes = growableU16();
  private readonly values = growableU32();

  get size(): number {
    return this.names.size;
  }

  at(name: number): string {
    return this.names.at(name);
  }

  /** Adds a value to a name, unless it has it. */
  add(name: string, attribute: number, value: number): void {
    const number = this.names.numberOf(name);
    if (number === this.first.length) this.first.push(0);
    let last = 0;
    for (let at = this.first.get(number); at > 0; at = this.next.get(at - 1)) {
      if (this.attributes.get(at - 1) === attribute && this.values.get(at - 1) === value) return;
      last = at;
    }
    this.attributes.push(attribute);
    this.values.push(value);
    this.next.push(0);
    if (last > 0) this.next.set(last - 1, this.next.length);
    else this.first.set(number, this.next.length);
  }

  /** Gives the values of one name to another as well. */
  addAll(name: string, of: number): void {
    for (let at = this.first.get(of); at > 0; at = this.next.get(at - 1)) {
      this.add(name, this.attributes.get(at - 1), this.values.get(at - 1));
    }
  }

  /** Adds the sections; to be called last. */
  write(part: PartWriter): void {
    const order = this.names.order();
    const start = new Uint32Array(order.length + 1);
    const attributes = new Uint16Array(this.values.length);
    const values = new Uint32Array(this.values.length);
    let count = 0;
    for (let place = 0; place < order.length; place++) {
      for (let at = this.first.get(order[place]); at > 0; at = this.next.get(at - 1)) {
        attributes[count] = this.attributes.get(at - 1);
        values[count++] = this.values.get(at - 1);
      }
      start[place + 1] = count;
    }
    writeStringsOf(part, 'entities', order.length, place => this.names.at(order[place]));
    part.add('entities.start', start).add('entities.attribute', attributes).add('entities.value', values);
  }
}

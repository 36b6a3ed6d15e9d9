/**
 * The most recently viewed products of each customer, so that products viewed in different sessions can be related by
 * customer. A hash table with buckets of fixed size. Customers are stored by a 32-bit hash, not by key; customers of
 * equal hash share an entry, which adds a little noise. A full bucket evicts its least recently seen customer.
 */
import type { Part, PartWriter } from '../../index/part.js';
import { visitorHash } from './sessions.js';

/** Number of products stored for one customer. */
const MOST_PRODUCTS = 12;
/** Number of customers in one bucket. */
const BUCKET = 8;
/** Words of an entry: hash (0: free), minute of the last view, then products as slot + 1 (0: none), the newest last. */
const WIDTH = 2 + MOST_PRODUCTS;
const MINUTE_MS = 60_000;

export class RecentProducts {
  private readonly buckets: number;
  /** Allocated with the first customer. */
  private table = new Uint32Array(0);

  constructor(limit: number) {
    this.buckets = Math.max(1, Math.floor(limit / BUCKET));
  }

  /** The most recently viewed products of a customer. */
  productsOf(customerKey: string): number[] {
    const at = this.find(visitorHash(customerKey));
    if (at < 0) return [];
    return Array.from(
      this.table.subarray(at + 2, at + WIDTH).filter(product => product > 0),
      product => product - 1,
    );
  }

  look(customerKey: string, product: number, atMs: number): void {
    const at = this.take(visitorHash(customerKey));
    const { table } = this;
    table[at + 1] = Math.floor(atMs / MINUTE_MS);
    const products = table.subarray(at + 2, at + WIDTH);
    const known = products.indexOf(product + 1);
    products.copyWithin(Math.max(0, known), Math.max(0, known) + 1);
    products[MOST_PRODUCTS - 1] = product + 1;
  }

  /** Erases a customer. @returns whether the customer had an entry */
  forget(customerKey: string): boolean {
    const at = this.find(visitorHash(customerKey));
    if (at < 0) return false;
    // Later entries of the bucket move up, so that free entries stay at its end.
    const { table } = this;
    const end = this.bucketOf(table[at]) + BUCKET * WIDTH;
    table.copyWithin(at, at + WIDTH, end);
    table.fill(0, end - WIDTH, end);
    return true;
  }

  /** Removes released products. @param gone by slot: 1 for a released product */
  drop(gone: Uint8Array): void {
    const { table } = this;
    for (let at = 0; at < table.length; at += WIDTH) {
      if (table[at] === 0) continue;
      const stay = table.slice(at + 2, at + WIDTH).filter(product => product > 0 && gone[product - 1] !== 1);
      table.fill(0, at + 2, at + WIDTH);
      table.set(stay, at + WIDTH - stay.length);
    }
  }

  write(part: PartWriter): void {
    let used = 0;
    for (let at = 0; at < this.table.length; at += WIDTH) if (this.table[at] !== 0) used++;
    const column = new Uint32Array(used * WIDTH);
    let to = 0;
    for (let at = 0; at < this.table.length; at += WIDTH) {
      if (this.table[at] === 0) continue;
      column.set(this.table.subarray(at, at + WIDTH), to);
      to += WIDTH;
    }
    part.add('customers', column);
  }

  /** Restores an encoded table; this table must be empty. */
  read(part: Part): void {
    const column = part.u32('customers');
    for (let from = 0; from < column.length; from += WIDTH) {
      const at = this.take(column[from]);
      this.table.set(column.subarray(from, from + WIDTH), at);
    }
  }

  private bucketOf(hash: number): number {
    return (hash % this.buckets) * BUCKET * WIDTH;
  }

  private find(hash: number): number {
    if (this.table.length === 0) return -1;
    const start = this.bucketOf(hash);
    for (let at = start; at < start + BUCKET * WIDTH; at += WIDTH) if (this.table[at] === hash) return at;
    return -1;
  }

  /** @returns the offset of the customer's entry, which is created if absent */
  private take(hash: number): number {
    if (this.table.length === 0) this.table = new Uint32Array(this.buckets * BUCKET * WIDTH);
    const { table } = this;
    const known = this.find(hash);
    if (known >= 0) return known;
    const start = this.bucketOf(hash);
    let place = start;
    for (let at = start; at < start + BUCKET * WIDTH; at += WIDTH) {
      if (table[at] === 0) {
        place = at;
        break;
      }
      if (table[at + 1] < table[place + 1]) place = at;
    }
    table.fill(0, place, place + WIDTH);
    table[place] = hash;
    return place;
  }
}

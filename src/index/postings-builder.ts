/**
 * Collects the postings of a view product by product, and orders them by term. The arrays are the largest of a build:
 * each is freed as soon as what is made of it is there.
 */
import { growableU8, growableU16, growableU32 } from '../kernel/growable.js';
import type { PartSources, Postings } from './compound-parts.js';
import { FIELD } from './fields.js';

/** Of each term the fields of all its postings, how many these are, and in how many it is the head. */
export interface TermTotals {
  fields: Uint16Array;
  frequency: Uint32Array;
  heads: Uint32Array;
}

export class PostingsBuilder {
  private terms = growableU32();
  private fields = growableU16();
  private place = growableU8();
  /** Behind the last posting of each product. */
  private readonly ends = growableU32();

  get products(): number {
    return this.ends.length;
  }

  /** Adds a posting of the current product. */
  add(term: number, fields: number, place: number): void {
    this.terms.push(term);
    this.fields.push(fields);
    this.place.push(place);
  }

  endProduct(): void {
    this.ends.push(this.terms.length);
  }

  /** @param terms their number */
  totals(terms: number): TermTotals {
    const fields = new Uint16Array(terms);
    const frequency = new Uint32Array(terms);
    const heads = new Uint32Array(terms);
    const termOf = this.terms.view();
    const fieldsOf = this.fields.view();
    for (let i = 0; i < termOf.length; i++) {
      const term = termOf[i];
      fields[term] |= fieldsOf[i];
      frequency[term]++;
      if (fieldsOf[i] & (1 << FIELD.HEAD)) heads[term]++;
    }
    return { fields, frequency, heads };
  }

  /**
   * The postings by rank of the term, then by product. To be called once: it frees what was added.
   * @param rank of each term
   * @param sources the compounds whose postings parts get as well
   */
  finish(rank: Uint32Array, sources?: PartSources): Postings {
    const at = this.terms.view();
    const counts = new Uint32Array(rank.length);
    for (let i = 0; i < at.length; i++) counts[rank[at[i]]]++;
    const room = sources?.room(counts);
    const start = new Uint32Array(rank.length + 1);
    for (let i = 0; i < rank.length; i++) start[i + 1] = start[i] + (room ?? counts)[i];
    const next = start.slice();
    // From here on, of each posting its place in the result: in the order of products, which is kept within each term.
    for (let i = 0; i < at.length; i++) at[i] = next[rank[at[i]]]++;
    const size = start[rank.length];
    const fields = scattered(this.fields.view(), at, new Uint16Array(size));
    this.fields = growableU16();
    const place = scattered(this.place.view(), at, new Uint8Array(size));
    this.place = growableU8();
    const docs = new Uint32Array(size);
    const ends = this.ends.view();
    for (let doc = 0, i = 0; doc < ends.length; doc++) for (; i < ends[doc]; i++) docs[at[i]] = doc;
    this.terms = growableU32();
    const postings = { start, docs, fields, place };
    return sources ? sources.merge(postings, counts, ends.length) : postings;
  }
}

function scattered<T extends Uint8Array | Uint16Array>(values: T, at: Uint32Array, into: T): T {
  for (let i = 0; i < values.length; i++) into[at[i]] = values[i];
  return into;
}

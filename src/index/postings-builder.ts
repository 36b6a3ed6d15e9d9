/**
 * Collects the postings of a view product by product, and orders them by term. They are the most of what a build
 * collects: of large views they wait on disk.
 */
import { type Growable, growableU8, growableU16, growableU32 } from '../kernel/growable.js';
import type { PartSources, Postings } from './compound-parts.js';
import { FIELD } from './fields.js';
import { Spill, type SpilledBytes } from './spilled-bytes.js';

/** Of each term the fields of all its postings, how many these are, and in how many it is the head. */
export interface TermTotals {
  fields: Uint16Array;
  frequency: Uint32Array;
  heads: Uint32Array;
}

/** Postings in the order in which they were added. */
interface AddedPostings {
  terms: Uint32Array;
  fields: Uint16Array;
  place: Uint8Array;
}

const KINDS = ['terms', 'fields', 'place'] as const;
/** Postings that wait on disk together. */
const SPILLED_POSTINGS = 1 << 20;

export class PostingsBuilder {
  private terms = growableU32();
  private fields = growableU16();
  private place = growableU8();
  /** Behind the last posting of each product. */
  private readonly ends = growableU32();
  private spill: Spill | undefined;
  /** Where postings lie that were added before those in memory. */
  private readonly spilled: Record<(typeof KINDS)[number], SpilledBytes>[] = [];

  /**
   * @param spillDir a folder on disk where most postings wait for `finish`, which then is to be called; absent: none do
   * @param atOnce how many of them are written together
   */
  constructor(
    private readonly spillDir?: string,
    private readonly atOnce = SPILLED_POSTINGS,
  ) {}

  get products(): number {
    return this.ends.length;
  }

  /** Adds a posting of the current product. */
  add(term: number, fields: number, place: number): void {
    if (this.terms.length === this.atOnce && this.spillDir !== undefined) this.spillAdded(this.spillDir);
    this.terms.push(term);
    this.fields.push(fields);
    this.place.push(place);
  }

  endProduct(): void {
    this.ends.push(this.spilled.length * this.atOnce + this.terms.length);
  }

  /** @param terms their number */
  totals(terms: number): TermTotals {
    const fields = new Uint16Array(terms);
    const frequency = new Uint32Array(terms);
    const heads = new Uint32Array(terms);
    for (const added of this.added()) {
      for (let i = 0; i < added.terms.length; i++) {
        const term = added.terms[i];
        fields[term] |= added.fields[i];
        frequency[term]++;
        if (added.fields[i] & (1 << FIELD.HEAD)) heads[term]++;
      }
    }
    return { fields, frequency, heads };
  }

  /**
   * The postings by rank of the term, then by product. To be called once: it frees what was added.
   * @param rank of each term
   * @param sources the compounds whose postings parts get as well
   */
  finish(rank: Uint32Array, sources?: PartSources): Postings {
    const counts = new Uint32Array(rank.length);
    for (const { terms } of this.added()) for (let i = 0; i < terms.length; i++) counts[rank[terms[i]]]++;
    const room = sources?.room(counts);
    const start = new Uint32Array(rank.length + 1);
    for (let i = 0; i < rank.length; i++) start[i + 1] = start[i] + (room ?? counts)[i];
    const size = start[rank.length];
    const docs = new Uint32Array(size);
    const fields = new Uint16Array(size);
    const place = new Uint8Array(size);
    const next = start.slice();
    const ends = this.ends.view();
    let doc = 0;
    let count = 0;
    // In the order of products, which is kept within each term.
    for (const added of this.added()) {
      for (let i = 0; i < added.terms.length; i++) {
        while (count === ends[doc]) doc++;
        const at = next[rank[added.terms[i]]]++;
        docs[at] = doc;
        fields[at] = added.fields[i];
        place[at] = added.place[i];
        count++;
      }
    }
    this.terms = growableU32();
    this.fields = growableU16();
    this.place = growableU8();
    this.spill?.close();
    const postings = { start, docs, fields, place };
    return sources ? sources.merge(postings, counts, ends.length) : postings;
  }

  /** The postings, piece by piece, each valid until the next. */
  private *added(): Generator<AddedPostings> {
    const piece: AddedPostings = {
      terms: new Uint32Array(this.spill ? this.atOnce : 0),
      fields: new Uint16Array(this.spill ? this.atOnce : 0),
      place: new Uint8Array(this.spill ? this.atOnce : 0),
    };
    for (const spilled of this.spilled) {
      for (const kind of KINDS) this.spill!.readInto(new Uint8Array(piece[kind].buffer), spilled[kind]);
      yield piece;
    }
    yield { terms: this.terms.view(), fields: this.fields.view(), place: this.place.view() };
  }

  private spillAdded(dir: string): void {
    this.spill ??= new Spill(dir);
    const { spill } = this;
    const moved = (added: Growable<Uint32Array> | Growable<Uint16Array> | Growable<Uint8Array>): SpilledBytes => {
      const { buffer, byteOffset, byteLength } = added.view();
      added.length = 0;
      return spill.add(new Uint8Array(buffer, byteOffset, byteLength));
    };
    this.spilled.push({ terms: moved(this.terms), fields: moved(this.fields), place: moved(this.place) });
  }
}

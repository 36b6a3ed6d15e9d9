/**
 * Joins the inverted indexes of a base and an overlay: postings are translated to the ordinals of the union, words that
 * no product of the union has are left out, and shares of heads are computed anew where a word has gained or lost
 * products. Compounds stay divided as they were in their segment.
 */
import { placed } from '../../kernel/array-blocks.js';
import { PartWriter } from '../part.js';
import { reversed, type TextIndex } from '../text-index.js';
import { writeTerms } from './join-dictionary.js';
import { type EntityJoin, joinEntities } from './join-entities.js';
import type { JoinedOrdinals } from './join-structure.js';
import type { ValueMaps } from './joined-attribute.js';
import { type JoinedTerms, TermCount, TermFill } from './joined-terms.js';
import { lostPostings } from './merge-postings.js';
import {
  BASE,
  DROPPED,
  MergedOrder,
  mergePlaces,
  OVERLAY,
  placesOf,
  type Segment,
  translated,
} from './merged-order.js';

/** How texts are joined. */
interface TextJoin {
  ordinals: JoinedOrdinals;
  /** Whether the structure of the union is that of the base. */
  keepsStructure: boolean;
  /** The ordinals of attributes and values in the union, by segment. */
  values: readonly [ValueMaps, ValueMaps];
}

/** What the union consists of, told before it is written. As long as it lives, compiled code does, see `smallJoin`. */
export class JoinedText {
  private readonly postings: PostingsJoin;
  private readonly stems: StemsJoin;
  private readonly entities: EntityJoin;
  private readonly products: number;

  constructor(
    private readonly base: TextIndex,
    private readonly overlay: TextIndex,
    { ordinals, keepsStructure, values }: TextJoin,
  ) {
    this.products = ordinals.products.size;
    this.postings = new PostingsJoin(base, overlay, ordinals, keepsStructure);
    this.stems = new StemsJoin(base, overlay, this.postings.maps());
    this.entities = joinEntities([base, overlay], values);
  }

  /** Whether it is the text of the base. To be asked where the structure is. */
  get isBase(): boolean {
    return this.postings.isBase && this.stems.isBase && this.entities.isBase;
  }

  /** To be called once. */
  part(): PartWriter {
    const part = new PartWriter('text', { products: this.products });
    writeTerms(part, 'terms', this.postings.order, this.base.terms, this.overlay.terms);
    this.postings.write(part);
    this.stems.write(part);
    this.entities.write(part);
    return part;
  }
}

/** The postings of the union. */
class PostingsJoin {
  private readonly terms: JoinedTerms;
  private readonly count: TermCount;
  /** What has written them. */
  filled: TermFill | undefined;

  constructor(base: TextIndex, overlay: TextIndex, ordinals: JoinedOrdinals, keepsStructure: boolean) {
    const places = placesOf(base.terms.size, overlay.terms.size, (a, b) => base.terms.compare(a, overlay.terms, b));
    const lost = lostPostings(base.docs, ordinals.deadProducts, ordinals.productMaps[BASE].length);
    this.terms = { base, overlay, ordinals, keepsStructure, places, lost };
    this.count = new TermCount(this.terms);
  }

  get order(): MergedOrder {
    return this.count.order;
  }

  get isBase(): boolean {
    return this.count.isBase;
  }

  /** The ordinals in the union of the terms of each segment. */
  maps(): readonly [Uint32Array, Uint32Array] {
    const { base: own, overlay: added, places } = this.terms;
    const base = this.order.mapOf(BASE, own.terms.size);
    const overlay = this.order.mapOf(OVERLAY, added.terms.size);
    for (let term = 0; term < places.length; term++) {
      if (places[term] >= 0 && overlay[term] === DROPPED) overlay[term] = base[places[term]];
    }
    return [base, overlay];
  }

  write(part: PartWriter): void {
    const { size, order, start } = this.count;
    part.add('postings.start', start);
    const lengths = [
      ['postings.docs', size * Uint32Array.BYTES_PER_ELEMENT],
      ['postings.fields', size * Uint16Array.BYTES_PER_ELEMENT],
      ['postings.place', size],
      ['heads', order.size],
    ] as const;
    part.addLater(lengths, ([docs, fields, place, heads]) => {
      this.filled = new TermFill(this.terms, {
        docs: new Uint32Array(docs.buffer, docs.byteOffset, size),
        fields: new Uint16Array(fields.buffer, fields.byteOffset, size),
        place,
        heads,
        postings: 0,
        terms: 0,
      });
    });
  }
}

/** The words of the union by stem. */
class StemsJoin {
  private readonly order = new MergedOrder();
  private readonly start: Uint32Array;
  private readonly terms: Uint32Array;
  private readonly texts: readonly [TextIndex, TextIndex];
  /** Number of words so far. */
  private n = 0;
  /** The first stem of the base that has not been added. */
  private from = 0;

  /** @param termMaps the ordinals of terms in the union, by segment */
  constructor(
    private readonly base: TextIndex,
    private readonly overlay: TextIndex,
    private readonly termMaps: readonly [Uint32Array, Uint32Array],
  ) {
    this.texts = [base, overlay];
    this.start = placed(Uint32Array, base.stems.size + overlay.stems.size + 1);
    this.terms = placed(Uint32Array, base.stemTerms.length + overlay.stemTerms.length);
    const places = placesOf(base.stems.size, overlay.stems.size, (a, b) => base.stems.compare(a, overlay.stems, b));
    for (let stem = 0; stem < places.length; stem++) {
      if (places[stem] < 0) this.addOverlay(~places[stem], stem);
      else this.addBoth(places[stem], stem);
    }
    this.addBase(base.stems.size);
  }

  /** Stems of the base have all words that they had, so that only their number can tell otherwise. */
  get isBase(): boolean {
    return this.order.isBase(this.base.stems.size) && this.n === this.base.stemTerms.length;
  }

  write(part: PartWriter): void {
    const { base, overlay, order, start, terms, n } = this;
    writeTerms(part, 'stems', order, base.stems, overlay.stems);
    part.add('stemEndings', joinEndings(base, overlay, order));
    part.add('stemTerms.start', start.subarray(0, order.size + 1)).add('stemTerms', terms.subarray(0, n));
  }

  private addBase(to: number): void {
    for (; this.from < to; this.from++) {
      this.addTerms(BASE, this.from);
      this.end(BASE, this.from);
    }
  }

  private addOverlay(place: number, stem: number): void {
    this.addBase(place);
    this.addTerms(OVERLAY, stem);
    this.end(OVERLAY, stem);
  }

  private addBoth(place: number, stem: number): void {
    this.addBase(place);
    const first = this.n;
    this.addTerms(BASE, place);
    this.addTerms(OVERLAY, stem);
    const all = Uint32Array.from(new Set(this.terms.subarray(first, this.n))).sort();
    this.terms.set(all, first);
    this.n = first + all.length;
    this.end(BASE, place);
    this.from = place + 1;
  }

  private addTerms(segment: Segment, stem: number): void {
    const { stemStart, stemTerms } = this.texts[segment];
    const map = this.termMaps[segment];
    const { terms } = this;
    let { n } = this;
    for (let i = stemStart[stem]; i < stemStart[stem + 1]; i++) {
      const term = map[stemTerms[i]];
      if (term !== DROPPED) terms[n++] = term;
    }
    this.n = n;
  }

  private end(segment: Segment, stem: number): void {
    const { order, start, n } = this;
    if (n === start[order.size]) return;
    order.add(segment, stem, stem + 1);
    start[order.size] = n;
  }
}

/** The stems of the union in the order of their letters read backwards. */
function joinEndings(base: TextIndex, overlay: TextIndex, order: MergedOrder): Uint32Array {
  const lists = [
    translated(base.stemEndings, order.mapOf(BASE, base.stems.size)),
    translated(overlay.stemEndings, order.mapOf(OVERLAY, overlay.stems.size)),
  ] as const;
  const backwards = Array.from(overlay.stemEndings, stem => reversed(overlay.stems.term(stem)));
  const places = mergePlaces(...lists, (own, added) =>
    reversed(base.stems.term(base.stemEndings[own])) < backwards[added] ? -1 : 1,
  );
  return places.gather(...lists);
}

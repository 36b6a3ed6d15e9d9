/**
 * Joins the inverted indexes of a base and an overlay: postings are translated to the ordinals of the union, words that
 * no product of the union has are left out, and shares of heads are computed anew where a word has gained or lost
 * products. Compounds stay divided as they were in their segment.
 */
import type { Dictionary } from '../dictionary.js';
import { writeUnits } from '../dictionary.js';
import { PartWriter } from '../part.js';
import { reversed, type TextIndex } from '../text-index.js';
import { joinEntities } from './join-entities.js';
import type { JoinedOrdinals } from './join-structure.js';
import type { ValueMaps } from './joined-attribute.js';
import { copyTerms, type LostRange, lostPostings, PostingsMerge, type Written } from './merge-postings.js';
import { BASE, DROPPED, firstFrom, MergedOrder, mergePlaces, OVERLAY, placesOf, translated } from './merged-order.js';

/** How texts are joined. */
interface TextJoin {
  ordinals: JoinedOrdinals;
  /** Whether the structure of the union is that of the base. */
  keepsStructure: boolean;
  /** The ordinals of attributes and values in the union, by segment. */
  values: readonly [ValueMaps, ValueMaps];
}

export function joinText(
  base: TextIndex,
  overlay: TextIndex,
  { ordinals, keepsStructure, values }: TextJoin,
): PartWriter {
  const part = new PartWriter('text', { products: ordinals.products.size });
  const terms = new PostingsJoin(base, overlay, ordinals, keepsStructure);
  writeTerms(part, 'terms', terms.order, base.terms, overlay.terms);
  terms.write(part);
  joinStems(part, base, overlay, terms.maps());
  joinEntities(part, base, overlay, values);
  return part;
}

function writeTerms(part: PartWriter, name: string, order: MergedOrder, base: Dictionary, overlay: Dictionary): void {
  const offsets = new Uint32Array(order.size + 1);
  const length = order.runs.reduce((sum, { segment, from, to }) => {
    const { offsets } = segment === BASE ? base : overlay;
    return sum + offsets[to] - offsets[from];
  }, 0);
  const units = new Uint16Array(length);
  let at = 0;
  let end = 0;
  for (const { segment, from, to } of order.runs) {
    const own = segment === BASE ? base : overlay;
    const shift = end - own.offsets[from];
    units.set(own.units.subarray(own.offsets[from], own.offsets[to]), end);
    for (let i = from + 1; i <= to; i++) offsets[++at] = own.offsets[i] + shift;
    end = offsets[at];
  }
  writeUnits(part, name, units, offsets);
}

/** What is done with the terms of both segments in their common order. */
interface TermVisitor {
  /** Terms whose postings are those of the base. */
  base(from: number, to: number): void;
  /** A term of the base alone that has lost products. */
  reduced(term: number, lost: LostRange): void;
  /** A term of the overlay alone. */
  overlay(term: number): void;
  both(baseTerm: number, overlayTerm: number, lost: LostRange): void;
}

/** The postings of the union: first how many each term has, then, in the memory of the part, the postings. */
class PostingsJoin {
  readonly order = new MergedOrder();
  private readonly start: Uint32Array;
  /** Number of postings. */
  private size = 0;
  /** Of each term of the overlay, the equal one of the base, or one with `~` before which it comes. */
  private readonly places: Int32Array;
  /** The postings of the base whose products are dropped, ascending. */
  private readonly lost: Uint32Array;

  constructor(
    private readonly base: TextIndex,
    private readonly overlay: TextIndex,
    private readonly ordinals: JoinedOrdinals,
    private readonly keepsStructure: boolean,
  ) {
    this.start = new Uint32Array(base.terms.size + overlay.terms.size + 1);
    this.places = placesOf(base.terms.size, overlay.terms.size, (a, b) => base.terms.compare(a, overlay.terms, b));
    this.lost = lostPostings(base.docs, ordinals.deadProducts, ordinals.productMaps[BASE].length);
    this.count();
  }

  /** The ordinals in the union of the terms of each segment. */
  maps(): readonly [Uint32Array, Uint32Array] {
    const base = this.order.mapOf(BASE, this.base.terms.size);
    const overlay = this.order.mapOf(OVERLAY, this.overlay.terms.size);
    this.places.forEach((place, term) => {
      if (place >= 0 && overlay[term] === DROPPED) overlay[term] = base[place];
    });
    return [base, overlay];
  }

  write(part: PartWriter): void {
    const { size, order, start } = this;
    part.add('postings.start', start.subarray(0, order.size + 1));
    const lengths = [
      ['postings.docs', size * Uint32Array.BYTES_PER_ELEMENT],
      ['postings.fields', size * Uint16Array.BYTES_PER_ELEMENT],
      ['postings.place', size],
      ['heads', order.size],
    ] as const;
    part.addLater(lengths, ([docs, fields, place, heads]) => {
      this.fill({
        docs: new Uint32Array(docs.buffer, docs.byteOffset, size),
        fields: new Uint16Array(fields.buffer, fields.byteOffset, size),
        place,
        heads,
        postings: 0,
        terms: 0,
      });
    });
  }

  private visit({ base, reduced, overlay, both }: TermVisitor): void {
    const { lost, places } = this;
    const { start, terms } = this.base;
    let next = 0;
    /** The first term that no call has told of, and the first that may have lost postings. */
    let from = 0;
    let least = 0;
    /** The lost postings of a term, which are passed. */
    const lostOf = (term: number): LostRange => {
      const first = next;
      while (next < lost.length && lost[next] < start[term + 1]) next++;
      least = term + 1;
      return { from: first, to: next };
    };
    const addBase = (to: number): void => {
      if (from < to) base(from, to);
      from = to;
    };
    const reduceUntil = (to: number): void => {
      while (next < lost.length && lost[next] < start[to]) {
        const term = termOf(lost[next], start, least, terms.size);
        addBase(term);
        reduced(term, lostOf(term));
        from = term + 1;
      }
    };
    places.forEach((place, term) => {
      const to = place < 0 ? ~place : place;
      reduceUntil(to);
      const range = place < 0 ? undefined : lostOf(place);
      // Most words of a product that has changed stay what they were: then they are copied with those around them.
      if (range && this.keepsStructure && this.isThatOfBase(term, range)) return;
      addBase(to);
      if (range) both(place, term, range);
      else overlay(term);
      if (range) from = place + 1;
    });
    reduceUntil(terms.size);
    addBase(terms.size);
  }

  /** Whether the postings of a term of the overlay are those that the base has lost. */
  private isThatOfBase(term: number, { from, to }: LostRange): boolean {
    const { base, overlay, lost } = this;
    const map = this.ordinals.productMaps[OVERLAY];
    const first = overlay.start[term];
    if (overlay.start[term + 1] - first !== to - from) return false;
    for (let i = from, added = first; i < to; i++, added++) {
      const own = lost[i];
      if (base.docs[own] !== map[overlay.docs[added]]) return false;
      if (base.fields[own] !== overlay.fields[added] || base.place[own] !== overlay.place[added]) return false;
    }
    return true;
  }

  private count(): void {
    const { base, overlay, order, start } = this;
    const end = (segment: typeof BASE | typeof OVERLAY, term: number, postings: number): void => {
      if (postings === 0) return;
      order.add(segment, term, term + 1);
      start[order.size] = this.size += postings;
    };
    this.visit({
      base: (from, to) => {
        const shift = this.size - base.start[from];
        for (let term = from, at = order.size; term < to; term++) start[++at] = base.start[term + 1] + shift;
        order.add(BASE, from, to);
        this.size = start[order.size];
      },
      reduced: (term, lost) => end(BASE, term, this.keptOf(term, lost)),
      overlay: term => end(OVERLAY, term, overlay.frequency(term)),
      both: (term, overlayTerm, lost) => end(BASE, term, this.keptOf(term, lost) + overlay.frequency(overlayTerm)),
    });
  }

  /** The number of postings of a term of the base whose products the union has. */
  private keptOf(term: number, { from, to }: LostRange): number {
    return this.base.frequency(term) - (to - from);
  }

  private fill(into: Written): void {
    const { base, overlay } = this;
    const { productMaps, products } = this.ordinals;
    const [baseMap, overlayMap] = productMaps;
    const keeps = products.keepsBase();
    const merge = new PostingsMerge(this.lost, [base, overlay], productMaps, keeps ? undefined : baseMap, into);
    this.visit({
      base: (from, to) => copyTerms(base, from, to, baseMap, keeps, into),
      reduced: (term, lost) => {
        if (this.keptOf(term, lost) > 0) merge.add(term, undefined, lost);
      },
      overlay: term => {
        if (overlay.frequency(term) > 0) copyTerms(overlay, term, term + 1, overlayMap, false, into);
      },
      both: (baseTerm, overlayTerm, lost) => {
        if (this.keptOf(baseTerm, lost) + overlay.frequency(overlayTerm) > 0) merge.add(baseTerm, overlayTerm, lost);
      },
    });
  }
}

/** The term that has a posting. */
function termOf(posting: number, start: Uint32Array, from: number, to: number): number {
  return firstFrom(from, to, term => start[term + 1] <= posting);
}

/** Joins the words by stem. @param termMaps the ordinals of terms in the union, by segment */
function joinStems(
  part: PartWriter,
  base: TextIndex,
  overlay: TextIndex,
  termMaps: readonly [Uint32Array, Uint32Array],
): void {
  const places = placesOf(base.stems.size, overlay.stems.size, (a, b) => base.stems.compare(a, overlay.stems, b));
  const order = new MergedOrder();
  const start = new Uint32Array(base.stems.size + overlay.stems.size + 1);
  const terms = new Uint32Array(base.stemTerms.length + overlay.stemTerms.length);
  let n = 0;
  const addTerms = ({ stemStart, stemTerms }: TextIndex, map: Uint32Array, stem: number): void => {
    for (let i = stemStart[stem]; i < stemStart[stem + 1]; i++) {
      const term = map[stemTerms[i]];
      if (term !== DROPPED) terms[n++] = term;
    }
  };
  const end = (segment: typeof BASE | typeof OVERLAY, stem: number): void => {
    if (n === start[order.size]) return;
    order.add(segment, stem, stem + 1);
    start[order.size] = n;
  };
  let from = 0;
  const addBase = (to: number): void => {
    for (; from < to; from++) {
      addTerms(base, termMaps[BASE], from);
      end(BASE, from);
    }
  };
  places.forEach((place, stem) => {
    addBase(place < 0 ? ~place : place);
    if (place < 0) {
      addTerms(overlay, termMaps[OVERLAY], stem);
      end(OVERLAY, stem);
      return;
    }
    const first = n;
    addTerms(base, termMaps[BASE], place);
    addTerms(overlay, termMaps[OVERLAY], stem);
    const all = Uint32Array.from(new Set(terms.subarray(first, n))).sort();
    terms.set(all, first);
    n = first + all.length;
    end(BASE, place);
    from = place + 1;
  });
  addBase(base.stems.size);
  writeTerms(part, 'stems', order, base.stems, overlay.stems);
  part.add('stemEndings', joinEndings(base, overlay, order));
  part.add('stemTerms.start', start.subarray(0, order.size + 1)).add('stemTerms', terms.subarray(0, n));
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

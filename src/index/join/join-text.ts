/**
 * Joins the inverted indexes of a base and an overlay: postings are translated to the ordinals of the union, words that
 * no product of the union has are left out, and shares of heads are computed anew where a word has gained or lost
 * products. Compounds stay divided as they were in their segment.
 */
import type { Dictionary } from '../dictionary.js';
import { writeUnits } from '../dictionary.js';
import { PartWriter } from '../part.js';
import { reversed, type TextIndex } from '../text-index.js';
import { headShare } from '../text-index-builder.js';
import { joinEntities } from './join-entities.js';
import type { JoinedOrdinals } from './join-structure.js';
import type { ValueMaps } from './joined-attribute.js';
import { BASE, DROPPED, MergedOrder, mergePlaces, OVERLAY, placesOf, translated } from './merged-order.js';

export function joinText(
  base: TextIndex,
  overlay: TextIndex,
  { productMaps, products }: JoinedOrdinals,
  values: readonly [ValueMaps, ValueMaps],
): PartWriter {
  const part = new PartWriter('text', { products: products.size });
  const terms = new PostingsJoin(base, overlay, productMaps);
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

/** The postings of the union, term by term. */
class PostingsJoin {
  readonly order = new MergedOrder();
  private readonly start: Uint32Array;
  private readonly docs: Uint32Array;
  private readonly fields: Uint16Array;
  private readonly place: Uint8Array;
  private readonly heads: Uint8Array;
  /** Number of postings so far. */
  private n = 0;
  /** Of each term of the overlay, the equal one of the base, or one with `~` before which it comes. */
  private readonly places: Int32Array;

  constructor(
    private readonly base: TextIndex,
    private readonly overlay: TextIndex,
    private readonly productMaps: readonly [Uint32Array, Uint32Array],
  ) {
    const most = base.docs.length + overlay.docs.length;
    this.start = new Uint32Array(base.terms.size + overlay.terms.size + 1);
    this.docs = new Uint32Array(most);
    this.fields = new Uint16Array(most);
    this.place = new Uint8Array(most);
    this.heads = new Uint8Array(base.terms.size + overlay.terms.size);
    this.places = placesOf(base.terms.size, overlay.terms.size, (a, b) => base.terms.compare(a, overlay.terms, b));
    this.join();
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
    const { n } = this;
    part.add('postings.start', this.start.subarray(0, this.order.size + 1));
    part.add('postings.docs', this.docs.subarray(0, n)).add('postings.fields', this.fields.subarray(0, n));
    part.add('postings.place', this.place.subarray(0, n)).add('heads', this.heads.subarray(0, this.order.size));
  }

  private join(): void {
    let from = 0;
    for (let term = 0; term < this.places.length; term++) {
      const place = this.places[term];
      const to = place < 0 ? ~place : place;
      this.addBase(from, to);
      from = to;
      if (place < 0) this.addOverlay(term);
      else {
        this.addBoth(place, term);
        from++;
      }
    }
    this.addBase(from, this.base.terms.size);
  }

  private addBase(from: number, to: number): void {
    const { start, docs, fields, place, heads } = this.base;
    const map = this.productMaps[BASE];
    for (let term = from; term < to; term++) {
      const first = this.n;
      let n = first;
      for (let i = start[term]; i < start[term + 1]; i++) {
        const doc = map[docs[i]];
        if (doc === DROPPED) continue;
        this.docs[n] = doc;
        this.fields[n] = fields[i];
        this.place[n++] = place[i];
      }
      this.n = n;
      if (n === first && start[term] < start[term + 1]) continue;
      const whole = n - first === start[term + 1] - start[term];
      this.end(BASE, term, whole ? heads[term] : headShare(this.fields, first, n));
    }
  }

  private addOverlay(term: number): void {
    this.append(this.overlay, this.productMaps[OVERLAY], term);
    this.end(OVERLAY, term, this.overlay.heads[term]);
  }

  private addBoth(baseTerm: number, overlayTerm: number): void {
    const first = this.n;
    this.merge(baseTerm, overlayTerm);
    if (this.n === first) return;
    this.end(BASE, baseTerm, headShare(this.fields, first, this.n));
  }

  private append({ start, docs, fields, place }: TextIndex, map: Uint32Array, term: number): void {
    for (let i = start[term]; i < start[term + 1]; i++) {
      this.docs[this.n] = map[docs[i]];
      this.fields[this.n] = fields[i];
      this.place[this.n++] = place[i];
    }
  }

  /** Appends the postings of two equal terms in the order of products. */
  private merge(baseTerm: number, overlayTerm: number): void {
    const { base, overlay, docs, fields, place } = this;
    const [baseMap, overlayMap] = this.productMaps;
    const end = overlay.start[overlayTerm + 1];
    let o = overlay.start[overlayTerm];
    let next = o < end ? overlayMap[overlay.docs[o]] : DROPPED;
    let { n } = this;
    for (let b = base.start[baseTerm]; b < base.start[baseTerm + 1]; b++) {
      const doc = baseMap[base.docs[b]];
      if (doc === DROPPED) continue;
      while (next < doc) {
        docs[n] = next;
        fields[n] = overlay.fields[o];
        place[n++] = overlay.place[o++];
        next = o < end ? overlayMap[overlay.docs[o]] : DROPPED;
      }
      docs[n] = doc;
      fields[n] = base.fields[b];
      place[n++] = base.place[b];
    }
    for (; o < end; o++) {
      docs[n] = overlayMap[overlay.docs[o]];
      fields[n] = overlay.fields[o];
      place[n++] = overlay.place[o];
    }
    this.n = n;
  }

  private end(segment: typeof BASE | typeof OVERLAY, term: number, head: number): void {
    this.heads[this.order.size] = head;
    this.order.add(segment, term, term + 1);
    this.start[this.order.size] = this.n;
  }
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

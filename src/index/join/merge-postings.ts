/** Merges the postings of terms of two segments: copies those that an overlay leaves as they were in runs. */
import { placed } from '../../kernel/array-blocks.js';
import { growableU32 } from '../../kernel/growable.js';
import type { TextIndex } from '../text-index.js';
import { headShare } from '../text-index-builder.js';
import { BASE, OVERLAY, translate } from './merged-order.js';

/** Sections of postings that are being written. */
export interface Written {
  docs: Uint32Array;
  fields: Uint16Array;
  place: Uint8Array;
  heads: Uint8Array;
  /** Number of postings and terms so far. */
  postings: number;
  terms: number;
}

/** The postings of dropped products. @param products number of all */
export function lostPostings(docs: Uint32Array, dropped: readonly number[], products: number): Uint32Array {
  const isDropped = placed(Uint8Array, products);
  for (const product of dropped) isDropped[product] = 1;
  const lost = growableU32();
  for (let i = 0; i < docs.length; i++) if (isDropped[docs[i]] !== 0) lost.push(i);
  return lost.view();
}

/** Terms of a segment from one to before another. */
interface TermRange {
  text: TextIndex;
  from: number;
  to: number;
}

/** Appends terms none of whose products are dropped. @param keeps whether their ordinals are those of the union */
export function copyTerms({ text, from, to }: TermRange, map: Uint32Array, keeps: boolean, into: Written): void {
  if (from >= to) return;
  const [first, end] = [text.start[from], text.start[to]];
  if (keeps) into.docs.set(text.docs.subarray(first, end), into.postings);
  else translate(text.docs, first, end, map, into.docs, into.postings);
  into.fields.set(text.fields.subarray(first, end), into.postings);
  into.place.set(text.place.subarray(first, end), into.postings);
  into.heads.set(text.heads.subarray(from, to), into.terms);
  into.postings += end - first;
  into.terms += to - from;
}

/** Postings in fewer are copied one by one: a call that copies a run costs as much. */
const WORTH_A_CALL = 24;

/**
 * Appends the postings of terms of both segments, or of the base alone, in the order of products. Where an overlay
 * changes few of the products of a frequent term, what lies between these is copied in runs.
 */
export class PostingsMerge {
  constructor(
    private readonly lost: Uint32Array,
    private readonly texts: readonly [TextIndex, TextIndex],
    private readonly productMaps: readonly [Uint32Array, Uint32Array],
    /** The map of the base's products; undefined where the union numbers them alike. */
    private readonly translation: Uint32Array | undefined,
    private readonly into: Written,
  ) {}

  /** @param lostFrom the first of the base's lost postings among all that are lost, and `lostTo` the one behind them */
  add(baseTerm: number, overlayTerm: number | undefined, lostFrom: number, lostTo: number): void {
    const { into, productMaps } = this;
    const [{ start, docs }, overlay] = this.texts;
    const [baseMap, overlayMap] = productMaps;
    const first = into.postings;
    const end = overlayTerm === undefined ? 0 : overlay.start[overlayTerm + 1];
    let o = overlayTerm === undefined ? 0 : overlay.start[overlayTerm];
    let b = start[baseTerm];
    for (let i = lostFrom; i <= lostTo; i++) {
      const gap = i < lostTo ? this.lost[i] : start[baseTerm + 1];
      while (b < gap && o < end) {
        const at = firstNotBefore(docs, b, gap, baseMap, overlayMap[overlay.docs[o]]);
        this.copy(b, at);
        b = at;
        if (at < gap) this.addOverlay(o++);
      }
      this.copy(b, gap);
      b = gap + 1;
    }
    while (o < end) this.addOverlay(o++);
    into.heads[into.terms++] = headShare(into.fields, first, into.postings);
  }

  /** Appends postings of the base none of which are lost. */
  private copy(from: number, to: number): void {
    const { into, translation } = this;
    const { docs, fields, place } = this.texts[BASE];
    const at = into.postings;
    into.postings += to - from;
    if (to - from < WORTH_A_CALL) {
      for (let i = from, n = at; i < to; i++, n++) {
        into.docs[n] = translation ? translation[docs[i]] : docs[i];
        into.fields[n] = fields[i];
        into.place[n] = place[i];
      }
      return;
    }
    if (translation) translate(docs, from, to, translation, into.docs, at);
    else into.docs.set(docs.subarray(from, to), at);
    into.fields.set(fields.subarray(from, to), at);
    into.place.set(place.subarray(from, to), at);
  }

  private addOverlay(posting: number): void {
    const { into } = this;
    const { docs, fields, place } = this.texts[OVERLAY];
    into.docs[into.postings] = this.productMaps[OVERLAY][docs[posting]];
    into.fields[into.postings] = fields[posting];
    into.place[into.postings++] = place[posting];
  }
}

/** The first of the postings `from … to` whose product in the union is not before `product`: see `firstFrom`. */
function firstNotBefore(docs: Uint32Array, from: number, to: number, map: Uint32Array, product: number): number {
  let low = from;
  let high = to;
  for (let step = 1; low < high; step *= 2) {
    const at = Math.min(low + step, high) - 1;
    if (map[docs[at]] >= product) {
      high = at;
      break;
    }
    low = at + 1;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (map[docs[middle]] < product) low = middle + 1;
    else high = middle;
  }
  return low;
}

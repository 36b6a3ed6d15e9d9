/**
 * Finds the products that contain every word of a query, and scores them. Words are taken rarest first; the products
 * that have matched all words so far are marked in an array over all products, so that nothing is allocated per hit.
 */
import type { Attribute } from '../index/attributes.js';
import { type Bitmap, hasBit, listBits } from '../kernel/bitmap.js';
import type { Searchable } from '../snapshot/index.js';
import type { OfferContext } from './offer-context.js';
import {
  FIELD_SCORE,
  MAX_RATING,
  OUT_OF_STOCK_PENALTY,
  PLACE_SCORE,
  POPULARITY_WORTH,
  RATING_WORTH,
  rarity,
  valueWorth,
} from './scoring.js';
import type { RecognisedValue, Slot, Understanding } from './understanding.js';

/** Candidates times this many postings is where looking each candidate up beats reading the postings. */
const SEEK_FACTOR = 24;
/** Products that `matchesAny` looks at. */
const MOST_LOOKS = 256;
/** Marks used per query: one a slot, and room to spare. */
const MARKS = 64;

/**
 * Scratch of one thread. `docs[0 … count)` are the products of the last match, in no order; `scores` is by product.
 */
export class Matcher {
  docs = new Uint32Array(0);
  count = 0;
  scores = new Float32Array(0);
  private slotScore = new Float32Array(0);
  private marks = new Uint32Array(0);
  private base = 0;
  private unionDocs = new Uint32Array(0);
  private unionScores = new Float32Array(0);
  private unionMarks = new Uint32Array(0);
  private unionMark = 0;
  private unionCount = 0;
  /** What each product is worth whatever the words, and the signals that this comes from. */
  private readonly priors = new WeakMap<
    OfferContext | Searchable,
    { signals: Searchable['signals']; worth: Float32Array }
  >();

  /** Holds nothing, as a text without words finds nothing. */
  matchNothing(): void {
    this.count = 0;
  }

  /**
   * Matches all slots that are not optional. With no slot at all everything matches. `within`: products to consider.
   * Without `offers`, as content has none, stock does not count.
   */
  match(understanding: Understanding, view: Searchable, within: Bitmap | undefined, offers?: OfferContext): void {
    this.prepare(view.structure.productCount);
    const slots = understanding.slots.filter(slot => !slot.optional);
    if (slots.length === 0) {
      this.everything(view.structure.productCount, within);
    } else if (slots.some(slot => slot.expansions.length === 0)) {
      this.count = 0;
    } else {
      this.words(slots, view, within);
      for (const value of understanding.values) this.addValue(value, view);
    }
    this.addPriors(view, offers);
  }

  /** Number of products that match, without scores. */
  countMatches(slots: readonly Slot[], view: Searchable, within: Bitmap | undefined): number {
    this.prepare(view.structure.productCount);
    const needed = slots.filter(slot => !slot.optional);
    if (needed.length === 0 || needed.some(slot => slot.expansions.length === 0)) return 0;
    this.words(needed, view, within);
    return this.count;
  }

  /**
   * Whether some product matches. Looks at the first products allowed of the rarest word only: where hits are so far apart, a phrase
   * made of these words is not worth suggesting, and the answer is no.
   */
  matchesAny(slots: readonly Slot[], view: Searchable, within: Bitmap | undefined): boolean {
    const needed = slots.filter(slot => !slot.optional);
    if (needed.length === 0 || needed.some(slot => slot.expansions.length === 0)) return false;
    const { start, docs } = view.text;
    const [rarest, ...others] = rarestFirst(needed, view);
    let looks = MOST_LOOKS;
    for (const { term } of rarest.slot.expansions) {
      for (let i = start[term]; i < start[term + 1]; i++) {
        if (within && !hasBit(within, docs[i])) continue;
        if (looks-- === 0) return false;
        if (others.every(({ slot }) => holds(docs[i], slot, view))) return true;
      }
    }
    return false;
  }

  /** Starts a union with the products of the last match. */
  beginUnion(): void {
    const products = this.marks.length;
    if (this.unionMarks.length < products) {
      this.unionDocs = new Uint32Array(products);
      this.unionScores = new Float32Array(products);
      this.unionMarks = new Uint32Array(products);
      this.unionMark = 0;
    }
    if (++this.unionMark > 0xffff_ffff) {
      this.unionMarks.fill(0);
      this.unionMark = 1;
    }
    this.unionCount = 0;
    this.joinUnion(0, () => {});
  }

  /** Runs `match` and adds what it found, at `penalty` points more; a product keeps its best score. */
  joinUnion(penalty: number, match: () => void): void {
    match();
    for (let i = 0; i < this.count; i++) {
      const doc = this.docs[i];
      const score = this.scores[doc] + penalty;
      if (this.unionMarks[doc] !== this.unionMark) {
        this.unionMarks[doc] = this.unionMark;
        this.unionDocs[this.unionCount++] = doc;
        this.unionScores[doc] = score;
      } else if (score > this.unionScores[doc]) {
        this.unionScores[doc] = score;
      }
    }
  }

  /** Makes the union the last match; more may be joined to it afterwards. */
  endUnion(): void {
    this.count = this.unionCount;
    for (let i = 0; i < this.count; i++) {
      const doc = this.unionDocs[i];
      this.docs[i] = doc;
      this.scores[doc] = this.unionScores[doc];
    }
  }

  /** Raises what visitors choose for a text; products outside the match get a score that nobody reads. */
  raise(folded: string, { learned }: Searchable): void {
    learned?.eachBoost(folded, (product, boost) => {
      this.scores[product] += boost;
    });
  }

  private prepare(products: number): void {
    if (this.docs.length < products) {
      this.docs = new Uint32Array(products);
      this.scores = new Float32Array(products);
      this.slotScore = new Float32Array(products);
      this.marks = new Uint32Array(products);
      this.base = 0;
    }
    this.base += MARKS;
    if (this.base > 0xffff_ffff - MARKS) {
      this.marks.fill(0);
      this.base = MARKS;
    }
    this.count = 0;
  }

  private everything(products: number, within: Bitmap | undefined): void {
    if (within) this.count = listBits(within, this.docs);
    else for (this.count = 0; this.count < products; this.count++) this.docs[this.count] = this.count;
    for (let i = 0; i < this.count; i++) {
      this.scores[this.docs[i]] = 0;
      this.marks[this.docs[i]] = this.base;
    }
  }

  private words(slots: readonly Slot[], view: Searchable, within: Bitmap | undefined): void {
    rarestFirst(slots, view).forEach(({ slot, frequency }, level) => {
      const worth = rarity(Math.min(frequency, view.structure.productCount), view.structure.productCount);
      if (level === 0) this.first(slot, worth, view, within);
      else if (this.count * SEEK_FACTOR < frequency) this.seek(slot, worth, level, view);
      else this.scan(slot, worth, level, view);
      if (level > 0) this.keepMarked(level + 1);
    });
  }

  /** The rarest word makes the candidates. */
  private first(slot: Slot, worth: number, view: Searchable, within: Bitmap | undefined): void {
    const { start, docs, fields, place } = view.text;
    const { marks, scores, base } = this;
    let n = 0;
    for (const { term, weight } of slot.expansions) {
      const factor = worth * weight;
      for (let i = start[term], end = start[term + 1]; i < end; i++) {
        const doc = docs[i];
        if (within !== undefined && (within[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
        const score = factor * (FIELD_SCORE[fields[i]] + PLACE_SCORE[place[i]]);
        if (marks[doc] === base + 1) {
          if (score > scores[doc]) scores[doc] = score;
        } else {
          marks[doc] = base + 1;
          scores[doc] = score;
          this.docs[n++] = doc;
        }
      }
    }
    this.count = n;
  }

  /** Reads the postings of a further word. */
  private scan(slot: Slot, worth: number, level: number, view: Searchable): void {
    const { start, docs } = view.text;
    const before = this.base + level;
    for (const { term, weight } of slot.expansions) {
      for (let i = start[term], end = start[term + 1]; i < end; i++) {
        const mark = this.marks[docs[i]];
        if (mark === before || mark === before + 1) this.hit(docs[i], i, worth * weight, level, view);
      }
    }
  }

  /** Looks every candidate up in the postings of a frequent word. */
  private seek(slot: Slot, worth: number, level: number, view: Searchable): void {
    for (const { term, weight } of slot.expansions) {
      for (let c = 0; c < this.count; c++) {
        const posting = positionOf(this.docs[c], term, view);
        if (posting >= 0) this.hit(this.docs[c], posting, worth * weight, level, view);
      }
    }
  }

  private hit(doc: number, posting: number, worth: number, level: number, view: Searchable): void {
    const { fields, place } = view.text;
    const score = worth * (FIELD_SCORE[fields[posting]] + PLACE_SCORE[place[posting]]);
    if (this.marks[doc] === this.base + level) {
      this.marks[doc] = this.base + level + 1;
      this.slotScore[doc] = score;
      this.scores[doc] += score;
    } else if (score > this.slotScore[doc]) {
      this.scores[doc] += score - this.slotScore[doc];
      this.slotScore[doc] = score;
    }
  }

  private keepMarked(level: number): void {
    const mark = this.base + level;
    let n = 0;
    for (let i = 0; i < this.count; i++) if (this.marks[this.docs[i]] === mark) this.docs[n++] = this.docs[i];
    this.count = n;
  }

  /** Raises the products that have a recognised value. */
  private addValue(value: RecognisedValue, view: Searchable): void {
    const attribute: Attribute = view.attributes.all[value.attribute];
    if (attribute.level !== 'product') return;
    const worth = valueWorth(attribute.id);
    const { ownersStart, owners, start, of } = attribute;
    const from = ownersStart[value.value];
    const to = ownersStart[value.value + 1];
    if (this.count < to - from) {
      for (let i = 0; i < this.count; i++) {
        const doc = this.docs[i];
        for (let k = start[doc]; k < start[doc + 1]; k++) if (of[k] === value.value) this.scores[doc] += worth;
      }
    } else {
      // Products outside the match get a score that nobody reads.
      for (let i = from; i < to; i++) this.scores[owners[i]] += worth;
    }
  }

  private addPriors(view: Searchable, offers: OfferContext | undefined): void {
    const { docs, scores, count } = this;
    const key = offers ?? view;
    let priors = this.priors.get(key);
    if (priors?.signals !== view.signals) {
      this.priors.set(key, (priors = { signals: view.signals, worth: priorsOf(view, offers) }));
    }
    const { worth } = priors;
    for (let i = 0; i < count; i++) scores[docs[i]] += worth[docs[i]];
  }
}

/** Slots with the number of postings behind each, fewest first. */
function rarestFirst(slots: readonly Slot[], view: Searchable): { slot: Slot; frequency: number }[] {
  return slots
    .map(slot => ({ slot, frequency: slot.expansions.reduce((sum, { term }) => sum + view.text.frequency(term), 0) }))
    .sort((a, b) => a.frequency - b.frequency);
}

function holds(doc: number, { expansions }: Slot, view: Searchable): boolean {
  for (const { term } of expansions) if (positionOf(doc, term, view) >= 0) return true;
  return false;
}

/** Where a product stands in the postings of a term, or -1. */
function positionOf(doc: number, term: number, view: Searchable): number {
  const { start, docs } = view.text;
  let low = start[term];
  let high = start[term + 1] - 1;
  while (low <= high) {
    const mid = (low + high) >>> 1;
    if (docs[mid] === doc) return mid;
    if (docs[mid] < doc) low = mid + 1;
    else high = mid - 1;
  }
  return -1;
}

function priorsOf(view: Searchable, offers: OfferContext | undefined): Float32Array {
  const stocked = offers?.inStock.products;
  const ratings = view.numbers?.get('rating')?.values;
  const { popularity } = view.signals;
  return Float32Array.from({ length: view.structure.productCount }, (_, doc) => {
    const rated = ratings && ratings[doc] > 0 ? (ratings[doc] / MAX_RATING) * RATING_WORTH : 0;
    return rated + popularity[doc] * POPULARITY_WORTH - (!stocked || hasBit(stocked, doc) ? 0 : OUT_OF_STOCK_PENALTY);
  });
}

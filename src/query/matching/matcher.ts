/**
 * Finds the products that contain every word of a query, and scores them. Words are taken rarest first; the products
 * that have matched all words so far are marked in an array over all products, so that nothing is allocated per hit.
 */
import type { Attribute } from '../../index/attributes.js';
import { type Bitmap, emptyBitmap, hasBit, listBits, setBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import { Priors } from '../ranking/priors.js';
import { FIELD_SCORE, HEAD_SCORE, PLACE_SCORE, rarity, valueWorth } from '../ranking/scoring.js';
import {
  frequencyOf,
  frequencyOfQueryTerm,
  isKnown,
  type QueryTerm,
  type RecognisedValue,
  type TermGroup,
  type Understanding,
} from '../understanding/understand.js';
import { holds, positionOf, termGroupHitsOf } from './postings.js';
import { WordMatches } from './single-term-matches.js';

/** Candidates times this many postings of a term is where looking each candidate up beats reading the postings. */
const SEEK_FACTOR = 24;
/** Products that `matchesAny` looks at. */
const MOST_LOOKS = 256;
/** Marks used per query: one a query term, and room to spare. */
const MARKS = 64;

/** What each product is worth whatever the words, and the signals that this comes from. */
interface KnownPriors {
  signals: Searchable['signals'];
  worth: Float32Array;
}

/**
 * Scratch of one thread. `docs[0 … count)` are the products of the last match, in no order; `scores` is by product.
 */
export class Matcher {
  docs = new Uint32Array(0);
  count = 0;
  /** Products that match as well and were passed over, as only the best were asked for. */
  passedOver = 0;
  scores = new Float32Array(0);
  private slotScore = new Float32Array(0);
  private marks = new Uint32Array(0);
  /** Products with all words so far, while the postings of a further one are read; empty otherwise. */
  private candidates: Bitmap = emptyBitmap(0);
  private base = 0;
  private unionDocs = new Uint32Array(0);
  private unionScores = new Float32Array(0);
  private unionMarks = new Uint32Array(0);
  private unionMark = 0;
  private unionCount = 0;
  private readonly priors = new WeakMap<OfferContext | Searchable, KnownPriors>();
  private readonly word = new WordMatches();

  /** Holds nothing, as a text without words finds nothing. */
  matchNothing(): void {
    this.count = 0;
    this.passedOver = 0;
  }

  /**
   * Matches all query terms that are not optional. With no query term at all everything matches. `within`: products to consider.
   * Without `offers`, as content has none, stock does not count.
   * @param wanted so many of the best are enough, and all that are as good; the others may be `passedOver`
   */
  match(
    understanding: Understanding,
    view: Searchable,
    within: Bitmap | undefined,
    offers?: OfferContext,
    wanted = Number.POSITIVE_INFINITY,
  ): void {
    this.prepare(view.structure.productCount);
    const queryTerms = understanding.queryTerms.filter(queryTerm => !queryTerm.optional);
    if (Number.isFinite(wanted) && queryTerms.length === 1 && queryTerms[0].termGroups.length === 0) {
      this.oneWord(queryTerms[0], understanding.values, view, within, offers, wanted);
      return;
    }
    if (queryTerms.length === 0) {
      this.everything(view.structure.productCount, within);
    } else if (!queryTerms.every(isKnown)) {
      this.count = 0;
    } else {
      this.words(queryTerms, view, within);
      for (const value of understanding.values) this.addValue(value, view);
    }
    this.addPriors(view, offers);
  }

  /** Number of products that match, without scores. */
  countMatches(queryTerms: readonly QueryTerm[], view: Searchable, within: Bitmap | undefined): number {
    this.prepare(view.structure.productCount);
    const needed = queryTerms.filter(queryTerm => !queryTerm.optional);
    if (needed.length === 0 || !needed.every(isKnown)) return 0;
    this.words(needed, view, within);
    return this.count;
  }

  /**
   * Whether some product matches. Looks at the first products allowed of the rarest word only: where hits are so far
   * apart, a phrase made of these words is not worth suggesting, and the answer is no.
   */
  matchesAny(queryTerms: readonly QueryTerm[], view: Searchable, within: Bitmap | undefined): boolean {
    const needed = queryTerms.filter(queryTerm => !queryTerm.optional);
    if (needed.length === 0 || !needed.every(isKnown)) return false;
    const { start, docs } = view.text;
    const [rarest, ...others] = rarestFirst(needed, view);
    let looks = MOST_LOOKS;
    for (const { words } of rarest.queryTerm.termGroups) {
      const { docs: found } = termGroupHitsOf(words, view);
      for (let i = 0; i < found.length && i < MOST_LOOKS; i++) {
        if (within && !hasBit(within, found[i])) continue;
        if (others.every(({ queryTerm }) => holds(found[i], queryTerm, view))) return true;
      }
    }
    for (const { term } of rarest.queryTerm.expansions) {
      for (let i = start[term]; i < start[term + 1]; i++) {
        if (within && !hasBit(within, docs[i])) continue;
        if (looks-- === 0) return false;
        if (others.every(({ queryTerm }) => holds(docs[i], queryTerm, view))) return true;
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
      this.candidates = emptyBitmap(products);
      this.base = 0;
    }
    this.base += MARKS;
    if (this.base > 0xffff_ffff - MARKS) {
      this.marks.fill(0);
      this.base = MARKS;
    }
    this.count = 0;
    this.passedOver = 0;
  }

  /** The best products of a word alone. */
  private oneWord(
    queryTerm: QueryTerm,
    values: readonly RecognisedValue[],
    view: Searchable,
    within: Bitmap | undefined,
    offers: OfferContext | undefined,
    wanted: number,
  ): void {
    const worth = worthOf(frequencyOf(queryTerm.expansions, view), view);
    const { worth: priors } = this.priorsOf(view, offers);
    const input = { queryTerm, worth, values, view, within, priors, wanted };
    const { kept, total } = this.word.find(input, this.docs, this.scores);
    this.count = kept;
    this.passedOver = total - kept;
  }

  private everything(products: number, within: Bitmap | undefined): void {
    if (within) this.count = listBits(within, this.docs);
    else for (this.count = 0; this.count < products; this.count++) this.docs[this.count] = this.count;
    for (let i = 0; i < this.count; i++) {
      this.scores[this.docs[i]] = 0;
      this.marks[this.docs[i]] = this.base;
    }
  }

  private words(queryTerms: readonly QueryTerm[], view: Searchable, within: Bitmap | undefined): void {
    rarestFirst(queryTerms, view).forEach(({ queryTerm, frequency }, level) => {
      const worth = worthOf(frequency, view);
      if (level === 0) {
        this.first(queryTerm, worth, view, within);
        return;
      }
      this.further(queryTerm, worth, level, view);
      this.keepMarked(level + 1);
    });
  }

  /** The rarest word makes the candidates. */
  private first(queryTerm: QueryTerm, worth: number, view: Searchable, within: Bitmap | undefined): void {
    const { start, docs, fields, place } = view.text;
    const { fields: counting } = queryTerm;
    const fieldScore = queryTerm.head ? HEAD_SCORE : FIELD_SCORE;
    const { marks, scores, base } = this;
    let n = 0;
    for (const { term, weight } of queryTerm.expansions) {
      const factor = worth * weight;
      for (let i = start[term], end = start[term + 1]; i < end; i++) {
        const doc = docs[i];
        if (within !== undefined && (within[doc >>> 5] & (1 << (doc & 31))) === 0) continue;
        if ((fields[i] & counting) === 0) continue;
        const score = factor * (fieldScore[fields[i]] + PLACE_SCORE[place[i]]);
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
    for (const termGroup of queryTerm.termGroups) this.firstOfTermGroup(termGroup, worth, view, within);
  }

  private firstOfTermGroup(
    { words, weight }: TermGroup,
    worth: number,
    view: Searchable,
    within: Bitmap | undefined,
  ): void {
    const { docs, scores } = termGroupHitsOf(words, view);
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i];
      if (within && !hasBit(within, doc)) continue;
      const score = worth * weight * scores[i];
      if (this.marks[doc] !== this.base + 1) {
        this.marks[doc] = this.base + 1;
        this.scores[doc] = score;
        this.docs[this.count++] = doc;
      } else if (score > this.scores[doc]) this.scores[doc] = score;
    }
  }

  /** Reads the postings of a further word, or looks the candidates up in those that are so many more. */
  private further(queryTerm: QueryTerm, worth: number, level: number, view: Searchable): void {
    const { text } = view;
    const { docs, count, candidates } = this;
    for (let c = 0; c < count; c++) setBit(candidates, docs[c]);
    for (const { term, weight } of queryTerm.expansions) {
      if (count * SEEK_FACTOR < text.frequency(term)) this.seek(queryTerm, term, worth * weight, level, view);
      else this.scan(queryTerm, term, worth * weight, level, view);
    }
    for (let c = 0; c < count; c++) candidates[docs[c] >>> 5] = 0;
    this.termGroups(queryTerm, worth, level, view);
  }

  private scan(queryTerm: QueryTerm, term: number, worth: number, level: number, view: Searchable): void {
    const { start, docs } = view.text;
    // Bits stay near while postings are gone through, of which most are of other products.
    const { candidates } = this;
    for (let i = start[term], end = start[term + 1]; i < end; i++) {
      const doc = docs[i];
      if ((candidates[doc >>> 5] & (1 << (doc & 31))) !== 0) this.hit(doc, i, worth, queryTerm, level, view);
    }
  }

  private seek(queryTerm: QueryTerm, term: number, worth: number, level: number, view: Searchable): void {
    for (let c = 0; c < this.count; c++) {
      const posting = positionOf(this.docs[c], term, view);
      if (posting >= 0) this.hit(this.docs[c], posting, worth, queryTerm, level, view);
    }
  }

  private hit(
    doc: number,
    posting: number,
    worth: number,
    queryTerm: QueryTerm,
    level: number,
    view: Searchable,
  ): void {
    const { fields, place } = view.text;
    const mask = fields[posting];
    if ((mask & queryTerm.fields) === 0) return;
    const score = worth * ((queryTerm.head ? HEAD_SCORE : FIELD_SCORE)[mask] + PLACE_SCORE[place[posting]]);
    this.raiseTo(score, doc, level);
  }

  /** Products that have all of the words that together stand for a query term. */
  private termGroups({ termGroups }: QueryTerm, worth: number, level: number, view: Searchable): void {
    const before = this.base + level;
    for (const { words, weight } of termGroups) {
      const { docs, scores } = termGroupHitsOf(words, view);
      for (let i = 0; i < docs.length; i++) {
        const mark = this.marks[docs[i]];
        if (mark === before || mark === before + 1) this.raiseTo(worth * weight * scores[i], docs[i], level);
      }
    }
  }

  /** What a query term brings to a product is the best of what stands for it. */
  private raiseTo(score: number, doc: number, level: number): void {
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
    const worth = valueWorth(attribute.id) * value.share;
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
    const { worth } = this.priorsOf(view, offers);
    for (let i = 0; i < count; i++) scores[docs[i]] += worth[docs[i]];
  }

  private priorsOf(view: Searchable, offers: OfferContext | undefined): KnownPriors {
    const key = offers ?? view;
    let priors = this.priors.get(key);
    if (priors?.signals !== view.signals) {
      this.priors.set(key, (priors = { signals: view.signals, worth: new Priors(view, offers).all() }));
    }
    return priors;
  }
}

/** How much a word is worth that so many postings are behind. */
function worthOf(frequency: number, { structure: { productCount } }: Searchable): number {
  return rarity(Math.min(frequency, productCount), productCount);
}

/** Slots with the number of postings behind each, fewest first. */
function rarestFirst(
  queryTerms: readonly QueryTerm[],
  view: Searchable,
): { queryTerm: QueryTerm; frequency: number }[] {
  return queryTerms
    .map(queryTerm => ({ queryTerm, frequency: frequencyOfQueryTerm(queryTerm, view) }))
    .sort((a, b) => a.frequency - b.frequency);
}

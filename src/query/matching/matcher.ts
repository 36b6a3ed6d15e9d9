/**
 * Finds the products that contain every word of a query, and scores them.
 *
 * A matcher belongs to one thread and owns its scratch, which grows with the largest view that it has matched in. The
 * contract of its calls:
 *
 * - `match`, `nothing`, `restore` and `union(…).matches()` return a result (see `Matches`) that lies in the scratch.
 * - `match`, `nothing`, `restore` and `countMatches` use the scratch anew: `docs` and `scores` of every result before are gone, and
 *   reading them throws. `count` and `passedOver` stay what they were.
 * - `matchesAny` does not touch the scratch: results stay valid.
 * - A result belongs to the caller, who may change it: raise and lower scores, add products.
 * - Of several unions only the last one may be used.
 * - Past its deadline a matcher goes on with what it has found: a result then has some of the products that match, and
 *   none that does not.
 * - Two lists that have to be read at a time need two matchers, or the first has to be ranked before the second is
 *   matched.
 */
import { type Bitmap, hasBit, listBits } from '../../kernel/bitmap.js';
import { Deadline } from '../../kernel/deadline.js';
import type { Searchable } from '../../snapshot/index.js';
import type { OfferContext } from '../filters/offer-context.js';
import { Priors } from '../ranking/priors.js';
import { isKnown, type QueryTerm } from '../understanding/query-term.js';
import type { Understanding } from '../understanding/understanding.js';
import { Conjunction, rarestFirst, rarityOf } from './conjunction.js';
import { type KeptMatches, Matches } from './matches.js';
import { holds, termGroupHitsOf } from './posting-lookup.js';
import { type SingleTermInput, SingleTermMatches } from './single-term-matches.js';
import { Union } from './union.js';

/** Products that `matchesAny` looks at. */
const MOST_LOOKS = 256;

/** What each product is worth whatever the words, and the signals that this comes from. */
interface KnownPriors {
  signals: Searchable['signals'];
  values: Float32Array;
}

export class Matcher {
  private readonly use = { generation: 0 };
  private docs = new Uint32Array(0);
  private scores = new Float32Array(0);
  private readonly conjunction: Conjunction;
  private readonly singleTerm: SingleTermMatches;
  private readonly joined = new Union(this.use);
  private readonly priors = new WeakMap<OfferContext | Searchable, KnownPriors>();

  /** @param deadline past which matching ends with the products that it has found */
  constructor(readonly deadline: Deadline = new Deadline()) {
    this.conjunction = new Conjunction(deadline);
    this.singleTerm = new SingleTermMatches(deadline);
  }

  /** A result without products, as a text without words finds nothing. */
  nothing(view: Searchable): Matches {
    this.begin(view);
    return new Matches(this.use, this.docs, 0, this.scores);
  }

  /**
   * Matches all query terms that are not optional. With no query term at all everything matches.
   * @param within products to consider; undefined: all
   * @param offers absent for content, where stock does not count
   * @param wanted so many of the best are enough, and all that are as good; the others may be `passedOver`
   */
  match(
    understanding: Understanding,
    view: Searchable,
    within: Bitmap | undefined,
    offers?: OfferContext,
    wanted = Number.POSITIVE_INFINITY,
  ): Matches {
    this.begin(view);
    const { docs, scores } = this;
    const queryTerms = understanding.queryTerms.filter(queryTerm => !queryTerm.optional);
    if (Number.isFinite(wanted) && queryTerms.length === 1 && queryTerms[0].termGroups.length === 0) {
      const [queryTerm] = queryTerms;
      return this.singleWord({ queryTerm, values: understanding.values, view, within, wanted }, offers);
    }
    let count = 0;
    if (queryTerms.length === 0) {
      count = this.everything(view.structure.productCount, within);
    } else if (queryTerms.every(isKnown)) {
      count = this.conjunction.match(queryTerms, view, within, docs, scores);
      for (const value of understanding.values) this.conjunction.raiseValue(value, view, docs, count, scores);
    }
    const { values: priors } = this.priorsOf(view, offers);
    for (let i = 0; i < count; i++) scores[docs[i]] += priors[docs[i]];
    return new Matches(this.use, docs, count, scores);
  }

  /** Number of products that match, without scores. */
  countMatches(queryTerms: readonly QueryTerm[], view: Searchable, within: Bitmap | undefined): number {
    this.begin(view);
    const needed = queryTerms.filter(queryTerm => !queryTerm.optional);
    if (needed.length === 0 || !needed.every(isKnown)) return 0;
    return this.conjunction.match(needed, view, within, this.docs, this.scores);
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
      const { docs: found } = termGroupHitsOf(words, view, this.deadline);
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

  /** Begins a union with what was matched last. */
  union(first: Matches, view: Searchable): Union {
    this.joined.start(view.structure.productCount);
    this.joined.add(first, 0);
    return this.joined;
  }

  private begin({ structure: { productCount } }: Searchable): void {
    this.use.generation++;
    if (this.docs.length >= productCount) return;
    this.docs = new Uint32Array(productCount);
    this.scores = new Float32Array(productCount);
  }

  /** Brings back what was kept of a result, of this matcher or another. */
  restore({ docs: kept, scores: own, passedOver }: KeptMatches, view: Searchable): Matches {
    this.begin(view);
    const { docs, scores } = this;
    docs.set(kept);
    for (let i = 0; i < kept.length; i++) scores[kept[i]] = own[i];
    return new Matches(this.use, docs, kept.length, scores, passedOver);
  }

  /** The best products of a single word. */
  private singleWord(query: Omit<SingleTermInput, 'worth' | 'priors'>, offers: OfferContext | undefined): Matches {
    const { docs, scores } = this;
    const { queryTerm, view } = query;
    const { values: priors } = this.priorsOf(view, offers);
    const { kept, total } = this.singleTerm.find({ ...query, worth: rarityOf(queryTerm, view), priors }, docs, scores);
    return new Matches(this.use, docs, kept, scores, total - kept);
  }

  private everything(products: number, within: Bitmap | undefined): number {
    const { docs, scores } = this;
    let count = 0;
    if (within) count = listBits(within, docs);
    else for (; count < products; count++) docs[count] = count;
    for (let i = 0; i < count; i++) scores[docs[i]] = 0;
    return count;
  }

  private priorsOf(view: Searchable, offers: OfferContext | undefined): KnownPriors {
    const key = offers ?? view;
    let priors = this.priors.get(key);
    if (priors?.signals !== view.signals) {
      this.priors.set(key, (priors = { signals: view.signals, values: new Priors(view, offers).all() }));
    }
    return priors;
  }
}

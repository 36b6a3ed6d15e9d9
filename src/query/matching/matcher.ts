/**
 * Finds the products that contain every word of a query, and scores them.
 *
 * A matcher belongs to one thread. `begin` starts a query; what the matcher returns from then on is valid until the
 * next `begin`, however often it matches in between. Past its deadline a matcher goes on with what it has found: a
 * result then has some of the products that match, and none that does not.
 */
import { PLAIN_FACTORS, PRIOR_PARTS, type PriorFactors } from '../../index/signals.js';
import type { Bitmap } from '../../kernel/bitmap.js';
import { Deadline } from '../../kernel/deadline.js';
import { finish, type Steps } from '../../kernel/steps.js';
import type { PartsKey, Searchable } from '../../snapshot/index.js';
import { LookupCounter } from '../cache-lookups.js';
import type { OfferContext } from '../filters/offer-context.js';
import { type PriorPoints, priorsOf } from '../ranking/priors.js';
import { isKnown, type QueryTerm } from '../understanding/query-term.js';
import type { Understanding } from '../understanding/understanding.js';
import { countIntersection, intersect } from './conjunction.js';
import { countBySet } from './coverage.js';
import { describedProducts, describedTogether, type WordInDescriptions } from './described-products.js';
import { areBeside, type DescribedWord, FOLLOWING_POINTS, NEAR_POINTS } from './described-words.js';
import { type LookedPhrase, lookFor, someHas } from './looks.js';
import { MatchMemory } from './match-memory.js';
import { Matches } from './matches.js';
import { listedTerms, type NeededTerm, type NeededTerms, neededTerms, ownNeededTerms } from './needed-terms.js';
import { TermMatches } from './term-matches.js';
import { TermMerger } from './term-merger.js';
import { Union } from './union.js';
import { weightedValues } from './value-products.js';

/** Priors, and the signals that they come from. */
interface KnownPriors {
  popularity: Float32Array;
  factors: PriorFactors;
  priors: PriorPoints;
}

/**
 * Of the thread, by what is in stock, or the view where stock does not count; then by numbers. Locales of a market
 * share both, and so do a snapshot and the next one where an import has changed neither.
 */
const known = new WeakMap<object, WeakMap<object, KnownPriors>>();

const lookups = new LookupCounter('query_terms');

export class Matcher {
  /** Counts queries, so that a result can tell whether it is of the one at hand. */
  query = 0;
  private readonly memories = new Map<PartsKey, MatchMemory>();
  readonly merger: TermMerger;

  /**
   * @param deadline past which matching ends with the products that it has found
   * @param assembly whether loops run in WebAssembly, where there is any
   */
  constructor(
    readonly deadline: Deadline = new Deadline(),
    readonly assembly = true,
  ) {
    this.merger = new TermMerger(assembly);
  }

  /** Begins a query: what was found for the one before is gone. */
  begin(): void {
    this.query++;
  }

  /** A result without products, as a text without words finds nothing. */
  nothing(view: Searchable): Matches {
    return new Matches(this.memoryOf(view), this.deadline, [], undefined, 0, view.structure.productCount);
  }

  /**
   * Matches all query terms that are not optional. With no query term at all everything matches.
   * @param within products to consider; undefined: all
   * @param offers absent for content, where stock does not count
   */
  match(understanding: Understanding, view: Searchable, within: Bitmap | undefined, offers?: OfferContext): Matches {
    const needed = neededTerms(understanding, view);
    if (!needed.areKnown) return this.nothing(view);
    const products = view.structure.productCount;
    const memory = this.memoryOf(view);
    // Values are named by words: without any there is nothing to name.
    const named = needed.rarestFirst.length === 0 ? [] : weightedValues(understanding.values, view, memory);
    const others = { values: named, priors: this.priorsOf(view, offers) };
    const layer = intersect({ terms: this.termsOf(needed, view), within, products }, others, memory);
    const bits = layer.kind === 'dense' ? layer.bits : undefined;
    return new Matches(memory, this.deadline, [layer], bits, layer.count, products);
  }

  /** Number of products that match, without scores. */
  countMatches(queryTerms: readonly QueryTerm[], view: Searchable, within: Bitmap | undefined): number {
    const needed = listedTerms(queryTerms, view);
    if (needed.rarestFirst.length === 0 || !needed.areKnown) return 0;
    const products = view.structure.productCount;
    const terms = this.termsOf(needed, view);
    return countIntersection({ terms, within, products }, this.memoryOf(view));
  }

  /**
   * Whether some product matches. Looks at the first products allowed of the rarest word only: where hits are so far
   * apart, a phrase made of these words is not worth suggesting, and the answer is no.
   */
  matchesAny(queryTerms: readonly QueryTerm[], view: Searchable, within: Bitmap | undefined): boolean {
    const { rarestFirst, areKnown } = ownNeededTerms(queryTerms, view);
    if (rarestFirst.length === 0 || !areKnown) return false;
    const [{ queryTerm }] = rarestFirst;
    const others = this.matchesFrom(rarestFirst, 1, view);
    return lookFor({ queryTerm, others, within, most: 1 }, view, this.deadline).length > 0;
  }

  /**
   * What `matchesAny` says of the query terms of two phrases together, for all products. The products that it looks at
   * are kept in the phrases.
   */
  matchBoth(first: LookedPhrase, second: LookedPhrase, view: Searchable): boolean {
    if (!first.areKnown || !second.areKnown) return false;
    const [rarer, other] = first.frequency <= second.frequency ? [first, second] : [second, first];
    const looked = this.looked(rarer, view);
    if (looked.length === 0) return false;
    return someHas(this.matchesFrom(other.rarestFirst, 0, view), looked);
  }

  /** The products that are looked at for the rarest word, of those that have all words of the phrase. */
  private looked(phrase: LookedPhrase, view: Searchable): readonly number[] {
    if (phrase.looked) return phrase.looked;
    const { rarestFirst } = phrase;
    const [{ queryTerm }] = rarestFirst;
    const others = this.matchesFrom(rarestFirst, 1, view);
    const looked = lookFor({ queryTerm, others, within: undefined, most: Infinity }, view, this.deadline);
    if (!this.deadline.cut) phrase.looked = looked;
    return looked;
  }

  /**
   * How many products have which units of a text, by set.
   * @param units query terms that the catalog has; of each at least one
   */
  countBySet(
    units: readonly (readonly QueryTerm[])[],
    essential: number,
    view: Searchable,
    within: Bitmap | undefined,
  ): Uint32Array {
    const products = view.structure.productCount;
    const terms = units.map(queryTerms => this.termsOf(listedTerms(queryTerms, view), view));
    return countBySet({ units: terms, essential, within, products }, this.memoryOf(view), this.deadline);
  }

  /**
   * Raises products that have words of a text in their descriptions alone: word by word, then those that have two near
   * to each other that follow each other in the text. None past the deadline.
   */
  raiseDescribed(words: readonly DescribedWord[], view: Searchable, matches: Matches): void {
    if (words.length === 0) return;
    const memory = this.memoryOf(view);
    const inDescriptions = words.map(({ queryTerm, stem }): WordInDescriptions => {
      const [needed] = listedTerms([queryTerm], view).rarestFirst;
      return {
        stem,
        key: needed.key,
        elsewhere: isKnown(queryTerm) ? this.matchesOf(needed, view, memory) : undefined,
      };
    });
    if (this.deadline.cut) return;
    const raise = (products: Bitmap | undefined, points: number) => {
      if (products) matches.boost({ products, points });
    };
    for (let w = 0; w < words.length; w++) {
      raise(describedProducts(inDescriptions[w], view, memory), words[w].points);
    }
    for (let w = 1; w < words.length; w++) {
      if (!areBeside(words[w - 1], words[w])) continue;
      const { following, near } = describedTogether(inDescriptions[w - 1], inDescriptions[w], view, memory);
      raise(following, FOLLOWING_POINTS);
      raise(near, NEAR_POINTS);
    }
  }

  /** A union that begins with a match. */
  union(first: Matches, view: Searchable): Union {
    const union = new Union(this.memoryOf(view), this.deadline, view.structure.productCount);
    union.add(first, 0);
    return union;
  }

  /** Rarest first. */
  private termsOf({ rarestFirst }: NeededTerms, view: Searchable): TermMatches[] {
    return this.matchesFrom(rarestFirst, 0, view);
  }

  /** Of the terms from one on. */
  private matchesFrom(terms: readonly NeededTerm[], first: number, view: Searchable): TermMatches[] {
    const matches: TermMatches[] = [];
    if (first >= terms.length) return matches;
    const memory = this.memoryOf(view);
    for (let t = first; t < terms.length; t++) matches.push(this.matchesOf(terms[t], view, memory));
    return matches;
  }

  private matchesOf(needed: NeededTerm, view: Searchable, memory: MatchMemory): TermMatches {
    const held = needed.entry && memory.read(needed.entry);
    if (held instanceof TermMatches) {
      lookups.hit();
      return held;
    }
    const entry = memory.entryOf(needed.key);
    const known = entry && memory.read(entry);
    if (known instanceof TermMatches) {
      lookups.hit();
      needed.entry = entry;
      return known;
    }
    lookups.miss();
    const matches = this.merger.merge(needed.queryTerm, view, this.deadline, memory);
    // What was cut short holds for this query alone.
    if (this.deadline.cut) memory.pass(matches);
    else needed.entry = memory.keep(needed.key, matches);
    return matches;
  }

  /** Drops what is kept of parts that are not searched again. */
  release(key: PartsKey): void {
    this.memories.get(key)?.close();
    this.memories.delete(key);
  }

  private memoryOf(view: Searchable): MatchMemory {
    let memory = this.memories.get(view.key);
    if (!memory) {
      memory = new MatchMemory(view.structure.productCount, this, this.assembly, this.memories);
      this.memories.set(view.key, memory);
    }
    memory.begin();
    return memory;
  }

  /** Computes the priors of a view under some offers, unless they are known. */
  *preparePriors(view: Searchable, offers: OfferContext | undefined): Steps<PriorPoints> {
    const present = knownPriors(view, offers);
    if (present) return present;
    const { popularity, factors = PLAIN_FACTORS } = view.signals;
    const priors = yield* priorsOf(view, offers, this.assembly);
    const key = offers?.inStock.products ?? view;
    let byNumbers = known.get(key);
    if (!byNumbers) known.set(key, (byNumbers = new WeakMap()));
    byNumbers.set(view.numbers ?? view, { popularity, factors, priors });
    return priors;
  }

  priorsOf(view: Searchable, offers: OfferContext | undefined): PriorPoints {
    return knownPriors(view, offers) ?? finish(this.preparePriors(view, offers));
  }
}

function knownPriors(view: Searchable, offers: OfferContext | undefined): PriorPoints | undefined {
  const entry = known.get(offers?.inStock.products ?? view)?.get(view.numbers ?? view);
  const { popularity, factors = PLAIN_FACTORS } = view.signals;
  if (!entry || PRIOR_PARTS.some(name => entry.factors[name] !== factors[name])) return undefined;
  if (lieTogether(entry.popularity, popularity)) return entry.priors;
  // Signals are compiled again for each snapshot, most often to the same numbers.
  if (!areEqual(entry.popularity, popularity)) return undefined;
  entry.popularity = popularity;
  return entry.priors;
}

/** Whether two arrays are of the same memory: signals of a market are opened for each of its locales. */
function lieTogether(a: Float32Array, b: Float32Array): boolean {
  return a === b || (a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length);
}

/** Takes a hundredth of the time in which priors are computed. */
function areEqual(a: Float32Array, b: Float32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Partial queries of a text: its units, of which products may lack some. What a unit is worth decides which sets of
 * units are enough for a product to be listed, in which order sets are taken, and what a product loses that lacks it.
 */
import { bitsOf } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import { queryWordsOf } from '../../text/index.js';
import { MOST_UNITS } from '../matching/coverage.js';
import { rarityOf } from '../matching/rarity.js';
import { valueWeight } from '../ranking/scoring.js';
import { LISTING, WEIGHTS } from '../ranking/weights.js';
import { addExpansions, isKnown, type QueryTerm } from '../understanding/query-term.js';
import { isKind, markHead, markLikelyHead, recognise } from '../understanding/recognition.js';
import { Slot } from '../understanding/remembered.js';
import type { Understanding } from '../understanding/understanding.js';
import { BesideHead, standingHead } from './beside-head.js';
import { type RelaxedQuery, type Unit, unitsOf, without } from './relaxation.js';

/**
 * Subtracted from the score of a product that lacks a unit, so that it ranks behind all others: more than the highest score.
 */
const LACKING = 1000;
/** What a product gets that has the whole text, and what this does not want: it is before those that lack a unit. */
export const UNWANTED = -LACKING / 2;
/** Subtracted for each unit that it lacks, and for what each is worth: mostly, a product that lacks fewer is before. */
const LACKING_EACH = WEIGHTS['partial.each'];
const LACKING_WORTH = WEIGHTS['partial.worth'];
const HEAD_WORTH = LISTING['partial.head'];
const QUALITY_WORTH = LISTING['partial.quality'];
const KIND_WORTH = LISTING['partial.kind'];
const LEAST_SHARE = LISTING['partial.least_share'];
const LEAST_RARITY = LISTING['partial.least_rarity'];

const { fround } = Math;

interface WeighedUnit extends Unit {
  /** What it brings to the score of a product, roughly. */
  worth: number;
  /** Whether it is the head or a brand: what lacks it lacks more than what lacks another unit. */
  isMain: boolean;
  queryTerms: readonly QueryTerm[];
}

/** The query with some units alone, and what its products lose. */
export interface PartialQuery {
  query: RelaxedQuery;
  /** Negative; added to the scores of products. */
  points: number;
}

/** Longer texts are rare, and have many partial queries: remembered with thousands of texts, they would fill the heap. */
const MOST_REMEMBERED_UNITS = 6;

const known = new Slot<Understanding, PartialQueries>();

export function partialQueriesOf(understanding: Understanding, view: Searchable): PartialQueries {
  let queries = known.get(understanding);
  if (queries) return queries;
  queries = new PartialQueries(understanding, view);
  if (queries.units.length <= MOST_REMEMBERED_UNITS) known.set(understanding, queries);
  return queries;
}

/** Sets of units are numbers: bit u is unit u, the one that is worth most being the first. */
export class PartialQueries {
  /** The query terms of each unit. */
  readonly units: readonly (readonly QueryTerm[])[];
  /** A product that has none of the first so many units has less than is needed. */
  readonly essential: number;
  private readonly weighed: readonly WeighedUnit[];
  /** Units that no product has, and those beyond the most. */
  private readonly lost: readonly WeighedUnit[];
  private readonly needed: number;
  /** Whether any unit says what the thing is. */
  private readonly saysWhat: boolean;
  private readonly queries = new Map<number, PartialQuery>();
  /** Those of its products that have its head beside what they are; undefined: none are told. */
  readonly beside: BesideHead | undefined;
  /** Which of them continue a list with `full` products of the whole view until there are `enough`. */
  takenOfAll: { full: number; enough: number; taken: readonly PartialQuery[] } | undefined;

  private readonly understanding: Understanding;

  constructor(understanding: Understanding, view: Searchable) {
    this.understanding = takenApart(understanding, view);
    const all = unitsOf(this.understanding, view).map(unit => weighed(unit, this.understanding, view));
    const having = all.filter(({ queryTerms }) => queryTerms.every(isKnown));
    this.weighed = having.sort((a, b) => b.worth - a.worth || a.from - b.from).slice(0, MOST_UNITS);
    this.lost = all.filter(unit => !this.weighed.includes(unit));
    this.saysWhat = all.some(({ saysWhat }) => saysWhat);
    this.units = this.weighed.map(({ queryTerms }) => queryTerms);
    let rest = this.worthOf(this.whole);
    this.needed = rest * LEAST_SHARE;
    this.essential = this.weighed.findIndex(({ worth }) => (rest -= worth) < this.needed) + 1;
    this.beside = this.canLack ? this.besideHead(understanding, view) : undefined;
  }

  private besideHead(understanding: Understanding, view: Searchable): BesideHead | undefined {
    const head = standingHead(understanding, view);
    const unit = head && this.weighed.findIndex(({ queryTerms }) => queryTerms.includes(head));
    return unit === undefined || unit < 0
      ? undefined
      : new BesideHead(head!, this.of(this.whole & ~(1 << unit)).points, view);
  }

  /** Whether the text has a unit that a product may lack beside one that it has. */
  get canLack(): boolean {
    const { length } = this.weighed;
    return length > 1 || (length === 1 && this.lost.length > 0);
  }

  /** Whether a product that has all of the text that the catalog knows has enough of it. */
  get knownIsEnough(): boolean {
    return this.isEnough(this.whole);
  }

  /**
   * The sets that some products have and that are enough, but for the whole text; the largest first. To lack the head or a
   * brand counts twice.
   */
  enough(counts: Uint32Array): number[] {
    const sets: { set: number; having: number; worth: number }[] = [];
    for (let set = 1; set < counts.length; set++) {
      if (counts[set] === 0 || this.isWholeText(set) || !this.isEnough(set)) continue;
      sets.push({ set, having: bitsOf(set) - this.lackingMain(set), worth: this.worthOf(set) });
    }
    sets.sort((a, b) => b.having - a.having || b.worth - a.worth || a.set - b.set);
    return sets.map(({ set }) => set);
  }

  /** The query with the units of a set alone. */
  of(set: number): PartialQuery {
    let partial = this.queries.get(set);
    if (!partial) {
      const dropped = this.weighed.filter((_, u) => (set & (1 << u)) === 0);
      const least = LACKING + this.lackingMain(set) * LACKING_EACH;
      const lacking = dropped.reduce((sum, { worth }) => sum + LACKING_EACH + worth * LACKING_WORTH, least);
      const query = without(this.understanding, [...dropped, ...this.lost]);
      this.queries.set(set, (partial = { query, points: fround(-lacking) }));
    }
    return partial;
  }

  /** The query of a product by its own units, where these are enough. @param has whether it has a query term */
  ofProduct(has: (queryTerm: QueryTerm) => boolean): PartialQuery | undefined {
    const set = this.units.reduce((sum, queryTerms, u) => (queryTerms.every(has) ? sum | (1 << u) : sum), 0);
    return set > 0 && !this.isWholeText(set) && this.isEnough(set) ? this.of(set) : undefined;
  }

  private get whole(): number {
    return (1 << this.weighed.length) - 1;
  }

  private isWholeText(set: number): boolean {
    return set === this.whole && this.lost.length === 0;
  }

  /** Enough of the text, and of what says what the thing is, if it does at all. */
  private isEnough(set: number): boolean {
    if (this.worthOf(set) < this.needed) return false;
    return !this.saysWhat || this.weighed.some(({ saysWhat }, u) => saysWhat && (set & (1 << u)) !== 0);
  }

  /** How many of head and brands, as far as the catalog has them, the set lacks. */
  private lackingMain(set: number): number {
    return this.weighed.reduce((sum, { isMain }, u) => sum + Number(isMain && (set & (1 << u)) === 0), 0);
  }

  private worthOf(set: number): number {
    const { weighed } = this;
    let sum = 0;
    for (let u = 0; u < weighed.length; u++) if ((set & (1 << u)) !== 0) sum += weighed[u].worth;
    return sum;
  }
}

/**
 * A text that is a phrase, beside what things are like, as the words of that phrase, each of which a product has that has
 * a synonym of it: where there are few "rain boots" there are other boots. A phrase that names a kind stays.
 */
function takenApart(understanding: Understanding, view: Searchable): Understanding {
  const { queryTerms, values } = understanding;
  const namesKind = (at: number) =>
    values.some(({ attribute, from, to }) => from <= at && at < to && isKind(view.attributes.all[attribute].id));
  const isApart = ({ parts }: QueryTerm, at: number) => parts?.every(isKnown) && !namesKind(at);
  if (!queryTerms.some(isApart)) return understanding;
  const what = unitsOf(understanding, view).filter(
    ({ saysWhat, from }) => saysWhat && !isFor([queryTerms[from]], view),
  );
  if (what.length > 1) return understanding;
  const apart = queryTerms.flatMap((queryTerm, at) => (isApart(queryTerm, at) ? wordsOf(queryTerm) : [queryTerm]));
  const own = apart.map(queryTerm => ({ ...queryTerm, head: false, likelyHead: false }));
  const named = recognise(own, view);
  if (!markHead(own, named, view)) markLikelyHead(own, named, view);
  return { ...understanding, queryTerms: own, values: named, remembered: undefined };
}

/** Whether words say whom something is for. */
function isFor(queryTerms: readonly QueryTerm[], view: Searchable): boolean {
  const { audience } = queryWordsOf(view.analyzer.language);
  return queryTerms.length > 0 && queryTerms.every(({ text }) => audience.has(text));
}

function wordsOf({ parts = [], expansions, termGroups }: QueryTerm): QueryTerm[] {
  const synonyms = termGroups.filter(({ how }) => how === 'synonym');
  return parts.map(part => {
    const word = { ...part, termGroups: [...part.termGroups, ...synonyms], expansions: [...part.expansions] };
    if (!part.optional) addExpansions(word, expansions);
    return word;
  });
}

function weighed(unit: Unit, { queryTerms, values }: Understanding, view: Searchable): WeighedUnit {
  const { from, to } = unit;
  const own = queryTerms.slice(from, to).filter(({ optional }) => !optional);
  const isHead = own.some(({ head }) => head);
  let worth = own.reduce((sum, queryTerm) => sum + rarityOf(queryTerm, view), 0);
  const named = values.filter(value => value.from === from && value.to === to);
  const isCommon = isFor(own, view) || (worth < LEAST_RARITY && !isHead && named.length === 0);
  if (isHead) worth *= HEAD_WORTH;
  if (!unit.saysWhat) worth *= QUALITY_WORTH;
  let most = 0;
  for (const { attribute, share } of named) {
    const { id } = view.attributes.all[attribute];
    most = Math.max(most, valueWeight(id) * share * (isKind(id) ? KIND_WORTH : 1));
  }
  const isBrand = named.some(({ attribute, share }) => share === 1 && view.attributes.all[attribute].id === 'brand');
  return {
    from,
    to,
    importance: unit.importance,
    saysWhat: unit.saysWhat && !isCommon,
    worth: worth + most,
    isMain: isHead || isBrand,
    queryTerms: own,
  };
}

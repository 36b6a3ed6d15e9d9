/**
 * Which products a text finds and with how many points, product by product, word by word. Points are added up in single
 * precision, the rarest word first, as the formula has it.
 */
import { FIELD } from '../../src/index/fields.js';
import { WEIGHTS } from '../../src/query/ranking/weights.js';
import type { Item, OfferSelection } from '../pages/oracle.js';
import { priorOf } from '../pages/prior-oracle.js';
import { besideHead } from './beside-oracle.js';
import { NearOracle, type NearSource, WITHOUT_WORDS } from './near-oracle.js';
import { type DescribedWord, type Meaning, PART, QueryOracle, type Relaxed, type Word } from './query-oracle.js';
import type { Occurrence, WordsOracle } from './words-oracle.js';

/** Points by product. */
export type Match = Map<Item, number>;

/** A text as it was searched for in the end. */
export interface Found {
  match: Match;
  meaning: Meaning;
  /** What may be found at all. */
  within: readonly Item[];
  /** Whether its bounds and exclusions hold; false where they would have left nothing. */
  bounded: boolean;
  /** What was given up, and where others follow them, the products that have all of it. */
  dropped: string[];
  full: number;
  /** Whether some are listed because they are near to the text. */
  isNear?: boolean;
  /** Those others, which stand behind in every order. */
  behind?: ReadonlySet<Item>;
}

const { fround } = Math;
const ALL_PARTS = 0xffff;
const FURTHER_FIELDS = WEIGHTS['field.further'];
const HEAD_BONUS = WEIGHTS['head.bonus'];
const BESIDE_HEAD = WEIGHTS['head.beside'];
/** A page, and what lists of a few are continued to. */
export const PAGE_OF_HITS = 60;
export const FEW_HITS = 10;
/** Behind so many products without it follow those with what a text excludes, and what these lose. */
const BEFORE_UNWANTED = 10;
const UNWANTED = -500;
const LAST_PLACE = 14;
const NEAR_WORDS = 5;
/** Places of descriptions are told apart before this one. */
const FAR = 255;
const FIELD_WEIGHTS: [field: number, weight: number][] = [
  [FIELD.KEY, WEIGHTS['field.key']],
  [FIELD.TYPE, WEIGHTS['field.type']],
  [FIELD.CATEGORY, WEIGHTS['field.category']],
  [FIELD.BRAND, WEIGHTS['field.brand']],
  [FIELD.COLOR, WEIGHTS['field.color']],
  [FIELD.TITLE, WEIGHTS['field.title']],
  [FIELD.NAME, WEIGHTS['field.name']],
  [FIELD.SERIES, WEIGHTS['field.series']],
  [FIELD.AUDIENCE, WEIGHTS['field.audience']],
  [FIELD.LABEL, WEIGHTS['field.label']],
  [FIELD.DEPARTMENT, WEIGHTS['field.department']],
  [FIELD.SIZE, WEIGHTS['field.size']],
  [FIELD.ONTOLOGY, WEIGHTS['field.ontology']],
  [FIELD.SHELF, WEIGHTS['field.shelf']],
  [FIELD.PART, WEIGHTS['field.part']],
];

/** Worth of an occurrence before rarity and likeness. */
function worthOf({ fields, place }: Occurrence, { head, likelyHead }: Word): number {
  const has = (field: number) => (fields & (1 << field)) !== 0;
  // Beside a head that is another thing, types and categories say less.
  const share = head && !has(FIELD.HEAD) ? BESIDE_HEAD : 1;
  const weights = FIELD_WEIGHTS.filter(([field]) => has(field)).map(
    ([field, weight]) => weight * (field === FIELD.TYPE || field === FIELD.CATEGORY ? share : 1),
  );
  const best = Math.max(0, ...weights);
  const worth = fround(best + (weights.reduce((sum, weight) => sum + weight, 0) - best) * FURTHER_FIELDS);
  const inFields = (head || likelyHead) && has(FIELD.HEAD) ? fround(worth + HEAD_BONUS) : worth;
  return inFields + placeWorth(place);
}

function placeWorth(place: Occurrence['place']): number {
  if (!place) return 0;
  const position = Math.min(place.position, LAST_PLACE);
  const length = Math.min(place.length, LAST_PLACE + 1);
  return position < length
    ? fround(WEIGHTS['place.early'] * (1 - position / length) + WEIGHTS['place.short'] / length)
    : 0;
}

export class MatchOracle {
  readonly query: QueryOracle;
  private readonly near: NearOracle | undefined;
  /** How often products were listed because they are near to the text. */
  timesNear = 0;
  /** How often descriptions raised products. */
  timesDescribed = 0;
  /** How often products had the head of the text beside what they are. */
  timesBeside = 0;
  /** How often a list went on with products that have what the text excludes. */
  timesWider = 0;

  constructor(
    private readonly words: WordsOracle,
    source: NearSource | undefined,
  ) {
    this.query = new QueryOracle(words);
    this.near = source && new NearOracle(words, source);
  }

  match({ words, named }: Meaning, within: readonly Item[], offers: OfferSelection): Match {
    const needed = words.filter(({ optional }) => !optional);
    const rarestFirst = needed.sort((a, b) => this.query.frequency(a) - this.query.frequency(b));
    const match: Match = new Map();
    for (const item of within) {
      let points = this.wordPoints(rarestFirst, item);
      if (points === undefined) continue;
      if (needed.length > 0) {
        for (const { entity, worth } of named) {
          if (this.isOfProducts(entity.attribute) && this.words.has(item, entity)) points = fround(points + worth);
        }
      }
      match.set(item, fround(points + priorOf(item, this.words.oracle, offers)));
    }
    return match;
  }

  /** Undefined: the product lacks a word. */
  private wordPoints(words: readonly Word[], item: Item): number | undefined {
    let points = 0;
    for (const word of words) {
      const rarity = this.query.rarity(word);
      let best: number | undefined;
      for (const { term, weight } of word.terms) {
        const occurrence = this.words.occurrence(term, item);
        if (!occurrence || (occurrence.fields & (word.parts ? ALL_PARTS : ~PART)) === 0) continue;
        best = Math.max(best ?? 0, fround(rarity * weight * worthOf(occurrence, word)));
      }
      if (best === undefined) return undefined;
      points = fround(points + best);
    }
    return points;
  }

  /** Values of variants raise nothing. */
  private isOfProducts(attribute: string): boolean {
    if (!attribute.startsWith('custom.')) return true;
    const name = attribute.slice('custom.'.length);
    return !this.words.oracle.items.some(({ product }) =>
      product.variants.some(({ data }) => data.customLabels?.[name] !== undefined),
    );
  }

  /**
   * The products with every word, and behind them, where they are few, those that lack some.
   * @param limits what may be found within the bounds of the text, and has nothing that it excludes; and with that part
   * of what it excludes that may follow
   * @param enough products, with those that lack a word; 0: none of these
   */
  find(
    meaning: Meaning,
    within: readonly Item[],
    { limited, wider }: { limited: readonly Item[]; wider: readonly Item[] },
    offers: OfferSelection,
    enough = PAGE_OF_HITS,
  ): Found {
    const { bounds, excluded } = meaning;
    const bounded = bounds.length + excluded.length > 0;
    const texts = [...bounds.map(({ start, end }) => meaning.q.slice(start, end)), ...excluded.map(({ text }) => text)];
    const more = (found: Found) => (enough > 0 ? this.goOn(found, offers, enough) : found);
    const inForce = { meaning, within: bounded ? limited : within, bounded, dropped: [], full: 0 };
    const withoutBounds = { meaning, within, bounded: false, dropped: texts, full: 0 };
    const found = { ...inForce, match: this.match(meaning, inForce.within, offers) };
    if (found.match.size === 0 && bounded) {
      // Bounds that leave nothing of what the words find are given up.
      const all = this.match(meaning, within, offers);
      if (all.size > 0) return more({ ...withoutBounds, match: all });
    }
    const { size } = found.match;
    if (enough === PAGE_OF_HITS && size >= BEFORE_UNWANTED && size < enough && wider.length > limited.length) {
      const unwanted = this.match(
        meaning,
        wider.filter(item => !limited.includes(item)),
        offers,
      );
      if (unwanted.size > 0) return this.goOn(found, offers, enough, unwanted);
    }
    const further = more(found);
    if (further.match.size > 0 || !bounded || enough === 0) return further;
    const beyond = more({ ...withoutBounds, match: found.match });
    return beyond.match.size > 0 ? beyond : found;
  }

  /**
   * Adds the products that lack a unit, then two and so on, those of a set of units together, until there are enough.
   * @param unwanted have the whole text, and what it excludes: they are behind, even where there are enough
   */
  private goOn(found: Found, offers: OfferSelection, enough: number, unwanted: Match = new Map()): Found {
    const { match, meaning, within } = found;
    const full = match.size;
    const others = new Set(within.filter(item => !match.has(item)));
    const union: Match = new Map(match);
    const beside = full < enough && unwanted.size === 0 ? besideHead(meaning, this.query, this.words) : undefined;
    const without = new Set(beside && [...match.keys()].filter(item => beside.has(item)));
    for (const item of without) union.set(item, fround(union.get(item)! + beside!.points));
    for (const [item, points] of unwanted) union.set(item, fround(points + UNWANTED));
    const isWider = unwanted.size > 0;
    const mayFollow = meaning.excluded.filter(excluded => excluded.mayFollow);
    const dropped = new Set(isWider ? mayFollow.map(({ text }) => text) : []);
    if (without.size > 0) dropped.add(beside!.head);
    for (const partial of this.query.partials(meaning)) {
      if (union.size - unwanted.size >= enough) break;
      const more = [...others].filter(item => this.hasAll(partial.kept, item));
      for (const item of more) {
        others.delete(item);
        const points = this.match(partial.meaning, [item], offers).get(item)!;
        union.set(item, fround(points - partial.less));
      }
      if (more.length > 0) for (const word of partial.dropped) dropped.add(word);
    }
    const behindThem = () => [...union.keys()].filter(item => !match.has(item) || without.has(item));
    const isPage = full < enough && enough === PAGE_OF_HITS;
    const described = isPage ? this.query.describedWords(meaning) : [];
    const raised = () => new Map([...union].map(([item, points]) => [item, this.raised(points, item, described)]));
    const near = isPage ? this.near?.points(meaning, within, raised(), behindThem()) : undefined;
    for (const [item, { hasWords, points }] of near ?? []) {
      const prior = priorOf(item, this.words.oracle, offers);
      union.set(item, fround((hasWords ? union.get(item)! : fround(prior + WITHOUT_WORDS)) + points));
    }
    const behind = new Set(behindThem());
    if (behind.size === 0) return found;
    const listed = raised();
    this.timesDescribed += Number([...listed].some(([item, points]) => points !== union.get(item)));
    // Beyond the bounds, nothing is all that was asked for.
    const whole = found.dropped.length > 0 ? 0 : full - without.size;
    const isNear = near !== undefined && near.size > 0;
    if (isNear) this.timesNear++;
    if (isWider) this.timesWider++;
    if (without.size > 0) this.timesBeside++;
    return { ...found, isNear, match: listed, dropped: [...found.dropped, ...dropped], full: whole, behind };
  }

  /** The points with what the words of the text bring that the product has in its description alone. */
  private raised(points: number, item: Item, words: readonly DescribedWord[]): number {
    const places = words.map(({ stem, word }) =>
      this.hasAll([word], item) ? undefined : this.words.describedPlace(stem, item),
    );
    let sum = points;
    for (const [w, place] of places.entries()) if (place !== undefined) sum = fround(sum + words[w]!.points);
    for (let w = 1; w < words.length; w++) {
      const [first = FAR, second = FAR] = [places[w - 1], places[w]];
      if (words[w]!.at !== words[w - 1]!.at + 1 || Math.max(first, second) >= FAR) continue;
      const further = second - first;
      if (further === 1) sum = fround(sum + WEIGHTS['described.following']);
      else if (Math.abs(further) <= NEAR_WORDS) sum = fround(sum + WEIGHTS['described.near']);
    }
    return sum;
  }

  private hasAll(words: readonly Word[], item: Item): boolean {
    return words.every(word => this.wordPoints([word], item) !== undefined);
  }

  /** What else to ask for: the text without a word. */
  related(found: Found, offers: OfferSelection, limit: number): string[] {
    const some = ({ meaning, q }: Relaxed) => q !== '' && this.match(meaning, found.within, offers).size > 0;
    return [
      ...new Set(
        this.query
          .dropOne(found.meaning)
          .filter(some)
          .map(({ q }) => q),
      ),
    ].slice(0, limit);
  }
}

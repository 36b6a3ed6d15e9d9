/**
 * Continues a short result with partial matches: products with every word first, and where those are few, behind them
 * products that lack some. The head is not given up while another word can be.
 */
import { type Bitmap, clearBit, emptyBitmap, fullBitmap, setBit } from '../../kernel/bitmap.js';
import type { Interpretation } from '../correction/interpretation.js';
import { type DescribedWord, describedWords } from '../matching/described-words.js';
import type { Matcher } from '../matching/matcher.js';
import type { Matches } from '../matching/matches.js';
import type { Scope, Wider } from '../matching/text-match.js';
import { addNear, type NearMatches } from '../nearness/near-matches.js';
import { isCompared } from '../nearness/nearest-categories.js';
import type { VectorListing } from '../nearness/nearest-products.js';
import { hasDirection } from '../nearness/text-vector.js';
import type { BesideHead } from '../relaxation/beside-head.js';
import { partialQueriesOf, UNWANTED } from '../relaxation/partial-queries.js';
import { RelaxedMatches, type RelaxedScope } from '../relaxation/relaxed-matches.js';
import type { Exclusion } from '../understanding/negation.js';

/** A list with fewer products than this, a page, is continued until it has as many. */
export const PAGE_OF_HITS = 60;
/** As `PAGE_OF_HITS`, for lists that show a few. */
export const FEW_HITS = 10;
/**
 * Where so many products have all words and nothing that the text excludes, a list goes on with those that have it: "knife
 * sets without block" is also answered by sets whose titles say "block" of what comes beside them. They are never among
 * the first of a list.
 */
const BEFORE_UNWANTED = 10;

/**
 * Where products that lack words are listed: behind those that have all, where these are few; only where there are
 * none; never in the primary list.
 */
export type PartialMatches = 'append' | 'ifEmpty' | 'secondary';

const NONE: readonly DescribedWord[] = [];

/** The dropped words as typed, folded, and the number of products that have them all. */
export interface Relaxed {
  dropped: string[];
  full: number;
}

export interface Completed extends Interpretation {
  relaxed: Relaxed | undefined;
  /** Exclusions of the text that products at the end of the list do not heed; absent: all do. */
  unwanted?: readonly Exclusion[];
  /** Products that have the head of the text beside what they are, which lack it; absent: they count as others. */
  beside?: BesideHead | undefined;
  /** What products got because they are near to the text; undefined: none is listed for that. */
  near: NearMatches | undefined;
  /** Words that products got points for that have them in their descriptions. */
  described: readonly DescribedWord[];
  /** The relaxed queries within the scope, with the results that were kept. */
  relaxations: RelaxedMatches;
  /** What a vector of the request has added; absent: there was none. */
  vector?: VectorListing;
}

/**
 * Goes on from what a text was found to match: adds products that lack a word where few have all. Limits hold for those
 * too, unless they leave nothing at all.
 * @param enough continues lists with fewer products
 * @param withNear whether products are added that are near to the text by the vectors of words
 */
export function complete(
  found: Interpretation,
  scope: Scope,
  matcher: Matcher,
  partial: PartialMatches = 'append',
  enough = PAGE_OF_HITS,
  withNear = true,
): Completed {
  const { understanding } = found;
  const { view, offers, filter = {}, within } = scope;
  const relaxing = (within: Bitmap | undefined) =>
    new RelaxedMatches(understanding, { view, within, offers, withNear }, matcher);
  const few = partial === 'append' ? enough : partial === 'ifEmpty' ? 1 : 0;
  const completed = (first: Matches, within: Bitmap | undefined) =>
    addPartial(first, relaxing(within), first.count < few ? enough : 0, matcher);
  if (found.wider && few > found.matches.count && found.matches.count >= BEFORE_UNWANTED) {
    return goOnWider(found, found.wider, scope, relaxing(found.within), matcher);
  }
  const more = completed(found.matches, found.within);
  if (more.matches.count > 0 || found.limits.length === 0) return { ...found, ...more };
  const beyond = completed(matcher.nothing(view), within);
  if (beyond.matches.count === 0) return { ...found, ...more, matches: beyond.matches };
  return { ...found, filter, within, limits: [], dropped: found.limits, ...beyond };
}

/** Goes on with products that have words that are excluded, and then as without these. */
function goOnWider(
  found: Interpretation,
  { exclusions, texts, filter, within }: Wider,
  { view, offers }: Scope,
  relaxations: RelaxedMatches,
  matcher: Matcher,
): Completed {
  const all = matcher.match(found.understanding, view, within, offers);
  const enough = PAGE_OF_HITS;
  if (all.count === found.matches.count)
    return { ...found, ...addPartial(found.matches, relaxations, enough, matcher) };
  const more = addPartial(found.matches, relaxations, enough, matcher, all);
  const dropped = [...texts, ...(more.relaxed?.dropped ?? [])];
  const limits = found.limits.filter(text => !texts.includes(text));
  return {
    ...found,
    ...more,
    filter,
    within,
    limits,
    unwanted: exclusions,
    relaxed: { dropped, full: found.matches.count },
  };
}

/**
 * The union of `first`, the products that lack a word, and on pages those that are near to the text; `first` itself where
 * it suffices, or there are none of these.
 * @param unwanted also has products that have the whole text, and what it excludes; they stand behind `first`
 */
function addPartial(
  first: Matches,
  relaxations: RelaxedMatches,
  enough: number,
  matcher: Matcher,
  unwanted?: Matches,
): Pick<Completed, 'matches' | 'relaxed' | 'beside' | 'near' | 'described' | 'relaxations'> {
  const full = first.count;
  const { understanding, scope } = relaxations;
  const { view, offers, withNear = true } = scope;
  // A vector of the request adds to the full matches as they are.
  const beside = full < enough && !unwanted && withNear ? partialQueriesOf(understanding, view).beside : undefined;
  const parted = beside && partedByHead(first, beside, scope);
  const queries = full < enough ? relaxations.partial(full, enough) : [];
  const alone = { matches: first, relaxed: undefined, beside, near: undefined, described: NONE, relaxations };
  const words = understanding.queryTerms.filter(({ optional }) => !optional).length;
  const isNearListed = (listed: number) =>
    full < enough &&
    enough === PAGE_OF_HITS &&
    withNear &&
    isCompared(view, { full, listed, words }, enough) &&
    hasDirection(understanding, view);
  if (queries.length === 0 && !unwanted && !parted && !isNearListed(full)) return alone;
  const dropped = new Set<string>();
  const ahead = parted ? matcher.match(understanding, view, parted.withHead, offers) : first;
  const further = parted
    ? new RelaxedMatches(understanding, { ...scope, within: parted.others }, matcher)
    : relaxations;
  const union = matcher.union(ahead, view);
  union.goOnBehind();
  if (beside && parted) {
    dropped.add(beside.head.text);
    union.add(first, beside.points);
  }
  if (unwanted) union.add(unwanted, UNWANTED);
  for (const { query, points } of queries) {
    if (matcher.deadline.passed) break;
    for (const word of query.dropped) dropped.add(word);
    union.add(further.match(query), points);
  }
  const found = union.matches();
  // Lists of a few, which are asked for letter by letter, are not worth a look at what descriptions say.
  const described = enough === PAGE_OF_HITS ? describedWords(understanding, view) : NONE;
  matcher.raiseDescribed(described, view, found);
  const { deadline, assembly } = matcher;
  const priors = () => matcher.priorsOf(view, offers);
  const near = isNearListed(found.count)
    ? addNear(union, found, ahead, { understanding, scope, priors, deadline, assembly })
    : undefined;
  if (queries.length === 0 && !near && !unwanted && !parted) return alone;
  const matches = near ? union.matches() : found;
  if (near) matcher.raiseDescribed(described, view, matches);
  return { matches, relaxed: { dropped: [...dropped], full: ahead.count }, beside, near, described, relaxations };
}

/**
 * The products that have the head as what they are, and the products within a scope but for those that have it beside that:
 * these would be found as if they lacked words that they have. Undefined: none of them do.
 */
function partedByHead(
  { docs }: Matches,
  beside: BesideHead,
  { view, within }: RelaxedScope,
): { withHead: Bitmap; others: Bitmap } | undefined {
  if (!docs.some(product => beside.has(product))) return undefined;
  const { productCount } = view.structure;
  const withHead = emptyBitmap(productCount);
  const others = within ? within.slice() : fullBitmap(productCount);
  for (const product of docs) {
    if (beside.has(product)) clearBit(others, product);
    else setBit(withHead, product);
  }
  return { withHead, others };
}

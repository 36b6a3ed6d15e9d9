/**
 * Compiles the learned phrases of one view: suggested phrases, trending phrases, and the boosts, related searches and
 * corrections of each. Thresholds exclude phrases of a single visitor and effects of chance.
 */
import type { LearnedPhrasesInput, PhraseEntry } from '../../index/learned-phrases.js';
import type { Decays, PhraseLearning } from './phrase-learning.js';
import { BACKGROUND, SIGNIFICANT, significance } from './significance.js';

/** Suggested phrases of one view. */
const MOST_SUGGESTED = 20_000;
/** Least decayed frequency of a phrase; below it, the phrase is not compiled. */
const LEAST_USES = 0.1;
const WHOLE = 100;

/** Prior of the click rate: clicks per use, and its weight in uses. */
const USUAL_CLICKS = 0.3;
const USUAL_USES = 5;
/** Factor of the click rate: a phrase with a click on every use weighs 1 + this times one without clicks. */
const CLICK_GAIN = 3;

const TRENDING = { most: 100, leastUses: 3, leastRise: 1.5, leastScore: 3 } as const;

/** Prior of the choice rate: pseudo-count of sessions without a choice. */
const PRIOR_SESSIONS = 10;
const LEAST_CHOSEN = 3;
/**
 * A choice far down a list weighs more than 1, by one for so many visitors who agree: a few who click there would
 * otherwise outweigh many who click further up.
 */
const VISITORS_PER_WEIGHT = 4;
/** Standard deviations below a count, for a bound that 95 of 100 counts are above. */
const LOWER_BOUND = 1.64;
const MOST_BOOSTED = 20;
const MOST_BOOST = 3;
/** The choice rate at which the boost is half of the maximum. */
const HALF_BOOST_RATE = 0.3;
const LEAST_BOOST = 0.1;

const MOST_RELATED = 8;
const LEAST_STEPS = 3;
/** Least share of a phrase's uses that visitors have corrected to the same phrase. */
const LEAST_CORRECTED = 0.05;

/** The phrases of a view and the ordinals of its products. */
export interface PhraseScope {
  places: readonly number[];
  /** The view's normalization; absent: the stored phrases are normalized with it already. */
  normalize?: (text: string) => string;
  /** Product ordinal by slot; -1 where the snapshot does not contain the product. */
  ordinalOf: Int32Array;
}

interface Known {
  phrase: number;
  text: string;
  folded: string;
  /** Decayed to the time of compilation. */
  uses: number;
}

export function compilePhrases(
  scope: PhraseScope,
  learning: PhraseLearning,
  decays: Decays,
  nowMs: number,
): LearnedPhrasesInput {
  const factor = decays.main.factor(nowMs);
  const known = knownPhrases(scope, learning, factor);
  const suggested = known
    .filter(({ phrase }) => isSuggested(phrase, learning, factor))
    .map(phrase => ({ ...phrase, weight: weightOf(phrase, learning, factor) }))
    .sort((a, b) => b.weight - a.weight || a.phrase - b.phrase)
    .slice(0, MOST_SUGGESTED);
  const shown = new Map(suggested.map(({ phrase, text }) => [phrase, text]));
  return {
    weights: new Map(suggested.map(({ text, weight }) => [text, weight])),
    trending: trending(shown, learning, decays, nowMs),
    entries: known.flatMap(phrase => entryOf(phrase, shown, scope, learning, factor)),
  };
}

/** Each folded phrase once: of duplicates in several pairs of market and locale, the most frequent one. */
function knownPhrases({ places, normalize }: PhraseScope, learning: PhraseLearning, factor: number): Known[] {
  const { phrases, wordings } = learning;
  const wanted = new Uint8Array(learning.places.used);
  for (const place of places) wanted[place] = 1;
  const known = new Map<string, Known>();
  for (let phrase = 0; phrase < phrases.used; phrase++) {
    if (phrases.name(phrase) === '' || wanted[phrases.scopes[phrase]] === 0) continue;
    // A phrase that has clicks but was never typed has only its folded form.
    const text = wordings.usual(phrase) ?? phrases.name(phrase);
    const folded = normalize ? normalize(text) : phrases.name(phrase);
    const uses = phrases.counters.uses[phrase] / factor;
    const other = known.get(folded);
    if (folded !== '' && (other === undefined || uses > other.uses)) known.set(folded, { phrase, text, folded, uses });
  }
  return [...known.values()];
}

function isSuggested(phrase: number, { phrases: { counters } }: PhraseLearning, factor: number): boolean {
  return counters.hits[phrase] > 0 && counters.visitor2[phrase] !== 0 && counters.uses[phrase] / factor >= LEAST_USES;
}

/** Weight of a phrase: its uses in hundredths, scaled by its click rate. */
function weightOf({ phrase, uses }: Known, { phrases: { counters } }: PhraseLearning, factor: number): number {
  const clicks = Math.min(uses, counters.clicks[phrase] / factor);
  const rate = (clicks + USUAL_CLICKS * USUAL_USES) / (uses + USUAL_USES);
  return Math.max(1, Math.round((WHOLE * uses * (1 + CLICK_GAIN * rate)) / (1 + CLICK_GAIN * USUAL_CLICKS)));
}

/**
 * Trending phrases: used more than their own past predicts, relative to all phrases. Counts are roughly Poisson
 * distributed, so their square roots have the same variance at any size (Anscombe 1948); the variance of a decaying
 * count is half its size.
 */
function trending(
  shown: ReadonlyMap<number, string>,
  learning: PhraseLearning,
  decays: Decays,
  nowMs: number,
): string[] {
  const { phrases, places } = learning;
  const fastFactor = decays.fast.factor(nowMs);
  const slowFactor = decays.slow.factor(nowMs);
  const rising: { text: string; score: number }[] = [];
  /** Uses expected at the fast decay, extrapolated from the uses at the slow decay that are not recent. */
  const expected = (fast: number, slow: number, since: number) => {
    const atFast = decays.fast.exposure(nowMs - since);
    const atSlow = decays.slow.exposure(nowMs - since);
    return atSlow > atFast ? (Math.max(0, slow - fast) * atFast) / (atSlow - atFast) : 0;
  };
  for (const [phrase, text] of shown) {
    const place = phrases.scopes[phrase];
    const since = places.counters.since[place];
    const present = phrases.counters.fast[phrase] / fastFactor;
    if (present < TRENDING.leastUses || phrases.counters.visitor3[phrase] === 0) continue;
    const all = places.counters.fast[place] / fastFactor;
    const allExpected = expected(all, places.counters.slow[place] / slowFactor, since);
    // Without a past there is no trend.
    if (allExpected === 0) continue;
    const past = (expected(present, phrases.counters.slow[phrase] / slowFactor, since) * all) / allExpected;
    const score = 2 * Math.SQRT2 * (Math.sqrt(present + 3 / 8) - Math.sqrt(past + 3 / 8));
    if (score >= TRENDING.leastScore && present >= past * TRENDING.leastRise) rising.push({ text, score });
  }
  rising.sort((a, b) => b.score - a.score);
  return rising.slice(0, TRENDING.most).map(({ text }) => text);
}

function entryOf(
  { phrase, folded }: Known,
  shown: ReadonlyMap<number, string>,
  scope: PhraseScope,
  learning: PhraseLearning,
  factor: number,
): PhraseEntry[] {
  const boosts = boostsOf(phrase, scope, learning, factor);
  const related = relatedTo(phrase, shown, learning, factor);
  const meant = correctionsOf(phrase, shown, learning);
  return boosts.length + related.length + meant.length === 0 ? [] : [{ folded, boosts, related, meant }];
}

function boostsOf(
  phrase: number,
  { ordinalOf }: PhraseScope,
  { chosen, phrases: { counters } }: PhraseLearning,
  factor: number,
): [product: number, boost: number][] {
  const sessions = counters.sessions[phrase] / factor + PRIOR_SESSIONS;
  const boosts: [number, number][] = [];
  for (let i = chosen.start(phrase); i < chosen.end(phrase); i++) {
    const product = ordinalOf[chosen.to[i]] ?? -1;
    if (product < 0 || chosen.support[i] < LEAST_CHOSEN) continue;
    const visitors = chosen.support[i];
    const weight = Math.min(chosen.weight[i] / factor, visitors * (1 + visitors / VISITORS_PER_WEIGHT));
    const rate = (weight * certainty(visitors)) / sessions;
    const boost = (MOST_BOOST * rate) / (rate + HALF_BOOST_RATE);
    if (boost >= LEAST_BOOST) boosts.push([product, boost]);
  }
  return boosts.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_BOOSTED);
}

/**
 * The lower bound of a count that is Poisson distributed, as its share: what few visitors chose may be chance, or made.
 */
function certainty(visitors: number): number {
  return Math.max(0, 1 - LOWER_BOUND / Math.sqrt(visitors));
}

function relatedTo(
  phrase: number,
  shown: ReadonlyMap<number, string>,
  { next, phrases, places }: PhraseLearning,
  factor: number,
): string[] {
  const { outs, ins } = phrases.counters;
  const total = places.counters.steps[phrases.scopes[phrase]] / factor + BACKGROUND;
  const found: { text: string; score: number }[] = [];
  for (let i = next.start(phrase); i < next.end(phrase); i++) {
    const other = next.to[i];
    const text = shown.get(other);
    if (text === undefined || next.support[i] < LEAST_STEPS) continue;
    const score = significance(next.weight[i] / factor, outs[phrase] / factor, ins[other] / factor, total);
    if (score >= SIGNIFICANT) found.push({ text, score });
  }
  found.sort((a, b) => b.score - a.score);
  return found.slice(0, MOST_RELATED).map(({ text }) => text);
}

/** Corrections made in enough sessions, and made more often than in the reverse direction. */
function correctionsOf(
  phrase: number,
  shown: ReadonlyMap<number, string>,
  { meant, phrases: { counters } }: PhraseLearning,
): string[] {
  const found: { text: string; weight: number }[] = [];
  for (let i = meant.start(phrase); i < meant.end(phrase); i++) {
    const text = shown.get(meant.to[i]);
    const weight = meant.weight[i];
    if (text === undefined || meant.support[i] < LEAST_STEPS || weight < counters.uses[phrase] * LEAST_CORRECTED)
      continue;
    if (meant.weightOf(meant.to[i], phrase) < weight) found.push({ text, weight });
  }
  return found.sort((a, b) => b.weight - a.weight).map(({ text }) => text);
}

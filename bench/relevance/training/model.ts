/**
 * Learns weights from judged lists: logistic regression over pairs of products of one list, of which judges prefer one.
 * The model is  odds that a is the better one = exp((points of a − points of b) / scale),  so that a score estimates, but
 * for the scale and for what all products of a query share, the logarithm of the odds of being the better of two.
 *
 * A pair counts by how much a swap would alter nDCG@10, a list as much as any other, and a set of lists as much as
 * any other. What is learned is factors of the weights in force, none of them negative, with a quadratic penalty on their
 * distance from 1: what few pairs speak of stays near what it was. The scales are free. Points grow with a factor as
 * explanations have it, but for the best field of a word, which may become another: so the fit is made twice, each time
 * linear around the weights that it begins with, by Adam (Kingma and Ba, "Adam", 2015).
 */
import type { WeightName } from '../../../src/query/ranking/weights.js';
import { discount, discounted } from '../gains.js';
import { type Candidate, type JudgedList, pointsOf, type WeightTable } from './candidates.js';

export interface Learned {
  weights: WeightTable;
  scales: Scales;
}

/** So many points more make the odds e times as high: of full matches, and of partial ones, which differ by more. */
export interface Scales {
  full: number;
  partial: number;
}

const FITS = 2;
const ROUNDS = 100;
const STEP = 0.03;
const [MEAN_DECAY, SQUARE_DECAY, LEAST_SQUARE] = [0.9, 0.99, 1e-8];
/** Bounds of a factor. */
const [LEAST, MOST] = [1 / 3, 3];
/** Where the fit begins. */
const FIRST_SCALES: readonly number[] = [3, 10];
/** Beyond this place, two products may change theirs as they like. */
const LAST_PLACE = 10;

/** A list as the model sees it: candidates, and which pairs count how much. */
export interface PairedList {
  candidates: readonly Candidate[];
  pairs: readonly { better: number; worse: number; weight: number; isBehind: boolean }[];
}

/** Pairs are of products that stand both before or both behind the seam of full and partial matches. */
export function paired({ query, candidates }: JudgedList): PairedList | undefined {
  const pairs: PairedList['pairs'][number][] = [];
  const best = discounted(query.best);
  let sum = 0;
  for (let a = 0; a < Math.min(LAST_PLACE, candidates.length); a++) {
    for (let b = a + 1; b < candidates.length; b++) {
      const gained = candidates[a].gain - candidates[b].gain;
      if (gained === 0 || !areCompared(candidates[a], candidates[b])) continue;
      const lower = b < LAST_PLACE ? discount(b) : 0;
      const weight = (Math.abs(gained) * (discount(a) - lower)) / best;
      const [better, worse] = gained > 0 ? [a, b] : [b, a];
      pairs.push({ better, worse, weight, isBehind: candidates[a].isBehind });
      sum += weight;
    }
  }
  if (sum === 0) return undefined;
  return { candidates, pairs: pairs.map(pair => ({ ...pair, weight: pair.weight / sum })) };
}

function areCompared(a: Candidate, b: Candidate): boolean {
  return a.isBehind === b.isBehind && a.hasWords === b.hasWords;
}

/**
 * @param sets lists of each set
 * @param names of the weights that are learned
 * @param penalty of twice a weight, in terms of the mean loss of a list
 */
export function learn(
  sets: readonly (readonly PairedList[])[],
  from: WeightTable,
  names: readonly WeightName[],
  penalty: number,
): Learned {
  // Factors by name, and behind them the logarithms of the scales.
  let factors: Float64Array = new Float64Array(names.length + FIRST_SCALES.length).fill(1, 0, names.length);
  const table = () => ({ ...from, ...Object.fromEntries(names.map((name, i) => [name, from[name] * factors[i]])) });
  for (let fit = 0; fit < FITS; fit++) {
    const lists = sets.flatMap(set =>
      set.map(list => linear(list, table(), from, names, 1 / set.length / sets.length)),
    );
    factors = fitted(lists, factors, penalty);
  }
  const [full, partial] = scalesIn(factors);
  return { weights: table(), scales: { full, partial } };
}

function scalesIn(factors: Float64Array): number[] {
  return FIRST_SCALES.map((scale, i) => scale * Math.exp(factors[factors.length - FIRST_SCALES.length + i]));
}

/** A list in which points are linear: by candidate, how fast they grow with each factor, and what they are beside that. */
interface LinearList extends PairedList {
  slopes: Float64Array;
  fixed: Float64Array;
  share: number;
}

function linear(
  list: PairedList,
  weights: WeightTable,
  from: WeightTable,
  names: readonly WeightName[],
  share: number,
): LinearList {
  const size = names.length;
  const place = new Map(names.map((name, i) => [name, i]));
  const slopes = new Float64Array(list.candidates.length * size);
  const fixed = Float64Array.from(list.candidates, (candidate, c) => {
    const points = pointsOf(candidate, weights, (name, by) => {
      const at = place.get(name);
      if (at !== undefined) slopes[c * size + at] += by * from[name];
    });
    return names.reduce((rest, name, i) => rest - (slopes[c * size + i] * weights[name]) / from[name], points);
  });
  return { ...list, slopes, fixed, share };
}

function fitted(lists: readonly LinearList[], begin: Float64Array, penalty: number): Float64Array {
  const factors = begin.slice();
  const [mean, square] = [new Float64Array(factors.length), new Float64Array(factors.length)];
  const size = factors.length - FIRST_SCALES.length;
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = gradientOf(lists, factors);
    for (let i = 0; i < factors.length; i++) {
      const slope = gradient[i] + (i < size ? 2 * penalty * (factors[i] - 1) : 0);
      mean[i] = MEAN_DECAY * mean[i] + (1 - MEAN_DECAY) * slope;
      square[i] = SQUARE_DECAY * square[i] + (1 - SQUARE_DECAY) * slope * slope;
      const speed = Math.sqrt(square[i] / (1 - SQUARE_DECAY ** round)) + LEAST_SQUARE;
      factors[i] -= (STEP * (mean[i] / (1 - MEAN_DECAY ** round))) / speed;
      if (i < size) factors[i] = Math.max(LEAST, Math.min(MOST, factors[i]));
    }
  }
  return factors;
}

/** Of the mean loss, by factors and the logarithms of the scales. */
function gradientOf(lists: readonly LinearList[], factors: Float64Array): Float64Array {
  const size = factors.length - FIRST_SCALES.length;
  const scales = scalesIn(factors);
  const gradient = new Float64Array(factors.length);
  for (const { slopes, fixed, pairs, share } of lists) {
    const points = fixed.slice();
    for (let c = 0; c < points.length; c++) {
      for (let i = 0; i < size; i++) points[c] += slopes[c * size + i] * factors[i];
    }
    const pull = new Float64Array(points.length);
    for (const { better, worse, weight, isBehind } of pairs) {
      const scale = scales[Number(isBehind)];
      const logit = (points[better] - points[worse]) / scale;
      const missed = (share * weight) / (1 + Math.exp(logit));
      pull[better] -= missed / scale;
      pull[worse] += missed / scale;
      gradient[size + Number(isBehind)] += missed * logit;
    }
    for (let c = 0; c < points.length; c++) {
      if (pull[c] !== 0) for (let i = 0; i < size; i++) gradient[i] += pull[c] * slopes[c * size + i];
    }
  }
  return gradient;
}

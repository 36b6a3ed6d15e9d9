/**
 * What makes visitors choose a product of a list: a conditional logit (McFadden, "Conditional logit analysis of
 * qualitative choice behavior", 1974) over the parts of scores, in which the position of a product counts as well, since
 * what stands further down is looked at less. Without that, what the present order prefers would seem to be liked.
 *
 * The utility of product i at position k (from 0) is  t · textᵢ + Σ bₚ · partᵢₚ − e · ln(1 + k), and the chance of its
 * choice is the share of its exponential. The weights are kept near those of the present score (all b equal to t) and
 * the exponent near the usual one by quadratic penalties, so that little data changes little; the result is convex,
 * and found by Newton's method.
 */
import { PRIOR_PARTS, type PriorFactors } from '../../index/signals.js';
import { boundedFactors } from './ranking-file.js';

/** Points of a product in a list: what the text brings, then those of PRIOR_PARTS. */
export type Points = readonly number[];

/** A choice from a list, as it was shown. */
export interface Choice {
  /** Names who chose, so that one visitor's choices are drawn together. */
  visitor: string;
  /** In the order of the list. */
  points: readonly Points[];
  /** Position of the choice. */
  chosen: number;
  /** What it counts: a click 1, and more where it was bought. */
  weight: number;
  isPaid: boolean;
}

/** Weights of the text and the prior parts, and the exponent of positions. */
export interface ChoiceModel {
  weights: readonly number[];
  positionExponent: number;
}

const USUAL_EXPONENT = 0.7;
const ROUNDS = 25;
const ENOUGH = 1e-6;
/** Penalties, in choices: how many it takes to move a weight by the unit. */
const EXPONENT_PENALTY = 20;
const WEIGHT_PENALTY = 5;
/** The text's weight is free but for this. */
const TEXT_PENALTY = 0.01;

/** @returns undefined where products that match the text better are not chosen more often: factors are in terms of that */
export function learnChoices(choices: readonly Choice[]): ChoiceModel | undefined {
  const parts = PRIOR_PARTS.length + 1;
  const rows = choices.map(rowsOf);
  const size = parts + 1;
  let beta = new Float64Array(size).fill(0.3, 0, parts);
  beta[parts] = USUAL_EXPONENT;
  for (let round = 0; round < ROUNDS; round++) {
    const { gradient, hessian } = derivatives(rows, beta, size);
    penalise(beta, gradient, hessian, parts);
    const step = solve(hessian, gradient);
    const longest = Math.max(...step.map(Math.abs));
    // Newton's steps may overshoot far from the optimum.
    const share = Math.min(1, 1 / longest);
    beta = beta.map((value, i) => value + share * step[i]);
    if (longest < ENOUGH) break;
  }
  const weights = [...beta.subarray(0, parts)];
  if (!weights.every(Number.isFinite) || weights[0] <= 0) return undefined;
  return { weights, positionExponent: Math.max(0, beta[parts]) };
}

/** The factors by which the weights of prior parts differ from those of the score. */
export function factorsOf({ weights: [text, ...parts] }: ChoiceModel): PriorFactors {
  const factors = PRIOR_PARTS.map((name, p) => [name, parts[p] / text]);
  return boundedFactors(Object.fromEntries(factors) as PriorFactors);
}

/** A choice with its features side by side, by product: the parts, and the logarithm of the position, negated. */
interface Rows {
  features: Float64Array;
  count: number;
  chosen: number;
  weight: number;
}

function rowsOf({ points, chosen, weight }: Choice): Rows {
  const features = Float64Array.from(points.flatMap((own, k) => [...own, -Math.log(1 + k)]));
  return { features, count: points.length, chosen, weight };
}

/** Of the logarithm of the likelihood; the Hessian is negated. */
function derivatives(choices: readonly Rows[], beta: Float64Array, size: number) {
  const gradient = new Float64Array(size);
  const hessian = Array.from({ length: size }, () => new Float64Array(size));
  const mean = new Float64Array(size);
  for (const { features, count, chosen, weight } of choices) {
    const utilities = new Array<number>(count).fill(0);
    for (let k = 0; k < count; k++) {
      for (let f = 0; f < size; f++) utilities[k] += features[k * size + f] * beta[f];
    }
    const shares = sharesOf(utilities);
    mean.fill(0);
    for (let k = 0; k < count; k++) for (let f = 0; f < size; f++) mean[f] += shares[k] * features[k * size + f];
    for (let f = 0; f < size; f++) gradient[f] += weight * (features[chosen * size + f] - mean[f]);
    for (let k = 0; k < count; k++) {
      for (let f = 0; f < size; f++) {
        const away = weight * shares[k] * (features[k * size + f] - mean[f]);
        for (let g = 0; g < size; g++) hessian[f][g] += away * (features[k * size + g] - mean[g]);
      }
    }
  }
  return { gradient, hessian };
}

/** Of the sum of exponentials. */
export function sharesOf(utilities: readonly number[]): number[] {
  const most = Math.max(...utilities);
  const exponentials = utilities.map(utility => Math.exp(utility - most));
  const sum = exponentials.reduce((all, one) => all + one, 0);
  return exponentials.map(one => one / sum);
}

/** Keeps each part's weight near that of the text, and the exponent near the usual one. */
function penalise(beta: Float64Array, gradient: Float64Array, hessian: Float64Array[], parts: number): void {
  for (let p = 1; p < parts; p++) {
    const away = beta[p] - beta[0];
    gradient[p] -= WEIGHT_PENALTY * away;
    gradient[0] += WEIGHT_PENALTY * away;
    hessian[p][p] += WEIGHT_PENALTY;
    hessian[0][0] += WEIGHT_PENALTY;
    hessian[0][p] -= WEIGHT_PENALTY;
    hessian[p][0] -= WEIGHT_PENALTY;
  }
  gradient[0] -= TEXT_PENALTY * beta[0];
  hessian[0][0] += TEXT_PENALTY;
  gradient[parts] -= EXPONENT_PENALTY * (beta[parts] - USUAL_EXPONENT);
  hessian[parts][parts] += EXPONENT_PENALTY;
}

/** Solves a positive definite system by elimination. */
function solve(matrix: readonly Float64Array[], right: Float64Array): number[] {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const share = rows[j][i] / rows[i][i];
      for (let k = i; k <= n; k++) rows[j][k] -= share * rows[i][k];
    }
  }
  const solution = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i][n];
    for (let k = i + 1; k < n; k++) sum -= rows[i][k] * solution[k];
    solution[i] = sum / rows[i][i];
  }
  return solution;
}

/**
 * How many clicks another order would have had, estimated from choices that were made under the present one, so that
 * weights are tested before any visitor sees them: doubly robust with clipped inverse propensities (Dudík, Langford, Li:
 * "Doubly robust policy evaluation and learning", ICML 2011; Joachims et al., WSDM 2017 for positions). The model says
 * how much each product of a list is liked, and what was really chosen corrects it, each choice by the inverse of the
 * chance that its position is looked at, up to a bound. Bounds of the estimate are those of resamples of visitors.
 */
import { PRIOR_PARTS, type PriorFactors } from '../../index/signals.js';
import { draws } from '../../kernel/draws.js';
import { type Choice, type ChoiceModel, type Points, sharesOf } from './choice-model.js';

/** A rare choice far down would otherwise outweigh all others. */
const MOST_INVERSE = 8;
const RESAMPLES = 400;
const LOW = 0.05;

export interface Estimate {
  /** Clicks more or less than under the present order, as a share. */
  gain: number;
  low: number;
  high: number;
  visitors: number;
}

/**
 * @param present in force; both orders are made of the points, as the list has products where they stood for the visitor,
 * and in an order that depends on choices for the text as well
 * @param modelFor how products are liked and positions looked at, learned from other choices than the one that it is for
 */
export function estimateGain(
  choices: readonly Choice[],
  present: PriorFactors,
  factors: PriorFactors,
  modelFor: (choice: Choice) => ChoiceModel,
  seed: number,
): Estimate {
  const byVisitor = new Map<string, { present: number; other: number }>();
  for (const choice of choices) {
    const model = modelFor(choice);
    const sums = byVisitor.get(choice.visitor) ?? { present: 0, other: 0 };
    sums.present += choice.weight * clicksUnder(choice, newPositions(choice.points, present), model);
    sums.other += choice.weight * clicksUnder(choice, newPositions(choice.points, factors), model);
    byVisitor.set(choice.visitor, sums);
  }
  const visitors = [...byVisitor.values()];
  if (visitors.length === 0) return { gain: 0, low: 0, high: 0, visitors: 0 };
  const random = draws(seed);
  const gains = Array.from({ length: RESAMPLES }, () =>
    gainOf(visitors.map(() => visitors[Math.floor(random() * visitors.length)])),
  ).sort((a, b) => a - b);
  const at = (share: number) => gains[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))];
  return { gain: gainOf(visitors), low: at(LOW), high: at(1 - LOW), visitors: visitors.length };
}

function gainOf(sums: readonly { present: number; other: number }[]): number {
  const present = sums.reduce((sum, one) => sum + one.present, 0);
  const other = sums.reduce((sum, one) => sum + one.other, 0);
  return present > 0 ? other / present - 1 : 0;
}

/** The estimated clicks on a list whose products stand at other positions. */
function clicksUnder({ points, chosen }: Choice, positions: readonly number[], model: ChoiceModel): number {
  const { weights, positionExponent } = model;
  const looked = (position: number) => (1 + position) ** -positionExponent;
  const shares = sharesOf(
    points.map(
      (own, k) => own.reduce((sum, value, f) => sum + value * weights[f], 0) - positionExponent * Math.log(1 + k),
    ),
  );
  let clicks = 0;
  for (let k = 0; k < points.length; k++) {
    const inverse = Math.min(MOST_INVERSE, 1 / looked(k));
    // The model's share is of clicks at the present position: without it, how much the product is liked.
    const liked = shares[k] / looked(k);
    clicks += looked(positions[k]) * (liked + inverse * ((k === chosen ? 1 : 0) - shares[k]));
  }
  return clicks;
}

function positionsOf(points: readonly Points[]): number[] {
  return points.map((_, k) => k);
}

/** By position in the list: the position under other weights; products with equal points stay in their order. */
export function newPositions(points: readonly Points[], factors: PriorFactors): number[] {
  const scores = points.map(([text, ...parts]) =>
    PRIOR_PARTS.reduce((sum, name, p) => sum + factors[name] * parts[p], text),
  );
  const order = positionsOf(points).sort((a, b) => scores[b] - scores[a] || a - b);
  const positions = new Array<number>(points.length);
  order.forEach((k, position) => {
    positions[k] = position;
  });
  return positions;
}

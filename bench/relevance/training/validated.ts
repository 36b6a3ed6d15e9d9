/**
 * Cross-validation over queries: each fold's lists are ordered by weights that were learned without them, with the penalty
 * that is best for the other folds.
 */
import type { WeightName } from '../../../src/query/ranking/weights.js';
import { stream } from '../../catalogs/chance.js';
import type { ListWorth } from '../gains.js';
import type { JudgedList, WeightTable } from './candidates.js';
import { learn, type PairedList, paired } from './model.js';
import { worthOfRanked } from './ranked.js';

export const FOLDS = 5;
export const PENALTIES = [0.01, 0.03, 0.1, 0.3, 1] as const;

/** Of nDCG. */
const NEARLY = 0.0005;

/** A list with its pairs, if it has any, and its fold. */
export interface FoldedList {
  list: JudgedList;
  pairs: PairedList | undefined;
  fold: number;
}

/** Lists of a set in folds of about the same size, drawn by chance that is the same in every run. */
export function folded(name: string, lists: readonly JudgedList[]): FoldedList[] {
  const order = stream(`folds of ${name}`).some(lists, lists.length);
  const folds = new Map(order.map((list, i) => [list, i % FOLDS]));
  return lists.map(list => ({ list, pairs: paired(list), fold: folds.get(list)! }));
}

export interface Validation {
  /** By set, the lists in their order: what they are worth with weights learned without them. */
  heldOut: ListWorth[][];
  /** The mean over sets of the mean nDCG of held-out lists, by penalty. */
  byPenalty: number[];
  /** The penalty that is best over all folds. */
  penalty: number;
}

export function validate(
  sets: readonly (readonly FoldedList[])[],
  from: WeightTable,
  names: readonly WeightName[],
): Validation {
  // By penalty and fold: weights that were learned without the fold.
  const tables = PENALTIES.map(penalty =>
    Array.from({ length: FOLDS }, (_, fold) => {
      const others = sets.map(lists => pairsOf(lists.filter(one => one.fold !== fold)));
      return learn(others, from, names, penalty).weights;
    }),
  );
  const worths = tables.map(ofFolds =>
    sets.map(lists => lists.map(({ list, fold }) => worthOfRanked(list, ofFolds[fold]))),
  );
  const meanWithout = (without: number) =>
    worths.map(ofSets =>
      mean(sets.map((lists, s) => mean(ofSets[s].filter((_, i) => lists[i].fold !== without).map(({ ndcg }) => ndcg)))),
    );
  // So few queries cannot tell penalties that are nearly as good: the strongest of them changes least.
  const best = (figures: readonly number[]) => figures.findLastIndex(one => one >= Math.max(...figures) - NEARLY);
  const chosen = Array.from({ length: FOLDS }, (_, fold) => best(meanWithout(fold)));
  const byPenalty = meanWithout(-1);
  return {
    heldOut: sets.map((lists, s) => lists.map(({ fold }, i) => worths[chosen[fold]][s][i])),
    byPenalty,
    penalty: PENALTIES[best(byPenalty)],
  };
}

export function pairsOf(lists: readonly FoldedList[]): PairedList[] {
  return lists.flatMap(({ pairs }) => pairs ?? []);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

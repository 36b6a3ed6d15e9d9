/**
 * What choosing settings by judged queries is worth: they are chosen on four fifths of the queries, and measured on the
 * last fifth, which had no say in it, for each fifth in turn.
 */
import { stream } from '../../catalogs/chance.js';
import type { ListWorth } from '../gains.js';
import { mean } from '../training/validated.js';

export const FOLDS = 5;
/** Repeated with other folds: of so few queries a single division says little. */
export const DIVISIONS = 10;

export interface Chosen {
  /** By query: what its lists are worth in the mean of the divisions, with what was chosen without it. */
  heldOut: { ndcg: number; first: number; recall: number }[];
  /** How often each configuration was chosen. */
  times: number[];
}

/** @param worths by configuration and query; the first configuration is the one that stays where no other is better */
export function chosenByFolds(worths: readonly (readonly ListWorth[])[]): Chosen {
  const queries = worths[0]!.length;
  const times = worths.map(() => 0);
  const heldOut = Array.from({ length: queries }, () => ({ ndcg: 0, first: 0, recall: 0 }));
  for (let division = 0; division < DIVISIONS; division++) {
    const folds = foldsOf(queries, division);
    for (let fold = 0; fold < FOLDS; fold++) {
      const others = folds.flatMap((own, query) => (own === fold ? [] : [query]));
      const best = bestOf(worths, others);
      times[best]!++;
      folds.forEach((own, query) => {
        if (own !== fold) return;
        const { ndcg, first, recall = 1 } = worths[best]![query]!;
        heldOut[query]!.ndcg += ndcg;
        heldOut[query]!.first += Number(first);
        heldOut[query]!.recall += recall;
      });
    }
  }
  for (const worth of heldOut) {
    worth.ndcg /= DIVISIONS;
    worth.first /= DIVISIONS;
    worth.recall /= DIVISIONS;
  }
  return { heldOut, times };
}

/** By query its fold, of about the same size. */
function foldsOf(queries: number, division: number): number[] {
  const order = stream(`fold division ${division}`).some(
    Array.from({ length: queries }, (_, query) => query),
    queries,
  );
  const folds = new Array<number>(queries).fill(0);
  order.forEach((query, at) => {
    folds[query] = at % FOLDS;
  });
  return folds;
}

/** The configuration that is best in the mean of nDCG and recall. */
function bestOf(worths: readonly (readonly ListWorth[])[], queries: readonly number[]): number {
  const figures = worths.map(of => mean(queries.map(query => of[query]!.ndcg + (of[query]!.recall ?? 1))));
  return figures.indexOf(Math.max(...figures));
}

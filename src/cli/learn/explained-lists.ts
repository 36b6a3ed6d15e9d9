/** The lists of searches as they are shown now, with what their scores consist of, for learning from choices. */
import type { ListedPoints } from '../../behaviour/ranking/chosen-from-lists.js';
import { MOST_POSITIONS, type SearchChoice } from '../../behaviour/ranking/journal-choices.js';
import { PRIOR_PARTS } from '../../index/signals.js';
import type { Explanation, Pages } from '../../pages/pages.js';
import { searchPageOf } from '../../server/queries/warm-up.js';

type Hit = Explanation['lists'][number]['hits'][number];

/** @returns undefined where the market or locale is gone, or nothing is found */
export function listOf(pages: Pick<Pages, 'explain'>, choice: SearchChoice, nowMs: number): ListedPoints[] | undefined {
  const request = { ...searchPageOf(choice.market, choice.locale), q: choice.q, limit: MOST_POSITIONS };
  const list = pages.explain(request, [], nowMs).lists.find(({ id }) => id === 'primaryList');
  if (!list) return undefined;
  const listed: ListedPoints[] = [];
  for (const hit of list.hits) {
    // What rules pin is there at any score, and behind the first partial match are other lists.
    if (hit.parts?.some(({ kind }) => kind === 'lacking')) break;
    if (hit.parts && !hit.parts.some(({ kind }) => kind === 'pin' || kind === 'buried')) listed.push(pointsOf(hit));
  }
  return listed;
}

/**
 * With the usual weights, not those in force, and without what choices for the text have added: of that, choices would
 * explain themselves.
 */
function pointsOf({ key, parts = [] }: Hit): ListedPoints {
  const points = new Array<number>(PRIOR_PARTS.length + 1).fill(0);
  for (const part of parts) {
    if (part.kind === 'chosen') continue;
    const prior = (PRIOR_PARTS as readonly string[]).indexOf(part.kind);
    const factor = 'factor' in part ? (part.factor ?? 1) : 1;
    points[prior + 1] += part.points / factor;
  }
  return { key, points };
}

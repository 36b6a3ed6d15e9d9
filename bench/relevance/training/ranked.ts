/** The order of a judged list under other weights, and what it is worth. */
import { LISTING } from '../../../src/query/ranking/weights.js';
import { type ListWorth, worthOfGains } from '../gains.js';
import { type Candidate, type JudgedList, pointsOf, type WeightTable } from './candidates.js';

/** The first so many partial matches, with the full ones, stand where their words put them. */
const LEAD = LISTING['near.lead'];

/** Candidates with their points, in order; those of equal points as the engine has them. */
export function ranked({ candidates }: JudgedList, weights: WeightTable): Candidate[] {
  const byWords = candidates.map(candidate => ({ candidate, points: pointsOf(candidate, weights) }));
  const full = sorted(byWords.filter(({ candidate }) => !candidate.isBehind));
  const behind = sorted(byWords.filter(({ candidate }) => candidate.isBehind && candidate.hasWords));
  const alone = byWords.filter(({ candidate }) => candidate.isBehind && !candidate.hasWords);
  const lead = behind.splice(0, Math.max(0, LEAD - full.length));
  const near = [...behind, ...alone].map(({ candidate, points }) => ({
    candidate,
    points: points + weights['near.similarity'] * candidate.similarity,
  }));
  return [...full, ...lead, ...sorted(near)].map(({ candidate }) => candidate);
}

export function worthOfRanked(list: JudgedList, weights: WeightTable): ListWorth {
  return worthOfGains(
    list.query,
    ranked(list, weights).map(({ gain }) => gain),
  );
}

function sorted<One extends { points: number }>(all: readonly One[]): One[] {
  return [...all].sort((a, b) => b.points - a.points);
}

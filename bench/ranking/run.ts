/**
 * `npm run bench -- ranking`: what learning weights from visitors makes of an invented shop in which their preferences
 * are known: how near it comes with how many visitors, and what noise and attackers do to it.
 */
import { say } from '../../scripts/setup/say.mjs';
import { PLAIN_FACTORS, PRIOR_PARTS, type PriorFactors } from '../../src/index/signals.js';
import { type Scenario, simulate } from './simulation.js';

const LIKED: PriorFactors = { popularity: 2.2, rating: 1.8, newness: 0.5, stock: 0.5 };
const SEEDS = [1, 2, 3];

type Case = Omit<Scenario, 'seed'> & { name: string };

export const CASES: readonly Case[] = [
  ...[100, 300, 1000, 3000, 10_000].map(visitors => ({
    ...{ name: 'other preferences', visitors, liked: LIKED, byChance: 0.2 },
  })),
  { name: 'preferences of the score', visitors: 3000, liked: PLAIN_FACTORS, byChance: 0.2 },
  { name: 'choices by chance alone', visitors: 3000, liked: PLAIN_FACTORS, byChance: 1 },
  ...[0.05, 0.2, 1].map(share => ({
    ...{ name: `attackers, ${100 * share} % of visitors, one range`, visitors: 3000, liked: PLAIN_FACTORS },
    ...{ byChance: 0.2, attackers: { share, ranges: 1 } },
  })),
  {
    ...{ name: 'attackers, 20 % of visitors, 50 ranges', visitors: 3000, liked: PLAIN_FACTORS, byChance: 0.2 },
    attackers: { share: 0.2, ranges: 50 },
  },
];

export function benchRanking(): void {
  say(
    '| visitors like | visitors | factors learned (popularity, rating, newness, stock) | in service | value before | after |',
  );
  say('|---|---:|---|---:|---:|---:|');
  for (const { name, ...scenario } of CASES) {
    const outcomes = SEEDS.map(seed => simulate({ seed, ...scenario }));
    const means = PRIOR_PARTS.map(part => {
      const factors = outcomes.flatMap(({ training }) => (training.ok ? [training.trained.factors[part]] : []));
      return factors.length === 0 ? '–' : mean(factors).toFixed(2);
    });
    const served = outcomes.filter(({ isBetter }) => isBetter).length;
    const before = mean(outcomes.map(one => one.before));
    const after = mean(outcomes.map(one => (one.isBetter ? one.after : one.before)));
    const cells = [name, scenario.visitors, means.join(', '), `${served} of ${SEEDS.length}`, before.toFixed(4)];
    say(`| ${cells.join(' | ')} | ${after.toFixed(4)} |`);
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

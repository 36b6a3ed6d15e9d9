/**
 * `npm run train`: learns the weights of the parts of scores from the judged sets that are there, validates them on
 * queries that they were not learned from, and, with `--write`, puts them into the engine's table where they are better.
 */
import { join } from 'node:path';
import { fail, say } from '../../scripts/setup/say.mjs';
import { WEIGHTS, type WeightName } from '../../src/query/ranking/weights.js';
import { stream } from '../catalogs/chance.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { quantile } from '../harness/figures.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { conditionsOf } from '../publishing/conditions.js';
import { foldsText } from './folds/folds.js';
import { type ListWorth, worthOfGains } from './gains.js';
import { interval } from './intervals.js';
import { judgedSet, SET_NAMES, type SetName } from './sets.js';
import { openShop } from './shop.js';
import { judgedList } from './training/candidates.js';
import { learn } from './training/model.js';
import { worthOfRanked } from './training/ranked.js';
import { recordText, type SetFigures, type TrainingRecord, writeRecord, writeTable } from './training/record.js';
import { FOLDS, type FoldedList, folded, mean, pairsOf, type Validation, validate } from './training/validated.js';

const USAGE = `npm run train -- [options]
  --only A,B       only these sets of demo, fashion, shopping (default: all that are there)
  --resamples N    resamples of queries for the bounds of weights (default 20)
  --folds          instead: choose what decides how lists go on by four fifths of the queries, and measure it on the
                   others; of the shopping queries, where --only names no other set
  --tried N        configurations drawn by chance for that, beside those that differ in one setting (default 40)
  --write          write data/relevance/training.json and, where the learned weights are better for certain on queries
                   that they were not learned from, and worse on none, src/query/ranking/weights.ts`;

const OPTIONS = {
  only: { type: 'string' },
  folds: { type: 'boolean', default: false },
  tried: { type: 'string', default: '40' },
  resamples: { type: 'string', default: '20' },
  write: { type: 'boolean', default: false },
} as const;

const options = readOptions(USAGE, OPTIONS, values => {
  const only = (values.only ?? (values.folds ? 'shopping' : SET_NAMES.join(','))).split(',');
  const unknown = only.find(set => !(SET_NAMES as readonly string[]).includes(set));
  if (unknown !== undefined) throw new Error(`--only: found ${unknown}, expected some of ${SET_NAMES.join(', ')}`);
  return {
    only: only as SetName[],
    resamples: wholeNumber('resamples', values.resamples, 2, 1000),
    folds: values.folds,
    tried: wholeNumber('tried', values.tried, 0, 1000),
    write: values.write,
  };
});

/**
 * Those that judged lists say something of: nothing is popular in a shop without visitors, and how much nearness adds
 * decides which products are listed rather than which of two is better.
 */
const LEARNED = (Object.keys(WEIGHTS) as WeightName[]).filter(
  name => !name.startsWith('near.') && name !== 'prior.popularity',
);
/** Significant digits of a weight. */
const DIGITS = 3;
/** A set may be worse by so much on queries held out: a query or two. */
const TOLERANCE = 0.002;

const names: SetName[] = [];
const sets: FoldedList[][] = [];
const folder = temporaryFolder();
for (const name of options.only) {
  const set = judgedSet(name);
  if (!set) {
    say(`the ${name} catalog is not beside the checkout: skipped`);
    continue;
  }
  const shop = await openShop(join(folder, name), set.catalog);
  if (options.folds) {
    shop.close();
    console.log(`\n${foldsText(name, join(folder, name), options.tried)}`);
    continue;
  }
  const lists = set.queries.map(query => judgedList(query, shop));
  shop.close();
  names.push(name);
  sets.push(folded(name, lists));
}

if (options.folds) process.exit();
if (names.length === 0) fail('nothing to learn from: none of the judged sets is there');
const validation = validate(sets, WEIGHTS, LEARNED);
const { weights } = learn(sets.map(pairsOf), WEIGHTS, LEARNED, validation.penalty);
const rounded = Object.fromEntries(LEARNED.map(name => [name, significant(weights[name])]));
const record = recordOf(validation);
console.log(`\n${recordText(record)}`);
if (options.write) {
  writeRecord(record);
  writeTable({ ...(record.adopted && rounded), ...record.scales });
}

function recordOf({ heldOut, penalty }: Validation): TrainingRecord {
  const after = { ...WEIGHTS, ...rounded };
  const figures = sets.map((lists, s) => figuresOf(lists, heldOut[s], after));
  const bounds = resampled(penalty);
  const verdict = verdictOf(figures);
  const { full, partial } = learn(sets.map(pairsOf), verdict.adopted ? after : WEIGHTS, [], 0).scales;
  const learned = LEARNED.map(name => {
    const [low, high] = bounds(name);
    return [name, { before: WEIGHTS[name], learned: rounded[name], low, high }] as const;
  });
  return {
    version: 1,
    date: new Date().toISOString().slice(0, 10),
    engine: conditionsOf({}).versions.Vitrine,
    folds: FOLDS,
    penalty,
    resamples: options.resamples,
    scales: { full: significant(full), partial: significant(partial) },
    ...verdict,
    sets: Object.fromEntries(names.map((name, s) => [name, figures[s]])),
    weights: Object.fromEntries(learned),
  };
}

function figuresOf(
  lists: readonly FoldedList[],
  heldOut: readonly ListWorth[],
  learned: typeof WEIGHTS,
): TrainingRecord['sets'][string] {
  const before = lists.map(({ list }) =>
    worthOfGains(
      list.query,
      list.candidates.map(({ gain }) => gain),
    ),
  );
  const after = lists.map(({ list }) => worthOfRanked(list, learned));
  const of = (measure: (worth: ListWorth) => number): SetFigures => ({
    before: rounding(mean(before.map(measure))),
    heldOut: rounding(mean(heldOut.map(measure))),
    after: rounding(mean(after.map(measure))),
    gain: roundedInterval(interval(heldOut.map((worth, i) => measure(worth) - measure(before[i])))),
  });
  const pairs = pairsOf(lists);
  return {
    queries: lists.length,
    lists: pairs.length,
    pairs: pairs.reduce((sum, list) => sum + list.pairs.length, 0),
    ndcg: of(({ ndcg }) => ndcg),
    first: of(({ first }) => Number(first)),
    ...(before[0]?.recall !== undefined && { recall: of(({ recall = 1 }) => recall) }),
  };
}

function verdictOf(figures: readonly TrainingRecord['sets'][string][]): { adopted: boolean; verdict: string } {
  const gain = mean(figures.map(({ ndcg }) => ndcg.gain.mean));
  const worse = names.filter((_, s) =>
    [figures[s].ndcg, figures[s].first, ...(figures[s].recall ? [figures[s].recall] : [])].some(
      of => of.gain.mean < -TOLERANCE,
    ),
  );
  const text = `held out, nDCG@10 changes by ${gain.toFixed(4)} in the mean of the sets`;
  if (worse.length > 0) return { adopted: false, verdict: `not adopted: ${text}, and ${worse.join(', ')} is worse` };
  // Other weights move scores that shops know: they have to be better for certain.
  const better = names.filter((_, s) => figures[s].ndcg.gain.low > 0);
  if (better.length === 0) return { adopted: false, verdict: `not adopted: ${text}, and no set is better for certain` };
  return {
    adopted: true,
    verdict: `adopted: ${text}, ${better.join(', ')} is better, and no set worse by more than ${TOLERANCE}`,
  };
}

/** Bounds of weights by resamples of the queries of each set. */
function resampled(penalty: number): (name: WeightName) => [low: number, high: number] {
  const draws = stream('resampled judgements');
  const learned = Array.from({ length: options.resamples }, () => {
    const drawn = sets.map(pairsOf).map(lists => lists.map(() => lists[draws.below(lists.length)]));
    return learn(drawn, WEIGHTS, LEARNED, penalty).weights;
  });
  return name => {
    const values = learned.map(table => table[name]).sort((a, b) => a - b);
    return [quantile(values, 0.05), quantile(values, 0.95)].map(value => Number(value.toPrecision(DIGITS))) as [
      number,
      number,
    ];
  };
}

function significant(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

function rounding(value: number): number {
  return Number(value.toFixed(4));
}

function roundedInterval({ mean, low, high }: ReturnType<typeof interval>): ReturnType<typeof interval> {
  return { mean: rounding(mean), low: rounding(low), high: rounding(high) };
}

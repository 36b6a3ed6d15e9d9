/** Training of weights: points follow their weights, what decides is found, and the table is that of its record. */
import t from 'tap';
import { chosenByFolds } from '../../bench/relevance/folds/chosen.js';
import { configurations, differences } from '../../bench/relevance/folds/configurations.js';
import type { SetQuery } from '../../bench/relevance/sets.js';
import {
  type Candidate,
  type JudgedList,
  pointsOf,
  type WordWorth,
  worthOfWord,
} from '../../bench/relevance/training/candidates.js';
import { learn, type PairedList, paired } from '../../bench/relevance/training/model.js';
import { ranked } from '../../bench/relevance/training/ranked.js';
import { readRecord } from '../../bench/relevance/training/record.js';
import { folded, validate } from '../../bench/relevance/training/validated.js';
import { draws } from '../../src/kernel/draws.js';
import { SCALES, WEIGHTS, type WeightName } from '../../src/query/ranking/weights.js';

const NAMES: WeightName[] = ['field.title', 'field.brand', 'value.color', 'prior.rating', 'prior.newness'];
const query = (q: string): SetQuery => ({
  ...{ q, market: 'm', locale: 'en-GB', class: 'c', best: [1, 1, 1, 1, 1], exact: 1, relevant: 5 },
  gainOf: () => 0,
});

function product(random: () => number, gain = 0): Candidate {
  const word = (field: WeightName): WordWorth => ({
    ...{ times: 4 * random(), fields: [field], head: 'none', early: 0, short: 0 },
  });
  const times = new Map<WeightName, number>([
    ['value.color', random()],
    ['prior.rating', random()],
    ['prior.newness', random()],
  ]);
  const words = [word('field.title'), word('field.brand')];
  return { gain, isBehind: false, hasWords: true, words, times, similarity: 0, fixed: 0 };
}

/** Lists in which a title and a rating count for shoppers twice what they count in the score. */
function invented(count: number, seed: number): JudgedList[] {
  const random = draws(seed);
  const liked = { ...WEIGHTS, 'field.title': WEIGHTS['field.title'] * 2, 'prior.rating': WEIGHTS['prior.rating'] * 2 };
  return Array.from({ length: count }, (_, i) => {
    const products = Array.from({ length: 20 }, () => product(random));
    const best = [...products].sort((a, b) => pointsOf(b, liked) - pointsOf(a, liked)).slice(0, 5);
    const candidates = products.map(one => ({ ...one, gain: best.includes(one) ? 1 : 0 }));
    const list = { query: query(`q${i}`), candidates };
    return { ...list, candidates: ranked(list, WEIGHTS) };
  });
}

t.test('points grow with weights as they say they do', async t => {
  const word: WordWorth = {
    ...{ times: 3, fields: ['field.type', 'field.title', 'field.label'], head: 'beside', early: 0.4, short: 0.2 },
  };
  const grown = new Map<WeightName, number>();
  worthOfWord(word, WEIGHTS, (name, by) => grown.set(name, (grown.get(name) ?? 0) + by));
  const STEP = 1e-5;
  for (const name of Object.keys(WEIGHTS) as WeightName[]) {
    const more = { ...WEIGHTS, [name]: WEIGHTS[name] + STEP };
    const slope = (worthOfWord(word, more) - worthOfWord(word, WEIGHTS)) / STEP;
    t.ok(Math.abs(slope - (grown.get(name) ?? 0)) < 1e-6, name);
  }
});

t.test(
  'what shoppers weigh more is learned, held-out lists are better for it, and a penalty holds it back',
  async t => {
    const lists = invented(150, 3);
    const pairs = lists.flatMap((list): PairedList | PairedList[] => paired(list) ?? []);
    const { weights, scales } = learn([pairs], WEIGHTS, NAMES, 0.0001);
    const factor = (name: WeightName) => weights[name] / WEIGHTS[name];
    t.ok(scales.full > 0);
    for (const name of ['field.brand', 'value.color'] as const) {
      t.ok(factor('field.title') / factor(name) > 1.5, `${factor('field.title')} of ${factor(name)}, ${name}`);
    }
    t.ok(factor('prior.rating') > factor('value.color'));
    const held = learn([pairs], WEIGHTS, NAMES, 100).weights;
    for (const name of NAMES) t.ok(Math.abs(held[name] / WEIGHTS[name] - 1) < 0.05, `${name} stays`);
    const { heldOut } = validate([folded('invented', lists)], WEIGHTS, NAMES);
    const before = lists.map(list => ranked(list, WEIGHTS)[0]!.gain);
    const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
    t.ok(sum(heldOut[0]!.map(({ first }) => Number(first))) > sum(before), 'more first products are right');
  },
);

t.test('full matches stay before partial ones, and those of the words before those near to the text', async t => {
  const random = draws(5);
  const behind = (similarity: number): Candidate => ({ ...product(random), isBehind: true, fixed: -1000, similarity });
  const candidates = [
    product(random),
    ...Array.from({ length: 12 }, () => behind(0)),
    { ...behind(0.9), hasWords: false },
  ];
  const order = ranked({ query: query('q'), candidates }, WEIGHTS);
  t.equal(order[0], candidates[0]);
  t.equal(order[10], candidates[13], 'behind the ten that words have put first');
});

t.test('settings are measured on queries that had no say in their choice', async t => {
  const worth = (ndcg: number) => ({ ndcg, first: ndcg > 0.5, recall: ndcg });
  const flat = Array.from({ length: 20 }, () => worth(0.5));
  const better = flat.map(() => worth(0.75));
  t.same(
    chosenByFolds([flat, better]).heldOut,
    flat.map(() => ({ ndcg: 0.75, first: 1, recall: 0.75 })),
  );
  t.same(chosenByFolds([flat, flat]).times, [50, 0], 'those in force stay where none are better');
  // Each is best for one query by far, which has no say where it is measured.
  const lucky = flat.map((_, lucky) => flat.map((_, query) => worth(query === lucky ? 1 : 0.45)));
  const { heldOut } = chosenByFolds([flat, ...lucky]);
  t.ok(heldOut.every(({ ndcg }) => ndcg === 0.5));
});

t.test(
  'every setting is tried with other values, and some configurations are drawn, the same in every run',
  async t => {
    const tried = configurations(5);
    t.equal(differences(tried[0]!), 'as in force');
    t.equal(new Set(tried.map(differences)).size, tried.length);
    t.same(configurations(5), tried);
  },
);

t.test('the table has what the record says', async t => {
  const { weights, adopted, sets, scales } = readRecord();
  t.ok(Object.keys(sets).length > 0);
  t.same(scales, SCALES);
  for (const [name, { before, learned }] of Object.entries(weights)) {
    t.equal(WEIGHTS[name as WeightName], adopted ? learned : before, name);
  }
});

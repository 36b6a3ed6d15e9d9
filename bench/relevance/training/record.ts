/**
 * What a training has found, `data/relevance/training.json`, and the table of weights that it writes. The record says of
 * each weight what it was, what was learned, and within which bounds it lies for other queries of the same kind; and of
 * each set how good lists are with the former weights, with weights learned without their query, and with the learned ones.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { inCheckout } from '../../harness/checkout.js';
import { markdownTable } from '../../harness/markdown.js';
import { parsedJson } from '../../harness/parsed-json.js';
import { intervalText } from '../intervals.js';

const RECORD = inCheckout('data/relevance/training.json');
const TABLE = inCheckout('src/query/ranking/weights.ts');
const STRICT = { additionalProperties: false };

const Interval = Type.Object({ mean: Type.Number(), low: Type.Number(), high: Type.Number() }, STRICT);
const Figures = Type.Object(
  {
    before: Type.Number(),
    /** With weights that were learned without the query. */
    heldOut: Type.Number(),
    after: Type.Number(),
    /** Of held-out lists over those before, with the bounds of 95 % of resamples of the queries. */
    gain: Interval,
  },
  STRICT,
);
const Record = Type.Object(
  {
    version: Type.Literal(1),
    date: Type.String(),
    engine: Type.String(),
    folds: Type.Integer(),
    penalty: Type.Number(),
    resamples: Type.Integer(),
    /** With the weights of the table: see `SCALES` beside it. */
    scales: Type.Object({ full: Type.Number(), partial: Type.Number() }, STRICT),
    /** Whether the learned weights are those of the table; why not, where they are not. */
    adopted: Type.Boolean(),
    verdict: Type.String(),
    sets: Type.Record(
      Type.String(),
      Type.Object(
        {
          queries: Type.Integer(),
          /** Lists that have products which judges tell apart, and how many pairs of them. */
          lists: Type.Integer(),
          pairs: Type.Integer(),
          ndcg: Figures,
          first: Figures,
          recall: Type.Optional(Figures),
        },
        STRICT,
      ),
    ),
    weights: Type.Record(
      Type.String(),
      Type.Object({ before: Type.Number(), learned: Type.Number(), low: Type.Number(), high: Type.Number() }, STRICT),
    ),
  },
  STRICT,
);
const validator = Compile(Record);

export type TrainingRecord = Static<typeof Record>;
export type SetFigures = Static<typeof Figures>;

export function readRecord(): TrainingRecord {
  return parsedJson(validator, readFileSync(RECORD, 'utf8'), RECORD);
}

export function writeRecord(record: TrainingRecord): void {
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

/** Writes the numbers of the table anew, of weights and scales by their names; order and comments stay. */
export function writeTable(numbers: Readonly<globalThis.Record<string, number>>): void {
  const lines = readFileSync(TABLE, 'utf8')
    .split('\n')
    .map(line => {
      const [, before, name] = /^( {2}'?([a-z_.]+)'?: )[\d.]+,$/.exec(line) ?? [];
      return name !== undefined && name in numbers ? `${before}${numbers[name]},` : line;
    });
  writeFileSync(TABLE, lines.join('\n'));
}

/** Markdown. */
export function recordText({ sets, weights, scales, penalty, verdict }: TrainingRecord): string {
  const figures = Object.entries(sets).flatMap(([set, { ndcg, first, recall, queries }]) =>
    Object.entries({ 'nDCG@10': ndcg, 'first hit right': first, 'recall in 50': recall }).flatMap(([measure, of]) =>
      of
        ? [[set, measure, String(queries), ...[of.before, of.heldOut, of.after].map(fixed), intervalText(of.gain)]]
        : [],
    ),
  );
  const table = Object.entries(weights).map(([name, { before, learned, low, high }]) => [
    name,
    String(before),
    String(learned),
    `${low}–${high}`,
  ]);
  return [
    markdownTable([['set', 'measure', 'queries', 'before', 'held out', 'after', 'gain held out'], ...figures]),
    markdownTable([['weight', 'before', 'learned', '90 % of resamples'], ...table]),
    `penalty ${penalty}; odds e times as high with ${scales.full} points more, of partial matches ${scales.partial}; ${verdict}`,
  ].join('\n\n');
}

function fixed(value: number): string {
  return value.toFixed(4);
}

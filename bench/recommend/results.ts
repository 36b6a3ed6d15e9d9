/**
 * Published measurements of recommendations, `bench/results/recommend.json`, and the table that is generated from them.
 * A run replaces all of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { inCheckout } from '../harness/checkout.js';
import { percent, whole } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import { parsedJson } from '../harness/parsed-json.js';
import { machineText, versionsText } from '../publishing/conditions.js';
import { ConditionsSchema, roundedJson } from '../publishing/results.js';

const FILE = inCheckout('bench/results/recommend.json');
const STRICT = { additionalProperties: false };

const MeasuredQuestion = Type.Object(
  {
    catalog: Type.String(),
    /** What is to be found. */
    what: Type.String(),
    algorithm: Type.String(),
    cases: Type.Integer({ minimum: 1 }),
    /** Shares of the cases that were hits: of the algorithm, by popularity, at random, with nothing learned. */
    hits: Type.Number(),
    popular: Type.Number(),
    random: Type.Number(),
    fresh: Type.Number(),
    /** Microseconds of CPU of a list. */
    micros: Type.Number(),
  },
  STRICT,
);
const Results = Type.Object(
  { version: Type.Literal(1), conditions: ConditionsSchema, rows: Type.Array(MeasuredQuestion) },
  STRICT,
);
const validator = Compile(Results);

export type MeasuredQuestion = Static<typeof MeasuredQuestion>;
type Results = Omit<Static<typeof Results>, 'version'>;

const HEAD: readonly string[] = [
  'catalog: what is to be found',
  'algorithm',
  'cases',
  'hits at 10',
  'by popularity',
  'at random',
  '× popularity',
  '× random',
  'new shop',
  'CPU µs a list',
];

export function readRecommendations(): Results {
  return parsedJson(validator, readFileSync(FILE, 'utf8'), FILE);
}

export function writeRecommendations(results: Results): void {
  writeFileSync(FILE, roundedJson({ version: 1, ...results }));
}

/** Markdown. */
export function recommendationsText({ conditions, rows }: Results): string {
  const { visitors } = conditions.options;
  const days = `${typeof visitors === 'number' ? whole(visitors) : visitors} visitors in 28 days, the last 4 of them to be found again`;
  return `${machineText(conditions)}, ${versionsText(conditions)}. ${days}.\n\n${recommendationsTable(rows)}`;
}

export function recommendationsTable(rows: readonly MeasuredQuestion[]): string {
  return markdownTable([HEAD, ...rows.map(cells)]);
}

/** In the order of the head. */
export function cells({ catalog, what, algorithm, cases, ...row }: MeasuredQuestion): string[] {
  const { hits, popular, random, fresh, micros } = row;
  const times = (against: number) => (against === 0 ? '' : `× ${(hits / against).toFixed(1)}`);
  return [
    `${catalog}: ${what}`,
    algorithm,
    String(cases),
    percent(hits, 1),
    percent(popular, 1),
    percent(random, 1),
    times(popular),
    times(random),
    percent(fresh, 1),
    micros.toFixed(0),
  ];
}

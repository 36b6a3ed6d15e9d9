/**
 * Published measurements of relevance, `bench/results/relevance.json`, a line for each query that was asked, and the
 * tables that are generated from them. A run replaces all of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import { machineText, versionsText } from '../publishing/conditions.js';
import { ConditionsSchema } from '../publishing/results.js';
import type { Row } from './judged.js';
import { summaryTable } from './summary.js';

const FILE = inCheckout('bench/results/relevance.json');
const STRICT = { additionalProperties: false };
/** Digits of nDCG behind the point. */
const DIGITS = 4;
const HEADINGS = { demo: 'Demo catalog.', fashion: 'A real catalog of fashion, 5,000 products.' } as const;
type CatalogName = keyof typeof HEADINGS;

const AskedQuery = Type.Object(
  {
    catalog: Type.Enum(['demo', 'fashion']),
    class: Type.String(),
    locale: Type.String(),
    q: Type.String(),
    /** Where nothing of the catalog is meant, and whether nothing was found. */
    none: Type.Optional(Type.Literal(true)),
    empty: Type.Optional(Type.Boolean()),
    /** Of the first ten hits, whether the first one is fully right, and the grades of all ten. */
    ndcg: Type.Optional(Type.Number()),
    first: Type.Optional(Type.Boolean()),
    grades: Type.Optional(Type.String()),
    hits: Type.Integer({ minimum: 0 }),
  },
  STRICT,
);
const Results = Type.Object(
  { version: Type.Literal(1), conditions: ConditionsSchema, rows: Type.Array(AskedQuery) },
  STRICT,
);
const validator = Compile(Results);

export type AskedQuery = Static<typeof AskedQuery>;
type Results = Omit<Static<typeof Results>, 'version'>;

export function askedQuery(catalog: CatalogName, row: Row): AskedQuery {
  const { class: name, locale, q, none, empty, ndcg, first, grades, hits } = row;
  return {
    catalog,
    class: name,
    locale,
    q,
    hits,
    ...(none && { none, empty: empty === true }),
    ...(ndcg !== undefined && { ndcg: Number(ndcg.toFixed(DIGITS)), first: first === true }),
    ...(grades && { grades: grades.join('') }),
  };
}

export function readRelevance(): Results {
  return parsedJson(validator, readFileSync(FILE, 'utf8'), FILE);
}

export function writeRelevance({ conditions, rows }: Results): void {
  const lines = rows.map(row => JSON.stringify(row)).join(',\n');
  writeFileSync(FILE, `{"version": 1, "conditions": ${JSON.stringify(conditions)}, "rows": [\n${lines}\n]}\n`);
}

/** Markdown. */
export function relevanceText({ conditions, rows }: Results): string {
  const tables = (Object.keys(HEADINGS) as CatalogName[]).flatMap(name => {
    const asked = rows.filter(({ catalog }) => catalog === name);
    return asked.length === 0 ? [] : [HEADINGS[name], summaryTable(asked)];
  });
  return [`${machineText(conditions)}, ${versionsText(conditions)}`, ...tables].join('\n\n');
}

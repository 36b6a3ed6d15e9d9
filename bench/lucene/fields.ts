/**
 * The fields of Lucene's documents, by number, with the weights that ours have:
 *
 *   fields.tsv   name, kind, weight: the fields by number; a line without a name says what further fields add
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELD } from '../../src/index/fields.js';
import { FIELD_SCORE } from '../../src/query/ranking/scoring.js';
import { WEIGHTS } from '../../src/query/ranking/weights.js';

/** Fields of words, by what they are called where we index them. */
const WORDS = {
  title: FIELD.TITLE,
  name: FIELD.NAME,
  brand: FIELD.BRAND,
  type: FIELD.TYPE,
  category: FIELD.CATEGORY,
  series: FIELD.SERIES,
  color: FIELD.COLOR,
  audience: FIELD.AUDIENCE,
  department: FIELD.DEPARTMENT,
  label: FIELD.LABEL,
  size: FIELD.SIZE,
  key: FIELD.KEY,
  ontology: FIELD.ONTOLOGY,
} as const;

/** The facets of our pages, in their order, and their fields. */
export const FACETS = ['brand', 'productType', 'custom.color', 'category'] as const;

export type FacetName = (typeof FACETS)[number];
/** A field of words. */
export type WordField = keyof typeof WORDS;
export type FieldName = WordField | 'colorId' | `facet.${FacetName}` | 'card';

type Kind = 'title' | 'text' | 'filter' | 'facet' | 'card';

interface Field {
  name: FieldName;
  kind: Kind;
  weight: number;
}

/** By number. */
export const FIELDS: readonly Field[] = [
  ...wordFields().map(({ name, weight }): Field => ({ name, kind: name === 'title' ? 'title' : 'text', weight })),
  { name: 'colorId', kind: 'filter', weight: 0 },
  ...FACETS.map((id): Field => ({ name: `facet.${id}`, kind: 'facet', weight: 0 })),
  { name: 'card', kind: 'card', weight: 0 },
];
const NUMBERS = new Map(FIELDS.map(({ name }, number) => [name, number]));

/** The fields of words with their weights. */
export function wordFields(): { name: WordField; weight: number }[] {
  return (Object.keys(WORDS) as WordField[]).map(name => ({ name, weight: FIELD_SCORE.of(1 << WORDS[name]) }));
}

export function fieldNumber(name: FieldName): number {
  return NUMBERS.get(name)!;
}

/** Writes fields.tsv. */
export function writeFields(folder: string): void {
  const lines = FIELDS.map(({ name, kind, weight }) => `${name}\t${kind}\t${weight}`);
  writeFileSync(join(folder, 'fields.tsv'), [...lines, `\t\t${WEIGHTS['field.further']}`, ''].join('\n'));
}

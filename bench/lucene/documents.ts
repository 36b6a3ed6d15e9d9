/**
 * One view of a catalog, and the files from which Lucene gets the same: every product as the words that we index of it,
 * field by field, the values of four facets, and the very bytes that our answers have for it as a hit; and the same
 * requests. Both sides read what is written here, so that neither has more to do for it than the other.
 *
 *   fields.tsv        name, kind, weight: the fields by number; a line without a name says what further fields add
 *   documents.bin     per document: u8 field, u32 length (big endian), bytes …, u8 255
 *   requests-KIND.tsv text, hits to skip, selected colour, query string
 */
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { colorName } from '../../src/index/color-names.js';
import { FIELD } from '../../src/index/fields.js';
import { colorIdOf } from '../../src/kernel/colors.js';
import { FIELD_SCORE } from '../../src/query/ranking/scoring.js';

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
};
/** The facets of our pages, in their order, and their fields. */
export const FACETS = ['brand', 'productType', 'custom.color', 'category'];
const FIELDS = [...Object.keys(WORDS), 'colorId', ...FACETS.map(id => `facet.${id}`), 'card'];
const NUMBER = new Map(FIELDS.map((name, number) => [name, number]));
const END = Buffer.of(0xff);
const LEVEL = ' > ';
/** Between the values of a facet that a product has. */
const BETWEEN = '\n';

/** The lines of a catalog with one market and its own locale alone. @param {Iterable<string>} source */
export function* oneView(source) {
  for (const line of source) {
    const instruction = JSON.parse(line, (name, value) => (name === 'overrides' ? undefined : value));
    const group = instruction.replace?.productGroup;
    if (group === undefined) continue;
    for (const product of Object.values(group.products)) product.markets = ['uk'];
    yield `${JSON.stringify(instruction)}\n`;
  }
}

/** Writes fields.tsv. */
export function writeFields(folder) {
  const lines = FIELDS.map(name => {
    const kind = name in WORDS ? (name === 'title' ? 'title' : 'text') : kindOf(name);
    return `${name}\t${kind}\t${name in WORDS ? FIELD_SCORE[1 << WORDS[name]] : 0}`;
  });
  const both = FIELD_SCORE[(1 << FIELD.TYPE) | (1 << FIELD.TITLE)];
  const further = (both - FIELD_SCORE[1 << FIELD.TYPE]) / FIELD_SCORE[1 << FIELD.TITLE];
  writeFileSync(join(folder, 'fields.tsv'), [...lines, `\t\t${further}`, ''].join('\n'));
}

function kindOf(name) {
  if (name === 'card') return 'card';
  return name === 'colorId' ? 'filter' : 'facet';
}

/**
 * Writes documents.bin.
 * @param {string} catalog of one view, .jsonl.gz
 * @param {(keys: string[]) => Map<string, string>} cardsOf what answers have for products
 * @returns {Promise<number>} of documents
 */
export async function writeDocuments(folder, catalog, cardsOf) {
  let count = 0;
  const documents = (async function* () {
    let waiting = [];
    const encoded = () => {
      const cards = cardsOf(waiting.map(({ key }) => key));
      const all = waiting.map(product => encode([...fieldsOf(product), ['card', cards.get(product.key)]]));
      count += waiting.length;
      waiting = [];
      return Buffer.concat(all);
    };
    const input = createReadStream(catalog).pipe(createGunzip());
    for await (const line of createInterface({ input })) {
      const { key: group, productGroup } = JSON.parse(line).replace;
      for (const [key, product] of Object.entries(productGroup.products)) waiting.push({ key, group, ...product });
      if (waiting.length >= 100) yield encoded();
    }
    yield encoded();
  })();
  await pipeline(Readable.from(documents), createWriteStream(join(folder, 'documents.bin')));
  return count;
}

/** @returns {Generator<[field: string, value: string]>} */
function* fieldsOf({ key, group, colorInitial, defaults, variants }) {
  const all = (name, values) => values.filter(value => value !== undefined).map(value => [name, `${value}`]);
  const colors = (colorInitial ?? []).map(colorIdOf).filter(id => id !== undefined);
  const categories = (defaults.category ?? []).map(path => path.split(LEVEL));
  const { color = [], ...labels } = defaults.customLabels ?? {};
  yield* all('title', [defaults.title]);
  yield* all('name', [defaults.name]);
  yield* all('brand', [defaults.brand]);
  yield* all('type', [...(defaults.productType ?? []), defaults.ontology?.split(LEVEL).at(-1)]);
  yield* all(
    'category',
    categories.map(levels => levels.at(-1)),
  );
  yield* all('series', [defaults.series]);
  yield* all('color', [...colors.map(id => colorName(id, 'en')), ...color]);
  yield* all('audience', [...(defaults.gender ?? []), ...(defaults.age ?? [])]);
  yield* all('department', defaults.department ?? []);
  yield* all('label', [...(defaults.pattern ?? []), ...Object.values(labels).flat()]);
  yield* all(
    'label',
    Object.entries(defaults.customNumbers ?? {}).map(([name, number]) => `${number} ${name}`),
  );
  yield* all(
    'ontology',
    categories.flatMap(levels => levels.slice(0, -1)),
  );
  yield* all('key', [group, key, ...Object.keys(variants)]);
  yield* all('size', [...new Set(Object.values(variants).map(({ defaults: { size } }) => size))]);
  yield* all('colorId', colors);
  yield* facet('brand', [defaults.brand ?? []].flat());
  yield* facet('productType', defaults.productType ?? []);
  yield* facet('custom.color', color);
  yield* facet(
    'category',
    categories.flatMap(levels => levels.map((_, i) => levels.slice(0, i + 1).join(LEVEL))),
  );
}

/** All values of a product are one value: most products share what they carry, and counting it takes one look. */
function* facet(id, values) {
  if (values.length > 0) yield [`facet.${id}`, [...new Set(values)].join(BETWEEN)];
}

function encode(fields) {
  const pieces = fields.flatMap(([name, value]) => {
    const bytes = Buffer.from(value);
    const head = Buffer.alloc(5);
    head.writeUInt8(NUMBER.get(name), 0);
    head.writeUInt32BE(bytes.length, 1);
    return [head, bytes];
  });
  return Buffer.concat([...pieces, END]);
}

/** Writes the requests of one kind. @param {string[]} parameters query strings */
export function writeRequests(folder, kind, parameters) {
  const lines = parameters.map(text => {
    const given = new URLSearchParams(text);
    const q = given.get('q').replaceAll(/\s/g, ' ');
    return `${q}\t${given.get('skip') ?? 0}\t${given.get('f.color') ?? ''}\t${text}\n`;
  });
  writeFileSync(join(folder, `requests-${kind}.tsv`), lines.join(''));
}

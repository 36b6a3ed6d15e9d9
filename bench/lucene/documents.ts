/**
 * One view of a catalog, and the file from which Lucene gets the same: every product as the words that we index of it,
 * field by field, the values of four facets, and the very bytes that our answers have for it as a hit. Both sides read
 * what is written here, so that neither has more to do for it than the other.
 *
 *   documents.bin   per document: u8 field, u32 length (big endian), bytes …, u8 255
 */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { colorName } from '../../src/index/color-names.js';
import { colorIdOf } from '../../src/kernel/colors.js';
import { type CatalogProduct, groupOfLine, productGroups } from '../catalogs/product-groups.js';
import { type FacetName, type FieldName, fieldNumber } from './fields.js';

const END = Buffer.of(0xff);
const HEAD_BYTES = 5;
const LEVEL = ' > ';
/** Between the values of a facet that a product has. */
const BETWEEN = '\n';
/** Documents that are encoded at once. */
const BATCH = 100;

interface Product extends CatalogProduct {
  key: string;
  group: string;
}

type FieldValue = readonly [field: FieldName, value: string];

/** The lines of a catalog with one market and its own locale alone. */
export function* oneView(source: Iterable<string>): Generator<string> {
  for (const line of source) {
    const group = groupOfLine(line);
    if (!group) continue;
    const text = JSON.stringify({ replace: group }, (name, value) => {
      if (name === 'overrides') return undefined;
      return name === 'markets' ? ['uk'] : value;
    });
    yield `${text}\n`;
  }
}

/**
 * Writes documents.bin.
 * @param catalog of one view, .jsonl.gz
 * @param cardsOf what answers have for products, by key
 * @returns how many documents
 */
export async function writeDocuments(
  folder: string,
  catalog: string,
  cardsOf: (keys: readonly string[]) => ReadonlyMap<string, string>,
): Promise<number> {
  let count = 0;
  const encoded = (products: readonly Product[]) => {
    const cards = cardsOf(products.map(({ key }) => key));
    count += products.length;
    return Buffer.concat(products.map(product => encode([...fieldsOf(product), ['card', cards.get(product.key)!]])));
  };
  const documents = (async function* () {
    let waiting: Product[] = [];
    for await (const { key: group, productGroup } of productGroups(catalog)) {
      for (const [key, product] of Object.entries(productGroup.products)) waiting.push({ key, group, ...product });
      if (waiting.length < BATCH) continue;
      yield encoded(waiting);
      waiting = [];
    }
    yield encoded(waiting);
  })();
  await pipeline(Readable.from(documents), createWriteStream(join(folder, 'documents.bin')));
  return count;
}

function* fieldsOf({ key, group, colorInitial = [], defaults, variants }: Product): Generator<FieldValue> {
  const { title, name, brand, series, ontology, productType = [], category = [] } = defaults;
  const { department = [], gender = [], age = [], pattern = [], customNumbers = {} } = defaults;
  const { color = [], ...labels } = defaults.customLabels ?? {};
  const colors = colorInitial.flatMap(code => colorIdOf(code) ?? []);
  const categories = category.map(path => path.split(LEVEL));
  yield* values('title', title);
  yield* values('name', name);
  yield* values('brand', brand);
  yield* values('type', ...productType, ontology?.split(LEVEL).at(-1));
  yield* values('category', ...categories.map(levels => levels.at(-1)));
  yield* values('series', series);
  yield* values('color', ...colors.map(id => colorName(id, 'en')), ...color);
  yield* values('audience', ...gender, ...age);
  yield* values('department', ...department);
  yield* values('label', ...pattern, ...Object.values(labels).flat());
  yield* values('label', ...Object.entries(customNumbers).map(([label, number]) => `${number} ${label}`));
  yield* values('ontology', ...categories.flatMap(levels => levels.slice(0, -1)));
  yield* values('key', group, key, ...Object.keys(variants));
  yield* values('size', ...new Set(Object.values(variants).map(variant => variant.defaults.size)));
  yield* values('colorId', ...colors);
  yield* facet('brand', brand === undefined ? [] : [brand]);
  yield* facet('productType', productType);
  yield* facet('custom.color', color);
  yield* facet(
    'category',
    categories.flatMap(levels => levels.map((_, i) => levels.slice(0, i + 1).join(LEVEL))),
  );
}

/** One for each value that there is. */
function* values(field: FieldName, ...all: (string | undefined)[]): Generator<FieldValue> {
  for (const value of all) if (value !== undefined) yield [field, value];
}

/** All values of a product are one value: most products share what they carry, and counting it takes one look. */
function* facet(id: FacetName, all: readonly string[]): Generator<FieldValue> {
  if (all.length > 0) yield [`facet.${id}`, [...new Set(all)].join(BETWEEN)];
}

function encode(fields: readonly FieldValue[]): Buffer {
  const pieces = fields.flatMap(([name, value]) => {
    const bytes = Buffer.from(value);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(fieldNumber(name), 0);
    head.writeUInt32BE(bytes.length, 1);
    return [head, bytes];
  });
  return Buffer.concat([...pieces, END]);
}

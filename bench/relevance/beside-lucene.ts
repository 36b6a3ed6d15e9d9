/**
 * Lucene on the judged sets, where its jars are: the products of each view as we index them, and their descriptions, with
 * the analyzer of the language. Its lists are judged as ours are.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEIGHTS } from '../../src/query/ranking/weights.js';
import { Snapshot, type View } from '../../src/snapshot/index.js';
import { readGroups } from '../catalogs/product-groups.js';
import { markdownTable } from '../harness/markdown.js';
import type { JavaArgs } from '../lucene/lucene.js';
import type { ListWorth } from './gains.js';
import { type JudgedSet, type SetQuery, worthOfList } from './sets.js';
import type { Shop } from './shop.js';
import { grouped } from './summary.js';

/** How Lucene is asked: fields of one text each, as shops put them together, or all by themselves. */
const JOINED = { short: ['title', 'brand', 'type'], text: ['title', 'brand', 'type', 'description'] } as const;
const WAYS = ['short', 'text', 'fields'] as const;
type Way = (typeof WAYS)[number];

/** A query with what the lists of both are worth. */
export interface Compared {
  query: SetQuery;
  ours: ListWorth;
  lucene: Record<Way, ListWorth>;
}

/** By field of Lucene's documents, the attributes whose values it has. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  title: ['title'],
  name: ['name'],
  brand: ['brand'],
  type: ['product_type', 'ontology'],
  category: ['category'],
  series: ['series'],
  color: ['color', 'custom.color'],
  audience: ['gender', 'age'],
  department: ['department'],
  label: ['pattern'],
};
const DESCRIPTION = 'description';
const HEAP_MB = 512;
/** Hits that are asked for: of groups that are listed once, several may be among them. */
const MOST = 300;
const LISTED = 60;

/** @param folder an empty one, made when missing */
function luceneLists(set: JudgedSet, shop: Shop, java: JavaArgs, folder: string): Map<SetQuery, Record<Way, string[]>> {
  const snapshot = new Snapshot(shop.snapshot);
  const descriptions = descriptionsOf(set.catalog);
  const lists = new Map<SetQuery, Record<Way, string[]>>();
  for (const [name, queries] of grouped(set.queries, ({ market, locale }) => `${market}-${locale}`)) {
    const { market, locale } = queries[0];
    const view = snapshot.view(market, locale);
    const dir = join(folder, name);
    mkdirSync(dir, { recursive: true });
    writeDocuments(dir, view, key => descriptions(key, market, locale));
    writeFileSync(join(dir, 'queries.tsv'), queries.map(({ q }) => `${cell(q)}\n`).join(''));
    const joined = Object.entries(JOINED).map(([way, fields]) => `${way}=${fields.join(',')}`);
    const args = [dir, locale.slice(0, 2), String(MOST), String(WEIGHTS['field.further']), ...joined];
    const { status, stderr } = spawnSync('java', java('Judged', HEAP_MB, args));
    if (status !== 0) throw new Error(`java: ${stderr}`);
    for (const line of readFileSync(join(dir, 'lists.tsv'), 'utf8').trimEnd().split('\n')) {
      const [way, number, ...keys] = line.split('\t');
      const query = queries[Number(number)];
      const known = lists.get(query) ?? { short: [], text: [], fields: [] };
      known[way as Way] = onceEach(keys, view);
      lists.set(query, known);
    }
  }
  snapshot.close();
  return lists;
}

export function compared(set: JudgedSet, shop: Shop, java: JavaArgs, folder: string): Compared[] {
  const lists = luceneLists(set, shop, java, folder);
  return set.queries.map(query => {
    const { q, market, locale } = query;
    const found = lists.get(query)!;
    const lucene = Object.fromEntries(WAYS.map(way => [way, worthOfList(query, found[way])])) as Compared['lucene'];
    return { query, ours: worthOfList(query, shop.search(q, market, locale, LISTED).keys), lucene };
  });
}

/** Markdown: nDCG@10 and, where it is measured, recall of both by class and by locale. */
export function comparedTable(name: string, rows: readonly Compared[]): string {
  const hasRecall = rows.some(({ ours }) => ours.recall !== undefined);
  const line = (of: string, some: readonly Compared[]) => {
    const lists = [some.map(({ ours }) => ours), ...WAYS.map(way => some.map(({ lucene }) => lucene[way]))];
    const mean = (measure: (worth: ListWorth) => number) =>
      lists.map(worths => (worths.reduce((sum, worth) => sum + measure(worth), 0) / worths.length).toFixed(3));
    return [
      of,
      ...mean(({ ndcg }) => ndcg),
      ...mean(({ first }) => Number(first)),
      ...(hasRecall ? mean(({ recall = 1 }) => recall) : []),
      String(some.length),
    ];
  };
  const sides = ['ours', ...WAYS.map(way => `Lucene ${way}`)];
  const heads = ['nDCG@10', 'first right', ...(hasRecall ? ['recall in 50'] : [])];
  const classes = [...grouped(rows, ({ query }) => query.class)].map(([of, some]) => line(of, some));
  const locales = [...grouped(rows, ({ query }) => query.locale)].map(([of, some]) => line(of, some));
  return markdownTable([
    [name, ...heads.flatMap(head => sides.map(side => `${head}, ${side}`)), 'queries'],
    ...classes,
    ...(locales.length > 1 ? locales : []),
    line('all', rows),
  ]);
}

const FIELDS = [...Object.keys(ATTRIBUTES), DESCRIPTION];

function writeDocuments(dir: string, view: View, descriptionOf: (key: string) => string): void {
  const { structure, attributes, labels } = view;
  const custom = attributes.all.filter(({ id }) => id.startsWith('custom.') && id !== 'custom.color');
  const idsOf = (field: string) => [...ATTRIBUTES[field], ...(field === 'label' ? custom.map(({ id }) => id) : [])];
  const textsOf = (id: string, product: number): string[] => {
    const attribute = attributes.get(id);
    if (attribute?.level !== 'product') return [];
    const { start, of, values } = attribute;
    return Array.from(of.subarray(start[product], start[product + 1]), value =>
      cell(labels.get(id)?.labels.at(value) ?? values.at(value)),
    );
  };
  const lines = [FIELDS.join('\t')];
  for (let product = 0; product < structure.productCount; product++) {
    const key = structure.products.at(product);
    const cells = FIELDS.map(name =>
      name === DESCRIPTION
        ? cell(descriptionOf(key))
        : idsOf(name)
            .flatMap(id => textsOf(id, product))
            .join(' '),
    );
    lines.push([key, ...cells].join('\t'));
  }
  writeFileSync(join(dir, 'documents.tsv'), `${lines.join('\n')}\n`);
}

/** Of a group that is listed once, the first product. */
function onceEach(keys: readonly string[], { structure }: View): string[] {
  const groups = new Set<number>();
  return keys.filter(key => {
    const group = structure.groupOf[structure.products.find(key)];
    if (!structure.isCollapsed(group)) return true;
    const isFirst = !groups.has(group);
    groups.add(group);
    return isFirst;
  });
}

function descriptionsOf(catalog: string): (key: string, market: string, locale: string) => string {
  const products = new Map(readGroups(catalog).flatMap(({ productGroup }) => Object.entries(productGroup.products)));
  return (key, market, locale) => {
    const { defaults, overrides = {} } = products.get(key)!;
    const own = overrides[`${market}|${locale}`] ?? overrides[`*|${locale}`];
    return own?.description ?? defaults.description ?? '';
  };
}

/** As a cell of a line. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ');
}

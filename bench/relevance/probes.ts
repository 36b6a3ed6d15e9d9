/**
 * Probes: queries with what their first hits must be, each either right or wrong. Those of `goods` are of everyday
 * products in five languages, whose catalog is written out here; those of `shopping` are of the catalog that may stand
 * beside the checkout. They find what means over judged queries hide: a language, or a kind of query.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { SHOPPING_CATALOG } from '../catalogs/known-catalogs.js';
import { readGroups } from '../catalogs/product-groups.js';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import { openShop, type Shop } from './shop.js';

const FOLDER = inCheckout('data/relevance/probes');
const STRICT = { additionalProperties: false };

const Thing = Type.Object(
  {
    key: Type.String(),
    /** By locale: category, type and title. */
    names: Type.Record(Type.String(), Type.Tuple([Type.String(), Type.String(), Type.String()])),
  },
  STRICT,
);
const GoodsProbe = Type.Object(
  {
    locale: Type.String(),
    class: Type.String(),
    q: Type.String(),
    /** Keys of which one must come first; none: nothing may be found. */
    first: Type.Array(Type.String()),
    /** Keys that must be among the first six. */
    has: Type.Optional(Type.Array(Type.String())),
    hasNot: Type.Optional(Type.Array(Type.String())),
  },
  STRICT,
);
const Words = Type.String({ description: 'a regular expression over title, type, brand and category, in any case' });
const ShoppingProbe = Type.Object(
  {
    class: Type.String(),
    q: Type.String(),
    /** Whether anything is found at all. */
    some: Type.Optional(Type.Boolean()),
    /** At least so many of the first. */
    most: Type.Optional(Type.Object({ least: Type.Integer(), of: Type.Integer(), say: Words }, STRICT)),
    /** None of the first. */
    never: Type.Optional(Type.Object({ of: Type.Integer(), say: Words }, STRICT)),
  },
  STRICT,
);
const SuggestionProbe = Type.Object(
  {
    catalog: Type.Enum(['demo', 'shopping']),
    market: Type.String(),
    locale: Type.String(),
    q: Type.String({ description: 'the beginning of a text' }),
    /** Phrases that must be among the first. */
    has: Type.Optional(Type.Array(Type.String())),
    hasNot: Type.Optional(Type.Array(Type.String())),
  },
  STRICT,
);

/** A probe that was asked. */
export interface ProbeRow {
  locale: string;
  class: string;
  q: string;
  isRight: boolean;
  /** Keys of the first hits. */
  keys: string[];
}

const MARKET = 'm';
const SHOPPING = { market: 'us', locale: 'en-US' };
const FIRST = 6;
const PAGE = 60;

/** @param dataDir an empty folder */
export async function goodsProbes(dataDir: string): Promise<ProbeRow[]> {
  mkdirSync(dataDir, { recursive: true });
  const catalog = join(dataDir, 'goods.jsonl.gz');
  writeFileSync(catalog, gzipSync(read(Thing, 'goods.jsonl').map(imported).join('\n')));
  const shop = await openShop(join(dataDir, 'shop'), catalog);
  const rows = read(GoodsProbe, 'goods.queries.jsonl').map(probe => {
    const { q, locale, first, has = [], hasNot = [] } = probe;
    const { keys } = shop.search(q, MARKET, locale, PAGE);
    const isFirstRight = first.length === 0 ? keys.length === 0 : first.includes(keys[0] ?? '');
    const own = keys.slice(0, FIRST);
    const isRight = isFirstRight && has.every(key => own.includes(key)) && !hasNot.some(key => keys.includes(key));
    return { locale, class: probe.class, q, isRight, keys: own };
  });
  shop.close();
  return rows;
}

/** @param shop with the shopping catalog */
export function shoppingProbes(shop: Shop): ProbeRow[] {
  const texts = new Map(
    readGroups(SHOPPING_CATALOG).flatMap(({ productGroup }) =>
      Object.entries(productGroup.products).map(([key, { defaults }]) => {
        const { title, productType = [], brand = '', category = [] } = defaults;
        return [key, [title, productType.join(' '), brand, JSON.stringify(category)].join(' | ')] as const;
      }),
    ),
  );
  return read(ShoppingProbe, 'shopping.queries.jsonl').map(({ q, class: name, some, most, never }) => {
    const { keys, hits } = shop.search(q, SHOPPING.market, SHOPPING.locale, PAGE);
    const saying = (say: string, of: number) =>
      keys.slice(0, of).filter(key => new RegExp(say, 'i').test(texts.get(key) ?? '')).length;
    const isRight =
      (some === undefined || some === hits > 0) &&
      (most === undefined || saying(most.say, most.of) >= most.least) &&
      (never === undefined || saying(never.say, never.of) === 0);
    return { locale: SHOPPING.locale, class: name, q, isRight, keys: keys.slice(0, FIRST) };
  });
}

/** Beginnings of texts, with what must be suggested for them, and what must not. @param shop with that catalog */
export function suggestionProbes(shop: Shop, catalog: 'demo' | 'shopping'): ProbeRow[] {
  return read(SuggestionProbe, 'suggestions.jsonl')
    .filter(probe => probe.catalog === catalog)
    .map(({ q, market, locale, has = [], hasNot = [] }) => {
      const keys = shop.suggested(q, market, locale);
      const first = keys.slice(0, FIRST);
      const isRight = has.every(phrase => first.includes(phrase)) && !hasNot.some(phrase => keys.includes(phrase));
      return { locale, class: 'suggestions', q, isRight, keys };
    });
}

/** The share of probes that are right. */
export function shareRight(rows: readonly ProbeRow[]): number {
  return rows.filter(({ isRight }) => isRight).length / rows.length;
}

function imported({ key, names }: Static<typeof Thing>, number: number): string {
  const [[locale, own], ...others] = Object.entries(names) as [
    [string, [string, string, string]],
    ...[string, [string, string, string]][],
  ];
  const of = (locale: string, [category, type, title]: readonly string[]) => {
    return { title, productType: [type], category: [category], dataLocale: locale };
  };
  const product = {
    markets: [MARKET],
    defaults: { ...of(locale, own), url: `/${key}`, brand: `Brand${number % 7}` },
    overrides: Object.fromEntries(others.map(([other, texts]) => [`${MARKET}|${other}`, of(other, texts)])),
    variants: { [`${key}-v`]: { defaults: { stock: 5, listPrice: 10, sellingPrice: 10 } } },
  };
  return JSON.stringify({ replace: { key: `g${key}`, productGroup: { products: { [key]: product } } } });
}

function read<Schema extends TSchema>(schema: Schema, name: string): Static<Schema>[] {
  const file = join(FOLDER, name);
  const validator = Compile(schema);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => parsedJson(validator, line, file) as Static<Schema>);
}

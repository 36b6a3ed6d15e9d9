/**
 * Judged queries over a real catalog of fashion that may stand beside the checkout, scored by the rule that came with
 * them: the type decides whether a product is worth anything, then how many of the other conditions hold. Queries that
 * have a word which the catalog does not know, a typing error, are a class of their own.
 */
import { existsSync, readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { FASHION_CATALOG, FASHION_QUERIES } from '../catalogs/known-catalogs.js';
import { type CatalogProductData, readGroups } from '../catalogs/product-groups.js';
import { parsedJson } from '../harness/parsed-json.js';
import { type Grade, ideal, worth } from './judge.js';
import type { Row } from './judged.js';
import { openShop, type Shop } from './shop.js';
import { Want } from './want.js';

const [MARKET, LOCALE] = ['uk', 'en-GB'];

const Query = Type.Object({
  q: Type.String(),
  want: Type.Object({
    brand: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
    colour: Type.Optional(Type.String()),
    gender: Type.Optional(Type.String()),
  }),
});
const validator = Compile(Query);

type FashionWant = Static<typeof Query>['want'];
type ConditionName = keyof FashionWant;

interface FashionFacts {
  /** All words of the product. */
  words: string[];
  brand: string;
  type: string;
  colour: string;
  gender: string;
}

/** A query with the grades of products. */
export interface FashionQuery {
  q: string;
  market: string;
  locale: string;
  class: string;
  want: FashionWant;
  gradeOf(key: string): Grade;
  /** The best grades there are. */
  best: Grade[];
}

/** @returns undefined where the catalog or the queries are absent */
export function readFashion(): FashionQuery[] | undefined {
  if (!existsSync(FASHION_CATALOG) || !existsSync(FASHION_QUERIES)) return undefined;
  const products = new Map(
    readGroups(FASHION_CATALOG).flatMap(({ productGroup }) =>
      Object.entries(productGroup.products).map(([key, { defaults }]) => [key, factsOf(defaults)] as const),
    ),
  );
  const known = new Set([...products.values()].flatMap(({ words }) => words));
  return readFileSync(FASHION_QUERIES, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => {
      const { q, want } = parsedJson(validator, line, FASHION_QUERIES);
      const mistyped = wordsOf(q).some(word => !isKnown(known, word));
      return {
        q,
        market: MARKET,
        locale: LOCALE,
        class: mistyped ? 'with a typing error' : 'words all known',
        want,
        gradeOf: key => grade(products.get(key)!, want),
        best: ideal([...products.values()].map(facts => grade(facts, want))),
      };
    });
}

/**
 * @param dataDir an empty folder
 * @param also called with the shop when it has been asked
 * @returns undefined where the catalog or the queries are absent
 */
export async function fashion(dataDir: string, also?: (shop: Shop) => void): Promise<Row[] | undefined> {
  const queries = readFashion();
  if (!queries) return undefined;
  const shop = await openShop(dataDir, FASHION_CATALOG);
  const rows = askedFashion(queries, shop);
  also?.(shop);
  shop.close();
  return rows;
}

/** @param shop with the catalog of fashion */
export function askedFashion(queries: readonly FashionQuery[], shop: Pick<Shop, 'search'>): Row[] {
  return queries.map(({ want, gradeOf, best, ...query }) => {
    const found = shop.search(query.q, query.market, query.locale);
    const stated = Object.fromEntries(Object.entries(want).map(([name, value]) => [name, [value]]));
    return { ...query, want: new Want(stated), ...found, ...worth(found.keys.map(gradeOf), best) };
  });
}

function factsOf(product: CatalogProductData): FashionFacts {
  const { title, brand = '', productType = [], customLabels = {}, gender = [], category } = product;
  return {
    words: wordsOf(JSON.stringify([title, brand, productType, customLabels, gender, category])),
    brand,
    type: productType[0],
    colour: customLabels.color[0],
    gender: gender[0],
  };
}

const HOLDS: Readonly<Record<ConditionName, (facts: FashionFacts, wanted: string) => boolean>> = {
  brand: ({ brand }, wanted) => brand === wanted,
  type: ({ type }, wanted) => type === wanted,
  colour: ({ colour }, wanted) => colour === wanted || colour.toLowerCase().endsWith(` ${wanted.toLowerCase()}`),
  gender: ({ gender }, wanted) => gender === wanted || gender === 'Unisex',
};
const CONDITIONS = Object.keys(HOLDS) as ConditionName[];

function grade(facts: FashionFacts, want: FashionWant): Grade {
  if (want.type && facts.type !== want.type) return 0;
  const wanted = CONDITIONS.flatMap(name => (want[name] === undefined ? [] : [HOLDS[name](facts, want[name])]));
  const holding = wanted.filter(Boolean).length;
  if (holding === wanted.length) return 3;
  return wanted.length >= 3 && holding === wanted.length - 1 ? 2 : 1;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A plural of a known word, or a singular of one, is known too. */
function isKnown(known: ReadonlySet<string>, word: string): boolean {
  return [word, `${word}s`, word.replace(/e?s$/, ''), word.replace(/s$/, '')].some(one => known.has(one));
}

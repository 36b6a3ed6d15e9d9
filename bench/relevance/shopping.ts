/**
 * Shopping queries over a catalog as shops have them, which human judges graded product by product; both may stand
 * beside the checkout. Of several thousand products a query has some dozens with a judgement; all others count as wrong.
 * Queries are told apart by their words: the longer they are, the fewer products have all of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { SHOPPING_CATALOG, SHOPPING_QUERIES } from '../catalogs/known-catalogs.js';
import { markdownTable } from '../harness/markdown.js';
import { parsedJson } from '../harness/parsed-json.js';
import { type Judged, NDCG_AT, RELEVANT, worthOfGains } from './gains.js';
import { interval, intervalText } from './intervals.js';
import { openShop, type Shop } from './shop.js';
import { grouped } from './summary.js';

const [MARKET, LOCALE] = ['us', 'en-US'];
/** Hits that are asked for: a page. */
const PAGE = 60;
/** The gain of a product that is exactly what was searched for. */
const EXACT = 1;

const Judgements = Type.Object({
  q: Type.String(),
  /** Gains from 0 to 1 by product key. */
  rel: Type.Record(Type.String(), Type.Number()),
});
const validator = Compile(Judgements);

/** A query that was asked, and what its hits are worth. */
export interface ShoppingRow {
  q: string;
  used: string;
  class: string;
  hits: number;
  keys: string[];
  /** Of the first ten hits, by linear gains. */
  ndcg: number;
  /** Whether the first hit is exactly what was searched for. */
  first: boolean;
  /** The share of the products that might do which is among the first fifty hits. */
  recall: number;
}

/** A query with its judgements. */
export interface ShoppingQuery extends Static<typeof Judgements> {
  market: string;
  locale: string;
  class: string;
}

/** @returns undefined where the catalog or the queries are absent */
export function readShopping(): ShoppingQuery[] | undefined {
  if (!existsSync(SHOPPING_CATALOG) || !existsSync(SHOPPING_QUERIES)) return undefined;
  return readFileSync(SHOPPING_QUERIES, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => {
      const judged = parsedJson(validator, line, SHOPPING_QUERIES);
      return { ...judged, market: MARKET, locale: LOCALE, class: classOf(judged.q) };
    });
}

/**
 * @param dataDir an empty folder
 * @param also called with the shop when it has been asked
 * @returns undefined where the catalog or the queries are absent
 */
export async function shopping(dataDir: string, also?: (shop: Shop) => void): Promise<ShoppingRow[] | undefined> {
  const queries = readShopping();
  if (!queries) return undefined;
  const shop = await openShop(dataDir, SHOPPING_CATALOG);
  const rows = queries.map(({ q, rel, market, locale, class: name }): ShoppingRow => {
    const { used, hits, keys } = shop.search(q, market, locale, PAGE);
    return { q, used, class: name, hits, keys, ...worthOf(keys, rel) };
  });
  also?.(shop);
  shop.close();
  return rows;
}

function classOf(q: string): string {
  const words = q.split(/\s+/).length;
  if (words <= 2) return 'one or two words';
  return words <= 4 ? 'three or four words' : 'five words or more';
}

/** @param rel gains by product key */
export function judgedBy(rel: Readonly<Record<string, number>>): Required<Judged> {
  const gains = Object.values(rel).sort((a, b) => b - a);
  const relevant = gains.filter(gain => gain >= RELEVANT).length;
  return { best: gains.slice(0, NDCG_AT), exact: EXACT, relevant };
}

/** @param rel gains by product key */
export function worthOf(
  keys: readonly string[],
  rel: Readonly<Record<string, number>>,
): Pick<ShoppingRow, 'ndcg' | 'first' | 'recall'> {
  const {
    ndcg,
    first,
    recall = 1,
  } = worthOfGains(
    judgedBy(rel),
    keys.map(key => rel[key] ?? 0),
  );
  return { ndcg, first, recall };
}

/** Markdown: means by class with the bounds of 95 % of resamples. */
export function shoppingTable(rows: readonly ShoppingRow[]): string {
  const line = (name: string, of: readonly ShoppingRow[]) => {
    const measures = [of.map(row => row.ndcg), of.map(row => Number(row.first)), of.map(row => row.recall)];
    return [name, ...measures.map(values => intervalText(interval(values))), String(of.length)];
  };
  const classes = [...grouped(rows, row => row.class)].map(([name, of]) => line(name, of));
  return markdownTable([
    ['shopping', 'nDCG@10', 'first hit exact', 'recall in 50', 'queries'],
    ...classes,
    line('all', rows),
  ]);
}

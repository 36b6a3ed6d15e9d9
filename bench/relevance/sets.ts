/**
 * The judged sets that are there, in one form: queries of a catalog, each with what products are worth for it. What
 * gains mean is up to the set: those of graded conditions grow by powers of two, those of human judges are linear.
 */
import { DEMO_CATALOG, FASHION_CATALOG, SHOPPING_CATALOG } from '../catalogs/known-catalogs.js';
import { readGroups } from '../catalogs/product-groups.js';
import { readFashion } from './fashion.js';
import { BEST, bestGrades, gainOfGrade, grade } from './judge.js';
import { marketsOf, readJudged } from './judged.js';
import { EXACT, RELEVANT, readShopping } from './shopping.js';

export const SET_NAMES = ['demo', 'fashion', 'shopping'] as const;
export type SetName = (typeof SET_NAMES)[number];

/** A query with something to find. */
export interface SetQuery {
  q: string;
  market: string;
  locale: string;
  class: string;
  /** What a product is worth. */
  gainOf(key: string): number;
  /** The largest gains that the catalog has for it, in order, as many as nDCG looks at. */
  best: readonly number[];
  /** The least gain of a product that is fully right. */
  exact: number;
  /** How many products of the catalog might do; undefined where recall is not measured. */
  relevant?: number;
}

export interface JudgedSet {
  name: SetName;
  catalog: string;
  queries: readonly SetQuery[];
}

/** What a list of products is worth. */
export interface ListWorth {
  /** nDCG@10. */
  ndcg: number;
  /** Whether the first is fully right. */
  first: boolean;
  /** Of the first fifty; undefined where it is not measured. */
  recall?: number;
}

const NDCG_AT = 10;
const RECALL_AT = 50;

/** @returns undefined where its catalog or its queries are absent */
export function judgedSet(name: SetName): JudgedSet | undefined {
  if (name === 'demo') return { name, catalog: DEMO_CATALOG, queries: demoQueries() };
  const queries = name === 'fashion' ? fashionQueries() : shoppingQueries();
  return queries && { name, catalog: name === 'fashion' ? FASHION_CATALOG : SHOPPING_CATALOG, queries };
}

export function worthOfList(query: SetQuery, keys: readonly string[]): ListWorth {
  return worthOfGains(query, keys.slice(0, RECALL_AT).map(query.gainOf));
}

/** @param gains of the products of a list, in order */
export function worthOfGains(query: SetQuery, gains: readonly number[]): ListWorth {
  const worth: ListWorth = {
    ndcg: discounted(gains) / discounted(query.best),
    first: (gains[0] ?? 0) >= query.exact,
  };
  if (query.relevant !== undefined) {
    const found = gains.slice(0, RECALL_AT).filter(gain => gain >= RELEVANT).length;
    worth.recall = query.relevant === 0 ? 1 : found / query.relevant;
  }
  return worth;
}

/** What a place counts, from 0: the gain of a product is divided by the logarithm of its place. */
export function discount(place: number): number {
  return 1 / Math.log2(place + 2);
}

/** Discounted cumulative gain of the first ten. */
export function discounted(gains: readonly number[]): number {
  return gains.slice(0, NDCG_AT).reduce((sum, gain, place) => sum + gain * discount(place), 0);
}

function demoQueries(): SetQuery[] {
  const judged = readJudged();
  const markets = marketsOf(readGroups(DEMO_CATALOG), judged);
  return judged.flatMap(({ q, market, locale, class: name, want }) => {
    if (!want) return [];
    const facts = markets.get(market)!;
    return [
      {
        ...{ q, market, locale, class: name, exact: gainOfGrade(BEST) },
        gainOf: key => gainOfGrade(grade(facts.get(key)!, want)),
        best: bestGrades(facts, want).map(gainOfGrade),
      },
    ];
  });
}

function fashionQueries(): SetQuery[] | undefined {
  return readFashion()?.map(({ gradeOf, best, ...query }) => ({
    ...query,
    exact: gainOfGrade(BEST),
    gainOf: key => gainOfGrade(gradeOf(key)),
    best: best.map(gainOfGrade),
  }));
}

function shoppingQueries(): SetQuery[] | undefined {
  return readShopping()?.map(({ q, rel, ...query }) => {
    const gains = Object.values(rel).sort((a, b) => b - a);
    return {
      ...{ q, ...query, exact: EXACT },
      gainOf: key => rel[key] ?? 0,
      best: gains.slice(0, NDCG_AT),
      relevant: gains.filter(gain => gain >= RELEVANT).length,
    };
  });
}

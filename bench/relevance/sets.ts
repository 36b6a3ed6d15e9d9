/**
 * The judged sets that are there, in one form: queries of a catalog, each with what products are worth for it. What
 * gains mean is up to the set: those of graded conditions grow by powers of two, those of human judges are linear.
 */
import { DEMO_CATALOG, FASHION_CATALOG, SHOPPING_CATALOG } from '../catalogs/known-catalogs.js';
import { readGroups } from '../catalogs/product-groups.js';
import { readFashion } from './fashion.js';
import { type Judged, type ListWorth, RECALL_AT, worthOfGains } from './gains.js';
import { BEST, bestGrades, gainOfGrade, grade } from './judge.js';
import { marketsOf, readJudged } from './judged.js';
import { judgedBy, readShopping } from './shopping.js';

export const SET_NAMES = ['demo', 'fashion', 'shopping'] as const;
export type SetName = (typeof SET_NAMES)[number];

/** A query with something to find. */
export interface SetQuery extends Judged {
  q: string;
  market: string;
  locale: string;
  class: string;
  /** What a product is worth. */
  gainOf(key: string): number;
}

export interface JudgedSet {
  name: SetName;
  catalog: string;
  queries: readonly SetQuery[];
}

/** @returns undefined where its catalog or its queries are absent */
export function judgedSet(name: SetName): JudgedSet | undefined {
  if (name === 'demo') return { name, catalog: DEMO_CATALOG, queries: demoQueries() };
  const queries = name === 'fashion' ? fashionQueries() : shoppingQueries();
  return queries && { name, catalog: name === 'fashion' ? FASHION_CATALOG : SHOPPING_CATALOG, queries };
}

export function worthOfList(query: SetQuery, keys: readonly string[]): ListWorth {
  return worthOfGains(query, keys.slice(0, RECALL_AT).map(query.gainOf));
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
  return readShopping()?.map(({ rel, ...query }) => ({ ...query, ...judgedBy(rel), gainOf: key => rel[key] ?? 0 }));
}

/**
 * The judged queries over the demo catalog, data/relevance/*.jsonl: reads them, runs them and finds fault with those
 * that could not be right whatever the engine did.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CatalogGroup } from '../catalogs/product-groups.js';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import { type Facts, factsOf } from './facts.js';
import { BEST, bestGrades, grade, holds, score, type Worth } from './judge.js';
import type { Found, Shop } from './shop.js';
import { ConditionsSchema, isBounds, Want, WantSchema } from './want.js';

const FOLDER = inCheckout('data/relevance');

const StatedQuery = Type.Object({
  q: Type.String(),
  market: Type.String(),
  locale: Type.String(),
  class: Type.String(),
  want: Type.Optional(WantSchema),
  /** A condition of the query that no product of `want` meets. */
  unmet: Type.Optional(ConditionsSchema),
  /** Nothing of the catalog is meant. */
  none: Type.Optional(Type.Literal(true)),
});
const validator = Compile(StatedQuery);

/** A query with what it wants; without `want` nothing of the catalog is meant. */
export interface JudgedQuery extends Omit<Static<typeof StatedQuery>, 'want'> {
  want?: Want;
}

/** A query that was asked. `worth` is there for one with a `want`, `empty` for one with `none`. */
export type Row = Pick<JudgedQuery, 'q' | 'locale' | 'class' | 'want' | 'none'> &
  Found &
  Partial<Worth> & {
    /** Whether nothing was found. */
    empty?: boolean;
  };

/** Facts by market and product key. */
export type Markets = ReadonlyMap<string, ReadonlyMap<string, Facts>>;

/** @param line JSON */
export function judgedQuery(line: string): JudgedQuery {
  const { want, ...stated } = parsedJson(validator, line, 'judged query');
  return want ? { ...stated, want: Want.of(want) } : stated;
}

export function readJudged(): JudgedQuery[] {
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.jsonl'));
  return files.sort().flatMap(name => readFileSync(join(FOLDER, name), 'utf8').trimEnd().split('\n').map(judgedQuery));
}

/** Of the markets that queries name. */
export function marketsOf(groups: readonly CatalogGroup[], judged: readonly JudgedQuery[]): Markets {
  const names = [...new Set(judged.map(({ market }) => market))];
  return new Map(names.map(name => [name, new Map(factsOf(groups, name).map(facts => [facts.key, facts]))]));
}

export function runJudged(shop: Shop, markets: Markets, judged: readonly JudgedQuery[]): Row[] {
  return judged.map(query => {
    const found = shop.search(query.q, query.market, query.locale);
    if (!query.want) return { ...query, ...found, empty: found.hits === 0 && found.others === 0 };
    return { ...query, ...found, ...score(markets.get(query.market)!, query.want, found.keys) };
  });
}

/** What is wrong with the queries themselves. */
export function faultsOf(groups: readonly CatalogGroup[], markets: Markets, judged: readonly JudgedQuery[]): string[] {
  const vocabulary = vocabularyOf(groups);
  const seen = new Set<string>();
  return judged.flatMap(query => {
    const { q, market, locale, want, none } = query;
    const faults: string[] = [];
    if (seen.has(`${locale}/${q}`)) faults.push('is there twice');
    seen.add(`${locale}/${q}`);
    if ((want === undefined) === (none === undefined)) faults.push('needs either want or none');
    if (want) faults.push(...faultsOfWant(markets.get(market)!, want, query.unmet));
    for (const word of none ? wordsOf(q) : []) {
      if (vocabulary.has(word)) faults.push(`has a word of the catalog, ${word}`);
    }
    return faults.map(fault => `${locale} "${q}" ${fault}`);
  });
}

function faultsOfWant(market: ReadonlyMap<string, Facts>, want: Want, unmet: JudgedQuery['unmet']): string[] {
  const facts = [...market.values()];
  const faults: string[] = [];
  if (bestGrades(market, want)[0] !== BEST) faults.push('has no product that is fully right');
  if (facts.every(one => grade(one, want) === BEST)) faults.push('is met by every product');
  if (unmet && bestGrades(market, want.with(unmet))[0] === BEST) faults.push('can be met whole');
  for (const [name, wanted] of [want.conditions, want.not, want.near].flatMap(conditions =>
    Object.entries(conditions),
  )) {
    for (const one of isBounds(wanted) ? [wanted] : wanted.map(value => [value])) {
      if (!facts.some(product => holds(product, name, one))) faults.push(`wants ${name} ${one}, which nothing has`);
    }
  }
  return faults;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}

/** All words of what products are called, in all languages. */
function vocabularyOf(groups: readonly CatalogGroup[]): Set<string> {
  const words = new Set<string>();
  for (const { productGroup } of groups) {
    for (const { defaults, overrides = {} } of Object.values(productGroup.products)) {
      for (const { title, productType, brand, series } of [defaults, ...Object.values(overrides)]) {
        for (const word of wordsOf([title, productType, brand, series].join(' '))) words.add(word);
      }
    }
  }
  return words;
}

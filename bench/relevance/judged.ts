/**
 * The judged queries over the demo catalog, data/relevance/*.jsonl: reads them, runs them and finds fault with those
 * that could not be right whatever the engine did.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { factsOf } from './facts.js';
import { bestGrades, conditionsOf, grade, holds, score } from './judge.js';

export const CATALOG = fileURLToPath(new URL('../../data/demo.catalog.jsonl.gz', import.meta.url));
/** Figures that a test holds the classes and locales to. */
export const FLOOR = new URL('../../data/relevance/floor.json', import.meta.url);
const FOLDER = new URL('../../data/relevance/', import.meta.url);
const BEST = 3;

/**
 * @typedef {object} Judged
 * @property {string} q
 * @property {string} market
 * @property {string} locale
 * @property {string} class
 * @property {any} [want]
 * @property {any} [unmet] a condition of the query that no product of `want` meets
 * @property {true} [none] nothing of the catalog is meant
 */

/**
 * @typedef {Judged & import('./shop.js').Found & {ndcg?: number, first?: boolean, grades?: number[], empty?: boolean}} Row
 * `ndcg`, `first` and `grades` of one with a `want`, `empty` of one with `none`
 */

/** @returns {Judged[]} */
export function readJudged() {
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.jsonl'));
  return files.sort().flatMap(name => {
    const lines = readFileSync(new URL(name, FOLDER), 'utf8').trimEnd().split('\n');
    return lines.map(line => JSON.parse(line));
  });
}

/** @returns {Map<string, Map<string, import('./facts.js').Facts>>} facts by market and product key */
export function marketsOf(groups, judged) {
  const names = [...new Set(judged.map(({ market }) => market))];
  return new Map(names.map(name => [name, new Map(factsOf(groups, name).map(facts => [facts.key, facts]))]));
}

/** @returns {{[name: string]: number}} the least that a class or locale may come to */
export const readFloor = () => JSON.parse(readFileSync(FLOOR, 'utf8'));

/** @returns {Row[]} */
export function runJudged(shop, markets, judged) {
  return judged.map(line => {
    const found = shop.search(line.q, line.market, line.locale);
    if (line.none) return { ...line, ...found, empty: found.hits === 0 && found.others === 0 };
    return { ...line, ...found, ...score(markets.get(line.market), line.want, found.keys) };
  });
}

/** @returns {string[]} what is wrong with the lines themselves */
export function faultsOf(groups, markets, judged) {
  const vocabulary = vocabularyOf(groups);
  const seen = new Set();
  return judged.flatMap(line => {
    const { q, market, locale, want, none } = line;
    const faults = [];
    if (seen.has(`${locale}/${q}`)) faults.push('is there twice');
    seen.add(`${locale}/${q}`);
    if ((want === undefined) === (none === undefined)) faults.push('needs either want or none');
    if (want) faults.push(...faultsOfWant(markets.get(market), line));
    for (const word of none ? wordsOf(q) : [])
      if (vocabulary.has(word)) faults.push(`has a word of the catalog, ${word}`);
    return faults.map(fault => `${locale} "${q}" ${fault}`);
  });
}

function faultsOfWant(market, { want, unmet }) {
  const facts = [...market.values()];
  const faults = [];
  if (bestGrades(market, want)[0] !== BEST) faults.push('has no product that is fully right');
  if (facts.every(one => grade(one, want) === BEST)) faults.push('is met by every product');
  if (unmet && bestGrades(market, { ...want, ...unmet })[0] === BEST) faults.push('can be met whole');
  for (const [name, wanted] of [want, want.not ?? {}, want.near ?? {}].flatMap(conditionsOf)) {
    const values = typeof wanted[0] === 'string' ? wanted : [wanted];
    for (const value of values) {
      if (!facts.some(one => holds(one, name, value))) faults.push(`wants ${name} ${value}, which nothing has`);
    }
  }
  return faults;
}

const wordsOf = text => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

/** All words of what products are called, in all languages. */
function vocabularyOf(groups) {
  const words = new Set();
  for (const { productGroup } of groups) {
    for (const { defaults, overrides = {} } of Object.values(productGroup.products)) {
      for (const { title, productType, brand, series } of [defaults, ...Object.values(overrides)]) {
        for (const word of wordsOf([title, productType, brand, series].join(' '))) words.add(word);
      }
    }
  }
  return words;
}

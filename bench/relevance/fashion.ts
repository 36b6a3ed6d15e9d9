/**
 * Judged queries over a real catalog of fashion that may stand beside the checkout, scored by the rule that came with
 * them: the type decides whether a product is worth anything, then how many of the other conditions hold. Told apart are
 * queries that have a word which the catalog does not know: somebody mistyped there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readGroups } from './facts.js';
import { ideal, worth } from './judge.js';
import { openShop } from './shop.js';

const beside = path => fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
const CATALOG = beside('data/fashion/catalog.jsonl.gz');
const QUERIES = beside('relevance/fashion.queries.jsonl');
const [MARKET, LOCALE] = ['uk', 'en-GB'];

/**
 * @param {string} dataDir an empty folder
 * @returns {Promise<import('./judged.js').Row[] | undefined>} undefined where the catalog or the queries are absent
 */
export async function fashion(dataDir) {
  if (!existsSync(CATALOG) || !existsSync(QUERIES)) return undefined;
  const products = new Map(
    readGroups(CATALOG).flatMap(({ productGroup }) =>
      Object.entries(productGroup.products).map(([key, { defaults }]) => [key, factsOf(defaults)]),
    ),
  );
  const known = vocabulary(products.values());
  const shop = await openShop(dataDir, CATALOG);
  const rows = readFileSync(QUERIES, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => {
      const { q, want } = JSON.parse(line);
      const found = shop.search(q, MARKET, LOCALE);
      const best = ideal([...products.values()].map(facts => grade(facts, want)));
      const value = worth(
        found.keys.map(key => grade(products.get(key), want)),
        best,
      );
      const mistyped = wordsOf(q).some(word => !isKnown(known, word));
      return {
        q,
        want,
        locale: LOCALE,
        class: mistyped ? 'with a typing error' : 'words all known',
        ...found,
        ...value,
      };
    });
  shop.close();
  return rows;
}

function factsOf({ title, brand, productType, customLabels, gender, season, category }) {
  return {
    text: [title, brand, productType, customLabels, gender, season, category],
    brand,
    type: productType[0],
    colour: customLabels.color[0],
    gender: gender[0],
  };
}

const HOLDS = {
  brand: (facts, wanted) => facts.brand === wanted,
  type: (facts, wanted) => facts.type === wanted,
  colour: ({ colour }, wanted) => colour === wanted || colour.toLowerCase().endsWith(` ${wanted.toLowerCase()}`),
  gender: ({ gender }, wanted) => gender === wanted || gender === 'Unisex',
};

function grade(facts, want) {
  const names = Object.keys(want);
  if (want.type && facts.type !== want.type) return 0;
  const holding = names.filter(name => HOLDS[name](facts, want[name])).length;
  if (holding === names.length) return 3;
  return names.length >= 3 && holding === names.length - 1 ? 2 : 1;
}

const wordsOf = text => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function vocabulary(products) {
  const known = new Set();
  for (const { text } of products) for (const word of wordsOf(JSON.stringify(text))) known.add(word);
  return known;
}

/** A plural of a known word, or a singular of one, is known too. */
const isKnown = (known, word) =>
  [word, `${word}s`, word.replace(/e?s$/, ''), word.replace(/s$/, '')].some(one => known.has(one));

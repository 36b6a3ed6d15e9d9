/**
 * Random catalogs as those of random-catalog.ts, larger, and with titles of words that can be searched for; and large
 * ones with little in each product, for what an engine does otherwise when many products have a word.
 */
import fc from 'fast-check';
import type { ProductGroup } from '../../src/catalog/records.js';
import { catalogs } from '../pages/random-catalog.js';
import type { Catalog } from '../pages/shop.js';
import { NAMES, renameWords, TITLE_WORDS } from './vocabulary.js';

const { constantFrom } = fc;
/** A few words stand in many titles, most in some. */
const word = fc.oneof(
  { weight: 3, arbitrary: constantFrom(...TITLE_WORDS.slice(0, 6)) },
  { weight: 3, arbitrary: constantFrom(...TITLE_WORDS) },
  { weight: 2, arbitrary: constantFrom(...NAMES) },
);
const title = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 5 }), constantFrom(' ', ' ', ' ', ', '))
  .map(([words, between]) => [words[0], words.slice(1).join(' ')].filter(Boolean).join(between));

/** Every other product says more of itself, some of it in words of titles. */
const description = fc.option(
  fc.array(word, { minLength: 1, maxLength: 8 }).map(words => `${words.join(' and ')}.`),
  { nil: undefined, freq: 2 },
);

/**
 * @param groups how many, each of one to three products
 * @param collapsing whether some groups appear once in a listing
 */
export function wordyShop(groups: number, collapsing: boolean, seed: number): Catalog {
  const [plain] = fc.sample(catalogs(groups, collapsing, groups), { seed, numRuns: 1 });
  const catalog = renameWords(plain!);
  const products = Object.values(catalog.groups).flatMap(group => Object.values(group.products));
  const titles = fc.sample(title, { seed, numRuns: products.length * 2 });
  const descriptions = fc.sample(description, { seed, numRuns: products.length });
  products.forEach((product, i) => {
    product.defaults!.title = titles[2 * i]!;
    // A kind that has a word of titles beside what it is.
    if (i % 3 === 0) product.defaults!.productType = [`${TITLE_WORDS[(i / 3) % 6]!} ${NAMES[i % 2]!}`];
    if (descriptions[i] !== undefined) product.defaults!.description = descriptions[i];
    const swedish = product.overrides!['*|sv-SE']!;
    if (swedish.title !== undefined) swedish.title = titles[2 * i + 1]!;
  });
  return catalog;
}

/** Where a large shop sells. */
export const LARGE_VIEW = { market: 'se', locale: 'en-GB' };
const fewLetters = new Set([...TITLE_WORDS.slice(0, 3), ...NAMES.slice(0, 2)].map(word => word[0]));
/** Many words begin alike, so that few letters find most products. */
export const LARGE_WORDS = [...TITLE_WORDS, ...NAMES].filter(word => fewLetters.has(word[0]));

const largeWord = constantFrom(...LARGE_WORDS);
const sparse = fc.record({
  title: fc.array(largeWord, { minLength: 1, maxLength: 4 }).map(words => words.join(' ')),
  description: fc.option(
    fc.array(largeWord, { maxLength: 4 }).map(words => words.join(' ')),
    { nil: undefined, freq: 2 },
  ),
  brand: constantFrom(...LARGE_WORDS.slice(0, 5)),
  type: constantFrom(...LARGE_WORDS.slice(3, 8)),
  rating: fc.option(constantFrom(1, 3, 4.5), { nil: undefined }),
  released: fc.option(fc.integer({ min: 1, max: 28 }), { nil: undefined }),
  listPrice: fc.integer({ min: 1, max: 5000 }),
  watt: fc.option(fc.integer({ min: -50, max: 3000 }), { nil: undefined }),
  stock: constantFrom(0, 1, 1),
});

/** One product a group, one market and locale. */
export function largeShop(groups: number, seed: number): Catalog {
  const made = fc.sample(sparse, { seed, numRuns: groups }).map((raw, i): [string, ProductGroup] => {
    const { title, description, brand, type, rating, released, listPrice, watt, stock } = raw;
    const defaults = {
      ...{ title, brand, productType: [type], url: `/p/${i}`, dataLocale: LARGE_VIEW.locale },
      ...(description !== undefined && { description }),
      ...(rating !== undefined && { rating }),
      ...(released !== undefined && { releaseDate: `2026-08-${String(released).padStart(2, '0')}` }),
      ...(watt !== undefined && { customNumbers: { watt } }),
    };
    const variants = { [`v${i}`]: { defaults: { listPrice, stock } } };
    return [`g${i}`, { products: { [`p${i}`]: { markets: [LARGE_VIEW.market], defaults, variants } } }];
  });
  return { groups: Object.fromEntries(made), translations: [] };
}

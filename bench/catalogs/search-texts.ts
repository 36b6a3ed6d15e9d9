/**
 * Search texts made of a catalog's own product types, brands, colours and titles, some with a typing error. The same
 * catalog gives the same texts.
 */
import { type Draws, stream } from './chance.js';
import { productGroups } from './product-groups.js';

/** Different search texts; what is asked is drawn from these. */
export const DISTINCT = 10_000;
/** Products whose words are looked at. */
const LOOKED_AT = 20_000;

/** The words that a search text is made of, in lower case; empty where the product has none. */
interface Words {
  title: string;
  brand: string;
  type: string;
  colour: string;
}

/**
 * Different search texts, most frequent first.
 * @param file a catalog, .jsonl.gz
 */
export async function searchTexts(file: string): Promise<string[]> {
  const products = await wordsOf(file);
  const draws = stream('bench queries');
  const asked = new Map<string, number>();
  for (let tries = 0; asked.size < DISTINCT && tries < DISTINCT * 20; tries++) {
    const text = searchText(draws.pick(products), draws);
    asked.set(text, (asked.get(text) ?? 0) + 1);
  }
  // Texts drawn equally often stay in the order in which they were drawn first.
  return [...asked].sort((a, b) => b[1] - a[1]).map(([text]) => text);
}

async function wordsOf(file: string): Promise<Words[]> {
  const products: Words[] = [];
  for await (const { productGroup } of productGroups(file)) {
    for (const { defaults } of Object.values(productGroup.products)) {
      products.push({
        title: defaults.title.toLowerCase(),
        brand: (defaults.brand ?? '').toLowerCase(),
        type: (defaults.productType?.[0] ?? '').toLowerCase(),
        colour: (defaults.customLabels?.color?.[0] ?? '').toLowerCase(),
      });
    }
    if (products.length >= LOOKED_AT) break;
  }
  return products;
}

/** Of 100 searches: 30 a type, 25 a type and something, 10 a brand, 25 words of a title, 10 with a typing error. */
function searchText({ title, brand, type, colour }: Words, draws: Draws): string {
  const form = draws.below(100);
  if (form < 30) return type;
  if (form < 45) return `${colour} ${type}`.trim();
  if (form < 55) return `${brand} ${type}`.trim();
  if (form < 65) return brand;
  const words = title.split(' ');
  const text = draws.some(words, draws.between(1, 3)).join(' ');
  return form < 90 ? text : mistyped(text, draws);
}

/** Two neighbouring letters change places, or one is missing. */
function mistyped(text: string, draws: Draws): string {
  const at = draws.below(Math.max(1, text.length - 1));
  const swapped = draws.chance(50) ? `${text[at + 1] ?? ''}${text[at]}` : (text[at + 1] ?? '');
  return text.slice(0, at) + swapped + text.slice(at + 2);
}

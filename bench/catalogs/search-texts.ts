/**
 * What people ask of a catalog: search texts made of its own product types, brands, colours and titles, some with a
 * typing error, and streams of requests in which few of them are frequent and many are rare. The same catalog gives
 * the same queries.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { stream, zipf } from './chance.js';

const MARKET = 'uk';
const LOCALE = 'en-GB';
/** Different search texts; what is asked is drawn from these. */
export const DISTINCT = 10_000;
/** Products whose words are looked at. */
const LOOKED_AT = 20_000;
const COLOURS = ['BLACK', 'WHITE', 'BLUE', 'RED', 'GREY'];

/**
 * Different search texts, most frequent first.
 * @param {string} file a catalog, .jsonl.gz
 * @returns {Promise<string[]>}
 */
export async function searchTexts(file) {
  const products = await productsOf(file);
  const draws = stream('bench queries');
  /** @type {Map<string, number>} */
  const asked = new Map();
  for (let tries = 0; asked.size < DISTINCT && tries < DISTINCT * 20; tries++) {
    const text = searchText(draws.pick(products), draws);
    asked.set(text, (asked.get(text) ?? 0) + 1);
  }
  // Texts drawn equally often stay in the order in which they were drawn first.
  return [...asked].sort((a, b) => b[1] - a[1]).map(([text]) => text);
}

/** @returns {Promise<{ title: string, brand: string, type: string, colour: string }[]>} */
async function productsOf(file) {
  const products = [];
  const input = createReadStream(file).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    for (const { defaults } of Object.values(JSON.parse(line).replace?.productGroup?.products ?? {})) {
      products.push({
        title: defaults.title.toLowerCase(),
        brand: (defaults.brand ?? '').toLowerCase(),
        type: (defaults.productType?.[0] ?? '').toLowerCase(),
        colour: (defaults.customLabels?.color?.[0] ?? '').toLowerCase(),
      });
    }
    if (products.length >= LOOKED_AT) break;
  }
  input.destroy();
  return products;
}

/** Of 100 searches: 30 a type, 25 a type and something, 10 a brand, 25 words of a title, 10 with a typing error. */
function searchText({ title, brand, type, colour }, draws) {
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
function mistyped(text, draws) {
  const at = draws.below(Math.max(1, text.length - 1));
  const swapped = draws.chance(50) ? `${text[at + 1] ?? ''}${text[at]}` : (text[at + 1] ?? '');
  return text.slice(0, at) + swapped + text.slice(at + 2);
}

/**
 * A stream of requests as one visitor after the other sends them.
 * @param {'autocomplete' | 'search-page' | 'mixed'} kind mixed: three autocompletes for each search page
 * @param {string[]} texts most frequent first
 * @param {number} count how many
 * @param {string} name of the stream: another name, other draws
 * @returns {{ query: 'autocomplete' | 'search-page', parameters: string }[]}
 */
export function requests(kind, texts, count, name) {
  const draws = stream(`bench ${kind} ${name}`);
  const drawText = zipf(texts.length);
  return Array.from({ length: count }, (_, i) => {
    const query = kind === 'mixed' ? (i % 4 === 3 ? 'search-page' : 'autocomplete') : kind;
    const text = texts[drawText(draws)];
    const more = query === 'autocomplete' ? typedSoFar(text, draws) : searched(text, draws);
    const visitor = `customerKey=c-${name}-${i >> 3}&sessionKey=s-${name}-${i >> 3}`;
    return { query, parameters: `market=${MARKET}&locale=${LOCALE}&touchpoint=DESKTOP&${visitor}&${more}` };
  });
}

function typedSoFar(text, draws) {
  return `q=${encodeURIComponent(text.slice(0, draws.between(Math.min(2, text.length), text.length)))}`;
}

/** Sixty products and all facets; one request in ten asks for the second page, one in ten has a colour selected. */
function searched(text, draws) {
  const form = draws.below(100);
  const more = form < 80 ? '' : form < 90 ? '&skip=60' : `&f.color=${draws.pick(COLOURS)}`;
  return `limit=60&q=${encodeURIComponent(text)}${more}`;
}

/**
 * An invented catalog of any size, as JSON lines of `replace`: two markets (uk in pounds, se in kronor), two locales,
 * about three variants a product, with words, brands, categories, colours and sizes as unevenly distributed as in a
 * real shop. 100,000 products are about 180 MB. The same number of products gives the same lines.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { stream, zipf } from './chance.js';

/** English and Swedish, and the kind of size. */
const TYPES = `
dress klänning letters | shirt skjorta letters | jeans jeans waist | jacket jacka letters | coat kappa letters
sweater tröja letters | cardigan kofta letters | skirt kjol letters | trousers byxor waist | shorts shorts letters
blouse blus letters | hoodie luvtröja letters | vest väst letters | suit kostym letters | leggings tights letters
sneakers gympaskor shoes | boots kängor shoes | sandals sandaler shoes | loafers loafers shoes | slippers tofflor shoes
backpack ryggsäck one | handbag handväska one | wallet plånbok one | belt bälte letters | scarf halsduk one
hat hatt letters | gloves handskar letters | socks strumpor letters | watch klocka one | sunglasses solglasögon one
sofa soffa one | armchair fåtölj one | lamp lampa one | rug matta one | curtain gardin one | pillow kudde one
blanket filt one | mirror spegel one | shelf hylla one | desk skrivbord one | vase vas one | candle ljus one
kettle vattenkokare one | saucepan kastrull one | frying-pan stekpanna one | teapot tekanna one | bowl skål one
tent tält one | sleeping-bag sovsäck one | stove kök one | torch ficklampa one | rope rep one | helmet hjälm letters
bicycle cykel one | skis skidor one | skates skridskor shoes | racket racket one | football fotboll one
headphones hörlurar one | speaker högtalare one | keyboard tangentbord one | charger laddare one | camera kamera one
shampoo schampo one | perfume parfym one | lipstick läppstift one | towel handduk one | razor rakhyvel one`
  .split(/[|\n]/)
  .filter(Boolean)
  .map(line => {
    const [en, sv, sizes] = line.trim().split(' ');
    return { en: en.replace('-', ' '), sv, sizes };
  });

const COLOURS = `
black svart #000000 | white vit #ffffff | blue blå #1e50a2 | grey grå #808080 | red röd #c8102e | green grön #2e7d32
beige beige #d8c8a8 | brown brun #6b4423 | pink rosa #f48fb1 | yellow gul #fbc02d | purple lila #6a1b9a
orange orange #ef6c00 | turquoise turkos #26a69a | navy marinblå #10204b | khaki khaki #8a8450`
  .split(/[|\n]/)
  .filter(Boolean)
  .map(line => {
    const [en, sv, hex] = line.trim().split(' ');
    return { en, sv, hex };
  });

const SIZES = {
  letters: ['S', 'M', 'L', 'XL', 'XS', 'XXL'],
  waist: ['32/32', '34/32', '31/32', '33/34', '30/30', '36/34'],
  shoes: ['42', '40', '39', '43', '41', '38', '44', '37', '45', '36'],
  one: ['One size'],
};
const MATERIALS = ['cotton', 'polyester', 'wool', 'leather', 'linen', 'steel', 'oak', 'silk', 'nylon', 'glass'];
const SEASONS = ['all year', 'summer', 'winter', 'spring', 'autumn'];
const GENDERS = ['Women', 'Men', 'Unisex', 'Girls', 'Boys'];
const STORES = ['london', 'leeds', 'stockholm', 'malmo'];

const WORDS = 20_000;
const MOST_BRANDS = 2_000;
/** Categories below each product type. */
const LEAVES = 12;
const KRONOR_PER_POUND = 13;

/** Words that nobody has: syllables by number, short ones first. */
function invented(count, name) {
  const draws = stream(name);
  const starts = ['b', 'br', 'd', 'f', 'fl', 'g', 'h', 'k', 'kl', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'tr', 'v'];
  const middles = ['a', 'e', 'i', 'o', 'u', 'ea', 'oi'];
  const ends = ['', 'l', 'n', 'r', 's', 't', 'm', 'nd', 'rk'];
  const words = new Set();
  while (words.size < count) {
    let word = '';
    for (let i = 0; i < (words.size < count / 4 ? 2 : 3); i++) word += draws.pick(starts) + draws.pick(middles);
    words.add(word + draws.pick(ends));
  }
  return [...words];
}

const capital = word => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The catalog's lines, each with its line end.
 * @param {number} products how many, at least 1
 * @param {number} [variants] of every product, where it has as many sizes; without it from two to five
 */
export function* lines(products, variants) {
  const words = invented(WORDS, 'bench words');
  const brands = invented(Math.min(MOST_BRANDS, Math.ceil(products / 20) + 5), 'bench brands').map(capital);
  const drawWord = zipf(words.length);
  const drawBrand = zipf(brands.length);
  const drawType = zipf(TYPES.length);
  const drawColour = zipf(COLOURS.length);
  const drawLeaf = zipf(LEAVES);
  const draws = stream('bench products');
  const word = () => words[drawWord(draws)];
  const some = (least, most) => Array.from({ length: draws.between(least, most) }, word);

  for (let made = 0, group = 1; made < products; group++) {
    const kind = drawType(draws);
    const type = TYPES[kind];
    const brand = brands[drawBrand(draws)];
    const named = some(1, 3).map(capital).join(' ');
    const shared = {
      brand,
      name: named,
      ...(draws.chance(30) && { series: capital(words[drawWord(draws)]) }),
      category: [`Department ${kind % 8} > ${capital(type.en)} > ${capital(words[kind * LEAVES + drawLeaf(draws)])}`],
      productType: [capital(type.en)],
      gender: [GENDERS[drawColour(draws) % GENDERS.length]],
      sizeType: capital(type.sizes),
      description: `${capital(some(16, 36).join(' '))}. ${capital(some(14, 28).join(' '))}.`,
      rating: draws.between(20, 50) / 10,
      releaseDate: `20${draws.between(21, 25)}-0${draws.between(1, 9)}-${draws.between(10, 28)}`,
    };
    const inGroup = Math.min(draws.pick([1, 1, 1, 2, 2, 3]), products - made);
    const members = {};
    for (let i = 0; i < inGroup; i++, made++) {
      const key = `p${made + 1}`;
      members[key] = product(key, type, named, shared, COLOURS[drawColour(draws)], draws, variants);
    }
    yield `${JSON.stringify({ replace: { key: `g${group}`, productGroup: { products: members } } })}\n`;
  }
}

function product(key, type, named, shared, colour, draws, variantCount) {
  const listPrice = draws.between(50, 4_000) / 10;
  const sellingPrice = draws.chance(25) ? Math.round(listPrice * draws.between(5, 9)) / 10 : listPrice;
  const prices = {
    listPrice: Math.round(listPrice * KRONOR_PER_POUND),
    sellingPrice: Math.round(sellingPrice * KRONOR_PER_POUND),
  };
  const variants = {};
  const sizes = SIZES[type.sizes];
  draws.some(sizes, variantCount ?? draws.between(2, 5)).forEach((size, i) => {
    variants[`${key}-${i + 1}`] = {
      defaults: {
        size,
        listPrice,
        sellingPrice,
        stock: draws.chance(20) ? 0 : draws.between(1, 40),
        ...(draws.chance(40) && { stores: { [draws.pick(STORES)]: draws.between(0, 9) } }),
        ...(draws.chance(20) && {
          customPrices: { member: { listPrice, sellingPrice: Math.round(sellingPrice * 90) / 100 } },
        }),
      },
      overrides: { 'se|*': prices },
    };
  });
  const title = `${shared.brand} ${named} ${type.en} ${colour.en}`;
  const alt = { alt: title, urls: [`/img/${key}.jpg`, { url: `/img/${key}-s.jpg`, width: 90, height: 120 }] };
  return {
    markets: ['uk', 'se'],
    colorInitial: [colour.hex],
    defaults: {
      ...shared,
      title,
      url: `/p/${key}`,
      dataLocale: 'en-GB',
      customLabels: {
        color: [capital(colour.en)],
        material: [draws.pick(MATERIALS)],
        season: [draws.pick(SEASONS)],
        article: [`${shared.brand.slice(0, 3).toUpperCase()}-${key.slice(1)}/${draws.between(10, 99)}`],
      },
      customNumbers: { year: draws.between(2018, 2025) },
    },
    overrides: {
      '*|sv-SE': {
        title: `${shared.brand} ${named} ${type.sv} ${colour.sv}`,
        productType: [capital(type.sv)],
        dataLocale: 'sv-SE',
      },
    },
    variants,
    images: { main: { defaults: alt } },
  };
}

/** Instructions that give `count` of the catalog's variants another stock, for an import that touches no text. */
export function* stockChanges(count) {
  const draws = stream('bench stock');
  for (let i = 1; i <= count; i++) {
    const variant = { defaults: { stock: draws.between(1, 40) } };
    yield `${JSON.stringify({ editAttributes: { key: `p${i}-1`, variant } })}\n`;
  }
}

/**
 * Writes lines to a gzipped file as they are made; only a few are ever in memory.
 * @returns {Promise<number>} bytes before compression
 */
export async function writeCatalog(file, source) {
  let bytes = 0;
  const blocks = (function* () {
    let block = '';
    for (const line of source) {
      block += line;
      if (block.length < 1 << 18) continue;
      bytes += Buffer.byteLength(block);
      yield block;
      block = '';
    }
    bytes += Buffer.byteLength(block);
    yield block;
  })();
  await pipeline(Readable.from(blocks), createGzip({ level: 1 }), createWriteStream(file));
  return bytes;
}

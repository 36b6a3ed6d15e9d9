/**
 * Product groups: one per design, a product per colour, a variant per size. Titles, descriptions and product types in
 * four languages, prices and stores in three markets.
 */
import { ADJECTIVES } from './adjectives.mjs';
import { brandsOf } from './brands.mjs';
import { AUDIENCES, SHELVES } from './categories.mjs';
import { COLOURS, feedColour, NATURAL, PALETTES } from './colours.mjs';
import { day } from './days.mjs';
import { imagesOf } from './images.mjs';
import { MATERIALS } from './materials.mjs';
import { lengthsOf, measuresOf, numbersOf } from './measures.mjs';
import { MARKETS } from './prices.mjs';
import { stream } from './random.mjs';
import { sizesOf } from './sizes.mjs';
import { rowOf, words } from './tables.mjs';
import { productType, title } from './titles.mjs';
import { FASHION } from './types-fashion.mjs';
import { HOME } from './types-home.mjs';
import { OUTDOOR } from './types-outdoor.mjs';
import { USAGES } from './usages.mjs';
import { careOf, SIZE_TYPES } from './values.mjs';
import { variantsOf } from './variants.mjs';

/**
 * @typedef {import('./random.mjs').Draw} Draw
 * @typedef {import('./tables.mjs').Row} Row
 * @typedef {ReturnType<typeof designOf>} Design
 * @typedef {ReturnType<typeof groupOf>} Group
 */

const WORLDS = { fashion: FASHION, home: HOME, outdoor: OUTDOOR };

/** Where each language is spoken; English is the language of the defaults. */
export const LOCALES = {
  sv: { key: 'se|sv-SE', locale: 'sv-SE' },
  fi: { key: 'se|fi-FI', locale: 'fi-FI' },
  de: { key: 'de|de-DE', locale: 'de-DE' },
};

/** Few kinds are sold everywhere in one look only: their colours are listed as one. */
const ONE_LOOK = ['mug', 'plate', 'socks', 'towel'];

/**
 * @template {object} Members
 * @param {Members} object
 */
const filled = object => (Object.keys(object).length > 0 ? object : undefined);

/**
 * What all colours of a design share.
 * @param {string} world
 * @param {Row} type
 * @param {string} who
 * @param {number} n
 */
function designOf(world, type, who, n) {
  const draw = stream(`${world}/${type.id}/${who}/${n}`);
  const brand = draw.pick(brandsOf(world));
  const chosen = draw.pick(words(type.materials));
  const material = rowOf(MATERIALS, chosen.replace('+', ''));
  const adjective = draw.chance(72) ? rowOf(ADJECTIVES, draw.pick(words(type.adjectives))) : undefined;
  const palette = NATURAL[material.id] ?? PALETTES[type.palette];
  const [min, max] = type.price.split('-').map(Number);
  const pounds = draw.between(min, max);
  const collection = draw.pick(brand.collections);
  return {
    draw,
    world,
    type,
    who,
    brand,
    material,
    adjective,
    collection,
    compound: chosen.startsWith('+') && material.svWith !== '-' ? material : undefined,
    colours: draw.some(palette, draw.pick([1, 2, 2, 2, 3, 3, 4])),
    pence: Math.round(pounds * brand.tier * Number(material.cost) * (who === 'K' ? 62 : 100)),
    markets: marketsOf(draw),
    sizes: sizesOf(type, who, draw, adjective?.id),
    measures: measuresOf(type, draw),
    numbers: numbersOf(type, world, adjective?.id, draw),
    lengths: lengthsOf(type, draw),
    fit: fitOf(type, adjective, draw),
    sentence: draw.pick(rowOf(USAGES, type.usage).sentences),
    released: draw.chance(9) ? draw.between(1, 26) : draw.between(30, 1100),
    bestseller: draw.chance(7),
    onlineOnly: draw.chance(5),
    recycled: draw.chance(30),
    rating: (draw.between(310, 500) + draw.between(310, 500)) / 200,
    rated: draw.chance(88),
  };
}

/**
 * Most products are sold everywhere, some in two markets.
 * @param {Draw} draw
 */
function marketsOf(draw) {
  if (draw.chance(86)) return MARKETS;
  const without = draw.pick(MARKETS);
  return MARKETS.filter(market => market !== without);
}

/**
 * @param {Row} type
 * @param {Row | undefined} adjective
 * @param {Draw} draw
 */
function fitOf(type, adjective, draw) {
  if (type.sizes !== 'letters' && type.sizes !== 'waist') return undefined;
  if (type.category === 'accessories') return undefined;
  if (adjective?.id === 'slim') return 'Slim';
  return adjective?.id === 'wide' ? 'Relaxed' : draw.pick(['Regular', 'Regular', 'Slim', 'Relaxed']);
}

/**
 * @param {string} language
 * @param {Design} design
 * @param {Row} colour
 */
function titleIn(language, design, colour) {
  const { type, who, compound, adjective, collection, world } = design;
  const name = world === 'fashion' ? undefined : collection;
  return title(language, { type, who, material: compound, adjective, colour, name });
}

/** @type {Row} */
const MATERIAL_LINE = { en: 'Material', sv: 'Material', de: 'Material', fi: 'Materiaali' };

/**
 * @param {string} language
 * @param {Design} design
 */
function descriptionIn(language, { sentence, material }) {
  return `${sentence[language]} ${MATERIAL_LINE[language]}: ${material[language]}.`;
}

/** @param {Design} design */
function categoriesOf({ type, who, world }) {
  const shelf = rowOf(SHELVES, type.category);
  const people = who === 'U' ? ['W', 'M'] : [who];
  const worn = world === 'fashion' || type.category === 'hikingshoes' || type.category === 'hikingclothes';
  const own = `${shelf.department} > ${shelf.en}`;
  if (!worn) return [own];
  const personal = people.map(person => `${rowOf(AUDIENCES, person).en} > ${shelf.en}`);
  return world === 'fashion' ? personal : [own, ...personal];
}

/** @param {Design} design */
function badgesOf({ bestseller, onlineOnly, material, recycled }) {
  const badges = [];
  if (bestseller) badges.push('Bestseller');
  if (material.id === 'Organic cotton' || (material.id === 'Recycled polyester' && recycled))
    badges.push('Better choice');
  if (onlineOnly) badges.push('Online only');
  return badges;
}

/**
 * @param {Design} design
 * @param {Row} colour
 */
function labelsOf(design, colour) {
  const usage = rowOf(USAGES, design.type.usage);
  /** @type {Record<string, string[]>} */
  const labels = {
    color: [colour.id],
    material: [design.material.id],
    usage: [usage.id],
    season: usage.seasons,
    care: [careOf(design.material.id)],
  };
  if (design.fit) labels.fit = [design.fit];
  const badges = badgesOf(design);
  if (badges.length > 0) labels.badge = badges;
  return labels;
}

/**
 * Product-level data in English, the language of the defaults.
 * @param {Design} design
 * @param {Row} colour
 * @param {string} key
 */
function defaultsOf(design, colour, key) {
  const { type, who, brand, world, sizes } = design;
  const shelf = rowOf(SHELVES, type.category);
  const audience = AUDIENCES.get(who);
  const variantMembers = new Set(sizes.variants.flatMap(({ data }) => Object.keys(data)));
  const measures = Object.fromEntries(
    Object.entries(design.measures).filter(([member]) => !variantMembers.has(member)),
  );
  return {
    title: titleIn('en', design, colour),
    url: `/p/${key}`,
    brand: brand.name,
    name: design.collection,
    series: design.collection,
    description: descriptionIn('en', design),
    category: categoriesOf(design),
    ontology: `${shelf.department} > ${shelf.en} > ${productType('en', type)}`,
    productType: [productType('en', type)],
    department: [shelf.department],
    gender: audience && words(audience.gender),
    age: audience && [audience.age],
    pattern: [design.adjective?.pattern || 'Plain'],
    sizeType: sizes.sizeType,
    rating: design.rated ? Number(design.rating.toFixed(2)) : undefined,
    releaseDate: day(design.released),
    customLabels: labelsOf(design, colour),
    customNumbers: filled(design.numbers),
    customLengths: filled(design.lengths),
    customJson:
      world === 'outdoor'
        ? undefined
        : { delivery: { days: type.category === 'seating' ? [10, 20] : [2, 4], parcel: design.pence < 20000 } },
    ...measures,
    dataLocale: 'en-GB',
  };
}

/**
 * @param {Design} design
 * @param {Row} colour
 */
function overridesOf(design, colour) {
  /** @type {Record<string, object>} */
  const overrides = {};
  for (const [language, { key, locale }] of Object.entries(LOCALES)) {
    if (!design.markets.some(market => key.startsWith(market))) continue;
    overrides[key] = {
      title: titleIn(language, design, colour),
      description: descriptionIn(language, design),
      productType: [productType(language, design.type)],
      sizeType: design.sizes.sizeType && rowOf(SIZE_TYPES, design.sizes.sizeType)[language],
      dataLocale: locale,
    };
  }
  return overrides;
}

/**
 * @typedef {object} Product
 * @property {import('./prices.mjs').Market[]} markets
 * @property {string[]} colorInitial
 * @property {ReturnType<typeof defaultsOf> & { styleWith?: string[] }} defaults
 * @property {object} overrides
 * @property {object} variants
 * @property {object} images
 */

/**
 * @param {Design} design
 * @param {number} number
 */
function groupOf(design, number) {
  /** @type {Record<string, Product>} */
  const products = {};
  for (const id of design.colours) {
    const colour = rowOf(COLOURS, id);
    const key = `${design.brand.code}-${number}-${id.toLowerCase().replace(/[^a-z]+/g, '')}`;
    const draw = stream(key);
    /** @type {Row} */
    const alts = { en: titleIn('en', design, colour) };
    for (const language of Object.keys(LOCALES)) alts[language] = titleIn(language, design, colour);
    products[key] = {
      markets: design.markets,
      colorInitial: [feedColour(id)],
      defaults: defaultsOf(design, colour, key),
      overrides: overridesOf(design, colour),
      variants: variantsOf(design, key, draw),
      images: imagesOf(design, colour, alts, draw),
    };
  }
  return {
    key: `g${number}`,
    design,
    productGroup: ONE_LOOK.includes(design.type.id) ? { suppressDuplicates: true, products } : { products },
  };
}

/**
 * Products that go with each other: other kinds for the same people, or for the same room or trip.
 * @param {Group[]} groups
 */
function addStyleWith(groups) {
  /** @type {Map<string, Group[]>} */
  const shelves = new Map();
  for (const group of groups) {
    const { world, who } = group.design;
    const shelf = world === 'fashion' ? `${world}/${who}` : `${world}/${group.design.type.usage}`;
    shelves.set(shelf, [...(shelves.get(shelf) ?? []), group]);
  }
  for (const shelf of shelves.values()) {
    for (const group of shelf) {
      const draw = stream(`${group.key}/style`);
      const others = shelf.filter(({ design }) => design.type.category !== group.design.type.category);
      if (others.length === 0 || draw.chance(35)) continue;
      const keys = draw.some(others, 3).map(other => Object.keys(other.productGroup.products)[0]);
      for (const product of Object.values(group.productGroup.products)) product.defaults.styleWith = keys;
    }
  }
}

/** All product groups, as import instructions. */
export function productGroups() {
  /** @type {Group[]} */
  const groups = [];
  for (const [world, types] of Object.entries(WORLDS)) {
    for (const type of types) {
      for (const who of type.who) {
        for (let n = 0; n < Number(type.groups); n++)
          groups.push(groupOf(designOf(world, type, who, n), 1001 + groups.length));
      }
    }
  }
  addStyleWith(groups);
  return groups.map(({ key, productGroup }) => ({ replace: { key, productGroup } }));
}

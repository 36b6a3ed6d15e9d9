/**
 * What the demo shop arranges beside its catalog: a page for every department and shelf, some for campaigns, and a
 * navigation of them in every locale.
 */
import { campaigns, placesOf } from './campaigns.mjs';
import { AUDIENCES, DEPARTMENTS, SHELVES } from './categories.mjs';
import { productGroups } from './products.mjs';
import { table } from './tables.mjs';

/** @typedef {import('./tables.mjs').Row} Row */

/**
 * Markets, their locales, and the column of the word lists that holds each locale's language.
 * @type {Record<string, Row>}
 */
const MARKETS = {
  uk: { 'en-GB': 'en' },
  se: { 'sv-SE': 'sv', 'fi-FI': 'fi' },
  de: { 'de-DE': 'de' },
};

const CAMPAIGNS = table(`
id     | en                  | sv                | de                    | fi
start  | Welcome to Vitrine  | Välkommen         | Willkommen            | Tervetuloa
/new   | New in              | Nyheter           | Neu eingetroffen      | Uutuudet
/sale  | Sale                | Rea               | Sale                  | Ale
`);

/**
 * Department pages with a hand in their order.
 * @type {Record<string, { productSetId: string, limit: number }[]>}
 */
const SLICES = {
  '/outdoor': [
    { productSetId: 'tents', limit: 3 },
    { productSetId: 'packs', limit: 3 },
  ],
};

const TOPS = [...AUDIENCES.values()]
  .filter(({ en }) => en !== 'Unisex')
  .concat([...DEPARTMENTS.values()].filter(({ en }) => en !== 'Fashion'));

const slug = (/** @type {string} */ text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * `department > shelf` of what each market sells; made once, out of all groups.
 * @type {Map<string, Set<string>> | undefined}
 */
let categories;

/** @param {string} market */
function categoriesOf(market) {
  categories ??= categoriesByMarket();
  return categories.get(market) ?? new Set();
}

function categoriesByMarket() {
  /** @type {Map<string, Set<string>>} */
  const found = new Map(Object.keys(MARKETS).map(market => [market, new Set()]));
  for (const { replace } of productGroups()) {
    for (const { markets, defaults } of Object.values(replace.productGroup.products)) {
      for (const market of markets) for (const category of defaults.category) found.get(market)?.add(category);
    }
  }
  return found;
}

/**
 * @param {string} market
 * @param {(language: string) => string} textOf
 */
const inLocales = (market, textOf) =>
  Object.fromEntries(Object.entries(MARKETS[market]).map(([locale, language]) => [locale, textOf(language)]));

/**
 * The tree of a market's departments and shelves.
 * @param {string} market
 */
function departments(market) {
  const sold = categoriesOf(market);
  return TOPS.map(top => ({
    top,
    id: `/${slug(top.en)}`,
    shelves: [...SHELVES.values()].filter(shelf => sold.has(`${top.en} > ${shelf.en}`)),
  })).filter(({ shelves }) => shelves.length > 0);
}

const shelfId = (/** @type {string} */ id, /** @type {Row} */ shelf) => `${id}/${shelf.id}`;

/** @param {string} market */
function pagesOf(market) {
  const campaigns = CAMPAIGNS.map(row => ({
    id: row.id,
    headings: inLocales(market, language => row[language]),
    paths: inLocales(market, language => (row.id === 'start' ? '/' : `/${slug(row[language])}`)),
  }));
  const [start, fresh, sale] = campaigns;
  /** @type {object[]} */
  const pages = [
    {
      ...start,
      recLists: [
        { id: 'popular', algorithm: 'TOP_PRODUCTS', limit: 12 },
        { id: 'new', algorithm: 'NEWEST_PRODUCTS', limit: 12 },
        { id: 'for-you', algorithm: 'PERSONAL', limit: 12 },
        { id: 'recent', algorithm: 'RECENTLY_VIEWED', limit: 12 },
      ],
    },
    { ...fresh, primaryList: { sortOrderOverride: { sortOrders: ['NEWEST_FIRST', 'RELEVANCE', 'PRICE_ASCENDING'] } } },
    {
      ...sale,
      primaryList: {
        rules: 'rule incl discount [5, infinity]',
        sortOrderOverride: { sortOrders: ['DISCOUNT', 'RELEVANCE', 'PRICE_ASCENDING', 'PRICE_DESCENDING'] },
      },
    },
  ];
  for (const { top, id, shelves } of departments(market)) {
    pages.push({
      id,
      headings: inLocales(market, language => top[language]),
      paths: inLocales(market, language => `/${slug(top[language])}`),
      primaryList: {
        rules: `rule incl category {${JSON.stringify(top.en)}}`,
        restrictChildRules: true,
        ...(SLICES[id] && { pageSliceInfo: { inherit: false, slices: SLICES[id] } }),
      },
      recLists: [
        { id: 'popular', algorithm: 'TOP_PRODUCTS', limit: 8, rules: `rule incl category {${JSON.stringify(top.en)}}` },
      ],
    });
    for (const shelf of shelves) {
      pages.push({
        id: shelfId(id, shelf),
        headings: inLocales(market, language => shelf[language]),
        paths: inLocales(market, language => `/${slug(top[language])}/${slug(shelf[language])}`),
        primaryList: { rules: `rule incl category {${JSON.stringify(`${top.en} > ${shelf.en}`)}}` },
      });
    }
  }
  return { market, type: 'FULL', addOrUpdate: pages };
}

/**
 * @param {string} market
 * @param {string} locale
 */
function navigationOf(market, locale) {
  const language = MARKETS[market][locale];
  const nodes = [];
  for (const { top, id, shelves } of departments(market)) {
    nodes.push({ id, title: top[language], type: 'PAGE', pageId: id });
    for (const shelf of shelves) {
      nodes.push({
        id: shelfId(id, shelf),
        title: shelf[language],
        type: 'PAGE',
        pageId: shelfId(id, shelf),
        parentId: id,
      });
    }
  }
  for (const row of CAMPAIGNS.slice(1)) nodes.push({ id: row.id, title: row[language], type: 'PAGE', pageId: row.id });
  return { market, locale, type: 'FORCE', addOrUpdate: nodes };
}

/** What the page shows of products while a text is typed. */
const SUGGESTED = ['title', 'brand', 'imageInfo', 'listPrice', 'sellingPrice'];
const TEMPLATES = {
  suggestions: { products: { first: { fields: SUGGESTED, maxVariants: 0 }, rest: { fields: [], maxVariants: 0 } } },
};

/** The bodies of the imports, by kind, in the order in which they are to be sent. */
export function site() {
  const markets = Object.keys(MARKETS);
  return {
    configuration: [{ edit: { svgImages: true } }],
    templates: [TEMPLATES],
    'product-sets': [
      {
        tents: { name: 'Tents', rules: 'rule incl category {"Outdoor > Tents"}' },
        packs: { name: 'Packs', rules: 'rule incl category {"Outdoor > Packs"}' },
      },
    ],
    pages: markets.map(pagesOf),
    navigation: markets.flatMap(market => Object.keys(MARKETS[market]).map(locale => navigationOf(market, locale))),
    retailMedia: {
      pages: markets.map(market => ({
        market,
        type: 'PARTIAL',
        addOrUpdate: departments(market).map(({ id }) => placesOf(id, SLICES[id] ?? [])),
      })),
      campaigns: campaigns(),
    },
  };
}

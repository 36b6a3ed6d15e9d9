import t from 'tap';
import { responseFaults } from './response-faults.js';

const price = { min: 1, max: 2 };
const variant = {
  key: 'v1',
  ticket: 't',
  label: 'M',
  size: 'M',
  link: '/p1/v1',
  listPrice: 2,
  sellingPrice: 1,
  inStock: true,
  stockNumber: 3,
  availability: [
    { channel: 'ONLINE', stockNumber: 3 },
    { channel: 'STORE', key: 's1', stockNumber: 0 },
  ],
  prices: [{ id: 'VIP', listPrice: 2, sellingPrice: 1 }],
  typedCustom: { json: { a: {} }, lengths: { b: { amount: 1, unit: 'cm' } }, numbers: { c: 1 } },
};
const product = {
  key: 'p1',
  title: 'Shirt',
  link: '/p1',
  ticket: 't',
  brand: 'Acme',
  rating: 4.5,
  inStock: true,
  listPrice: price,
  sellingPrice: price,
  badges: { primary: [{ label: '-20%', theme: 'DISCOUNT' }], secondary: [] },
  imageInfo: {
    effect: 'NONE',
    images: [{ alt: 'A shirt', sources: [{ url: '/a.jpg', width: 400 }] }],
    thumbnail: '/t.jpg',
  },
  swatch: { type: 'COLORS', colors: ['#ff0000'] },
  variants: [variant],
  custom: { fit: [{ id: 'slim', label: 'Slim' }] },
  width: { amount: 10, unit: 'cm' },
};
const group = { key: 'g1', products: [product], remaining: 0 };

const value = { id: 'x', label: 'X', selected: false, count: 3 };
const facets = [
  {
    id: 'brand',
    label: 'Brand',
    type: 'TEXT',
    facetType: 'TEXT',
    sort: 'RELEVANCE',
    selectedCount: 0,
    values: [value],
  },
  {
    id: 'color',
    label: 'Colour',
    type: 'COLOR',
    facetType: 'COLOR',
    selectedCount: 0,
    values: [{ ...value, color: '#f00' }],
  },
  { id: 'price', label: 'Price', type: 'RANGE', facetType: 'RANGE', min: 1, max: 2, minSelected: 1 },
  {
    id: 'size',
    label: 'Size',
    type: 'SIZE',
    facetType: 'SIZE',
    selectedCount: 0,
    sizeTypes: [{ label: 'Women', formats: [{ format: 'NO_FORMAT', values: [value] }] }],
  },
  { id: 'onlyInStock', label: 'In stock', type: 'CHECKBOX', facetType: 'CHECKBOX', selected: true, count: 2 },
];

const node = { label: 'All', count: 3, children: [], selected: false, expandable: false };
const searchPage = {
  autoCorrect: { q: 'shrt', originalTotalHits: 0 },
  contentLists: [],
  didYouMean: [{ q: 'skirt' }],
  navigation: {
    breadcrumbs: [{ label: 'Men', path: '/men' }],
    tree: {
      ...node,
      type: 'PRODUCT',
      path: '/',
      selected: true,
      children: [
        { ...node, type: 'LABEL' },
        { ...node, type: 'PAGE_LINK', link: '/sale' },
        { type: 'SPACER', count: 0, children: [], selected: false, expandable: false },
      ],
    },
  },
  primaryList: {
    facets,
    productGroups: [group],
    sort: { options: [{ id: 'RELEVANCE', label: 'Relevance' }], selected: 'RELEVANCE' },
    totalHits: 1,
  },
  q: 'shirt',
  relatedSearches: [{ q: 'blouse' }],
  secondaryList: { productGroups: [], totalHits: 0 },
};

const autocomplete = {
  contentLists: [
    {
      id: 'faq',
      items: [{ key: 'c1', type: 'faq', title: 'Returns', link: '/returns', ticket: 't', custom: {} }],
      totalHits: 1,
    },
  ],
  contentSuggestions: [{ title: 'Returns', highlightedTitle: '{{Ret}}urns', link: '/returns', ticket: 't' }],
  phraseSuggestions: [{ q: 'shirt', highlighted: '{{shi}}rt' }],
  productSuggestions: [group],
  recentSearches: [{ q: 'jeans' }],
  recentlyViewed: [],
  redirectLink: '/p1',
  totalHits: 1,
};

t.test('answers with every member fit', t => {
  t.same(responseFaults('search-page', searchPage), []);
  t.same(responseFaults('autocomplete', autocomplete), []);
  t.end();
});

t.test('a null, an additional member and a missing list are faults, by path', t => {
  const paths = (kind: 'autocomplete' | 'search-page', answer: unknown) =>
    responseFaults(kind, answer).map(f => f.path);
  t.same(paths('autocomplete', { ...autocomplete, redirectLink: null }), ['/redirectLink']);
  t.same(paths('autocomplete', { ...autocomplete, took: 3 }), ['/took']);
  const { recentSearches, ...without } = autocomplete;
  t.equal(recentSearches.length, 1);
  t.same(paths('autocomplete', without), ['/recentSearches']);
  const withProduct = (changed: object) => ({
    ...searchPage,
    primaryList: { ...searchPage.primaryList, productGroups: [{ ...group, products: [{ ...product, ...changed }] }] },
  });
  const at = '/primaryList/productGroups/0/products/0';
  t.same(paths('search-page', withProduct({ series: null })), [`${at}/series`]);
  t.same(paths('search-page', withProduct({ size: 'M' })), [`${at}/size`]);
  t.same(paths('search-page', withProduct({ swatch: { type: 'COLORS', colors: [] } })), [`${at}/swatch/colors`]);
  t.end();
});

t.test('of alternatives, the faults of the one that is meant are told', t => {
  const [text] = facets;
  const answer = (facet: object) => ({ ...searchPage, primaryList: { ...searchPage.primaryList, facets: [facet] } });
  t.same(
    responseFaults('search-page', answer({ ...text, selectedCount: -1, unit: 'cm' }))
      .map(f => f.path)
      .sort(),
    ['/primaryList/facets/0/selectedCount', '/primaryList/facets/0/unit'],
  );
  t.same(
    responseFaults('search-page', answer({ ...text, type: 'OTHER' })).map(f => f.path),
    ['/primaryList/facets/0'],
  );
  const several = {
    ...searchPage,
    primaryList: {
      ...searchPage.primaryList,
      facets: facets.map(facet => ({ ...facet, label: 3 })),
    },
  };
  t.same(
    responseFaults('search-page', several).map(f => f.path),
    facets.map((_, index) => `/primaryList/facets/${index}/label`),
  );
  t.end();
});

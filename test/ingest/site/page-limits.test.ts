/** Every limit of pages, product sets and publication orders, at its edge and one past it, from one table. */
import t from 'tap';
import { LISTING_SORT_ORDERS, SORT_ORDER_ALIASES } from '../../../src/catalog/site/sort-orders.js';
import type { SiteKind } from '../../../src/ingest/site/site-import-input.js';
import { type Json, pageBench } from './page-bench.js';

type Limit = [section: string, limit: string, good: unknown, bad: unknown, fault: RegExp, kind?: SiteKind];

const letters = (count: number): string => 'a'.repeat(count);
const astral = (count: number): string => '😀'.repeat(count);
const numbered = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const keys = (count: number): string[] => numbered(count, i => `p-${i}`);
const quoted = (count: number): string =>
  keys(count)
    .map(key => `"${key}"`)
    .join(', ');

const container = (change: Json): Json => ({ market: 'se', type: 'PARTIAL', ...change });
const pages = (...addOrUpdate: Json[]): Json => container({ addOrUpdate });
const page = (change: Json): Json => pages({ id: 'p', ...change });
const primary = (primaryList: Json): Json => page({ primaryList });
const facet = (change: Json): Json => primary({ facetsOverride: { facets: [{ attribute: 'brand', ...change }] } });
const slices = (...items: Json[]): Json => primary({ pageSliceInfo: { slices: items } });
const recList = (change: Json): Json => page({ recLists: [{ id: 'r', ...change }] });
const sponsored = (change: Json): Json => page({ sponsoredLists: [{ id: 's', ...change }] });
const banner = (change: Json): Json => page({ banners: [{ id: 'b', type: 'IMAGE', height: 1, width: 1, ...change }] });
const ids = (count: number): Json[] => numbered(count, i => ({ id: `i${i}` }));
const custom = (names: string[], value: string): Json =>
  page({ customData: { 'sv-SE': Object.fromEntries(names.map(name => [name, value])) } });
const sorted = (sortOrders: unknown[]): Json => primary({ sortOrderOverride: { sortOrders } });

const CONTAINER = 'Page container';
const GENERAL = 'Rules that hold for all endpoints, 2';
const PAGE = 'Page';
const PRIMARY = 'PagePrimaryList';
const FACETS = 'FacetsOverride';
const FACET = 'FacetSetting';
const SLICES = 'SliceInfo';
const SLICE = 'PageSlice';
const REC = 'PageRecList';
const SPONSORED = 'PageSponsoredList';
const BANNER = 'PageBanner';
const RULES = 'Product rule expression';
const SETS = 'Product sets';
const PUBLISH = 'Publishing of previews';

/** Where it is written, what it is, a body at the edge that is accepted, and one past it, which is refused so. */
const LIMITS: Limit[] = [
  [CONTAINER, 'an object', container({}), [], /^\/: found a list of 0, expected an object/],
  [CONTAINER, 'members', container({}), container({ pages: [] }), /^\/pages: found a list of 0, expected no member/],
  [CONTAINER, 'type', container({ type: 'FULL' }), container({ type: 'FORCE' }), /^\/type: .*one of FULL, PARTIAL/],
  [CONTAINER, 'type is there', container({}), container({ type: undefined }), /^\/type: found nothing/],
  [CONTAINER, 'market is there', container({}), container({ market: undefined }), /^\/market: found nothing/],
  [CONTAINER, 'market of 1', container({}), container({ market: '' }), /^\/market: found "", expected text of 1 to 20/],
  [CONTAINER, 'market of 20', container({}), container({ market: letters(21) }), /^\/market: .* text of 1 to 20/],
  [GENERAL, 'known market', container({}), container({ market: 'no' }), /^\/market: found "no".*\(open, se, uk\)/],
  [
    CONTAINER,
    '3000 pages',
    pages(...ids(3000)),
    pages(...ids(3001)),
    /^\/addOrUpdate: found a list of 3001, expected a list of at most 3000 pages/,
  ],
  [CONTAINER, 'pages are objects', pages({ id: 'p' }), pages('p' as never), /^\/addOrUpdate\/0: found "p"/],
  [
    CONTAINER,
    'previewOnly with PARTIAL',
    container({ previewOnly: true }),
    container({ previewOnly: true, type: 'FULL' }),
    /^\/previewOnly: found true in an import of type FULL/,
  ],
  [
    CONTAINER,
    'previewOnly without remove',
    container({ previewOnly: true, remove: [] }),
    container({ previewOnly: true, remove: ['p'] }),
    /^\/remove: found 1 ids, expected none/,
  ],
  [CONTAINER, 'previewOnly', container({ previewOnly: false }), container({ previewOnly: 'no' }), /^\/previewOnly: /],
  [
    CONTAINER,
    'remove as ids',
    container({ remove: ['/a-1'] }),
    container({ remove: ['a b'] }),
    /^\/remove\/0: .*page id/,
  ],
  [
    CONTAINER,
    'remove what is not listed',
    container({ addOrUpdate: [{ id: 'p' }], remove: ['q'] }),
    container({ addOrUpdate: [{ id: 'p' }], remove: ['p'] }),
    /^\/remove\/0: found "p", which addOrUpdate lists/,
  ],
  [PAGE, 'id is there', page({}), pages({}), /^\/addOrUpdate\/0\/id: found nothing/],
  [PAGE, 'id of 1', page({ id: 'a' }), page({ id: '' }), /\/id: found "", expected a page id/],
  [PAGE, 'id of 200', page({ id: letters(200) }), page({ id: letters(201) }), /\/id: .*1 to 200/],
  [PAGE, 'id alphabet', page({ id: '/aZ-09' }), page({ id: 'a_b' }), /\/id: found "a_b"/],
  [PAGE, 'id once', pages({ id: 'p' }, { id: 'q' }), pages({ id: 'p' }, { id: 'p' }), /1\/id: .* in \/addOrUpdate\/0/],
  [PAGE, 'members', page({}), page({ title: 'x' }), /\/addOrUpdate\/0\/title: .*expected no member/],
  [
    PAGE,
    'heading of 200',
    page({ headings: { 'sv-SE': astral(200) } }),
    page({ headings: { 'sv-SE': astral(201) } }),
    /\/headings\/sv-SE: .*at most 200/,
  ],
  ...['customData', 'headings', 'paths'].map(
    (name): Limit => [
      GENERAL,
      `known locale in ${name}`,
      page({ [name]: { 'sv-SE': name === 'customData' ? {} : 'x' } }),
      page({ [name]: { 'de/~': name === 'customData' ? {} : 'x' } }),
      new RegExp(`/${name}/de~1~0: found locale "de/~", expected one of market se \\(en-GB, sv-SE\\)`),
    ],
  ),
  [
    GENERAL,
    'any well-formed locale where none is stated',
    { ...page({ headings: { 'es-419': 'x' } }), market: 'open' },
    { ...page({ headings: { es_419: 'x' } }), market: 'open' },
    /\/headings\/es_419: .*like en or en-GB/,
  ],
  [PAGE, 'customData of 200 keys', custom(keys(200), ''), custom(keys(201), ''), /customData\/sv-SE: found 201 names/],
  [
    PAGE,
    'customData of 3000 characters',
    custom(['k'], astral(2999)),
    custom(['k'], astral(3000)),
    /customData\/sv-SE: found 3001 characters.*at most 3000/,
  ],
  [PAGE, 'customData names', custom(['aZ09_-'], 'x'), custom(['a.b'], 'x'), /customData\/sv-SE\/a\.b: /],
  [
    PAGE,
    'customData without a reserved name',
    custom(['constructor'], 'x'),
    JSON.stringify(custom(['reserved'], 'x')).replace('reserved', '__proto__'),
    /customData\/sv-SE\/__proto__: /,
  ],
  [
    PAGE,
    'customData texts',
    custom(['k'], ''),
    page({ customData: { 'sv-SE': { k: 1 } } }),
    /\/k: found 1, expected text/,
  ],
  [PAGE, 'path of 1', page({ paths: { 'sv-SE': '/' } }), page({ paths: { 'sv-SE': '' } }), /\/paths\/sv-SE: found ""/],
  [
    PAGE,
    'path of 2000',
    page({ paths: { 'sv-SE': letters(2000) } }),
    page({ paths: { 'sv-SE': letters(2001) } }),
    /1 to 2000/,
  ],
  [
    PAGE,
    'path once a locale',
    pages({ id: 'p', paths: { 'sv-SE': '/x' } }, { id: 'q', paths: { 'en-GB': '/x', 'sv-SE': '/y' } }),
    pages({ id: 'p', paths: { 'sv-SE': '/x' } }, { id: 'q', paths: { 'en-GB': '/x', 'sv-SE': 'x/' } }),
    /^\/addOrUpdate\/1\/paths\/sv-SE: found "x\/", which is the path of page "p"/,
  ],
  [
    PAGE,
    'category of 3 levels',
    page({ sponsoredCategoryOverride: ['A > B > C'] }),
    page({ sponsoredCategoryOverride: ['A > B > C > D'] }),
    /sponsoredCategoryOverride\/0: .*1 to 3 levels/,
  ],
  [
    PAGE,
    'category levels',
    page({ sponsoredCategoryOverride: ['A'] }),
    page({ sponsoredCategoryOverride: ['A > '] }),
    /Override\/0/,
  ],
  [PAGE, '10 recLists', page({ recLists: ids(10) }), page({ recLists: ids(11) }), /\/recLists: .*at most 10/],
  [
    PAGE,
    '10 sponsoredLists',
    page({ sponsoredLists: ids(10) }),
    page({ sponsoredLists: ids(11) }),
    /\/sponsoredLists: .* 10/,
  ],
  [
    PAGE,
    '10 banners',
    page({ banners: numbered(10, i => ({ id: `b${i}`, type: 'IMAGE', height: 1, width: 1 })) }),
    page({ banners: numbered(11, i => ({ id: `b${i}`, type: 'IMAGE', height: 1, width: 1 })) }),
    /\/banners: .*at most 10/,
  ],
  [PRIMARY, 'members', primary({ restrictChildRules: true }), primary({ sort: 'x' }), /primaryList\/sort: /],
  [PRIMARY, '100 pinned', primary({ pinned: keys(100) }), primary({ pinned: keys(101) }), /\/pinned: .*at most 100/],
  [
    PRIMARY,
    'pinned keys',
    primary({ pinned: ['aZ09#+./_-'] }),
    primary({ pinned: ['a b'] }),
    /\/pinned\/0: .*product key/,
  ],
  [PRIMARY, 'blocked keys', primary({ blocked: keys(1000) }), primary({ blocked: [letters(51)] }), /\/blocked\/0: /],
  [
    PRIMARY,
    'restrictChildRules',
    primary({ restrictChildRules: false }),
    primary({ restrictChildRules: 1 }),
    /true or false/,
  ],
  [
    RULES,
    'empty',
    primary({ rules: '' }),
    primary({ rules: 'incl' }),
    /primaryList\/rules: line 1, column 1: found "incl"/,
  ],
  [
    RULES,
    'known attribute',
    primary({ rules: 'rule incl brand {"x"}' }),
    primary({ rules: 'rule incl brnd {"x"}' }),
    /brnd/,
  ],
  [
    RULES,
    '100 handpicked',
    primary({ rules: `rule incl product_key {${quoted(100)}}` }),
    primary({ rules: `rule incl product_key {${quoted(101)}}` }),
    /found 101 values/,
  ],
  [
    RULES,
    '200 values',
    primary({ rules: `rule incl brand {${quoted(200)}}` }),
    primary({ rules: `rule incl brand {${quoted(201)}}` }),
    /found 201 values/,
  ],
  [
    RULES,
    'handpicked first',
    primary({ rules: 'rule incl product_key {"a"} rule incl brand {"b"}' }),
    primary({ rules: 'rule incl brand {"b"} rule incl product_key {"a"}' }),
    /rules: rule 2 handpicks/,
  ],
  [
    RULES,
    'handpicked alone',
    primary({ rules: 'rule excl product_key {"a"} incl brand {"b"}' }),
    primary({ rules: 'rule incl product_key {"a"} incl brand {"b"}' }),
    /rules: rule 1 handpicks/,
  ],
  [
    FACETS,
    'members',
    primary({ facetsOverride: {} }),
    primary({ facetsOverride: { facet: [] } }),
    /facetsOverride\/facet: /,
  ],
  [
    FACETS,
    'templateId may be null',
    primary({ facetsOverride: { templateId: null } }),
    primary({ facetsOverride: { templateId: 1 } }),
    /templateId: found 1, expected an id or null/,
  ],
  [
    FACETS,
    'enabled',
    primary({ facetsOverride: { enabled: true } }),
    primary({ facetsOverride: { enabled: null } }),
    /enabled: found null/,
  ],
  [FACET, 'attribute is there', facet({}), facet({ attribute: undefined }), /facets\/0\/attribute: found nothing/],
  [
    FACET,
    'known attribute',
    facet({ attribute: 'productType' }),
    facet({ attribute: 'producttype' }),
    /attribute: found "producttype"/,
  ],
  [
    FACET,
    'custom attribute',
    facet({ attribute: 'custom.Shoe width' }),
    facet({ attribute: 'custom.' }),
    /attribute: found "custom\."/,
  ],
  [
    FACET,
    'the checkbox of stock',
    facet({ attribute: 'onlyInStock' }),
    facet({ attribute: 'onlyInStock', unit: 'cm' }),
    /unit: /,
  ],
  [
    FACET,
    'sortOrder',
    facet({ sortOrder: 'ALPHABETIC' }),
    facet({ sortOrder: 'ALPHABETICAL' }),
    /RELEVANCE, ALPHABETIC, NAT/,
  ],
  [
    FACET,
    'unit where there are units',
    facet({ attribute: 'width', unit: 'cm' }),
    facet({ unit: 'cm' }),
    /unit: .*brand/,
  ],
  [
    FACET,
    'unit that fits',
    facet({ attribute: 'custom.length.x', unit: 'in' }),
    facet({ attribute: 'custom.length.x', unit: 'kg' }),
    /unit: found unit "kg"/,
  ],
  [FACET, 'useDefaults', facet({ useDefaults: true }), facet({ useDefaults: 'true' }), /useDefaults: .*true or false/],
  [
    FACET,
    'visualization of custom numbers',
    facet({ attribute: 'custom.number.x', visualization: 'VALUES' }),
    facet({ attribute: 'price', visualization: 'VALUES' }),
    /visualization: found VALUES, expected none/,
  ],
  [
    FACET,
    'visualization',
    facet({ attribute: 'custom.number.x', visualization: 'RANGE' }),
    facet({ attribute: 'custom.number.x', visualization: 'TREE' }),
    /visualization: found "TREE", expected one of RANGE, VALUES/,
  ],
  [
    'Keywords',
    'members',
    primary({ keywords: { headingAsKeyword: true } }),
    primary({ keywords: { heading: true } }),
    /keywords\/heading: /,
  ],
  [
    'Keywords',
    'enabled',
    primary({ keywords: { enabled: false } }),
    primary({ keywords: { enabled: 0 } }),
    /keywords\/enabled: /,
  ],
  [
    'Keywords',
    'additional',
    primary({ keywords: { additional: { 'en-GB': ['a'] } } }),
    primary({ keywords: { additional: { 'en-GB': [''] } } }),
    /additional\/en-GB\/0: .*a keyword/,
  ],
  [
    'Keywords',
    'known locale',
    primary({ keywords: { additional: { 'en-GB': [] } } }),
    primary({ keywords: { additional: { de: [] } } }),
    /additional\/de: found locale/,
  ],
  [
    SLICES,
    '0 to 100 slices',
    slices(...ids(100).map(() => ({}))),
    slices(...ids(101).map(() => ({}))),
    /slices: .*at most 100/,
  ],
  [
    SLICES,
    'inherit',
    primary({ pageSliceInfo: { inherit: false } }),
    primary({ pageSliceInfo: { inherits: true } }),
    /inherits: /,
  ],
  [SLICE, 'limit from -1', slices({ limit: -1 }), slices({ limit: -2 }), /slices\/0\/limit: found -2/],
  [SLICE, 'limit to 2147483647', slices({ limit: 2147483647 }), slices({ limit: 2147483648 }), /slices\/0\/limit: /],
  [SLICE, 'limit is whole', slices({ limit: 1 }), slices({ limit: 1.5 }), /limit: found 1.5, expected a whole number/],
  [
    SLICE,
    '50 pinnedProducts',
    slices({ pinnedProducts: keys(50) }),
    slices({ pinnedProducts: keys(51) }),
    /at most 50/,
  ],
  [SLICE, 'productSetId of 1', slices({ productSetId: 'a' }), slices({ productSetId: '' }), /productSetId: found ""/],
  [
    SLICE,
    'sponsored with a limit',
    slices({ sponsored: true, limit: 1 }),
    slices({ sponsored: true }),
    /limit: found nothing/,
  ],
  [
    SLICE,
    'sponsored with a true limit',
    slices({ sponsored: true, limit: 0 }),
    slices({ sponsored: true, limit: -1 }),
    /limit: found -1/,
  ],
  ['SortOrderOverride', 'some order', sorted(['RELEVANCE']), sorted([]), /sortOrders: .*at least 1/],
  [
    'SortOrderOverride',
    'all of them',
    sorted([...LISTING_SORT_ORDERS, ...Object.keys(SORT_ORDER_ALIASES)]),
    sorted(['PRICE']),
    /sortOrders\/0: found "PRICE"/,
  ],
  [
    'SortOrderOverride',
    'members',
    primary({ sortOrderOverride: { enabled: false } }),
    primary({ sortOrderOverride: { on: true } }),
    /on: /,
  ],
  ...(
    [
      [REC, recList, 'recLists'],
      [SPONSORED, sponsored, 'sponsoredLists'],
      [BANNER, banner, 'banners'],
    ] as const
  ).flatMap(([section, make, name]): Limit[] => [
    [section, 'id is there', make({}), make({ id: undefined }), new RegExp(`/${name}/0/id: found nothing`)],
    [section, 'id of 1', make({ id: 'a' }), make({ id: '' }), new RegExp(`/${name}/0/id: found ""`)],
    [section, 'id of 20', make({ id: letters(20) }), make({ id: letters(21) }), new RegExp(`/${name}/0/id: .*1 to 20`)],
    [section, 'id alphabet', make({ id: 'aZ09_-' }), make({ id: 'a/b' }), new RegExp(`/${name}/0/id: found "a/b"`)],
    [section, 'members', make({}), make({ title: 'x' }), new RegExp(`/${name}/0/title: .*expected no member`)],
  ]),
  [
    REC,
    'id once a page',
    page({ recLists: [{ id: 'a' }, { id: 'b' }] }),
    page({ recLists: [{ id: 'a' }, { id: 'a' }] }),
    /recLists\/1\/id: found "a" as in recLists\/0/,
  ],
  [
    SPONSORED,
    'id once a page',
    page({ recLists: [{ id: 'a' }], sponsoredLists: [{ id: 'b' }] }),
    page({ recLists: [{ id: 'a' }], sponsoredLists: [{ id: 'a' }] }),
    /sponsoredLists\/0\/id: found "a" as in recLists\/0/,
  ],
  [
    BANNER,
    'id once a page',
    banner({}),
    page({ banners: numbered(2, () => ({ id: 'b', type: 'IMAGE', height: 1, width: 1 })) }),
    /banners\/1\/id: found "b" as in banners\/0/,
  ],
  ...['TOP_PRODUCTS', 'PERSONAL', 'NEWEST_PRODUCTS', 'FAVORITES', 'RECENTLY_VIEWED'].map(
    (algorithm): Limit => [
      REC,
      `algorithm ${algorithm}`,
      recList({ algorithm }),
      recList({ algorithm: 'UPSELL' }),
      /algorithm: found "UPSELL"/,
    ],
  ),
  [REC, 'limit from 1', recList({ limit: 1 }), recList({ limit: 0 }), /recLists\/0\/limit: found 0/],
  [REC, 'limit to 100', recList({ limit: 100 }), recList({ limit: 101 }), /recLists\/0\/limit: found 101/],
  [REC, '100 pinned', recList({ pinned: keys(100) }), recList({ pinned: keys(101) }), /recLists\/0\/pinned: /],
  [REC, 'blocked keys', recList({ blocked: keys(1) }), recList({ blocked: [''] }), /recLists\/0\/blocked\/0: /],
  [REC, 'rules', recList({ rules: 'rule incl brand {"x"}' }), recList({ rules: 'rule' }), /recLists\/0\/rules: line 1/],
  [SPONSORED, 'limit from 1', sponsored({ limit: 1 }), sponsored({ limit: 0 }), /sponsoredLists\/0\/limit: /],
  [SPONSORED, 'limit to 100', sponsored({ limit: 100 }), sponsored({ limit: 101 }), /sponsoredLists\/0\/limit: /],
  [
    SPONSORED,
    'category of 1000',
    sponsored({ category: letters(1000) }),
    sponsored({ category: letters(1001) }),
    /at most 1000/,
  ],
  [SPONSORED, 'no category', sponsored({ category: '' }), sponsored({ category: 1 }), /sponsoredLists\/0\/category: /],
  [BANNER, 'type', banner({ type: 'IMAGE' }), banner({ type: 'VIDEO' }), /banners\/0\/type: found "VIDEO"/],
  ...['type', 'height', 'width'].map(
    (name): Limit => [
      BANNER,
      `${name} is there`,
      banner({}),
      banner({ [name]: undefined }),
      new RegExp(`/${name}: found nothing`),
    ],
  ),
  [BANNER, 'height from 1', banner({ height: 1 }), banner({ height: 0 }), /banners\/0\/height: found 0/],
  [BANNER, 'width is whole', banner({ width: 1 }), banner({ width: 1.5 }), /banners\/0\/width: found 1.5/],
  [PUBLISH, 'known market', { market: 'se' }, { market: 'no' }, /^\/market: found "no"/, 'pages-publish'],
  [PUBLISH, 'members', { market: 'se', ids: [] }, { market: 'se', id: 'p' }, /^\/id: /, 'pages-publish'],
  [
    PUBLISH,
    'what has a preview',
    { market: 'se', ids: [] },
    { market: 'se', ids: ['p'] },
    /^\/ids\/0: found "p"/,
    'pages-publish',
  ],
  [SETS, 'no set', {}, [], /^\/: found a list/, 'product-sets'],
  [
    SETS,
    'members',
    { s: { name: 'S', rules: '' } },
    { s: { name: 'S', rules: '', x: 1 } },
    /^\/s\/x: /,
    'product-sets',
  ],
  [
    SETS,
    'rules are there',
    { s: { name: 'S', rules: '' } },
    { s: { name: 'S' } },
    /^\/s\/rules: found nothing/,
    'product-sets',
  ],
  [
    SETS,
    'rules',
    { 'a/b': { name: 'S', rules: 'rule incl brand {"x"}' } },
    { 'a/b': { name: 'S', rules: 'rule incl' } },
    /^\/a~1b\/rules: line 1, column 10/,
    'product-sets',
  ],
  [
    SETS,
    'name of 200',
    { s: { name: letters(200), rules: '' } },
    { s: { name: letters(201), rules: '' } },
    /^\/s\/name: /,
    'product-sets',
  ],
  [
    SETS,
    'id of 200',
    { [letters(200)]: { name: 'S', rules: '' } },
    { [letters(201)]: { name: 'S', rules: '' } },
    /expected a name that matches/,
    'product-sets',
  ],
];

const { apply, pages: imported, store } = pageBench(t);

for (const [section, limit, good, bad, fault, kind = 'pages'] of LIMITS) {
  t.test(`${section}: ${limit}`, async t => {
    t.same(apply(kind, good).faults, [], 'at the edge');
    imported({ type: 'FULL' }, { force: true });
    const { generation } = store;
    const { faults } = apply(kind, typeof bad === 'string' ? JSON.parse(bad) : bad);
    t.match(faults.join('\n'), fault, 'past it');
    t.equal(store.generation, generation, 'what is refused changes nothing');
  });
}

/**
 * Search settings as storefronts see them: where phrases lead, what rules pin, bury and boost, for whom, and that
 * nothing else of a list changes. Orders are told by comparison with the same shop without settings, so that these
 * tests do not depend on what scores are.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { parseRules } from '../../../../src/catalog/rules/parse-rules.js';
import {
  type LocaleSearchSettings,
  type SearchLayer,
  searchKey,
} from '../../../../src/catalog/site/search-settings-document.js';
import type { AutocompleteRequest, FacetSelection, SearchPageRequest } from '../../../../src/pages/shared/requests.js';
import { Builder, type Catalog, DAY_MS, mainKeys, NOW, type SearchJson, type Shop } from '../../shop.js';

const seed = 20260901;
const builder = new Builder(t);
const view = { market: 'uk', locale: 'en-GB' };

interface Small {
  title: string;
  brand: string;
  price?: number;
  stock?: number;
  group?: string;
  released?: string;
}

const PRODUCTS: Record<string, Small> = {
  'jacket-1': { title: 'Rain jacket blue', brand: 'Storm', price: 90 },
  'jacket-2': { title: 'Rain jacket red', brand: 'Fjord', price: 120 },
  'jacket-3': { title: 'Winter jacket green', brand: 'Storm', price: 60 },
  'jacket-4': { title: 'Jacket', brand: 'Plain', price: 30, stock: 0 },
  'boots-1': { title: 'Rubber boots', brand: 'Storm', price: 40 },
  'boots-2': { title: 'Leather boots', brand: 'Fjord', price: 150 },
  'umbrella-1': { title: 'Umbrella', brand: 'Storm', price: 15 },
  'shirt-1': { title: 'T-shirt', brand: 'Plain', price: 10 },
  'shirt-2': { title: 'Cotton shirt', brand: 'Plain', price: 20 },
};

function catalog(documents: Record<string, unknown>, products: Record<string, Small>): Catalog {
  const groups: Catalog['groups'] = {};
  for (const [key, { title, brand, price = 100, stock = 1, group, released }] of Object.entries(products)) {
    const record = (groups[group ?? `g-${key}`] ??= { products: {}, suppressDuplicates: group !== undefined });
    record.products[key] = {
      markets: ['uk'],
      defaults: { title, url: `/${key}`, brand, dataLocale: 'en-GB', ...(released && { releaseDate: released }) },
      variants: { [`${key}-v`]: { defaults: { listPrice: price, stock } } },
    };
  }
  return { groups, translations: [{ locale: 'sv-SE', values: {} }], documents };
}

type Settings = Record<string, LocaleSearchSettings>;

function documents(settings: Settings, layer: SearchLayer = 'search'): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([key, record]) => [searchKey(layer, key), record]));
}

function open(settings: Settings, previews: Settings = {}, products = PRODUCTS): Shop {
  return builder.open(catalog({ ...documents(settings), ...documents(previews, 'search-preview') }, products));
}

function withSettings(
  settings: Settings,
  use: (shop: Shop) => void,
  products = PRODUCTS,
  previews: Settings = {},
): void {
  const shop = open(settings, previews, products);
  try {
    use(shop);
  } finally {
    shop.close();
  }
}

/** The lists of the shop without settings, by what was asked. */
function unruled<T>(ask: (shop: Shop) => T, products = PRODUCTS): T {
  const shop = open({}, {}, products);
  try {
    return ask(shop);
  } finally {
    shop.close();
  }
}

function keys({ primaryList }: SearchJson): string[] {
  return mainKeys(primaryList.productGroups);
}

function found(shop: Shop, q: string, more: Partial<SearchPageRequest> = {}): string[] {
  return keys(shop.search({ ...view, q, ...more }));
}

function suggested(shop: Shop, q: string, more: Partial<AutocompleteRequest> = {}): string[] {
  return mainKeys(shop.autocomplete({ ...view, q, ...more }).productSuggestions);
}

t.test('a redirect is told for its phrases, whatever their case, accents, signs and number', async t => {
  const redirects = [
    { phrases: ['Gift cards', 'café'], link: '/cards' },
    { phrases: ['t-shirt'], link: 'https://shirts.example.com/' },
  ];
  withSettings({ 'en-GB': { redirects } }, shop => {
    const link = (q: string) => {
      const { redirectLink } = shop.search({ ...view, q }) as SearchJson & { redirectLink?: string };
      t.equal(shop.autocomplete({ ...view, q }).redirectLink, redirectLink, q);
      return redirectLink;
    };
    for (const q of ['gift cards', 'GIFT  card!', 'Cafe', 'cafés']) t.equal(link(q), '/cards', q);
    for (const q of ['t shirt', 'T-Shirts', 'tshirt']) t.equal(link(q), 'https://shirts.example.com/', q);
    for (const q of ['gift', 'cards gift', 'gift cards for men', '', '!']) t.equal(link(q), undefined, q);
  });
});

t.test('a key that is typed leads to its product, whatever redirects say', async t => {
  withSettings({ 'en-GB': { redirects: [{ phrases: ['boots-1', 'boots'], link: '/boots' }] } }, shop => {
    t.equal(shop.autocomplete({ ...view, q: 'boots-1' }).redirectLink, '/boots-1');
    t.equal(shop.autocomplete({ ...view, q: 'boots' }).redirectLink, '/boots');
  });
});

t.test('settings of a locale go before those of its language, and those before everybody’s', async t => {
  const to = (link: string, ...phrases: string[]) => ({ phrases, link });
  const settings: Settings = {
    '*': {
      redirects: [to('/all', 'one', 'two', 'three')],
      rules: [{ phrases: ['jacket'], pin: ['umbrella-1'] }],
      stopWords: ['x'],
    },
    en: {
      redirects: [to('/en', 'one', 'two')],
      rules: [{ phrases: ['jackets'], pin: ['boots-2', 'umbrella-1'] }],
      stopWords: ['y', 'x'],
    },
    'en-GB': { redirects: [to('/gb', 'one')], rules: [{ phrases: ['JACKET'], pin: ['boots-1'] }] },
    'en-US': { redirects: [to('/us', 'one')] },
    sv: { redirects: [to('/sv', 'one')] },
  };
  withSettings(settings, shop => {
    const links = (locale: string) =>
      ['one', 'two', 'three'].map(q => shop.autocomplete({ market: 'uk', locale, q }).redirectLink);
    t.same(links('en-GB'), ['/gb', '/en', '/all']);
    t.same(links('sv-SE'), ['/sv', '/all', '/all']);
    t.same(found(shop, 'jacket').slice(0, 3), ['boots-1', 'boots-2', 'umbrella-1'], 'pins of all, each once');
    t.same(found(shop, 'jacket', { locale: 'sv-SE' }).slice(0, 1), ['umbrella-1']);
  });
});

t.test('pinned products stand first even where the text does not find them, and are counted', async t => {
  const rules = [{ phrases: ['jackets'], pin: ['boots-1', 'no-such', 'jacket-3', 'boots-1'] }];
  const usual = unruled(shop => found(shop, 'jacket'));
  withSettings({ en: { rules } }, shop => {
    const pinned = ['boots-1', 'jacket-3'];
    const rest = usual.filter(key => !pinned.includes(key));
    t.same(found(shop, 'Jacket'), [...pinned, ...rest]);
    t.equal(shop.search({ ...view, q: 'jacket' }).primaryList.totalHits, usual.length + 1);
    t.same(suggested(shop, 'jackets').slice(0, 2), pinned);
    t.equal(shop.autocomplete({ ...view, q: 'jackets' }).totalHits, usual.length + 1);
    t.same(found(shop, 'rain jacket').includes('boots-1'), false, 'exactly the phrase');
    const byPrice = found(shop, 'jacket', { sort: 'PRICE_ASCENDING' });
    t.same(byPrice, ['jacket-4', 'boots-1', 'jacket-3', 'jacket-1', 'jacket-2'], 'in their place in other orders');
  });
});

t.test('rules, facets and what a text cannot find hold for pinned products too', async t => {
  const rules = [{ phrases: ['jacket', 'qwertyuiop'], pin: ['boots-1', 'boots-2'] }];
  withSettings({ en: { rules } }, shop => {
    const cheap = parseRules('rule incl price [0, 100]');
    t.equal(found(shop, 'jacket', { rules: cheap })[0], 'boots-1');
    t.notOk(found(shop, 'jacket', { rules: cheap }).includes('boots-2'));
    const fjord: FacetSelection[] = [{ id: 'brand', values: ['Fjord'] }];
    t.same(found(shop, 'jacket', { facets: fjord }), ['boots-2', 'jacket-2']);
    t.notOk(suggested(shop, 'jacket', { rules: cheap }).includes('boots-2'));
    const { primaryList, autoCorrect } = shop.search({ ...view, q: 'qwertyuiop' });
    t.same(mainKeys(primaryList.productGroups), ['boots-1', 'boots-2'], 'where no word is known');
    t.same([primaryList.totalHits, autoCorrect], [2, undefined]);
    t.same(suggested(shop, 'qwertyuiop'), ['boots-1', 'boots-2']);
  });
});

t.test(
  'a text with pinned products is not put right; one that is put right follows the rules of what it became',
  async t => {
    withSettings({ en: { rules: [{ phrases: ['umbrela'], pin: ['boots-1'] }] } }, shop => {
      const { q, autoCorrect } = shop.search({ ...view, q: 'umbrela' });
      t.same([q, autoCorrect], ['umbrela', undefined]);
      t.equal(found(shop, 'umbrela')[0], 'boots-1');
    });
    withSettings({ en: { rules: [{ phrases: ['umbrella'], pin: ['boots-1'] }] } }, shop => {
      const { q, autoCorrect, primaryList } = shop.search({ ...view, q: 'umbrela' });
      t.same([q, autoCorrect?.q], ['umbrella', 'umbrela']);
      t.same(mainKeys(primaryList.productGroups), ['boots-1', 'umbrella-1']);
      t.same(suggested(shop, 'umbrela'), ['boots-1', 'umbrella-1']);
    });
  },
);

t.test('buried products come last and are still there, but for those that are pinned', async t => {
  const bury = { products: ['jacket-2'], rules: 'rule incl price [0, 100]' };
  const usual = unruled(shop => found(shop, 'jacket'));
  t.not(usual.at(-1), 'jacket-1');
  withSettings({ en: { rules: [{ phrases: ['jacket'], bury: { products: ['jacket-2', 'boots-1'] } }] } }, shop => {
    t.same(found(shop, 'jacket'), [...usual.filter(key => key !== 'jacket-2'), 'jacket-2']);
    t.equal(suggested(shop, 'jacket').at(-1), 'jacket-2');
  });
  withSettings({ en: { rules: [{ phrases: ['jacket'], bury, pin: ['jacket-4'] }] } }, shop => {
    t.same(found(shop, 'jacket'), ['jacket-4', ...usual.filter(key => key !== 'jacket-4')], 'all others alike');
  });
});

t.test('buried products come behind those that lack a word', async t => {
  const q = 'storm rain jacket';
  const [best, ...lacking] = unruled(shop => found(shop, q));
  t.equal(best, 'jacket-1');
  t.ok(lacking.length > 0);
  withSettings({ en: { rules: [{ phrases: [q], bury: { products: ['jacket-1'] } }] } }, shop => {
    t.same(found(shop, q), [...lacking, best]);
  });
});

t.test('boosts move products up and down by their weight', async t => {
  const [first, second] = unruled(shop => found(shop, 'jacket'));
  const boost = (weight: number, key: string) => [{ rules: `rule incl product_key {"${key}"}`, weight }];
  withSettings({ en: { rules: [{ phrases: ['jacket'], boost: boost(10, second!) }] } }, shop => {
    t.same(found(shop, 'jacket').slice(0, 2), [second, first]);
    t.equal(suggested(shop, 'jacket')[0], second);
  });
  withSettings({ en: { rules: [{ phrases: ['jacket'], boost: boost(-10, first!) }] } }, shop => {
    t.equal(found(shop, 'jacket').at(-1), first);
  });
  const both = [
    { phrases: ['jacket'], boost: boost(5, second!) },
    { phrases: ['jackets'], boost: boost(-5.5, second!) },
  ];
  withSettings({ en: { rules: both } }, shop => {
    t.equal(found(shop, 'jacket')[0], first, 'weights of several rules add up');
  });
});

t.test('boosts by newness follow the day', async t => {
  const products: Record<string, Small> = {
    a: { title: 'Lamp', brand: 'A', released: new Date(NOW - 2 * DAY_MS).toISOString() },
    b: { title: 'Lamp', brand: 'B', released: new Date(NOW - 40 * DAY_MS).toISOString() },
  };
  const boost = [{ rules: 'rule incl newness 30d', weight: -5 }];
  withSettings(
    { en: { rules: [{ phrases: ['lamp'], boost }] } },
    shop => {
      t.same(found(shop, 'lamp'), ['b', 'a']);
      t.same(keys(shop.search({ ...view, q: 'lamp' }, NOW + 60 * DAY_MS)), ['a', 'b'], 'neither is new any more');
    },
    products,
  );
});

t.test('CONTAINS holds wherever the words of a phrase stand together in order; EXACT rules go first', async t => {
  const rules: LocaleSearchSettings['rules'] = [
    { phrases: ['shirt'], match: 'CONTAINS', pin: ['boots-1'] },
    { phrases: ['rain jackets'], match: 'CONTAINS', pin: ['umbrella-1'] },
    { phrases: ['jacket'], match: 'CONTAINS', pin: ['boots-2'] },
    { phrases: ['red rain jacket'], pin: ['shirt-1'] },
  ];
  withSettings({ en: { rules } }, shop => {
    const pins = ['boots-1', 'boots-2', 'umbrella-1', 'shirt-1'];
    const pinned = (q: string) => {
      const listed = found(shop, q);
      const end = listed.findIndex(key => !pins.includes(key));
      return listed.slice(0, end < 0 ? undefined : end);
    };
    t.same(pinned('blue rain jacket for kids'), ['umbrella-1', 'boots-2'], 'of the longer phrase first');
    t.same(pinned('Red Rain Jackets'), ['shirt-1', 'umbrella-1', 'boots-2']);
    t.same(pinned('jacket rain'), ['boots-2']);
    t.same(pinned('rain red jacket'), ['boots-2']);
    t.same(pinned('rain'), []);
  });
});

t.test('a preview is seen by who asks for it, and only by them', async t => {
  const published: Settings = {
    'en-GB': { redirects: [{ phrases: ['old'], link: '/old' }], rules: [{ phrases: ['jacket'], pin: ['boots-1'] }] },
    en: { redirects: [{ phrases: ['both'], link: '/both' }] },
  };
  const previews: Settings = {
    'en-GB': { redirects: [{ phrases: ['new'], link: '/new' }], rules: [{ phrases: ['jacket'], pin: ['boots-2'] }] },
    '*': { redirects: [{ phrases: ['all'], link: '/all' }] },
    en: {},
  };
  withSettings(
    published,
    shop => {
      const links = (viewId: 'PRODUCTION' | 'PREVIEW') =>
        ['old', 'new', 'both', 'all'].map(q => shop.autocomplete({ ...view, viewId, q }).redirectLink);
      t.same(links('PRODUCTION'), ['/old', undefined, '/both', undefined]);
      t.same(links('PREVIEW'), [undefined, '/new', undefined, '/all'], 'an empty one empties');
      t.equal(found(shop, 'jacket')[0], 'boots-1');
      t.equal(found(shop, 'jacket', { viewId: 'PREVIEW' })[0], 'boots-2');
      t.notOk(found(shop, 'jacket', { viewId: 'PREVIEW' }).includes('boots-1'));
    },
    PRODUCTS,
    previews,
  );
});

t.test('of a group that appears once, the product pinned first stands for it', async t => {
  const products: Record<string, Small> = {
    a: { title: 'Lamp', brand: 'A', group: 'g' },
    b: { title: 'Lamp', brand: 'B', group: 'g' },
    c: { title: 'Lamp', brand: 'C', group: 'g' },
    d: { title: 'Lamp', brand: 'D' },
  };
  withSettings(
    { en: { rules: [{ phrases: ['lamp'], pin: ['c', 'b'] }] } },
    shop => {
      t.same(found(shop, 'lamp'), ['c', 'd']);
    },
    products,
  );
  withSettings(
    { en: { rules: [{ phrases: ['lamp'], bury: { products: ['a', 'd'] } }] } },
    shop => {
      t.same(found(shop, 'lamp'), ['b', 'd'], 'one that is not buried');
    },
    products,
  );
});

t.test(
  `what rules arrange is the list of before with pins first and buried last, on every page (seed ${seed})`,
  async t => {
    const some = fc.uniqueArray(fc.constantFrom('no-such', ...Object.keys(PRODUCTS)), { maxLength: 4 });
    const question = fc.record({
      q: fc.constantFrom('jacket', 'rain jacket', 'boots', 'storm', 'shirt', 'nonsense'),
      pin: some,
      bury: some,
      brands: fc.subarray(['Storm', 'Fjord', 'Plain'], { maxLength: 2 }),
      highest: fc.constantFrom(1000, 100, 35),
      cut: fc.integer({ min: 1, max: 4 }),
    });
    const plain = open({});
    const everything = new Map<string, string[]>();
    const usual = new Map<string, string[]>();
    const asked = fc.sample(question, { seed, numRuns: 40 });
    const requestOf = ({ brands, highest }: (typeof asked)[number]): Partial<SearchPageRequest> => ({
      facets: brands.length > 0 ? [{ id: 'brand', values: brands }] : [],
      rules: parseRules(`rule incl price [0, ${highest}]`),
      origin: 'UNDO_AUTO_CORRECT',
    });
    for (const one of asked) {
      const name = JSON.stringify(one);
      usual.set(name, found(plain, one.q, requestOf(one)));
      everything.set(name, found(plain, '', requestOf(one)));
    }
    plain.close();
    for (const one of asked) {
      const { q, pin, bury, cut } = one;
      const name = JSON.stringify(one);
      const base = usual.get(name)!;
      const pins = pin.filter(key => everything.get(name)!.includes(key));
      const rest = base.filter(key => !pins.includes(key));
      const expected = [...pins, ...rest.filter(key => !bury.includes(key)), ...rest.filter(key => bury.includes(key))];
      const shop = open({ en: { rules: [{ phrases: [q], pin, bury: { products: bury } }] } });
      const request = requestOf(one);
      assert.deepEqual(found(shop, q, request), expected, name);
      const paged: string[] = [];
      for (let skip = 0; skip < expected.length; skip += cut)
        paged.push(...found(shop, q, { ...request, skip, limit: cut }));
      assert.deepEqual(paged, expected, name);
      assert.equal(shop.search({ ...view, q, ...request }).primaryList.totalHits, expected.length, name);
      shop.close();
    }
    t.pass();
  },
);

import t from 'tap';
import type { ProductGroup } from '../../../../src/catalog/records.js';
import {
  type LandingJson,
  landing,
  listPage,
  type NavigationJson,
  type NodeJson,
  navigation,
  pages,
  previews,
  wholeTree,
} from '../../landing.js';
import { Builder, CONTEXT, DAY_MS, mainKeys, NOW, type SearchJson, type Shop, searchRequest } from '../../shop.js';

const builder = new Builder(t);
const view = { market: 'se', locale: 'sv-SE' };

/** Key → what a rule can ask for; products with a `group` share it and appear once. */
const PRODUCTS: Record<string, { brand: string; price?: number; sizes?: string[]; group?: string; age?: number }> = {
  a: { brand: 'Acme', price: 100 },
  b: { brand: 'Acme', price: 200, sizes: ['S', 'M'] },
  c: { brand: 'Nike', price: 300, group: 'G' },
  d: { brand: 'Nike', price: 400, group: 'G' },
  e: { brand: 'Zed', price: 500, age: 1 },
};

function groups(): Record<string, ProductGroup> {
  const made: Record<string, ProductGroup> = {};
  for (const [key, { brand, price = 1, sizes = ['M'], group = `g-${key}`, age = 100 }] of Object.entries(PRODUCTS)) {
    const record = (made[group] ??= { products: {}, suppressDuplicates: group === 'G' });
    const releaseDate = new Date(NOW - age * DAY_MS).toISOString();
    record.products[key] = {
      markets: ['se'],
      defaults: { title: `thing ${key}`, url: `/${key}`, brand, releaseDate, dataLocale: 'sv-SE' },
      variants: Object.fromEntries(
        sizes.map((size, i) => [`${key}${size}`, { defaults: { listPrice: price + i * 1000, stock: 1, size } }]),
      ),
    };
  }
  return made;
}

function withSite(documents: Record<string, unknown>, use: (shop: Shop) => void): void {
  const translations = [{ locale: 'en-GB', values: {} }];
  builder.with({ groups: groups(), translations, documents }, use);
}

const PAGES = pages(
  'se',
  {
    id: '/acme',
    paths: { 'sv-SE': '/marke/acme' },
    primaryList: { rules: 'rule incl brand {"Acme"}', restrictChildRules: true },
  },
  listPage('/acme/cheap', { rules: 'rule incl price [0, 150]' }),
  { id: 'nike', paths: { 'sv-SE': 'nike-sv', 'en-GB': 'nike-en' }, primaryList: { rules: 'rule incl brand {"Nike"}' } },
  listPage('mixed', { rules: 'rule incl brand {"Zed"}', pinned: ['a'], blocked: ['e'] }),
  listPage('elsewhere', {}),
);

const NODES = navigation('se', 'sv-SE', [
  { id: '1', type: 'PAGE', title: 'Märke "A"', pageId: '/acme', iconPath: '/a.png', customData: { tone: 'warm' } },
  { id: '1-1', type: 'PAGE', title: 'Billigt', pageId: '/acme/cheap', parentId: '1' },
  { id: '1-1-1', type: 'PAGE', title: 'Djupt', pageId: 'gone', parentId: '1-1' },
  { id: '1-2', type: 'LABEL', title: 'Rubrik', parentId: '1' },
  { id: '2', type: 'PAGE', title: 'Nike', pageId: 'nike' },
  { id: '2-1', type: 'PAGE', title: 'Blandat', pageId: 'mixed', parentId: '2' },
  { id: '3', type: 'LINK', title: 'Blogg', url: 'https://blog.example/' },
]);
const SITE = { ...PAGES, ...NODES };

function navigationOf(shop: Shop, pageReference: string, more: Partial<Parameters<typeof landing>[1]> = {}) {
  return landing(shop, { ...view, pageReference, includeNavigation: true, ...more }).navigation!;
}

function search(shop: Shop, more: Parameters<typeof searchRequest>[0] | object = {}) {
  const request = searchRequest({ ...view, includeNavigation: true, ...more });
  return JSON.parse(shop.text(request)) as SearchJson & { navigation: NavigationJson };
}

/** Labels, those below a node in brackets behind it. */
function outline({ label, children }: NodeJson): string {
  return children.length === 0 ? label : `${label}(${children.map(outline).join(' ')})`;
}

/** Counts by label. */
function counts(node: NodeJson, into: Record<string, number> = {}): Record<string, number> {
  into[node.label] = node.count;
  for (const child of node.children) counts(child, into);
  return into;
}

function find(node: NodeJson, label: string): NodeJson | undefined {
  if (node.label === label) return node;
  for (const child of node.children) {
    const found = find(child, label);
    if (found) return found;
  }
  return undefined;
}

t.test('the whole tree has every node as its page, link or label has it, with what its page holds', async t => {
  withSite(SITE, shop => {
    t.same(wholeTree(shop, view), {
      type: 'PRODUCT',
      label: 'Alla',
      path: '/',
      count: 4,
      children: [
        {
          type: 'PRODUCT',
          label: 'Märke "A"',
          path: '/marke/acme',
          iconPath: '/a.png',
          customData: { tone: 'warm' },
          count: 2,
          children: [
            {
              type: 'PRODUCT',
              label: 'Billigt',
              path: '/acme/cheap',
              count: 1,
              children: [{ type: 'PRODUCT', label: 'Djupt', path: 'gone', count: 0, children: [] }],
            },
            { type: 'LABEL', label: 'Rubrik', count: 0, children: [] },
          ],
        },
        {
          type: 'PRODUCT',
          label: 'Nike',
          path: 'nike-sv',
          count: 1,
          children: [{ type: 'PRODUCT', label: 'Blandat', path: 'mixed', count: 1, children: [] }],
        },
        { type: 'PAGE_LINK', label: 'Blogg', link: 'https://blog.example/', count: 0, children: [] },
      ],
    });
  });
});

t.test('a locale without navigation has the root alone, named in its language', async t => {
  withSite(SITE, shop => {
    const root = { type: 'PRODUCT', label: 'All', path: '/', count: 4, children: [] };
    t.same(wholeTree(shop, { market: 'se', locale: 'en-GB' }), root);
    const page = navigationOf(shop, 'nike', { locale: 'en-GB' });
    t.same(page, { breadcrumbs: [], tree: { ...root, selected: true, expandable: false } });
  });
});

t.test('a page shows the nodes above its own with their siblings, and one level below', async t => {
  withSite(SITE, shop => {
    const acme = navigationOf(shop, '/marke/acme');
    t.equal(outline(acme.tree), 'Alla(Märke "A"(Billigt Rubrik) Nike Blogg)');
    t.same(acme.breadcrumbs, [{ path: '/marke/acme', label: 'Märke "A"' }]);
    const cheap = navigationOf(shop, '/acme/cheap');
    t.equal(outline(cheap.tree), 'Alla(Märke "A"(Billigt(Djupt) Rubrik) Nike Blogg)');
    t.same(cheap.breadcrumbs, [...acme.breadcrumbs, { path: '/acme/cheap', label: 'Billigt' }]);
    const state = ({ selected, expandable }: NodeJson) => [selected, expandable];
    t.same(state(cheap.tree), [false, true]);
    t.same(state(find(cheap.tree, 'Märke "A"')!), [false, true]);
    t.same(state(find(cheap.tree, 'Billigt')!), [true, true]);
    t.same(state(find(cheap.tree, 'Djupt')!), [false, false]);
    t.same(state(find(cheap.tree, 'Nike')!), [false, true]);
    t.same(find(cheap.tree, 'Nike')!.children, []);
    t.same(counts(cheap.tree), { Alla: 4, 'Märke "A"': 2, Billigt: 1, Djupt: 0, Rubrik: 0, Nike: 1, Blogg: 0 });
  });
});

t.test('a page that no node leads to has the root selected; one that is not stored is found by its node', async t => {
  withSite(SITE, shop => {
    for (const reference of ['elsewhere', 'unknown']) {
      const { breadcrumbs, tree } = navigationOf(shop, reference);
      t.same(breadcrumbs, []);
      t.equal(tree.selected, true);
      t.equal(outline(tree), 'Alla(Märke "A" Nike Blogg)');
    }
    const gone = navigationOf(shop, '/gone/');
    t.equal(find(gone.tree, 'Djupt')!.selected, true);
    t.equal(gone.breadcrumbs.length, 3);
    const without = landing(shop, { ...view, pageReference: 'nike' });
    t.equal(without.navigation, undefined);
  });
});

t.test('a count is the hits that its page lists, under the prices and stock asked for', async t => {
  withSite(SITE, shop => {
    const stores = { channels: { online: false, store: true }, stores: ['S1'] };
    for (const context of [{}, stores]) {
      const { tree } = navigationOf(shop, '/acme/cheap', context);
      for (const [label, reference] of [
        ['Märke "A"', '/acme'],
        ['Billigt', '/acme/cheap'],
        ['Nike', 'nike'],
      ] as const) {
        const page = landing(shop, { ...view, ...context, pageReference: reference });
        t.equal(find(tree, label)!.count, page.primaryList!.totalHits, `${label} ${JSON.stringify(context)}`);
      }
    }
    t.equal(find(wholeTree(shop, view), 'Blandat')!.count, 1, 'pinned products count, blocked ones do not');
  });
});

t.test('counts of what is new move on with time', async t => {
  const documents = {
    ...pages('se', listPage('new', { rules: 'rule incl newness 2d' })),
    ...navigation('se', 'sv-SE', [{ id: '1', type: 'PAGE', title: 'Nytt', pageId: 'new' }]),
  };
  withSite(documents, shop => {
    const count = (nowMs: number) => {
      const answer = JSON.parse(shop.text({ ...CONTEXT, query: 'navigation-tree', ...view }, nowMs)) as {
        tree: NodeJson;
      };
      return find(answer.tree, 'Nytt')!.count;
    };
    t.equal(count(NOW), 1);
    t.equal(count(NOW + DAY_MS), 1);
    t.equal(count(NOW + DAY_MS + 60_000), 0);
  });
});

t.test('in preview the nodes are those of previewed pages', async t => {
  const changed = previews(
    'se',
    { id: 'nike', paths: { 'sv-SE': '/ny' }, primaryList: { rules: 'rule incl brand {"Acme", "Zed"}' } },
    { id: 'gone', primaryList: { rules: 'rule incl brand {"Zed"}' } },
  );
  withSite({ ...SITE, ...changed }, shop => {
    const published = wholeTree(shop, view);
    const preview = wholeTree(shop, { ...view, viewId: 'PREVIEW' });
    const shown = (tree: NodeJson, label: string) => {
      const { path, count } = find(tree, label)!;
      return [path, count];
    };
    t.same(shown(published, 'Nike'), ['nike-sv', 1]);
    t.same(shown(preview, 'Nike'), ['/ny', 3]);
    t.same(shown(published, 'Djupt'), ['gone', 0]);
    t.same(shown(preview, 'Djupt'), ['gone', 1]);
    t.same(shown(preview, 'Billigt'), ['/acme/cheap', 1]);
    t.equal(navigationOf(shop, '/ny', { viewId: 'PREVIEW' }).breadcrumbs.length, 1);
  });
});

t.test('a search counts its hits by page, and is narrowed by the category that is selected', async t => {
  withSite(SITE, shop => {
    const all = search(shop);
    t.same(counts(all.navigation.tree), { Alla: 4, 'Märke "A"': 2, Nike: 1, Blogg: 0 });
    t.equal(all.navigation.tree.selected, true);
    const facets = [{ id: 'price', min: 150, max: 10_000 }];
    t.same(counts(search(shop, { facets }).navigation.tree), { Alla: 3, 'Märke "A"': 1, Nike: 1, Blogg: 0 });

    const acme = search(shop, { selectedCategory: 'marke/acme/' });
    t.same(mainKeys(acme.primaryList.productGroups), ['a', 'b']);
    t.equal(acme.primaryList.totalHits, 2);
    const expected = { Alla: 4, 'Märke "A"': 2, Billigt: 1, Rubrik: 0, Nike: 1, Blogg: 0 };
    t.same(counts(acme.navigation.tree), expected, 'what is selected does not narrow what stands beside it');
    t.equal(find(acme.navigation.tree, 'Märke "A"')!.selected, true);
    t.same(acme.navigation.breadcrumbs, [{ path: '/marke/acme', label: 'Märke "A"' }]);
    const brands = acme.primaryList.facets.map(({ id }) => id);
    t.notOk(brands.includes('brand'), 'facets are over what is left');

    t.equal(search(shop, { selectedCategory: '/nowhere' }).primaryList.totalHits, 4);
    t.equal(search(shop, { selectedCategory: '/' }).primaryList.totalHits, 4);
    t.equal(search(shop, { selectedCategory: 'gone' }).primaryList.totalHits, 0);
    t.equal(search(shop, { q: 'b', selectedCategory: 'marke/acme' }).primaryList.totalHits, 1);
    const plain = search(shop, { includeNavigation: false, selectedCategory: 'nike-sv' });
    t.equal(plain.navigation, undefined);
    t.equal(plain.primaryList.totalHits, 1);
  });
});

t.test('a search counts a page by variants that meet both what was selected and what the page asks for', async t => {
  // The medium one of b is dear: only its small one is below 250.
  const documents = {
    ...pages('se', listPage('cheap', { rules: 'rule incl price [150, 250]' })),
    ...navigation('se', 'sv-SE', [{ id: '1', type: 'PAGE', title: 'Billigt', pageId: 'cheap' }]),
  };
  withSite(documents, shop => {
    const count = (size: string) => {
      const facets = [{ id: 'size', values: [size] }];
      const beside = search(shop, { facets });
      const within = search(shop, { facets, selectedCategory: 'cheap' });
      t.equal(find(beside.navigation.tree, 'Billigt')!.count, within.primaryList.totalHits);
      return within.primaryList.totalHits;
    };
    t.equal(count('S'), 1);
    t.equal(count('M'), 0);
  });
});

t.test('fifty thousand levels are written and walked without end of the stack', async t => {
  const depth = 50_000;
  const nodes = Array.from({ length: depth }, (_, i) => ({
    id: `n${i}`,
    type: 'PAGE' as const,
    title: 'N',
    pageId: `p${i}`,
    ...(i > 0 && { parentId: `n${i - 1}` }),
  }));
  withSite(navigation('se', 'sv-SE', nodes), shop => {
    const text = shop.text({ ...CONTEXT, query: 'navigation-tree', ...view });
    t.equal(text.match(/"label":"N"/g)!.length, depth);
    t.ok(text.endsWith(`${']}'.repeat(depth + 1)}}`));
    const request = { ...view, pageReference: `p${depth - 2}`, includeNavigation: true };
    const page: LandingJson = landing(shop, request);
    t.equal(page.navigation!.breadcrumbs.length, depth - 1);
  });
});

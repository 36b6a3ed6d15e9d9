/** Sequences of page imports against a naive model of what they mean, and what comes back of them. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { Page, PageContainer } from '../../../src/catalog/site/page-document.js';
import { exportPages } from '../../../src/catalog/site/page-export.js';
import { LISTING_SORT_ORDERS } from '../../../src/catalog/site/sort-orders.js';
import { type Json, json, pageBench } from './page-bench.js';

const seed = 20260901;
t.comment(`seed ${seed}`);

const locales = ['sv-SE', 'en-GB'] as const;
const some = <T>(item: fc.Arbitrary<T>, max = 3) => fc.array(item, { maxLength: max });
const byLocale = <T>(value: fc.Arbitrary<T>) =>
  fc.dictionary(fc.constantFrom(...locales), value, { noNullPrototype: true });
/** Any of the members may be missing. */
const members = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] });
const key = fc.stringMatching(/^[A-Za-z0-9#+./_-]{1,50}$/);
const listId = fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/);
const rules = fc.constantFrom(
  '',
  'rule incl brand {"A \\"x\\"", "b"}',
  'rule incl product_key {"1"} rule excl newness 30d',
);
const unique = <T extends { id: string }>(item: fc.Arbitrary<T>) =>
  fc.uniqueArray(item, { maxLength: 3, selector: ({ id }) => id });
const withId = (id: fc.Arbitrary<string>, model: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ id, ...model }, { requiredKeys: ['id'] }) as fc.Arbitrary<{ id: string }>;

const primaryList = members({
  blocked: some(key),
  facetsOverride: members({
    enabled: fc.boolean(),
    facets: some(
      fc.constantFrom<Json>(
        { attribute: 'brand', sortOrder: 'ALPHABETIC', useDefaults: true },
        { attribute: 'width', unit: 'cm' },
        { attribute: 'custom.number.x', visualization: 'RANGE' },
      ),
    ),
    templateId: fc.option(fc.string()),
  }),
  keywords: members({
    additional: byLocale(some(fc.string({ minLength: 1 }))),
    enabled: fc.boolean(),
    headingAsKeyword: fc.boolean(),
  }),
  pageSliceInfo: members({
    inherit: fc.boolean(),
    slices: some(
      fc.oneof(
        members({ limit: fc.integer({ min: -1, max: 50 }), pinnedProducts: some(key), productSetId: fc.constant('s') }),
        fc.constant({ limit: 3, sponsored: true }),
      ),
    ),
  }),
  pinned: some(key),
  restrictChildRules: fc.boolean(),
  rules,
  sortOrderOverride: members({
    enabled: fc.boolean(),
    sortOrders: fc.array(fc.constantFrom(...LISTING_SORT_ORDERS, 'PRICE_INCREASING', 'PRICE_DECREASING'), {
      minLength: 1,
    }),
  }),
});

const page = (id: fc.Arbitrary<string>, path: fc.Arbitrary<string>) =>
  withId(id, {
    banners: unique(
      withId(listId, { type: fc.constant('IMAGE'), height: fc.constant(1), width: fc.nat(99).map(n => n + 1) }).filter(
        banner => 'type' in banner && 'height' in banner && 'width' in banner,
      ),
    ),
    customData: byLocale(
      fc.dictionary(fc.stringMatching(/^[a-z0-9_-]{1,9}$/), fc.string(), { noNullPrototype: true, maxKeys: 3 }),
    ),
    headings: byLocale(fc.string({ maxLength: 20, unit: 'grapheme' })),
    paths: byLocale(path),
    primaryList,
    recLists: unique(
      withId(
        listId.map(id => `r${id.slice(1)}`),
        {
          algorithm: fc.constantFrom('PERSONAL', 'FAVORITES'),
          blocked: some(key),
          limit: fc.integer({ min: 1, max: 100 }),
          pinned: some(key),
          rules,
        },
      ),
    ),
    sponsoredCategoryOverride: some(fc.constantFrom('A', 'A > B', 'A > B > C')),
    sponsoredLists: unique(
      withId(
        listId.map(id => `s${id.slice(1)}`),
        { category: fc.constant('x'), limit: fc.constant(9) },
      ),
    ),
  }).map(json) as fc.Arbitrary<Page>;

t.test('what was imported in full comes back the same, from everywhere it is taken to', async t => {
  const { apply, store } = pageBench(t);
  const id = fc.stringMatching(/^[a-zA-Z0-9/-]{1,200}$/);
  const pages = fc.uniqueArray(
    page(
      id,
      id.filter(path => path.replaceAll('/', '') !== ''),
    ),
    {
      maxLength: 6,
      selector: ({ id }) => id,
    },
  );
  const pathless = fc.array(id, { maxLength: 2 });
  fc.assert(
    fc.property(pages, pathless, (drawn, asked) => {
      const seen = new Set<string>();
      const addOrUpdate = drawn.map(({ paths, ...rest }): Page => {
        const own = Object.entries(paths ?? {}).filter(([locale, path]) => {
          const name = `${locale}|${path.replace(/^\/|\/$/g, '')}`;
          return !seen.has(name) && seen.add(name);
        });
        return paths ? { ...rest, paths: Object.fromEntries(own) } : rest;
      });
      const full = { market: 'se', type: 'FULL', addOrUpdate };
      const { faults } = apply('pages', full, { force: true });
      if (faults.length > 0) throw new Error(faults.join('\n'));
      const sorted = [...addOrUpdate].sort((a, b) => (a.id < b.id ? -1 : 1));
      const out = json(exportPages(store.documents, 'se', { filter: 'PUBLISHED_ONLY' }));
      if (!isDeepStrictEqual(out, { ...full, addOrUpdate: sorted })) throw new Error('another export');
      if (apply('pages', out).result?.change.kind !== 'none') throw new Error('the export is not what is there');
      const ids = [...asked, ...addOrUpdate.slice(1).map(({ id }) => id)];
      const part = json(exportPages(store.documents, 'se', { filter: 'INCLUDE_UNPUBLISHED', ids }));
      const wanted = { market: 'se', type: 'PARTIAL', addOrUpdate: sorted.filter(({ id }) => ids.includes(id)) };
      return isDeepStrictEqual(part, wanted);
    }),
    { seed, numRuns: 50 },
  );
  t.pass('all came back');
});

type Localised = Record<string, unknown> | undefined;

/** Locales of before and of an import, without those that it gives null for. */
function byLocaleOf(base: Localised, given: Localised): object | undefined {
  if (!base && !given) return undefined;
  return Object.fromEntries(Object.entries({ ...base, ...given }).filter(([, value]) => value !== null));
}

function amended(base: Page | undefined, given: Page): Page {
  const page: Record<string, unknown> = { ...base, ...given };
  for (const name of ['customData', 'headings', 'paths'] as const) {
    const merged = byLocaleOf(base?.[name], given[name]);
    if (merged) page[name] = merged;
  }
  if (given.primaryList) {
    const { keywords } = given.primaryList;
    const additional = keywords && byLocaleOf(base?.primaryList?.keywords?.additional, keywords.additional);
    const merged = keywords && { keywords: { ...keywords, ...(additional && { additional }) } };
    page.primaryList = { ...base?.primaryList, ...given.primaryList, ...merged };
  }
  return page as Page;
}

/** Pages as lists of all there is of them, found by looking at each. */
class Model {
  published: Page[] = [];
  previews: Page[] = [];

  apply({ type, previewOnly, remove = [], addOrUpdate = [] }: PageContainer): void {
    if (type === 'FULL') {
      this.published = addOrUpdate.map(page => amended(undefined, page));
      this.previews = [];
      return;
    }
    const shown = this.shown();
    for (const given of addOrUpdate) {
      const base = (previewOnly ? shown : this.published).find(({ id }) => id === given.id);
      const page = amended(base, given);
      this.previews = this.previews.filter(({ id }) => id !== given.id);
      if (previewOnly) this.previews.push(page);
      else this.published = [...this.published.filter(({ id }) => id !== given.id), page];
    }
    this.published = this.published.filter(({ id }) => !remove.includes(id));
    this.previews = this.previews.filter(({ id }) => !remove.includes(id));
  }

  publish(ids: string[] | undefined): void {
    const chosen = this.previews.filter(({ id }) => ids?.includes(id) ?? true);
    this.published = [...this.published.filter(({ id }) => !chosen.some(page => page.id === id)), ...chosen];
    this.previews = this.previews.filter(page => !chosen.includes(page));
  }

  shown(): Page[] {
    return [...this.published.filter(({ id }) => !this.previews.some(page => page.id === id)), ...this.previews];
  }
}

type Step = { order: PageContainer } | { publish: string[] | undefined };

t.test('imports, previews and publication amend as the naive model does', async t => {
  const names = ['a', 'b', '/c', 'd-1'];
  // Paths that only the page with this id has: what shared ones mean is in other tests.
  const pages = fc
    .uniqueArray(page(fc.constantFrom(...names), fc.constantFrom('/x', 'y', '/')), { selector: ({ id }) => id })
    .map(drawn =>
      drawn.map(({ paths, ...rest }): Page => {
        if (!paths) return rest;
        const own = Object.entries(paths).map(([locale, path]) => [locale, `${rest.id}${path}`]);
        return { ...rest, paths: Object.fromEntries(own) };
      }),
    )
    .chain(drawn => fc.tuple(fc.constant(drawn), fc.infiniteStream(fc.nat(3))))
    .map(([drawn, chance]) => {
      const withNulls = (map: Localised): Localised =>
        map &&
        Object.fromEntries(Object.entries(map).map(([name, value]) => [name, chance.next().value ? value : null]));
      return drawn.map(({ customData, headings, paths, ...rest }) => {
        const localised = { customData: withNulls(customData), headings: withNulls(headings), paths: withNulls(paths) };
        const additional = withNulls(rest.primaryList?.keywords?.additional);
        const keywords = additional && { keywords: { ...rest.primaryList!.keywords, additional } };
        return json({
          ...rest,
          ...localised,
          ...(keywords && { primaryList: { ...rest.primaryList, ...keywords } }),
        }) as Page;
      });
    });
  const order = fc
    .record({
      type: fc.constantFrom('PARTIAL', 'PARTIAL', 'PARTIAL', 'FULL'),
      previewOnly: fc.boolean(),
      addOrUpdate: pages,
      remove: fc.subarray(names),
    })
    .map(({ type, previewOnly, addOrUpdate, remove }): Step => {
      const preview = previewOnly && type === 'PARTIAL';
      const gone = remove.filter(id => !preview && !addOrUpdate.some(page => page.id === id));
      const container = { market: 'se', type, previewOnly: preview, addOrUpdate, remove: gone };
      return { order: container as PageContainer };
    });
  const publication = fc.option(fc.subarray(names), { nil: undefined }).map((publish): Step => ({ publish }));
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: order }, { weight: 1, arbitrary: publication }), {
    maxLength: 8,
  });
  const { apply, pages: imported, exported } = pageBench(t);
  const byId = (list: Page[]) => Object.fromEntries(list.map(page => [page.id, page]));
  fc.assert(
    fc.property(steps, drawn => {
      imported({ type: 'FULL' }, { force: true });
      const model = new Model();
      for (const step of drawn) {
        if ('order' in step) {
          const { faults } = apply('pages', step.order, { force: true });
          if (faults.length > 0) throw new Error(faults.join('\n'));
          model.apply(step.order);
        } else {
          const ids = step.publish?.filter(id => model.previews.some(page => page.id === id));
          const { faults } = apply('pages-publish', { market: 'se', ids });
          if (faults.length > 0) throw new Error(faults.join('\n'));
          model.publish(ids);
        }
        if (!isDeepStrictEqual(exported(), byId(model.published))) throw new Error('others are published');
        if (!isDeepStrictEqual(exported({ filter: 'INCLUDE_UNPUBLISHED' }), byId(model.shown()))) {
          throw new Error('others are shown');
        }
      }
    }),
    { seed, numRuns: 50 },
  );
  t.pass('all agreed');
});

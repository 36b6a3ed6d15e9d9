/**
 * The unmodified InstantSearch in a browser, on a daemon with some of the demo shop, by the code of the README: what
 * visitors see and do.
 */
import { type SearchParams, vitrineSearch } from '@vitrine/instantsearch';
import t from 'tap';
import { launch, missingBrowser, visit } from '../web/browser.js';
import { pageOf } from './page.js';
import { codeOf } from './readme.js';
import { daemon, recorded, shopOf } from './shared-shop.js';

const CUSTOMER = 'customer-of-instantsearch';

t.test('in a browser', { skip: missingBrowser, timeout: 380_000 }, async t => {
  const code = `${codeOf('instantsearch', daemon, 'js')}
    searchClient.shop.visitor.grant();
    searchClient.shop.visitor.identify('${CUSTOMER}');`;
  const url = await pageOf(t, 'instantsearch', code, codeOf('instantsearch', daemon, 'html'));
  const browser = await launch();
  t.teardown(() => browser.close());
  const { page, complaints } = await visit(t, browser);
  const asked: string[] = [];
  page.on('request', request => request.url().includes('/search-page') && asked.push(request.url()));
  await page.goto(url);
  const items = page.locator('#hits .ais-Hits-item');
  const stats = page.locator('#stats .ais-Stats-text');
  const hits = async () =>
    Number((await stats.innerText()).replace(/[^\d]*([\d,]+) results.*/s, '$1').replaceAll(',', ''));
  const prices = async () => (await items.locator('b').allInnerTexts()).map(Number);
  /** Does something, and waits for the hits of it. */
  const then = async (act: () => Promise<unknown>) => {
    await Promise.all([page.waitForResponse(response => response.url().includes('/search-page')), act()]);
    await page.waitForFunction("document.querySelector('.ais-SearchBox-loadingIndicator')?.hidden !== false");
  };

  await t.test('a search box with hits that are highlighted', async t => {
    await items.first().waitFor();
    await then(() => page.locator('#search .ais-SearchBox-input').fill('jacket'));
    await page.locator('#hits mark').first().waitFor();
    t.match((await page.locator('#hits mark').first().innerText()).toLowerCase(), /^jacket/);
    t.ok((await hits()) > 20);
  });

  await t.test('a refinement list, with a search in it', async t => {
    const before = await hits();
    const label = page.locator('#brand .ais-RefinementList-item').first();
    const [brand, count] = await Promise.all([
      label.locator('.ais-RefinementList-labelText').innerText(),
      label.locator('.ais-RefinementList-count').innerText(),
    ]);
    await then(() => label.locator('input').click());
    await page.waitForFunction(`document.querySelector('#stats').innerText.startsWith('${count} result')`);
    t.ok((await page.locator('#brand .ais-RefinementList-item').count()) > 1, 'other brands are still offered');
    await then(() => label.locator('input').click());
    await page.waitForFunction(`!document.querySelector('#stats').innerText.startsWith('${count} result')`);
    t.equal(await hits(), before);
    await then(() => page.locator('#brand input[type=search]').fill(brand.slice(0, 4).toLowerCase()));
    await page.locator('#brand mark').first().waitFor();
    t.equal(await page.locator('#brand .ais-RefinementList-labelText').first().innerText(), brand);
    await page.locator('#brand .ais-SearchBox-reset').click();
  });

  await t.test('a range, an order and pages', async t => {
    await then(() => page.locator('#sort select').selectOption('products/sort/PRICE_ASCENDING'));
    await page.waitForFunction(`(() => {
      const all = [...document.querySelectorAll('#hits b')].map(one => Number(one.innerText));
      return all.length > 1 && all.every((price, at) => at === 0 || price >= all[at - 1]);
    })()`);
    const [cheapest] = await prices();
    await page
      .locator('#price input')
      .first()
      .fill(String(Math.ceil(cheapest!) + 20));
    await then(() => page.locator('#price button').click());
    await page.waitForFunction(`Number(document.querySelector('#hits b').innerText) >= ${cheapest! + 20}`);
    const first = await items.first().innerText();
    await then(() => page.locator('#pages').getByRole('link', { name: 'Page 2' }).click());
    await page.waitForFunction(`document.querySelector('#hits li').innerText !== ${JSON.stringify(first)}`);
    t.ok((await prices())[0]! >= cheapest! + 20);
  });

  await t.test('a hierarchical menu', async t => {
    const top = page.locator('#category .ais-HierarchicalMenu-item').first();
    const name = await top.locator('.ais-HierarchicalMenu-label').first().innerText();
    await then(() => top.locator('a').first().click());
    const child = top.locator('.ais-HierarchicalMenu-list--child .ais-HierarchicalMenu-item').first();
    await child.waitFor();
    const count = await child.locator('.ais-HierarchicalMenu-count').first().innerText();
    await then(() => child.locator('a').first().click());
    await page.waitForFunction(`document.querySelector('#stats').innerText.startsWith('${count} result')`);
    t.equal(await top.locator('.ais-HierarchicalMenu-label').first().innerText(), name, 'the way back is there');
    t.ok((await page.locator('#category > div > ul > li').count()) > 0);
  });

  await t.test('clicks and what goes into the cart are told', async t => {
    const told = (name: string) => page.waitForResponse(response => response.url().includes(`/notifications/${name}`));
    await page.evaluate("document.addEventListener('click', event => event.preventDefault(), true)");
    const [click] = await Promise.all([told('click'), items.first().locator('a').click()]);
    t.equal(click.status(), 204);
    const [cart] = await Promise.all([told('add-to-cart'), items.first().locator('button').click()]);
    t.equal(cart.status(), 204);
    const types = (await recorded(CUSTOMER)).map(({ type }) => type);
    t.same([...new Set(types)].sort(), ['add-to-cart', 'click']);
  });

  t.strictSame(complaints, []);
  t.ok(asked.length < 40, `${asked.length} requests`);
});

t.test('the search client', async t => {
  const { search, searchForFacetValues, getRecommendations } = vitrineSearch(shopOf(), {
    attributes: { manufacturer: 'brand', hierarchicalCategories: 'category' },
    sorts: { dear: 'PRICE_DESCENDING' },
    suggestions: 'phrases',
    hit: ({ products: [product] }) => ({ name: `The ${product!.title}` }),
  });
  const one = async (indexName: string, params: SearchParams) => (await search([{ indexName, params }])).results[0]!;

  t.test('asks the daemon once for all that is about one search', async t => {
    let requests = 0;
    const counting = vitrineSearch(
      shopOf({
        fetch: (...args) => {
          requests++;
          return fetch(...args);
        },
      }),
    );
    const facetFilters = [['brand:Kaislamo', 'brand:Norrglimt']];
    const { results } = await counting.search([
      { indexName: 'products', params: { query: 'jacket', facets: ['brand', 'color'], facetFilters } },
      { indexName: 'products', params: { query: 'jacket', facets: 'brand', hitsPerPage: 0, analytics: false } },
    ]);
    t.equal(requests, 1);
    const [main, ofBrand] = results;
    for (const hit of main!.hits) t.match(hit, { brand: /Kaislamo|Norrglimt/ });
    t.ok(Object.keys(ofBrand!.facets!['brand']!).length > 2, 'all brands are counted');
    t.same(ofBrand!.hits, []);
  });

  t.test('takes names as they were', async t => {
    const { hits, facets } = await one('dear', {
      query: 'jacket',
      facets: ['manufacturer', 'hierarchicalCategories.lvl0'],
    });
    const prices = hits.map(hit => (hit as { price: number }).price);
    t.same(
      prices,
      [...prices].sort((a, b) => b - a),
    );
    t.match((hits[0] as { name: string }).name, /^The /);
    t.match((hits[0] as { _highlightResult: object })._highlightResult, {
      name: { value: /<em>/, matchLevel: 'full' },
    });
    const [brand, count] = Object.entries(facets!['manufacturer']!)[0]!;
    t.equal((await one('x', { query: 'jacket', facetFilters: [`manufacturer:${brand}`] })).nbHits, count, 'and');
    const { nbHits: all } = await one('x', { query: 'jacket' });
    t.equal((await one('x', { query: 'jacket', facetFilters: [`manufacturer:-${brand}`] })).nbHits, all - count, 'not');
    t.ok(Object.keys(facets!['hierarchicalCategories.lvl0']!).every(name => !name.includes(' > ')));
  });

  t.test('suggests phrases, searches in facets and recommends', async t => {
    const { hits } = await one('phrases', { query: 'jack' });
    t.match(hits[0], { query: /jack/, _highlightResult: { query: { value: /<em>jack<\/em>/ } } });
    const params = { query: 'jacket', facetName: 'manufacturer', facetQuery: 'kais' };
    const [found] = await searchForFacetValues([{ indexName: 'x', params }]);
    t.match(found!.facetHits, [{ value: 'Kaislamo', highlighted: '<em>Kais</em>lamo', count: Number }]);
    const [hit] = (await one('x', { query: 'jacket' })).hits as { objectID: string }[];
    const { results } = await getRecommendations([
      { indexName: 'x', model: 'related-products', objectID: hit!.objectID, maxRecommendations: 3 },
    ]);
    t.equal((results[0] as { hits: object[] }).hits.length, 3);
  });

  t.test('takes filters', async t => {
    const shown = async (filters: string) => {
      const { hits, nbHits } = await one('x', { query: 'jacket', filters, hitsPerPage: 100 });
      t.equal(hits.length, nbHits);
      return hits as { objectID: string; brand: string; price: number }[];
    };
    const all = await shown('');
    const cases: [string, (hit: { brand: string; price: number }) => boolean][] = [
      ['manufacturer:Kaislamo', ({ brand }) => brand === 'Kaislamo'],
      ['brand:Kaislamo OR brand:"Norrglimt"', ({ brand }) => /^(Kaislamo|Norrglimt)$/.test(brand)],
      ['NOT brand:Kaislamo AND price < 80', ({ brand, price }) => brand !== 'Kaislamo' && price < 80],
      [
        '(brand:Kaislamo OR price > 100) AND NOT price >= 120',
        one => (one.brand === 'Kaislamo' || one.price > 100) && one.price < 120,
      ],
      [
        "price:60 TO 90 OR brand:'Norrglimt' AND price != 100",
        one => (one.price >= 60 && one.price <= 90) || (one.brand === 'Norrglimt' && one.price !== 100),
      ],
    ];
    for (const [filters, holds] of cases) {
      const expected = all.filter(holds).map(({ objectID }) => objectID);
      t.ok(expected.length > 0 && expected.length < all.length, filters);
      t.same((await shown(filters)).map(({ objectID }) => objectID).sort(), expected.sort(), filters);
    }
    const always = vitrineSearch(shopOf(), { rules: 'rule incl brand {"Kaislamo"} rule incl brand {"Norrglimt"}' });
    const params = { query: 'jacket', filters: 'brand:Norrglimt OR brand:Sedna', hitsPerPage: 100 };
    const [both] = (await always.search([{ indexName: 'x', params }])).results;
    for (const hit of both!.hits) t.match(hit, { brand: 'Norrglimt' });
    t.ok(both!.hits.length > 0);
  });

  t.test('keeps the correction of a text when something is selected', async t => {
    const asked = { query: 'jackte', facets: ['brand'] };
    const { nbHits, facets } = await one('x', asked);
    const [brand, count] = Object.entries(facets!['brand']!)[0]!;
    t.ok(nbHits > count);
    const facetFilters = [[`brand:${brand}`]];
    t.equal((await one('x', { ...asked, facetFilters })).nbHits, count);
    const another = vitrineSearch(shopOf());
    const [linked] = (await another.search([{ indexName: 'x', params: { ...asked, facetFilters } }])).results;
    t.equal(linked!.nbHits, count, 'also where the page begins with it');
  });

  t.test('refuses what it would have to leave out', async t => {
    for (const filters of ['red', 'brand:A AND', '(brand:A OR brand:B', 'NOT (brand:A)', 'brand:A brand:B'])
      await t.rejects(one('x', { filters }), /^filters are not understood: found ".+", expected/, filters);
    const many = Array.from({ length: 6 }, (_, at) => `(a:${at} OR b:${at})`).join(' AND ');
    await t.rejects(one('x', { filters: many }), /too many alternatives/);
    await t.rejects(one('x', { tagFilters: 'a' }), /^tagFilters is not understood: found "a"/);
    await t.rejects(one('x', { numericFilters: ['price!=3'] }), /expected price>=100/);
    await t.rejects(one('x', { facetFilters: [['brand:A', 'color:B']] }), /expected one attribute/);
  });
});

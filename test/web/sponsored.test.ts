/**
 * What is sold in the preview page: in a real browser against a real daemon with some of the demo's catalog, its pages and
 * its three advertisers. Whatever is paid for says so in words, and who pays where the market discloses it.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Locator, Page } from 'playwright-core';
import t from 'tap';
import { startDemoDaemon } from '../contract/demo-daemon.js';
import type { Daemon } from '../daemon.js';
import { until } from '../within.js';
import { delivered, findings, launch, missingBrowser, OVERFLOW, visit } from './browser.js';

const SITE_FILE = fileURLToPath(new URL('../../data/demo.site.json', import.meta.url));
const UK = 'market=uk&locale=en-GB';
const POSITIONS = [2, 7];
const RETAIL_MEDIA = { searchPositions: POSITIONS, maxShare: 0.2, disclosure: ['uk', 'se'] };
const PAID = '.paid-for';

/** Imports a document; `method` as the kind of document has it. */
async function send({ url, key }: Daemon, kind: string, document: object): Promise<void> {
  const method = kind === 'product-sets' || kind === 'templates' ? 'PUT' : 'POST';
  const headers = { 'Api-Key': key, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const body = new Uint8Array(gzipSync(JSON.stringify(document)));
  const response = await fetch(`${url}/api/admin/v4/import/${kind}`, { method, headers, body });
  if (response.status !== 204) throw new Error(`${kind}: ${await response.text()}`);
}

/** Imports all that the demo has beside its catalog, campaigns and the places that they pay for at last. */
async function importSite(daemon: Daemon): Promise<void> {
  const { retailMedia, configuration: _, ...site } = JSON.parse(readFileSync(SITE_FILE, 'utf8'));
  const imports = [...Object.entries<object[]>(site), ...Object.entries<object[]>(retailMedia)];
  for (const [kind, documents] of imports) for (const one of documents) await send(daemon, kind, one);
}

interface Sponsored {
  key: string;
  sponsored: boolean;
  sponsor?: { advertiser: string; payer: string };
}

/** What a card has to say of its product, in English; empty for one that is not paid for. */
function words({ sponsored, sponsor }: Sponsored): string {
  if (!sponsored) return '';
  if (!sponsor) return 'Sponsored';
  const { advertiser, payer } = sponsor;
  return advertiser === payer ? `Sponsored · ${advertiser}` : `Sponsored · ${advertiser} · Paid for by ${payer}`;
}

/** What cards say of who pays, in their order; empty for those that say nothing. */
const said = (cards: Locator) =>
  cards.evaluateAll((all: { querySelector(selector: string): { textContent: string } | null }[]) =>
    all.map(one => one.querySelector('.paid-for')?.textContent ?? ''),
  );

interface List {
  productGroups: { products: Sponsored[] }[];
}

interface Listing {
  primaryList: List;
}

/** All of a view is made: what is out of sight at first follows. */
const whole = (page: Page) => page.locator('.blank').first().waitFor({ state: 'detached' });

/** The main products of a list of an answer. */
const mains = (list: List) => list.productGroups.map(({ products: [main] }) => main!);

t.test('the preview page of a shop that sells places', { skip: missingBrowser, timeout: 380_000 }, async t => {
  const daemon = await startDemoDaemon(t, { env: { VITRINE_SITE_RETAIL_MEDIA: JSON.stringify(RETAIL_MEDIA) } });
  t.teardown(() => daemon.stop());
  await importSite(daemon);
  const lists = [
    { id: 'sponsored', limit: 3 },
    { id: 'more', limit: 3 },
  ];
  await send(daemon, 'pages', {
    market: 'uk',
    type: 'PARTIAL',
    addOrUpdate: [{ id: '/outdoor', sponsoredLists: lists }],
  });
  const browser: Browser = await launch();
  t.teardown(() => browser.close());
  const { url } = daemon;

  await t.test('marks what a search has sold, and tells of impressions and clicks', async t => {
    const { page, complaints } = await visit(t, browser);
    const seen = page.waitForResponse(response => response.url().includes('/notifications/ad-impression'));
    await page.goto(`${url}/?${UK}&q=jacket`);
    const { primaryList } = await delivered<Listing>(page, 'search-page');
    const cards = page.locator('main .card');
    await whole(page);
    const expected = mains(primaryList).map(words);
    t.same(
      expected.flatMap((text, position) => (text === '' ? [] : position)),
      POSITIONS,
      'the places of the setting',
    );
    t.same(await said(cards), expected);
    t.ok(await cards.nth(POSITIONS[0]!).locator(PAID).isVisible());
    t.equal((await seen).status(), 204);
    const click = page.waitForResponse(response => response.url().includes('/notifications/click'));
    await cards.nth(POSITIONS[0]!).locator('.open').click();
    t.equal((await click).status(), 204);
    t.strictSame(complaints, []);
  });

  await t.test('marks slices, lists and banners of a department, and says who has paid', async t => {
    const { page, complaints } = await visit(t, browser);
    await page.goto(`${url}/?${UK}&in=/outdoor`);
    const { sponsoredLists } = await delivered<{ sponsoredLists: List[] }>(page, 'sponsored-page');
    const { primaryList } = await delivered<Listing>(page, 'landing-page');
    const strips = page.locator('.strip', { has: page.getByRole('heading', { name: /^Sponsored/ }) });
    await strips.nth(1).waitFor();
    await whole(page);

    const slice = mains(primaryList).map(words);
    t.ok(slice[0] !== '' && slice[1] !== '', 'both places of the slice are sold');
    t.same(await said(page.locator('main > * > .grid .card')), slice);
    const won = sponsoredLists.map(list => mains(list).map(words));
    for (const [i, list] of won.entries()) {
      t.ok(list.length > 0 && list.every(text => text !== ''));
      t.same(await said(strips.nth(i).locator('.card')), list);
    }
    t.ok(won.flat().includes('Sponsored · Norrglimt · Paid for by Norrglimt Media'), 'the payer is another one');

    const banner = page.locator('.banner');
    t.equal(await banner.count(), 1);
    t.equal(await banner.locator(PAID).innerText(), 'Sponsored · Mooskamp');
    t.match(await banner.innerText(), /Out and about with Mooskamp/);
    t.equal(await banner.getByRole('link').getAttribute('rel'), 'sponsored');
    // The page that the link leads to may be there before the answer, of which the browser then says nothing.
    const click = page.waitForRequest(request => request.url().includes('/notifications/click'));
    await banner.getByRole('link').click();
    t.match((await click).postData(), /"ticket"/);
    await page.getByRole('heading', { level: 1, name: 'Outdoor', exact: true }).waitFor();
    t.strictSame(complaints, []);
  });

  await t.test(
    'says in the language of the page that places are paid for, where nobody has to be named too',
    async t => {
      const { page } = await visit(t, browser);
      await page.goto(`${url}/?market=de&locale=de-DE&in=/outdoor`);
      await page.locator('.banner').waitFor();
      await whole(page);
      const texts = await page.locator(PAID).allInnerTexts();
      t.ok(texts.length > 3);
      t.same([...new Set(texts)], ['Anzeige']);
      await page.goto(`${url}/?market=se&locale=sv-SE&in=/outdoor`);
      await page.locator('.banner').waitFor();
      t.match(await page.locator('.banner').locator(PAID).innerText(), /^Sponsrat · Mooskamp$/);
    },
  );

  await t.test('fits a narrow screen and is accessible', async t => {
    const { page, complaints } = await visit(t, browser, { width: 400, height: 860 });
    for (const place of ['in=/outdoor', 'q=jacket']) {
      await page.goto(`${url}/?${UK}&${place}`);
      await page.locator(PAID).first().waitFor();
      t.equal(await page.evaluate<number>(OVERFLOW), 0, place);
      t.strictSame(await findings(page), [], place);
    }
    t.strictSame(complaints, []);
  });

  await t.test(
    'both clicks are in the report, and not billed: the browser says that no shopper sits at it',
    async t => {
      const headers = { 'Api-Key': daemon.key };
      const read = async () => {
        const report = await (await fetch(`${url}/api/admin/v4/export/campaign-report`, { headers })).json();
        return report as { rows: object[]; invalid: { reason: string; clicks: number }[] };
      };
      const clicks = async () => (await read()).invalid.reduce((sum, one) => sum + one.clicks, 0);
      await until('both clicks', async () => (await clicks()) >= 2);
      const { rows, invalid } = await read();
      t.same(rows, []);
      t.same([...new Set(invalid.map(({ reason }) => reason))], ['bot']);
      t.equal(await clicks(), 2);
    },
  );
});

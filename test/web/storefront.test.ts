/**
 * The preview page as a shop: start page, categories, products, favourites, cart, past searches and what there is to
 * read, in a real browser against a real daemon with some of the demo's catalog, its pages and navigation.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import t from 'tap';
import { startDemoDaemon } from '../contract/demo-daemon.js';
import type { Daemon } from '../daemon.js';
import { findings, type InPage, LAYOUT_SHIFT, launch, missingBrowser, OVERFLOW, visit } from './browser.js';

const SITE_FILE = fileURLToPath(new URL('../../data/demo.site.json', import.meta.url));
const UK = 'market=uk&locale=en-GB';
const SHIRT = 'QLM-1005-burgundy';

const heading = (page: Page, text: string | RegExp) =>
  page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
const count = async (page: Page, id: string) => (await page.locator(`${id} .chosen`).innerText()).trim();
/** For `page.evaluate`: whether the shop's name ends before what stands beside it. */
const HEAD_IS_CLEAR =
  "(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector('.mark')); return r.getBoundingClientRect().right <= document.querySelector('.pickers').getBoundingClientRect().left; })()";
const overflow = (page: Page) => page.evaluate<number>(OVERFLOW);
/** A notification of the page that is still to come. */
const told = (page: Page, name: string) =>
  page.waitForResponse(response => response.url().includes(`/notifications/${name}`));

/** Imports the demo's pages and navigation; nothing is sold. */
async function importSite({ url, key }: Daemon): Promise<void> {
  const { retailMedia: _, ...site } = JSON.parse(readFileSync(SITE_FILE, 'utf8')) as Record<string, object[]>;
  const headers = { 'Api-Key': key, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  for (const [kind, bodies] of Object.entries(site)) {
    const method = kind === 'product-sets' || kind === 'templates' ? 'PUT' : 'POST';
    for (const one of bodies) {
      const body = new Uint8Array(gzipSync(JSON.stringify(one)));
      const response = await fetch(`${url}/api/admin/v4/import/${kind}`, { method, headers, body });
      if (response.status !== 204) throw new Error(`${kind}: ${await response.text()}`);
    }
  }
}

async function see(page: Page, url: string, key: string): Promise<string> {
  await page.goto(`${url}/?${UK}&product=${key}`);
  await page.locator('.product').waitFor();
  return page.getByRole('heading', { level: 1 }).innerText();
}

t.test('the preview page as a shop', { skip: missingBrowser, timeout: 380_000 }, async t => {
  const daemon = await startDemoDaemon(t);
  t.teardown(() => daemon.stop());
  await importSite(daemon);
  const browser: Browser = await launch();
  t.teardown(() => browser.close());
  const { url } = daemon;

  await t.test('starts with the shop’s own page, its departments and what there is to read', async t => {
    const { page, complaints } = await visit(t, browser);
    await page.goto(`${url}/?${UK}`);
    await heading(page, 'Welcome to Vitrine');
    const read = page.getByRole('contentinfo').getByRole('link');
    t.strictSame(
      await read.evaluateAll((all: { getAttribute(name: string): string }[]) => all.map(a => a.getAttribute('href'))),
      ['/docs/', '/openapi.json'],
    );
    for (const algorithm of ['TOP_PRODUCTS', 'NEWEST_PRODUCTS', 'PERSONAL']) {
      t.equal(await page.locator(`.strip[data-algorithm="${algorithm}"]`).count(), 1, algorithm);
    }
    t.equal(await page.locator('.strip[data-algorithm="FAVORITES"]').count(), 0, 'nothing has been marked yet');
    t.ok(await page.locator('.articles .article').count());
    await page.locator('.directory').getByRole('link', { name: 'Knitwear' }).first().click();
    await heading(page, 'Knitwear');
    await page.goBack();
    await heading(page, 'Welcome to Vitrine');
    t.strictSame(complaints, []);
  });

  await t.test('shows first what came with the document, and asks for nothing', async t => {
    const { page, complaints } = await visit(t, browser);
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname));
    const places = [
      '',
      '?q=lamp',
      '?show=search&sort=PRICE_ASCENDING',
      '?in=/women',
      '?in=/nowhere',
      `?product=${SHIRT}`,
    ];
    for (const place of places) {
      await page.goto(`${url}/${place}`);
      await page.locator('#customer-key:not(:empty)').waitFor();
      await page.waitForFunction(() => {
        const { body } = (globalThis as unknown as InPage).document;
        return body.dataset['view'] && !body.classList.contains('loading');
      });
    }
    t.same(
      asked.filter(path => path.startsWith('/api/')),
      [],
    );
    t.equal(await page.locator('#market').inputValue(), 'uk', 'of the region of the browser');
    t.strictSame(complaints, []);
  });

  await t.test('leads through categories by bar, tree and breadcrumbs', async t => {
    const { page, complaints } = await visit(t, browser);
    await page.goto(`${url}/?${UK}`);
    await page.locator('#categories').getByRole('link', { name: 'Women' }).click();
    await heading(page, 'Women');
    const shoes = page.locator('.tree').getByRole('link', { name: /^Shoes/ });
    const promised = (await shoes.locator('.count').innerText()).trim();
    await shoes.click();
    await heading(page, 'Shoes');
    t.equal((await page.locator('.hits').innerText()).replace(/\D/g, ''), promised, 'the tree counted as many');
    t.equal(await page.locator('#categories [aria-current]').innerText(), 'Women');
    t.equal(await page.locator('.tree [aria-current]').getAttribute('data-focus'), 'node:/women/shoes');

    await page.locator('details.facet', { hasText: 'Brand' }).getByRole('checkbox').first().check();
    await page.locator('.chip').waitFor();
    t.match(page.url(), /in=%2Fwomen%2Fshoes&|in=%2Fwomen%2Fshoes$/, 'filters keep the page');
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Women' }).click();
    await heading(page, 'Women');
    t.equal(await page.locator('.chip').count(), 0);
    t.strictSame(complaints, []);
  });

  await t.test('says so when the market has no such page', async () => {
    const { page } = await visit(t, browser);
    await page.goto(`${url}/?${UK}&in=/nowhere`);
    await page.getByRole('heading', { name: 'This page does not exist here' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'To the start page' }).click();
    await heading(page, 'Welcome to Vitrine');
  });

  await t.test('shows a product with its colours, sizes, stock, attributes and what goes with it', async t => {
    const { page, complaints } = await visit(t, browser);
    await page.goto(`${url}/?${UK}&q=t-shirt`);
    const start = 'Search, browse and discover the products of this shop.';
    await page.locator('.each-colour').waitFor();
    const card = page.locator('.card .open').first();
    const title = await card.locator('h3').innerText();
    const click = told(page, 'click');
    await card.press('Enter');
    await heading(page, title);
    t.equal((await click).status(), 204, 'the click is told with the ticket of the card');
    t.equal(await page.evaluate('document.activeElement?.tagName'), 'H1', 'screen readers tell where the visitor is');

    await see(page, url, SHIRT);
    await page.locator('.size-option', { hasText: 'XL' }).first().click();
    t.match(await page.locator('.stock-list li').first().innerText(), /Online\s+29 in stock/);
    await page.locator('.size-option', { hasText: 'XS' }).click();
    t.ok(await page.getByRole('button', { name: 'Out of stock' }).isDisabled(), 'what is sold out is not sold');
    t.match(await page.locator('.product dl').innerText(), /Machine wash/);
    const data = JSON.parse((await page.locator('#structured-data').textContent()) ?? '') as object;
    t.match(data, { '@type': 'Product', sku: SHIRT, offers: { priceCurrency: 'GBP', lowPrice: 18.95 } });
    t.not(await page.locator('#description').getAttribute('content'), start, 'described as itself');
    t.ok(await page.locator('.strip[data-algorithm="ALTERNATIVES"] .card').count());

    await page.locator('.product .sibling').nth(1).click();
    await page.waitForURL(/product=QLM-1005-brown/);
    await heading(page, /brown/);
    await page.goBack();
    await heading(page, /burgundy/);
    t.strictSame(complaints, []);
  });

  await t.test('keeps favourites, and forgets them', async t => {
    const { page, complaints } = await visit(t, browser);
    const title = await see(page, url, SHIRT);
    const added = told(page, 'add-favorite');
    await page.locator('.actions .heart').click();
    t.equal((await added).status(), 204);
    t.equal(await count(page, '#to-favorites'), '1');
    await page.locator('#to-favorites').click();
    await heading(page, 'Favourites');
    t.strictSame(await page.locator('main > * > .grid h3').allInnerTexts(), [title]);

    await page.locator('#home').click();
    await page.locator('.strip[data-algorithm="FAVORITES"] h3', { hasText: title }).waitFor();
    const removed = told(page, 'remove-favorite');
    await page
      .getByRole('button', { name: `Remove from favourites: ${title}` })
      .first()
      .click();
    t.equal((await removed).status(), 204);
    t.equal(await count(page, '#to-favorites'), '');
    t.strictSame(complaints, []);
  });

  await t.test('takes a favourite back when the daemon refuses it', async t => {
    const { page } = await visit(t, browser, undefined, /400/);
    await see(page, url, SHIRT);
    await page.route('**/notifications/add-favorite?**', route =>
      route.fulfill({ status: 400, json: { message: 'productKey: refused' } }),
    );
    await page.locator('.actions .heart').click();
    await page.getByText('productKey: refused').waitFor();
    t.equal(await page.locator('.actions .heart').getAttribute('aria-pressed'), 'false');
  });

  await t.test('fills a cart, recommends to it, and empties it', async t => {
    const { page, complaints } = await visit(t, browser);
    await see(page, url, SHIRT);
    await page.locator('.size-option', { hasText: /^M$/ }).click();
    const added = told(page, 'add-to-cart');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    t.equal((await added).status(), 204, 'told with the ticket of the variant');
    const dialog = page.getByRole('dialog', { name: 'Added to the cart' });
    await dialog.locator('.strip[data-algorithm="ADD_TO_CART_RECS"] .card').first().waitFor();
    t.match(await dialog.locator('.line').innerText(), /Size M/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    t.match(await page.evaluate<string>('document.activeElement?.className'), /add/, 'the focus returns to the button');

    await page.locator('#to-cart').click();
    await heading(page, 'Cart');
    await page.getByRole('button', { name: /^One more/ }).click();
    await page.locator('.total strong', { hasText: '£37.90' }).waitFor();
    t.equal(await count(page, '#to-cart'), '2');
    t.ok(await page.locator('.strip[data-algorithm="CART"] .card').count());
    await page.reload();
    await page.locator('.total strong', { hasText: '£37.90' }).waitFor();

    await page.locator('#market').selectOption('se');
    await page.getByRole('heading', { name: 'Varukorgen är tom' }).waitFor();
    await page.locator('#market').selectOption('uk');
    await page.getByRole('button', { name: /^Remove Classic/ }).click();
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    t.strictSame(complaints, []);
  });

  await t.test('offers past searches and products, and takes them off the list', async t => {
    const { page, complaints } = await visit(t, browser);
    for (const q of ['lamp', 'tent']) {
      await page.goto(`${url}/?${UK}&q=${q}`);
      await heading(page, `Results for “${q}”`);
    }
    const title = await see(page, url, SHIRT);
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.focus();
    const recent = page.locator('.group.recent .phrase');
    await recent.first().waitFor();
    t.strictSame(await recent.allInnerTexts(), ['tent', 'lamp'], 'newest first');
    t.equal(await page.locator('.group.seen .title').first().innerText(), title);

    await box.press('ArrowDown');
    await box.press('Delete');
    await recent.nth(1).waitFor({ state: 'detached' });
    t.strictSame(await recent.allInnerTexts(), ['lamp']);
    await page.locator('.group.seen .option', { hasText: title }).locator('.remove').click();
    await page.locator('.group.seen').waitFor({ state: 'detached' });
    await page.locator('.group.recent .all').click();
    await page.locator('.group.recent').waitFor({ state: 'detached' });
    t.ok(await page.locator('.group.phrases .option').count(), 'what is popular stays');
    t.strictSame(complaints, []);
  });

  await t.test('keeps what is typed while the shop has not answered yet, and suggests for it', async t => {
    const { page, complaints } = await visit(t, browser);
    let answer = () => {};
    const typed = new Promise<void>(resolve => {
      answer = resolve;
    });
    await page.route('**/api/preview/views*', async route => {
      await typed;
      await route.continue();
    });
    // The document has no answers in it.
    await page.setExtraHTTPHeaders({ 'Sec-Purpose': 'prefetch' });
    t.teardown(() => page.setExtraHTTPHeaders({}));
    const asked = page.waitForRequest('**/api/preview/views*');
    await page.goto(`${url}/?${UK}`);
    await asked;
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.pressSequentially('tent');
    answer();
    await heading(page, 'Welcome to Vitrine');
    t.equal(await box.inputValue(), 'tent');
    await page.locator('.group.texts .option', { hasText: 'Choosing a tent' }).waitFor();
    t.strictSame(complaints, []);
  });

  await t.test('finds what there is to read, and opens it', async t => {
    const { page, complaints } = await visit(t, browser);
    await page.goto(`${url}/?${UK}`);
    const box = page.getByRole('combobox', { name: 'Search' });
    // Of the whole word: slow typing brings answers for its beginning too, which are longer.
    const suggested = page.waitForResponse(response => /[?&]q=tent(&|$)/.test(response.url()));
    await box.pressSequentially('tent');
    const answer = await suggested;
    t.equal(answer.status(), 200);
    t.match(answer.url(), 'templateId=suggestions');
    t.ok((await answer.body()).length < 8000, 'suggestions bring what they show');
    await page.locator('.group.texts .option', { hasText: 'Choosing a tent' }).click();
    await heading(page, 'Choosing a tent');
    await page.goBack();
    await heading(page, 'Welcome to Vitrine');

    await page.goto(`${url}/?${UK}&q=tent`);
    await page
      .getByRole('navigation', { name: 'Kinds of results' })
      .getByRole('link', { name: /^Articles/ })
      .click();
    await page.waitForURL(/show=articles/);
    const click = told(page, 'click');
    await page.locator('.article-list a', { hasText: 'Choosing a tent' }).click();
    t.equal((await click).status(), 204);
    await heading(page, 'Choosing a tent');
    t.match(await page.locator('.reader').innerText(), /\/guides\/choose-tent/);
    t.strictSame(complaints, []);
  });

  await t.test('shows the requests behind it', async t => {
    const { page } = await visit(t, browser);
    await page.goto(`${url}/?${UK}&in=/women`);
    await heading(page, 'Women');
    await page.locator('#timing').press('Enter');
    const panel = page.getByRole('region', { name: 'Requests' });
    const names = await panel.locator('.name').allInnerTexts();
    for (const name of ['landing-page', 'navigation-tree', 'sponsored-page', 'banners'])
      t.ok(names.includes(name), name);
    await panel.locator('summary', { hasText: 'landing-page' }).click();
    t.match(await panel.locator('pre').last().innerText(), /"published": true/);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    t.equal(await page.evaluate('document.activeElement?.id'), 'timing');
  });

  await t.test('forgets the visitor when told to', async t => {
    const { page } = await visit(t, browser);
    await page.goto(`${url}/?${UK}&q=lamp`);
    await heading(page, 'Results for “lamp”');
    await page.locator('.heart').first().click();
    const key = page.locator('#customer-key');
    const before = await key.innerText();
    const end = told(page, 'end');
    await page.getByRole('button', { name: 'Forget me on this device' }).click();
    t.match((await end).url(), before, 'the old visit is ended');
    await heading(page, 'Welcome to Vitrine');
    t.not(await key.innerText(), before);
    t.equal(await count(page, '#to-favorites'), '');
    t.equal(await page.locator('.pills.recent').count(), 0);
    await page.reload();
    await heading(page, 'Welcome to Vitrine');
    t.not(await key.innerText(), before);
  });

  await t.test('goes back to where the list was left', async t => {
    const { page } = await visit(t, browser);
    await page.goto(`${url}/?${UK}&in=/women`);
    await heading(page, 'Women');
    const card = page.locator('main > * > .grid .open').nth(20);
    await card.scrollIntoViewIfNeeded();
    const focus = await card.getAttribute('data-focus');
    await card.click();
    await page.locator('.product').waitFor();
    t.equal(await page.evaluate('scrollY'), 0);
    await page.goBack();
    await heading(page, 'Women');
    await page.waitForFunction(() => (globalThis as unknown as InPage).scrollY > 500);
    t.equal(await page.evaluate("document.activeElement?.getAttribute('data-focus')"), focus);
  });

  await t.test('tells when the daemon cannot be reached, and goes on by itself when it can', async () => {
    const { page } = await visit(t, browser, undefined, /ERR_INTERNET_DISCONNECTED/);
    await page.goto(`${url}/?${UK}&in=/women`);
    await heading(page, 'Women');
    await page.context().setOffline(true);
    await page
      .locator('.tree')
      .getByRole('link', { name: /^Shoes/ })
      .click();
    await page.getByText('The daemon does not answer.').waitFor();
    await page.context().setOffline(false);
    await heading(page, 'Shoes');
  });

  for (const width of [320, 1400]) {
    await t.test(
      `fits a screen of ${width} pixels, moves nothing by itself and is accessible, whatever it shows`,
      async t => {
        const { page, complaints } = await visit(t, browser, { width, height: 860 });
        for (const place of [
          '',
          'in=/women',
          'q=jacket',
          'q=asdfgh',
          `product=${SHIRT}`,
          'show=cart',
          'show=favorites',
          'show=articles',
          'content=c-layers',
        ]) {
          await page.goto(`${url}/?${UK}&${place}`);
          await page.waitForFunction(() => {
            const { document } = globalThis as unknown as InPage;
            const { dataset, classList } = document.body;
            return dataset['view'] && !classList.contains('loading') && !document.querySelector('.blank');
          });
          t.equal(await overflow(page), 0, place);
          t.ok(await page.evaluate<boolean>(HEAD_IS_CLEAR), `${place}: the name is not covered`);
          const shift = await page.evaluate<number>(LAYOUT_SHIFT);
          t.ok(shift < 0.1, `${place}: a shift of ${shift}`);
          if (place === 'q=asdfgh') {
            t.ok(await page.getByRole('region', { name: 'Popular searches' }).getByRole('button').count());
            t.ok(await page.locator('.strip[data-algorithm="TOP_PRODUCTS"]').count());
            t.ok(await page.locator('.directory a').count());
          }
          t.strictSame(await findings(page), [], place);
        }
        t.strictSame(complaints, []);
      },
    );
  }
});

/**
 * The preview page in a real browser against a real daemon with a catalog alone: the search and its listing. What a
 * shop with pages and navigation shows is tested beside it.
 */
import type { Browser, Page } from 'playwright-core';
import t from 'tap';
import { catalogFile, someDemoLines } from '../contract/demo.js';
import { type Daemon, startDaemon } from '../daemon.js';
import { launch, missingBrowser, OVERFLOW, visit } from './browser.js';

const UK = 'market=uk&locale=en-GB';

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
const hits = async (page: Page) => Number((await page.locator('.hits').innerText()).replace(/\D/g, ''));
const isOn = (page: Page, pattern: RegExp) => page.waitForURL(pattern);

t.test('the preview page', { skip: missingBrowser, timeout: 380_000 }, async t => {
  const browser: Browser = await launch();
  t.teardown(() => browser.close());
  const daemon: Daemon = await startDaemon();
  t.teardown(() => daemon.stop());

  await t.test('says that there is no catalog yet, and shows products once there is one', async t => {
    const { page, complaints } = await visit(t, browser, undefined, /503/);
    await page.goto(daemon.url);
    await page.getByRole('heading', { name: 'No catalog yet' }).waitFor();
    await daemon.importCatalog(catalogFile(t, someDemoLines()));
    await heading(page, 'Welcome');
    t.equal(await page.locator('.strip[data-algorithm="TOP_PRODUCTS"] .card').count(), 12);
    await page.locator('#categories').getByRole('link', { name: 'Women' }).waitFor();
    await page.getByRole('link', { name: 'All products' }).click();
    await heading(page, 'All products');
    t.equal(await page.locator('.card').count(), 30);
    t.match(await page.locator('#timing').innerText(), /^\d+ ms in the engine · \d+ ms round trip$/);
    await page.locator('.card svg.drawing').first().waitFor();
    t.strictSame(complaints, []);
  });

  await t.test('loads one file of each kind, and on the next visit only the document', async t => {
    const { page, complaints } = await visit(t, browser);
    const requested = new Set<string>();
    page.on('request', request => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) requested.add(pathname);
    });
    // Browsers ask for an icon when they like; it is one request more.
    const files = () =>
      [...requested].filter(path => !path.includes('icon')).map(path => path.replace(/-\w{8}\./, '.'));
    await page.goto(`${daemon.url}/?${UK}`);
    await heading(page, 'Welcome');
    await page.locator('.card svg.drawing').first().waitFor();
    t.same(files().sort(), ['/', '/assets/app.js', '/assets/draw.js', '/assets/page.css']);
    t.ok(requested.size <= 5);

    await page.goto(`${daemon.url}/?${UK}&q=lamp`);
    await heading(page, 'Results for “lamp”');
    const transferred = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as unknown as { name: string; transferSize: number }[])
        .filter(({ name }) => /\.(js|css)$/.test(name))
        .map(({ transferSize }) => transferSize),
    );
    t.same([...new Set(transferred)], [0], 'all come from the cache of the browser');
    t.strictSame(complaints, []);
  });

  await t.test('suggests phrases and products while typing, and the keyboard chooses among them', async t => {
    const { page, complaints } = await visit(t, browser);
    await page.goto(`${daemon.url}/?${UK}`);
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.pressSequentially('jack');
    // What was suggested for the first letters is there before.
    await page.locator('.group.phrases mark', { hasText: /^jack/i }).first().waitFor();
    t.ok(await page.locator('.group.products .option svg.drawing').count(), 'products come with pictures');
    t.match(await page.locator('.group.products .prices').first().innerText(), /£\d/);
    t.equal(await box.getAttribute('aria-expanded'), 'true');

    await box.press('ArrowDown');
    const chosen = page.locator('.option[aria-selected="true"]');
    t.equal(await box.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'));
    const phrase = await chosen.innerText();
    await box.press('Enter');
    await heading(page, `Results for “${phrase}”`);
    await isOn(page, /origin=PHRASE_SUGGEST/);

    await box.fill('lamp');
    await page.locator('.option').first().waitFor();
    await box.press('Escape');
    t.equal(await box.getAttribute('aria-expanded'), 'false');
    t.equal(await box.inputValue(), 'lamp', 'the first escape closes');
    await box.press('Escape');
    t.equal(await box.inputValue(), '', 'the second clears');
    t.strictSame(complaints, []);
  });

  await t.test('narrows by facets, shows what is selected, and goes back', async t => {
    const { page } = await visit(t, browser);
    await page.goto(`${daemon.url}/?${UK}&q=jacket`);
    await heading(page, 'Results for “jacket”');
    const all = await hits(page);
    const brand = page.locator('details.facet', { hasText: 'Brand' });
    const first = brand.locator('li').first();
    const count = Number(await first.locator('.count').innerText());
    await first.getByRole('checkbox').check();
    await page.locator('.chip').waitFor();
    t.equal(await hits(page), count, 'the facet promised as many');
    t.ok(count < all);

    const most = page.getByRole('spinbutton', { name: 'Price: To' });
    const middle = Math.round((Number(await most.getAttribute('min')) + Number(await most.getAttribute('max'))) / 2);
    await most.fill(String(middle));
    await most.press('Enter');
    await page.locator('.chip').nth(1).waitFor();
    await isOn(page, new RegExp(`f\\.price\\.max=${middle}`));
    await page.locator('.colour').first().click();
    await page.locator('.chip').nth(2).waitFor();

    await page.goBack();
    await page.locator('.chip').nth(2).waitFor({ state: 'detached' });
    await page.locator('.chip').first().click();
    await page.locator('.chip').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.locator('.chip').waitFor({ state: 'detached' });
    t.equal(await hits(page), all);
  });

  await t.test('opens a linked search as it was: filters, order and page', async t => {
    const { page } = await visit(t, browser);
    await page.goto(`${daemon.url}/?${UK}&f.gender=Women&sort=PRICE_ASCENDING&page=2`);
    await page.locator('.chip', { hasText: 'Women' }).waitFor();
    t.equal(await page.getByRole('combobox', { name: 'Sort by' }).inputValue(), 'PRICE_ASCENDING');
    t.equal(await page.locator('.paging [aria-current="page"]').innerText(), '2');
    const prices = await page.locator('.card .now').allInnerTexts();
    const amounts = prices.map(price => Number(price.replace(/[^\d.]/g, '')));
    t.strictSame(
      amounts,
      amounts.toSorted((a, b) => a - b),
    );
  });

  await t.test('corrects a misspelt word, and takes the correction back', async t => {
    const { page } = await visit(t, browser);
    await page.goto(`${daemon.url}/?${UK}&q=jackte`);
    const notice = page.locator('.corrected');
    await notice.waitFor();
    t.match(await notice.innerText(), 'Showing results for “jacket”');
    await notice.getByRole('button').click();
    await page.getByRole('heading', { name: 'Nothing found for “jackte”' }).waitFor();
    await isOn(page, /origin=UNDO_AUTO_CORRECT/);
  });

  await t.test('speaks the language and the currency of the view', async t => {
    const { page } = await visit(t, browser);
    await page.goto(`${daemon.url}/?${UK}&show=search`);
    await heading(page, 'All products');
    await page.locator('#market').selectOption('se');
    await heading(page, 'Alla produkter');
    t.equal(await page.locator('html').getAttribute('lang'), 'sv-SE');
    t.match(await page.locator('.card .now').first().innerText(), /kr$/);
    await page.locator('#market').selectOption('de');
    await heading(page, 'Alle Produkte');
    t.match(await page.locator('.card .now').first().innerText(), /€$/);
    await page.locator('#q').fill('regenjacke');
    await page.locator('#q').press('Enter');
    await heading(page, 'Ergebnisse für „regenjacke“');
    t.match(await page.locator('.card h3').first().innerText(), /regenjacke/i);
  });

  await t.test('treats what the API answers as text, never as markup', async t => {
    const { page, complaints } = await visit(t, browser);
    const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
    await page.route('**/queries/search-page?**', async route => {
      const response = await route.fetch();
      const body = await response.json();
      body.q = markup;
      body.didYouMean = [{ q: markup }];
      body.primaryList.productGroups[0].products[0].title = markup;
      await route.fulfill({ response, json: body });
    });
    await page.goto(`${daemon.url}/?${UK}`);
    await page.locator('#q').fill('lamp');
    await page.locator('#q').press('Enter');
    await heading(page, `Results for “${markup}”`);
    t.equal(await page.locator('main b, main img').count(), 0);
    t.equal(await page.locator('.card h3').first().innerText(), markup);
    t.strictSame(complaints, []);
  });

  await t.test('shows the message of an error, and asks again when told to', async t => {
    const { page } = await visit(t, browser, undefined, /400/);
    await page.goto(`${daemon.url}/?${UK}&sort=SIDEWAYS`);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    t.match(await alert.innerText(), /sort/);
    // Others, for the departments, may still be on their way.
    const again = page.waitForResponse(/search-page\?.*SIDEWAYS/);
    await alert.getByRole('button', { name: 'Try again' }).click();
    t.equal((await again).status(), 400);
  });

  for (const width of [400, 1400]) {
    await t.test(`fits a screen of ${width} pixels`, async t => {
      const { page } = await visit(t, browser, { width, height: 860 });
      await page.goto(`${daemon.url}/?${UK}&q=rain%20jacket`);
      await heading(page, 'Results for “rain jacket”');
      const overflow = () => page.evaluate<number>(OVERFLOW);
      t.equal(await overflow(), 0, 'nothing sticks out');
      await page.locator('#q').fill('wool');
      await page.locator('.option').first().waitFor();
      t.equal(await overflow(), 0, 'nor do the suggestions');
    });
  }

  await t.test('keeps the filters in a drawer on a narrow screen, closed by escape', async t => {
    const { page } = await visit(t, browser, { width: 400, height: 860 });
    await page.goto(`${daemon.url}/?${UK}&q=jacket`);
    await heading(page, 'Results for “jacket”');
    const panel = page.locator('#facets');
    t.notOk(await panel.isVisible());
    await page.getByRole('button', { name: 'Filters' }).press('Enter');
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    t.equal(await page.evaluate('document.activeElement?.id'), 'facets-toggle');
  });
});

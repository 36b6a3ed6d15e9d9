/**
 * The components of the READMEs of `@vitrine/react` and `@vitrine/vue`, with the real frameworks in a browser on a daemon
 * with some of the demo shop, and rendered on a server.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { compileScript, parse } from 'vue/compiler-sfc';
import { testFolder } from '../folder.js';
import { launch, missingBrowser, visit } from '../web/browser.js';
import { pageOf, printedBy } from './page.js';
import { codeOf } from './readme.js';
import { daemon, recorded, shopOf } from './shared-shop.js';

const consent = (customer: string) => `shop.visitor.grant(); shop.visitor.identify('${customer}');`;

/** A component as build tools compile it. */
function compiledVue(t: { teardown(fn: () => unknown): void }): string {
  const { descriptor } = parse(codeOf('vue', daemon, 'vue'));
  const { content } = compileScript(descriptor, { id: 'search', inlineTemplate: true });
  const file = join(testFolder(t), 'search.js');
  writeFileSync(file, content);
  return file;
}

t.test('in a browser', { skip: missingBrowser, timeout: 380_000 }, async t => {
  const browser = await launch();
  t.teardown(() => browser.close());
  const codes = {
    react: `${codeOf('react', daemon, 'jsx')}${consent('customer-of-react')}`,
    vue: `${codeOf('vue', daemon, 'js').replace('./Search.vue', compiledVue(t))}${consent('customer-of-vue')}`,
  };
  for (const [name, code] of Object.entries(codes)) {
    await t.test(name, async t => {
      const { page, complaints } = await visit(t, browser);
      await page.goto(await pageOf(t, name, code, '<style>li { height: 300px }</style><div id="shop"></div>'));
      const hits = page.locator('output');
      const items = page.locator('ol > li');
      /** Waits for a condition on what the page shows. */
      const shows = (condition: string) =>
        page.waitForFunction(`(() => {
        const hits = Number(document.querySelector('output')?.innerText);
        const items = document.querySelectorAll('ol > li').length;
        return document.querySelector('main')?.ariaBusy === 'false' && (${condition});
      })()`);
      await shows('hits > 0 && items > 0');
      const all = Number(await hits.innerText());

      // The answer to what was typed first comes last, if it comes.
      let delayed = 0;
      await page.route(/search-page.*[?&]q=jac(&|$)/, async route => {
        delayed++;
        await page.waitForResponse(/search-page.*[?&]q=jacket(&|$)/);
        await route.continue().catch(() => {});
      });
      const typing = page.waitForRequest(/search-page.*[?&]q=jac(&|$)/);
      await page.locator('input[type=search]').fill('jac');
      await typing;
      await page.locator('input[type=search]').fill('jacket');
      await shows(`hits < ${all}`);
      t.equal(delayed, 1, 'was overtaken');
      const jackets = Number(await hits.innerText());
      t.equal(jackets, (await shopOf().searchPage({ q: 'jacket', limit: 1 })).primaryList.totalHits);
      await page.locator('#phrases option').first().waitFor({ state: 'attached' });
      await page.locator('main > ul > li').nth(2).waitFor();

      t.equal(await items.count(), 12);
      await items.last().scrollIntoViewIfNeeded();
      await shows('items >= 24');
      const titles = await items.locator('a').evaluateAll(all => all.map(one => String(one.getAttribute('href'))));
      t.equal(new Set(titles).size, titles.length, 'the list goes on without repeating itself');

      const label = page.locator('label').first();
      const count = /\((\d+)\)/.exec(await label.innerText())![1];
      await label.locator('input').click();
      await shows(`hits === ${count}`);
      await page.getByRole('button', { name: 'Clear' }).click();
      await shows(`hits === ${jackets}`);

      await page.evaluate("document.addEventListener('click', event => event.preventDefault(), true)");
      const told = (name: string) =>
        page.waitForResponse(response => response.url().includes(`/notifications/${name}`));
      await Promise.all([told('click'), items.first().locator('a').click()]);
      await Promise.all([told('add-to-cart'), items.first().locator('button').click()]);
      const types = (await recorded(`customer-of-${name}`)).map(({ type }) => type);
      t.same(types.filter(type => type !== 'ad-impression').sort(), ['add-to-cart', 'click']);
      t.strictSame(complaints, []);
    });
  }
});

t.test('on a server, what was loaded is rendered', async t => {
  const { primaryList } = await shopOf({ visitor: {} }).searchPage({ q: 'boots', limit: 1 });
  const { title } = primaryList.productGroups[0]!.products[0]!;
  for (const name of ['react', 'vue'])
    t.match(await printedBy(t, name, codeOf(name, daemon, 'mjs')), `<li>${title}</li>`);
});

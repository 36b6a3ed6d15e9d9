/**
 * Headless Chromium for tests of the preview page. Whatever the page complains about (script errors, refused by the
 * content security policy, files that are missing) is collected, so that a test can insist on silence.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page, type ViewportSize } from 'playwright-core';
import type { Delivered } from '../../web/visitor/document-answers.js';

/**
 * For `page.evaluate`: by how many pixels the document is wider than its window. What runs in the page is text, since
 * `document` and its like exist for no other code of the repository's server side.
 */
export const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** For `page.evaluate`: how far what was shown has moved by itself since the page was opened (Cumulative Layout Shift). */
export const LAYOUT_SHIFT = `new Promise(resolve => {
  new PerformanceObserver((list, observer) => {
    const shifts = list.getEntries().filter(entry => !entry.hadRecentInput);
    observer.disconnect();
    resolve(shifts.reduce((sum, { value }) => sum + value, 0));
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(resolve, 100, 0));
})`;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds against WCAG 2.2 (A and AA) and good practice, each with the first place where it is. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].target}`))',
  );
}

const EXECUTABLE = '/usr/bin/chromium';
const VIEWPORT: ViewportSize = { width: 1400, height: 900 };

/** The reason to skip, where there is no browser. */
export const missingBrowser: string | false = existsSync(EXECUTABLE) ? false : `${EXECUTABLE} is not installed`;

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      // Nothing is to look for a graphics card, nor to stand in for one.
      '--disable-gpu',
      '--disable-gpu-compositing',
      '--disable-gpu-rasterization',
      '--disable-software-rasterizer',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * What functions for `page.waitForFunction` find in `globalThis`: a page that allows no `eval` cannot wait for text to
 * hold.
 */
export interface InPage {
  scrollY: number;
  document: {
    body: { dataset: Record<string, string>; classList: { contains(name: string): boolean } };
    querySelector(selector: string): object | null;
  };
}

export interface Visit {
  page: Page;
  /** Errors so far. */
  complaints: string[];
}

/**
 * The page that visitors of a browser have one after the other, while none has it: a second of CPU goes into opening
 * one, with the processes that belong to it.
 */
const free = new WeakMap<Browser, Page>();

async function opened(browser: Browser): Promise<Page> {
  // Without a graphics card, what moves is painted by the cores that the daemon needs.
  const context = await browser.newContext({ locale: 'en-GB', viewport: VIEWPORT, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** An answer that came with the document. @param query its name */
export async function delivered<Body>(page: Page, query: string): Promise<Body> {
  const text = await page.locator('#delivered').textContent();
  const { answers } = JSON.parse(text!) as Delivered;
  return answers.find(({ url }) => url.includes(`/queries/${query}?`))!.body as Body;
}

/** Leaves nothing in the page of what its visitor did: it is as if it had just been opened. */
async function forget(page: Page): Promise<void> {
  const context = page.context();
  for (const event of ['console', 'pageerror', 'request'] as const) page.removeAllListeners(event);
  // What was routed and is still on its way ends first.
  await page.unrouteAll({ behavior: 'wait' });
  await context.setOffline(false);
  const { origin } = new URL(page.url());
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  // What the page stored on its way out.
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.send('Network.clearBrowserCache');
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

/**
 * A page of a fresh visitor, until the end of the test.
 * @param expected complaints that are part of the test
 */
export async function visit(
  t: { teardown(fn: () => unknown): unknown },
  browser: Browser,
  viewport: ViewportSize = VIEWPORT,
  expected?: RegExp,
): Promise<Visit> {
  const page = free.get(browser) ?? (await opened(browser));
  free.delete(browser);
  t.teardown(async () => {
    await forget(page);
    free.set(browser, page);
  });
  await page.setViewportSize(viewport);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expected?.test(text)) complaints.push(text);
  };
  page.on('console', message => message.type() === 'error' && complain(message.text()));
  page.on('pageerror', error => complain(error.message));
  return { page, complaints };
}

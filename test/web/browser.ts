/**
 * Headless Chromium for tests of the preview page. Whatever the page complains about (script errors, refused by the
 * content security policy, files that are missing) is collected, so that a test can insist on silence.
 */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/**
 * For `page.evaluate`: by how many pixels the document is wider than its window. What runs in the page is text, since
 * `document` and its like exist for no other code of the repository's server side.
 */
export const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const EXECUTABLE = '/usr/bin/chromium';

/** The reason to skip, where there is no browser. */
export const missingBrowser: string | false = existsSync(EXECUTABLE) ? false : `${EXECUTABLE} is not installed`;

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
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
  document: { body: { dataset: Record<string, string>; classList: { contains(name: string): boolean } } };
}

export interface Visit {
  page: Page;
  /** Errors so far. */
  complaints: string[];
}

/** A page of a fresh visitor, closed with the test. `expected`: complaints that are part of the test. */
export async function visit(
  t: { teardown(fn: () => unknown): unknown },
  browser: Browser,
  options: BrowserContextOptions = {},
  expected?: RegExp,
): Promise<Visit> {
  // Without a graphics card, what moves is painted by the cores that the daemon needs.
  const usual: BrowserContextOptions = {
    locale: 'en-GB',
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
  };
  const context = await browser.newContext({ ...usual, ...options });
  t.teardown(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expected?.test(text)) complaints.push(text);
  };
  page.on('console', message => message.type() === 'error' && complain(message.text()));
  page.on('pageerror', error => complain(error.message));
  return { page, complaints };
}

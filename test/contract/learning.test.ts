/**
 * What visitors do changes what the next ones get, in a running daemon and without a new snapshot: phrases that are
 * searched for are suggested, products that are chosen for a phrase rise for it, what sells comes first in its
 * category; and who does not count leaves no trace.
 */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { catalogFile, someDemoLines } from './demo.js';
import { startDemoDaemon } from './demo-daemon.js';
import { storefront, UK } from './storefront.js';

const LEARNED_WITHIN_MS = 120_000;

const folder = testFolder(t, { 'vitrine.json': JSON.stringify({ behaviour: { learnSeconds: 1, rangeSignals: 0 } }) });
const options = { dataDir: `${folder}/data`, args: ['--config', `${folder}/vitrine.json`] };
let daemon = await startDemoDaemon(t, options);
t.teardown(() => daemon.stop());
let shop = storefront(t, daemon.url);

const visitor = (name: string) =>
  shop.client({ ...UK, session: () => ({ customerKey: name, sessionKey: `${name}-session` }) });

/** Asks again until the answer fits. */
async function eventually<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + LEARNED_WITHIN_MS; ; await delay(100)) {
    const answer = await ask();
    if (fits(answer) || Date.now() > deadline) return answer;
  }
}

const suggested = async (q: string) =>
  (await shop.query.autocomplete({ q, notify: false })).phraseSuggestions.map(phrase => phrase.q);
const firstOf = async (q: string) => {
  const page = await shop.query.searchPage({ q, limit: 20, notify: false });
  return page.primaryList.productGroups.map(({ products }) => products[0]!.key);
};

t.test('a phrase that visitors search for is suggested, and what they choose for it rises', async t => {
  const phrase = 'jacket rain blue';
  const before = await firstOf(phrase);
  const chosen = before[3]!;
  t.notOk((await suggested('jacket rain')).includes(phrase), 'not suggested at first');
  for (let i = 0; i < 12; i++) {
    const { query, notify } = visitor(`buyer-${i}`);
    const page = await query.searchPage({ q: phrase, limit: 20 });
    const product = page.primaryList.productGroups
      .map(({ products }) => products[0]!)
      .find(({ key }) => key === chosen);
    await notify.click(product!.ticket);
    if (i % 2 === 0) await notify.addToCart(product!.variants[0]!.ticket);
  }
  const phrases = await eventually(
    () => suggested('jacket rain'),
    found => found.includes(phrase),
  );
  t.ok(phrases.includes(phrase), 'it is suggested to those who begin to type it');
  const after = await eventually(
    () => firstOf(phrase),
    found => found.indexOf(chosen) < 3,
  );
  t.ok(after.indexOf(chosen) < 3, `${chosen} stood at 3, and stands at ${after.indexOf(chosen)} now`);
  t.same([...after].sort(), [...before].sort(), 'nothing else was found than before');
});

t.test('who is synthetic or does not want to be noted counts for nothing', async t => {
  const unseen = 'linen shirt white';
  const url = new URL('/api/storefront/v3/queries/search-page', daemon.url);
  for (let i = 0; i < 12; i++) {
    await visitor(`quiet-${i}`).query.searchPage({ q: unseen, notify: false });
    const parameters = { ...UK, q: unseen, userContext: 'SYNTHETIC', customerKey: `robot-${i}`, sessionKey: `r-${i}` };
    url.search = new URLSearchParams(parameters).toString();
    t.equal((await shop.unrecorded(url)).status, 200);
  }
  // When what came later has been learned, what came before has been too.
  const later = 'wool jumper grey';
  for (let i = 0; i < 12; i++) await visitor(`loud-${i}`).query.searchPage({ q: later });
  const phrases = await eventually(
    () => suggested('wool jumper'),
    found => found.includes(later),
  );
  t.ok(phrases.includes(later));
  t.notOk((await suggested('linen shirt')).includes(unseen));
  const { recentSearches } = await visitor('quiet-1').query.autocomplete({ q: '' });
  t.same(recentSearches, [], 'nor is it remembered of the visitor');
});

t.test('what is learned outlives a new catalog and a restart', async t => {
  const fewer = someDemoLines().filter((line, i) => i % 8 === 0 || /jumper/i.test(JSON.stringify(line)));
  await daemon.importCatalog(catalogFile(t, fewer));
  t.ok((await suggested('wool jumper')).includes('wool jumper grey'), 'it is there as soon as the new snapshot is');
  t.same(shop.faults, []);
  await daemon.stop();
  daemon = await startDaemon(options);
  await ready(daemon.url);
  shop = storefront(t, daemon.url);
  t.ok((await suggested('wool jumper')).includes('wool jumper grey'), 'and as soon as the daemon is ready');
  const { recentSearches } = await visitor('loud-1').query.autocomplete({ q: '' });
  t.same(recentSearches, [{ q: 'wool jumper grey' }], 'as is what is remembered of a visitor');
});

t.same(shop.faults, [], 'all answers are of the types that the client declares');

/** Where the time of an answer goes, phase by phase; and that pages without a timer never read a clock. */
import t from 'tap';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { Pages, PHASE_NAMES, PhaseTimer } from '../../../src/pages/pages.js';
import { DEFAULT_PAGE_SETTINGS } from '../../../src/pages/shared/page-settings.js';
import type { StorefrontRequest } from '../../../src/pages/shared/requests.js';
import { EMPTY_BODY, landingRequest } from '../landing.js';
import { autocompleteRequest, Builder, type Catalog, NOW, SECRET, searchRequest } from '../shop.js';

const view = { market: 'se', locale: 'en-GB' };
const product = (title: string, brand: string) => ({
  markets: ['se'],
  defaults: { title, brand, url: '/p', dataLocale: 'en-GB' },
  variants: { [`${title.replaceAll(' ', '-')}-v`]: { defaults: { listPrice: 10 + title.length, stock: 1 } } },
});
const titles = ['Red lamp', 'Blue lamp', 'Red vase', 'Lamp shade', 'Blue rug', 'Red rug'];
const catalog: Catalog = {
  groups: Object.fromEntries(
    titles.map((title, i) => [`g${i}`, { products: { [`p${i}`]: product(title, i % 2 ? 'Sol' : 'Vind') } }]),
  ),
  translations: [],
};
const built = new Builder(t).open(catalog);
t.teardown(() => built.close());

function pagesWith(timer?: PhaseTimer): Pages {
  const { discountThreshold } = DEFAULT_INDEX_SETTINGS;
  const config = { settings: DEFAULT_PAGE_SETTINGS, discountThreshold, ticketSecret: SECRET };
  const pages = new Pages(built.shared, config, undefined, timer, true);
  t.teardown(() => pages.close());
  return pages;
}

const requests: StorefrontRequest[] = [
  searchRequest({ ...view, q: 'red lamp' }),
  searchRequest({ ...view, q: '', facets: [{ id: 'brand', values: ['Sol'] }], sort: 'PRICE_ASCENDING' }),
  searchRequest({ ...view, q: 'lampp' }),
  autocompleteRequest({ ...view, q: 'la' }),
  landingRequest({ ...view, q: 'rug', body: EMPTY_BODY }),
];

/** Runs something while every reading of the timers' clock is counted. */
function readingsDuring(run: () => void): number {
  const { now } = performance;
  let readings = 0;
  performance.now = () => {
    readings++;
    return now.call(performance);
  };
  try {
    run();
  } finally {
    performance.now = now;
  }
  return readings;
}

t.test('without a timer no clock is read', async t => {
  const [plain, timed] = [pagesWith(), pagesWith(new PhaseTimer())];
  for (const request of requests) {
    t.equal(
      readingsDuring(() => plain.answer(request, NOW)),
      0,
    );
    t.ok(readingsDuring(() => timed.answer(request, NOW)) > 5);
  }
});

t.test('a profiled thread gives the same bytes', async t => {
  const [plain, timed] = [pagesWith(), pagesWith(new PhaseTimer())];
  const text = (pages: Pages, request: StorefrontRequest) => Buffer.from(pages.answer(request, NOW).body).toString();
  for (const request of requests) t.equal(text(timed, request), text(plain, request));
});

t.test('every phase that an answer goes through has its time, and together they are the whole', async t => {
  let ticks = 0;
  const timer = new PhaseTimer(() => ticks++);
  const pages = pagesWith(timer);
  const phasesOf = (request: StorefrontRequest) => {
    const before = ticks;
    timer.start();
    pages.answer(request, NOW);
    const total = timer.stop();
    t.equal(total, ticks - 1 - before, 'from the first reading to the last');
    t.equal(
      timer.spent.reduce((sum, spent) => sum + spent, 0),
      total,
    );
    return PHASE_NAMES.filter((_, phase) => timer.spent[phase]! > 0);
  };
  const everywhere = ['analysis', 'filters', 'matching', 'ranking'];
  const merging = (names: string[]) => [...names.slice(0, 2), 'merging terms', ...names.slice(2)];
  const facets = ['counting facets', 'writing facets'];
  const around = ['tickets', 'rest', 'writing'];
  const listed = [...facets, 'writing cards', 'content', ...around];
  // The words of a text are merged once.
  t.strictSame(phasesOf(requests[0]!), [...merging(everywhere), ...listed]);
  t.strictSame(phasesOf(requests[0]!), [...everywhere, ...listed]);
  t.strictSame(phasesOf(requests[3]!), [...merging(everywhere), 'writing cards', 'phrases', 'content', ...around]);
  t.strictSame(phasesOf(requests[4]!), [...merging(everywhere), ...listed]);
});

/**
 * The preview page: a small storefront on the public API. The address holds what is shown; every change of it asks
 * the daemon again, and an answer that a newer question has overtaken is dropped.
 */
import { ApiError, autocomplete, searchPage, views } from './api.js';
import { fill } from './dom.js';
import { drawer } from './drawer.js';
import { facetPanels } from './facets.js';
import { showListing } from './listing.js';
import { moneyFormat } from './money.js';
import { failure, noCatalog } from './notices.js';
import { firstView, rememberView, showViews, themeSwitch } from './pickers.js';
import { quickLook } from './quick-look.js';
import { skeleton } from './results.js';
import { formatState, parseState, searchFor } from './state.js';
import { searchBox } from './suggest.js';
import { speak, t } from './text.js';

/** How often to look for a catalog while there is none. */
const RETRY_MS = 1500;
const TRENDING_SHOWN = 8;

const $ = id => document.getElementById(id);
const parts = { results: $('results'), tools: $('tools'), facets: $('facet-list') };

let known = [];
let state = parseState(location.search);
let money = moneyFormat('', 'en');
let answer;
let trending = [];
let request;
let waiting;

const page = () => ({ state, go, money, open, trending });
const open = quickLook($('look'), { money: () => money, locale: () => state.locale });
const facetDrawer = drawer({
  panel: $('facets'),
  toggle: $('facets-toggle'),
  backdrop: $('backdrop'),
  closers: [$('facets-close'), $('facets-done')],
});

/** Shows another state and puts it into the history. `top`: from the top of the page. */
function go(next, { top = false } = {}) {
  const viewChanged = next.market !== state.market || next.locale !== state.locale;
  state = next;
  history.pushState(null, '', formatState(state));
  if (top) scrollTo({ top: 0 });
  if (viewChanged) enterView();
  load();
}

/** Takes over market and locale of the state: words, currency, pickers. */
function enterView() {
  speak(state.locale);
  money = moneyFormat(state.market, state.locale);
  rememberView(state);
  trending = [];
  showViews({ market: $('market'), locale: $('locale') }, known, state, view =>
    go({ ...searchFor(state, state.q), ...view }),
  );
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll('[data-label]')) node.setAttribute('aria-label', t(node.dataset.label));
  $('q').placeholder = t('placeholder');
}

function showFacets() {
  const again = () => showFacets();
  fill(parts.facets, ...facetPanels(answer.primaryList.facets, { ...page(), redraw: again }));
  const chosen = state.facets.size;
  $('facets-count').textContent = chosen > 0 ? String(chosen) : '';
  $('facets-done').textContent = t(
    'showResults',
    new Intl.NumberFormat(state.locale).format(answer.primaryList.totalHits),
  );
}

function showTiming({ engineMs, roundTripMs }) {
  const engine = Number.isNaN(engineMs) ? '–' : engineMs;
  $('timing').textContent = t('timing', engine, Math.max(1, Math.round(roundTripMs)));
}

/** Popular phrases for the start page; it does without them when they do not come. */
async function loadTrending(signal) {
  if (state.q !== '' || trending.length > 0) return;
  const { body } = await autocomplete(state, '', signal);
  trending = body.phraseSuggestions.slice(0, TRENDING_SHOWN);
}

async function load() {
  request?.abort();
  const { signal } = (request = new AbortController());
  $('q').value = state.q;
  document.title = state.q ? `${state.q} – Vitrine` : 'Vitrine';
  if (answer === undefined) fill(parts.results, skeleton(12));
  document.body.classList.add('loading');
  parts.results.setAttribute('aria-busy', 'true');
  try {
    const [found] = await Promise.all([searchPage(state, signal), loadTrending(signal)]);
    answer = found.body;
    showListing(parts, answer, page());
    showFacets();
    showTiming(found);
    $('status').textContent = t('products', answer.primaryList.totalHits);
  } catch (error) {
    if (error.name === 'AbortError') return;
    if (!(error instanceof ApiError)) throw error;
    answer = undefined;
    if (error.status === 503) return waitForCatalog();
    $('timing').textContent = '';
    fill(parts.tools);
    fill(parts.facets);
    fill(parts.results, failure(error, load));
  } finally {
    if (!signal.aborted) {
      document.body.classList.remove('loading');
      parts.results.removeAttribute('aria-busy');
    }
  }
}

function waitForCatalog() {
  fill(parts.facets);
  fill(parts.tools);
  fill(parts.results, noCatalog());
  clearTimeout(waiting);
  waiting = setTimeout(start, RETRY_MS);
}

async function start() {
  try {
    known = await views();
    if (known.length === 0) return waitForCatalog();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 503) return waitForCatalog();
    return fill(parts.results, failure(error, start));
  }
  const { market, locale } = firstView(known, state);
  state = { ...state, market, locale };
  history.replaceState(null, '', formatState(state));
  enterView();
  await load();
}

searchBox(
  { form: $('search'), input: $('q'), list: $('suggestions'), status: $('status') },
  {
    state: () => state,
    search: (q, origin) => go(searchFor(state, q, origin), { top: true }),
    open,
    money: () => money,
  },
);
themeSwitch($('theme'));
$('clear').addEventListener('click', () => {
  $('q').value = '';
  $('q').focus();
});
$('home').addEventListener('click', event => {
  event.preventDefault();
  facetDrawer.close();
  go(searchFor(state, ''), { top: true });
});
addEventListener('popstate', () => {
  const next = parseState(location.search);
  const viewChanged = next.market !== state.market || next.locale !== state.locale;
  state = next;
  if (viewChanged) enterView();
  load();
});
addEventListener('keydown', event => {
  const typing = event.target.closest('input, select, textarea, dialog');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  $('q').focus();
});

speak(navigator.language);
$('q').placeholder = t('placeholder');
fill(parts.results, skeleton(12));
await start();

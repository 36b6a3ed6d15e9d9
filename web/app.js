/**
 * The preview page: a small storefront on the public API. The address holds what is shown; every change of it asks
 * the daemon again, and an answer that a newer question has overtaken is dropped.
 */
import { ApiError, mention, views } from './api/queries.js';
import { timing, trafficPanel } from './api/traffic.js';
import { cartCount, onCartChange } from './cart/cart.js';
import { fill } from './dom/elements.js';
import { amount } from './listing/listing.js';
import { failure, noCatalog } from './listing/notices.js';
import { categoryBar } from './navigation/categories.js';
import { onReturn, push, replace, restore } from './page/history.js';
import { at, formatState, parseState, searchFor } from './page/state.js';
import { skeleton } from './products/card.js';
import { favoriteKeys, onFavoritesChange } from './products/favorites.js';
import { moneyFormat } from './products/money.js';
import { drawer } from './shell/drawer.js';
import { footer } from './shell/footer.js';
import { firstView, rememberView, showViews, themeSwitch } from './shell/pickers.js';
import { searchBox } from './shell/search-box.js';
import { toast } from './shell/toast.js';
import { speak, t } from './texts/text.js';
import { article } from './views/article.js';
import { articles } from './views/articles.js';
import { cart } from './views/cart.js';
import { category } from './views/category.js';
import { favorites } from './views/favorites.js';
import { product } from './views/product.js';
import { search } from './views/search.js';
import { start as startPage } from './views/start.js';
import { topic } from './views/topic.js';

/** How often to look for a catalog while there is none. */
const RETRY_MS = 1500;

/**
 * A view asks for what it needs and gives {title, content, tools?, side?, hits?, status, answer}: the nodes to show, the
 * controls above them, what draws the column beside them, and the answer whose times are told.
 */
const VIEWS = { start: startPage, search, category, product, cart, favorites, articles, article, topic };

const $ = id => document.getElementById(id);
const body = document.body;

let known = [];
let state = parseState(location.search);
let money = moneyFormat('', 'en');
let isShown = false;
let request;
let waiting;

const say = toast($('status'));
const bar = categoryBar($('categories'));
const facetDrawer = drawer({
  panel: $('facets'),
  toggle: $('facets-toggle'),
  backdrop: $('backdrop'),
  closers: [$('facets-close'), $('facets-done')],
});

/** What views and their parts work with. */
const page = () => ({ state, go, money, say, reload: load, departments: () => bar.known(page()) });

/** Shows another state and puts it into the history. `top`: from the top of the page. */
function go(next, { top = false } = {}) {
  push(next);
  enter(next);
  if (next.view !== 'search') facetDrawer.close();
  load({ top });
}

/** Takes over a state: words, currency, pickers. */
function enter(next) {
  const viewChanged = next.market !== state.market || next.locale !== state.locale;
  state = next;
  if (viewChanged) enterView();
}

/** Of another market, most of what is shown has no counterpart. */
function inView({ market, locale }) {
  const keeps = market === state.market || !['category', 'topic'].includes(state.view);
  const same = { ...at(state, state.view, state.reference), q: state.q };
  go({ ...(keeps ? same : at(state, 'start')), market, locale }, { top: true });
}

function enterView() {
  speak(state.locale);
  money = moneyFormat(state.market, state.locale);
  rememberView(state);
  showViews({ market: $('market'), locale: $('locale') }, known, state, inView);
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll('[data-label]')) node.setAttribute('aria-label', t(node.dataset.label));
  $('q').placeholder = t('placeholder');
  showCounts();
  showBar();
}

async function showBar() {
  bar.draw(page());
  await bar.known(page());
  bar.draw(page());
}

/** Where the header leads, and how much is there. */
function showCounts() {
  for (const [id, view, count] of [
    ['to-favorites', 'favorites', favoriteKeys(state.market).length],
    ['to-cart', 'cart', cartCount(state.market)],
  ]) {
    const node = $(id);
    node.href = formatState(at(state, view));
    node.querySelector('.chosen').textContent = count > 0 ? String(count) : '';
    node.toggleAttribute('aria-current', state.view === view);
  }
  $('home').href = formatState(at(state, 'start'));
}

function showSide({ side, hits = 0, tools = [] }) {
  body.classList.toggle('listing', side !== undefined);
  const draw = () => fill($('facet-list'), ...(side?.(draw) ?? []));
  draw();
  fill($('tools'), ...tools);
  const chosen = state.facets.size;
  $('facets-count').textContent = chosen > 0 ? String(chosen) : '';
  if (side) $('facets-done').textContent = t('showResults', amount(hits, state.locale));
}

/** Where a link was that has gone, the new heading takes the focus: whoever listens hears where they are. */
function landOnHeading() {
  if (document.activeElement !== body && document.activeElement !== null) return;
  const heading = $('results').querySelector('h1, h2');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

function show(shown, { top, back }) {
  body.dataset.view = state.view;
  document.title = [shown.title, 'Vitrine'].filter(Boolean).join(' – ');
  fill($('results'), ...shown.content);
  showSide(shown);
  showCounts();
  bar.draw(page());
  $('timing').textContent = timing(shown.answer);
  $('announcement').textContent = shown.status;
  if (top) scrollTo({ top: 0 });
  if (back) restore();
  if (isShown) landOnHeading();
  isShown = true;
}

function showFailure(error) {
  isShown = false;
  if (error.status === 503) return waitForCatalog();
  $('timing').textContent = t('requests');
  showSide({});
  fill($('results'), failure(error, load));
}

/** @param {{top?: boolean, back?: boolean}} way where to stand afterwards */
async function load(way = {}) {
  request?.abort();
  const { signal } = (request = new AbortController());
  $('q').value = state.q;
  if (!isShown) fill($('results'), skeleton(12));
  body.classList.add('loading');
  $('results').setAttribute('aria-busy', 'true');
  try {
    const shown = await VIEWS[state.view](page(), signal);
    if (!signal.aborted) show(shown, way);
  } catch (error) {
    if (error.name === 'AbortError' || signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    showFailure(error);
  } finally {
    if (!signal.aborted) {
      body.classList.remove('loading');
      $('results').removeAttribute('aria-busy');
    }
  }
}

function waitForCatalog() {
  showSide({});
  fill($('results'), noCatalog());
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
    return fill($('results'), failure(error, start));
  }
  const { market, locale } = firstView(known, state);
  state = { ...state, market, locale };
  replace(state);
  enterView();
  await load({ back: true });
}

const openProduct = product => {
  mention('click', state, { ticket: product.ticket });
  go(at(state, 'product', product.key), { top: true });
};
const read = (item, next) => {
  mention('click', state, { ticket: item.ticket });
  go(next, { top: true });
};

searchBox(
  { form: $('search'), input: $('q'), list: $('suggestions'), status: $('announcement') },
  {
    state: () => state,
    search: (q, origin) => go(searchFor(state, q, origin), { top: true }),
    open: openProduct,
    read: item => read(item, at(state, 'article', item.key)),
    find: item => read(item, { ...at(state, 'articles'), q: item.title }),
    say,
    money: () => money,
  },
);
themeSwitch($('theme'));
trafficPanel({ panel: $('traffic'), list: $('traffic-list'), toggle: $('timing'), close: $('traffic-close') });
footer($('forget'), { say, again: () => go(at(state, 'start'), { top: true }), state: () => state });
onCartChange(showCounts);
onFavoritesChange(() => state.market, showCounts);
$('clear').addEventListener('click', () => {
  $('q').value = '';
  $('q').focus();
});
for (const [id, view] of [
  ['home', 'start'],
  ['to-favorites', 'favorites'],
  ['to-cart', 'cart'],
]) {
  $(id).addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(at(state, view), { top: true });
  });
}
onReturn(() => {
  enter(parseState(location.search));
  load({ back: true });
});
addEventListener('online', () => !isShown && known.length > 0 && load());
addEventListener('keydown', event => {
  const typing = event.target.closest('input, select, textarea, dialog');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  $('q').focus();
});

speak(navigator.language);
$('q').placeholder = t('placeholder');
fill($('results'), skeleton(12));
await start();

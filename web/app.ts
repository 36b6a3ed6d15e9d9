/**
 * The preview page: a small storefront on the public API. The address holds what is shown; every change of it asks
 * the daemon again, and an answer that a newer question has overtaken is dropped.
 */
import { mention } from './api/notifications.js';
import { marketViews } from './api/queries.js';
import { ApiError, isAborted } from './api/request.js';
import type { ContentItem, MarketView, Product } from './api/responses.js';
import { cartCount, onCartChange } from './cart/cart.js';
import { byId, fill } from './dom/elements.js';
import { dropRest, later, makeRest } from './dom/stages.js';
import { amount } from './listing/listing.js';
import { failure, noCatalog } from './listing/notices.js';
import { categoryBar } from './navigation/category-bar.js';
import { firstView } from './page/first-view.js';
import { onReturn, push, replace, restore, wasLeft } from './page/history.js';
import { isPlain } from './page/links.js';
import type { PageContext } from './page/page-context.js';
import { at, formatState, parseState, type State, searchFor, type ViewName } from './page/state.js';
import { skeleton } from './products/card.js';
import { favoriteKeys, onFavoritesChange } from './products/favorites.js';
import { moneyFormat } from './products/money.js';
import { showStructuredData } from './products/structured-data.js';
import { drawer } from './shell/drawer.js';
import { footer } from './shell/footer.js';
import { showViews, themeSwitch } from './shell/pickers.js';
import { requestPanel, timing } from './shell/request-panel.js';
import { searchBox } from './shell/search-box.js';
import type { ContentLink } from './shell/suggestions.js';
import { toast } from './shell/toast.js';
import { speak, t, textOf } from './texts/text.js';
import { article } from './views/article.js';
import { articles } from './views/articles.js';
import { cart } from './views/cart.js';
import { category } from './views/category.js';
import { favorites } from './views/favorites.js';
import { product } from './views/product.js';
import { search } from './views/search.js';
import { start as startPage } from './views/start.js';
import { topic } from './views/topic.js';
import type { View, ViewContent } from './views/view.js';
import { rememberedView, rememberView } from './visitor/visitor.js';

/** How often to look for a catalog while there is none. */
const RETRY_MS = 1500;

const VIEWS: Record<ViewName, View> = {
  start: startPage,
  search,
  category,
  product,
  cart,
  favorites,
  articles,
  article,
  topic,
};

/** Whether a view has filters beside it. */
const isListing = (view: ViewName): boolean => view === 'search' || view === 'category';

const body = document.body;
const element = (id: string) => byId(id, HTMLElement);
const results = element('results');
const input = byId('q', HTMLInputElement);
const pickers = { market: byId('market', HTMLSelectElement), locale: byId('locale', HTMLSelectElement) };
const counted = [
  { node: byId('to-favorites', HTMLAnchorElement), view: 'favorites', count: () => favoriteKeys(state.market).length },
  { node: byId('to-cart', HTMLAnchorElement), view: 'cart', count: () => cartCount(state.market) },
] as const;
const home = byId('home', HTMLAnchorElement);
const canonical = byId('canonical', HTMLLinkElement);
const description = byId('description', HTMLMetaElement);
/** Of the shop as a whole. */
const DESCRIPTION = description.content;

let known: MarketView[] = [];
let state = parseState(location.search);
let money = moneyFormat('', 'en');
let isShown = false;
let request: AbortController | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

const say = toast(element('status'));
const bar = categoryBar(element('categories'));
const facetDrawer = drawer({
  panel: element('facets'),
  toggle: element('facets-toggle'),
  backdrop: element('backdrop'),
  closers: [element('facets-close'), element('facets-done')],
});

const page = (): PageContext => ({ state, go, money, say, reload: load, departments: () => bar.known(page()) });

/** Shows another state and puts it into the history. `top`: from the top of the page. */
function go(next: State, { top = false } = {}): void {
  push(next);
  enter(next);
  if (next.view !== 'search') facetDrawer.close();
  load({ top });
}

/** Takes over a state: words, currency, pickers. */
function enter(next: State): void {
  const viewChanged = next.market !== state.market || next.locale !== state.locale;
  state = next;
  input.value = state.q;
  if (viewChanged) enterView();
}

/** Of another market, most of what is shown has no counterpart. */
function inView({ market, locale }: MarketView): void {
  const keeps = market === state.market || !['category', 'topic'].includes(state.view);
  const same = { ...at(state, state.view, state.reference), q: state.q };
  go({ ...(keeps ? same : at(state, 'start')), market, locale }, { top: true });
}

function enterView(): void {
  speak(state.locale);
  money = moneyFormat(state.market, state.locale);
  // Storage and cookies are slow to write, and nothing that is shown now depends on them.
  requestAnimationFrame(() => setTimeout(() => rememberView(state)));
  showViews(pickers, known, state, inView);
  for (const node of document.querySelectorAll<HTMLElement>('[data-text]')) {
    node.textContent = textOf(node.dataset['text'] ?? '') ?? '';
  }
  for (const node of document.querySelectorAll<HTMLElement>('[data-label]')) {
    node.setAttribute('aria-label', textOf(node.dataset['label'] ?? '') ?? '');
  }
  input.placeholder = t('placeholder');
  showCounts();
  showBar();
}

async function showBar(): Promise<void> {
  bar.draw(page());
  await bar.known(page());
  bar.draw(page());
}

/** Where the header leads, and how much is there. */
function showCounts(): void {
  for (const { node, view, count } of counted) {
    node.href = formatState(at(state, view));
    const shown = node.querySelector('.chosen');
    if (shown) shown.textContent = count() > 0 ? String(count()) : '';
    node.toggleAttribute('aria-current', state.view === view);
  }
  home.href = formatState(at(state, 'start'));
}

function showSide({ side, hits = 0, tools = [] }: Partial<ViewContent>): void {
  body.classList.toggle('listing', side !== undefined);
  const draw = () => fill(element('facet-list'), ...(side?.(draw) ?? []));
  later(draw);
  fill(element('tools'), ...tools);
  const chosen = state.facets.size;
  element('facets-count').textContent = chosen > 0 ? String(chosen) : '';
  if (side) element('facets-done').textContent = t('showResults', amount(hits, state.locale));
}

/** Where a link was that has gone, the new heading takes the focus, so that screen readers tell what is shown now. */
function landOnHeading(): void {
  if (document.activeElement !== body && document.activeElement !== null) return;
  const heading = results.querySelector<HTMLElement>('h1, h2');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** Where to stand afterwards: at the top, or where the visitor was. */
interface Way {
  top?: boolean;
  back?: boolean;
}

function show(shown: ViewContent, { top, back }: Way): void {
  body.dataset['view'] = state.view;
  document.title = [shown.title, 'Vitrine'].filter(Boolean).join(' – ');
  canonical.href = formatState(state);
  description.content = shown.description ?? DESCRIPTION;
  if (isShown) dropRest();
  fill(results, ...shown.content);
  showSide(shown);
  later(() => showStructuredData(shown.data));
  showCounts();
  bar.draw(page());
  const returns = back === true && (isShown || wasLeft());
  makeRest(returns);
  element('timing').textContent = timing(shown.answer);
  element('announcement').textContent = shown.status;
  if (top) scrollTo({ top: 0 });
  if (returns) restore();
  if (isShown) landOnHeading();
  isShown = true;
}

function showFailure(error: ApiError): void {
  isShown = false;
  if (error.status === 503) {
    waitForCatalog();
    return;
  }
  element('timing').textContent = t('requests');
  showSide({});
  fill(results, failure(error, load));
}

async function load(way: Way = {}): Promise<void> {
  request?.abort();
  request = new AbortController();
  const { signal } = request;
  if (!isShown) {
    // As wide as what comes.
    body.classList.toggle('listing', isListing(state.view));
    fill(results, skeleton(12));
  }
  body.classList.add('loading');
  results.setAttribute('aria-busy', 'true');
  try {
    const shown = await VIEWS[state.view](page(), signal);
    if (!signal.aborted) show(shown, way);
  } catch (error) {
    if (isAborted(error) || signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    showFailure(error);
  } finally {
    if (!signal.aborted) {
      body.classList.remove('loading');
      results.removeAttribute('aria-busy');
    }
  }
}

function waitForCatalog(): void {
  showSide({});
  fill(results, noCatalog());
  clearTimeout(waiting);
  waiting = setTimeout(start, RETRY_MS);
}

async function start(): Promise<void> {
  try {
    known = await marketViews();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 503) waitForCatalog();
    else fill(results, failure(error, start));
    return;
  }
  const first = firstView(known, state, rememberedView(), navigator.language);
  if (first === undefined) {
    waitForCatalog();
    return;
  }
  state = { ...state, market: first.market, locale: first.locale };
  replace(state);
  enterView();
  // Suggestions for what was typed until now are still to be asked for.
  if (document.activeElement === input) input.dispatchEvent(new Event('input'));
  await load({ back: true });
}

/** Goes to what was chosen, and tells the daemon that it was. */
function open({ ticket }: Product | ContentItem | ContentLink, next: State): void {
  mention('click', state, { ticket });
  go(next, { top: true });
}

searchBox(
  { form: byId('search', HTMLFormElement), input, list: element('suggestions'), status: element('announcement') },
  {
    state: () => state,
    isOpen: () => known.length > 0,
    search: (q, origin) => go(searchFor(state, q, origin), { top: true }),
    open: product => open(product, at(state, 'product', product.key)),
    read: item => open(item, at(state, 'article', item.key)),
    find: link => open(link, { ...at(state, 'articles'), q: link.title }),
    say,
    money: () => money,
  },
);
themeSwitch(element('theme'));
requestPanel({
  panel: element('traffic'),
  list: element('traffic-list'),
  toggle: element('timing'),
  close: element('traffic-close'),
});
footer(element('customer-key'), element('forget'), {
  state: () => state,
  say,
  again: () => go(at(state, 'start'), { top: true }),
});
onCartChange(showCounts);
onFavoritesChange(() => state.market, showCounts);
element('skip').addEventListener('click', event => {
  // The address says what is shown: it is no place on the page.
  event.preventDefault();
  results.focus();
});
element('clear').addEventListener('click', () => {
  input.value = '';
  input.focus();
});
for (const { node, view } of [...counted, { node: home, view: 'start' } as const]) {
  node.addEventListener('click', event => {
    if (!isPlain(event)) return;
    event.preventDefault();
    go(at(state, view), { top: true });
  });
}
onReturn(() => {
  enter(parseState(location.search));
  load({ back: true });
});
addEventListener('online', () => {
  if (!isShown && known.length > 0) load();
});
addEventListener('keydown', event => {
  const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});

speak(navigator.language);
// On a slow connection the visitor may have begun to type before this script ran.
input.value ||= state.q;
input.placeholder = t('placeholder');
body.classList.toggle('listing', isListing(state.view));
body.classList.remove('waiting');
fill(results, skeleton(12));
await start();

/**
 * The search box: an ARIA combobox whose list shows phrases, products and what there is to read while the visitor
 * types, and before that what was searched for and looked at last. Up and down walk the suggestions, enter takes one
 * (or searches for what was typed), delete takes a past one off the list, escape closes, a second escape clears.
 */
import { ApiError, autocomplete, notify } from '../api/queries.js';
import { h, ICONS, icon } from '../dom/elements.js';
import { highlighted } from '../dom/highlight.js';
import { thumbnail } from '../pictures/picture.js';
import { prices } from '../products/parts.js';
import { t } from '../texts/text.js';

const DEBOUNCE_MS = 50;
const READING = 3;
const SEEN = 6;

const ASKED = { contentLists: [{ id: 'articles', limit: READING, algorithm: 'TOP_CONTENT' }] };

/**
 * @param {{form: HTMLFormElement, input: HTMLInputElement, list: HTMLElement, status: HTMLElement}} parts
 * @param {{state: () => object, search: (q: string, origin?: string) => void, open: (product: object) => void, read: (item: object) => void, find: (q: string) => void, say: (text: string) => void, money: () => (n: number) => string}} page
 */
export function searchBox({ form, input, list, status }, page) {
  /** Options in the order of the screen, with what choosing one does. */
  let options = [];
  let active = -1;
  let timer;
  let request;

  function close() {
    clearTimeout(timer);
    request?.abort();
    options = [];
    active = -1;
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function activate(index) {
    options[active]?.node.setAttribute('aria-selected', 'false');
    active = index;
    const option = options[active];
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.node.setAttribute('aria-selected', 'true');
    option.node.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.node.id);
  }

  function choose(option) {
    if (!option.stays) close();
    option.choose();
  }

  /** For the mouse; the keyboard has its delete key, and options hold no buttons for whoever listens to them. */
  function remover(remove) {
    const node = h('span', { class: 'remove', title: t('removeOne'), 'aria-hidden': 'true' }, icon(ICONS.close));
    node.addEventListener('click', event => {
      event.stopPropagation();
      remove();
    });
    return node;
  }

  /** Takes past searches or products away, then shows what is left. */
  async function forget(name, what) {
    try {
      await notify(name, page.state(), what);
      page.say(t('removed'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      page.say(error.status === 0 ? t('offline') : error.message);
    }
    await suggest();
  }

  const clearOption = name =>
    option(
      { choose: () => forget(name, { removeAll: true }), stays: true },
      h('span', { class: 'all' }, t('removeAll')),
    );

  /** @param {{choose: () => void, remove?: () => void, stays?: boolean}} what choosing and deleting do */
  function option(what, ...children) {
    const node = h(
      'div',
      { class: 'option', role: 'option', id: `suggestion-${options.length}`, 'aria-selected': 'false' },
      ...children,
    );
    const entry = { node, ...what };
    if (what.remove) node.append(remover(what.remove));
    const index = options.push(entry) - 1;
    node.addEventListener('mousemove', () => active !== index && activate(index));
    // The field keeps the focus, so that blur does not close the list before the click arrives.
    node.addEventListener('mousedown', event => event.preventDefault());
    node.addEventListener('click', () => choose(entry));
    return node;
  }

  function section(id, title, nodes) {
    if (nodes.length === 0) return undefined;
    return h(
      'div',
      { class: `group ${id}`, role: 'group', 'aria-labelledby': `group-${id}` },
      h('h2', { id: `group-${id}` }, title),
      ...nodes,
    );
  }

  const searchOption = (q, origin, picture, nodes = [q], more = {}) =>
    option({ choose: () => page.search(q, origin), ...more }, icon(picture), h('span', { class: 'phrase' }, ...nodes));

  function productOption(group, more = {}) {
    const [product] = group.products;
    return option(
      { choose: () => page.open(product), ...more },
      h('span', { class: 'thumbnail' }, thumbnail(product)),
      h(
        'span',
        { class: 'what' },
        h('span', { class: 'brand' }, product.brand ?? ''),
        h('span', { class: 'title' }, product.title),
      ),
      prices(product, page.money()),
    );
  }

  function redirect(answer) {
    if (!answer.redirectLink) return [];
    const product = answer.productSuggestions[0]?.products[0];
    return [
      option(
        { choose: () => (product ? page.open(product) : page.search(input.value)) },
        icon(ICONS.arrow),
        h('span', { class: 'phrase' }, answer.redirectLink),
      ),
    ];
  }

  /** Links of the shop have no key to be opened by: they are searched for by their title. */
  function reading(answer) {
    const links = answer.contentSuggestions.map(item =>
      option(
        { choose: () => page.find(item) },
        icon(ICONS.arrow),
        h('span', { class: 'phrase' }, ...highlighted(item.highlightedTitle)),
      ),
    );
    const known = new Set(answer.contentSuggestions.map(item => item.link));
    const items = (answer.contentLists[0]?.items ?? []).filter(item => !known.has(item.link));
    const others = items.map(item =>
      option({ choose: () => page.read(item) }, icon(ICONS.article), h('span', { class: 'phrase' }, item.title)),
    );
    return [...links, ...others];
  }

  function recent({ recentSearches }) {
    const past = recentSearches.map(({ q }) =>
      searchOption(q, 'RECENT_SEARCH', ICONS.recent, [q], {
        remove: () => forget('remove-recent-searches', { phrases: [q] }),
      }),
    );
    return past.length > 0 ? [...past, clearOption('remove-recent-searches')] : [];
  }

  function seen({ recentlyViewed }) {
    const past = recentlyViewed.slice(0, SEEN).map(group =>
      productOption(group, {
        remove: () => forget('remove-recently-viewed', { productKeys: group.products.map(({ key }) => key) }),
      }),
    );
    return past.length > 0 ? [...past, clearOption('remove-recently-viewed')] : [];
  }

  function found(answer, q) {
    const products = answer.productSuggestions.map(group => productOption(group));
    if (q && answer.totalHits > products.length) {
      products.push(
        option(
          { choose: () => page.search(q) },
          h('span', { class: 'all' }, t('allResults', answer.totalHits)),
          icon(ICONS.arrow),
        ),
      );
    }
    return products;
  }

  function show(answer, q) {
    options = [];
    active = -1;
    const phrases = () =>
      answer.phraseSuggestions.map(({ q: phrase, highlighted: marked }) =>
        searchOption(phrase, 'PHRASE_SUGGEST', q ? ICONS.search : ICONS.trend, highlighted(marked)),
      );
    // Options count in the order in which they are made: that of the screen.
    const left = [
      section('redirect', t('goTo'), redirect(answer)),
      section('recent', t('recent'), recent(answer)),
      section('phrases', q ? t('suggestions') : t('trending'), phrases()),
      section('texts', t('articles'), q ? reading(answer) : []),
    ];
    const right = [
      section('products', t('productsHeading'), found(answer, q)),
      section('seen', t('seen'), q ? [] : seen(answer)),
    ];
    const columns = [left, right]
      .map(groups => groups.filter(group => group !== undefined))
      .filter(groups => groups.length > 0);
    list.replaceChildren(...columns.map(groups => h('div', { class: 'column', role: 'presentation' }, ...groups)));
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(options.length > 0));
    input.removeAttribute('aria-activedescendant');
    status.textContent = options.length > 0 ? t('suggestionCount', options.length) : t('noSuggestions');
  }

  async function suggest() {
    request?.abort();
    const asked = (request = new AbortController());
    const q = input.value.trim();
    try {
      const { body } = await autocomplete(page.state(), q, asked.signal, q ? ASKED : undefined);
      if (!asked.signal.aborted && document.activeElement === input) show(body, q);
    } catch (error) {
      // A suggestion that fails is not worth a message: the search itself will say what is wrong.
      if (error.name !== 'AbortError') close();
    }
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(suggest, DEBOUNCE_MS);
  }

  function step(by) {
    if (options.length === 0) return schedule();
    const next = active + by;
    activate(next < -1 ? options.length - 1 : next >= options.length ? -1 : next);
  }

  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => {
      if (!list.hidden) return close();
      input.value = '';
    },
  };

  input.addEventListener('input', schedule);
  input.addEventListener('focus', schedule);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', event => {
    const { remove } = options[active] ?? {};
    if (event.key === 'Delete' && remove) {
      event.preventDefault();
      return remove();
    }
    if (event.isComposing || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    const chosen = options[active];
    // On touch screens the keyboard would cover what was searched for.
    if (matchMedia('(hover: none)').matches) input.blur();
    if (chosen) return choose(chosen);
    close();
    page.search(input.value.trim());
  });
  return { close };
}

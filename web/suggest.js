/**
 * The search box: an ARIA combobox whose list shows phrases and products while the visitor types. Up and down walk
 * the suggestions, enter takes one (or searches for what was typed), escape closes, a second escape clears.
 */
import { autocomplete } from './api.js';
import { h, ICONS, icon } from './dom.js';
import { highlighted } from './highlight.js';
import { thumbnail } from './pictures/picture.js';
import { prices } from './product-parts.js';
import { t } from './text.js';

const DEBOUNCE_MS = 50;

/**
 * @param {{form: HTMLFormElement, input: HTMLInputElement, list: HTMLElement, status: HTMLElement}} parts
 * @param {{state: () => object, search: (q: string, origin?: string) => void, open: (group: object) => void, money: () => (n: number) => string}} page
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
    close();
    option.choose();
  }

  function option(choice, ...children) {
    const node = h(
      'div',
      { class: 'option', role: 'option', id: `suggestion-${options.length}`, 'aria-selected': 'false' },
      ...children,
    );
    const entry = { node, choose: choice };
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

  const searchOption = (q, origin, picture, nodes = [q]) =>
    option(() => page.search(q, origin), icon(picture), h('span', { class: 'phrase' }, ...nodes));

  function productOption(group) {
    const [product] = group.products;
    return option(
      () => page.open(group),
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
    const group = answer.productSuggestions[0];
    return [
      option(
        () => (group ? page.open(group) : page.search(input.value)),
        icon(ICONS.arrow),
        h('span', { class: 'phrase' }, answer.redirectLink),
      ),
    ];
  }

  function show(answer, q) {
    options = [];
    active = -1;
    const phrases = answer.phraseSuggestions.map(({ q: phrase, highlighted: marked }) =>
      searchOption(phrase, 'PHRASE_SUGGEST', q ? ICONS.search : ICONS.trend, highlighted(marked)),
    );
    const left = [
      section('redirect', t('goTo'), redirect(answer)),
      section(
        'recent',
        t('recent'),
        answer.recentSearches.map(recent => searchOption(recent.q, 'RECENT_SEARCH', ICONS.recent)),
      ),
      section('phrases', q ? t('suggestions') : t('trending'), phrases),
    ];
    const products = answer.productSuggestions.map(productOption);
    if (q && answer.totalHits > products.length) {
      products.push(
        option(() => page.search(q), h('span', { class: 'all' }, t('allResults', answer.totalHits)), icon(ICONS.arrow)),
      );
    }
    const right = [
      section('products', t('productsHeading'), products),
      section('seen', t('seen'), q ? [] : answer.recentlyViewed.map(productOption)),
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
      const { body } = await autocomplete(page.state(), q, asked.signal);
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

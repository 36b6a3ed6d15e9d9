/**
 * The search box: an ARIA combobox whose list shows suggestions while the visitor types. Up and down walk the list,
 * enter takes a suggestion (or searches for what was typed), delete takes a past one off the list, escape closes, a
 * second escape clears.
 */
import { notify } from '../api/notifications.js';
import { suggestions } from '../api/queries.js';
import { ApiError, isAborted } from '../api/request.js';
import { h } from '../dom/elements.js';
import { ICONS, icon } from '../dom/icons.js';
import type { State } from '../page/state.js';
import { t } from '../texts/text.js';
import {
  ASKED,
  type Forgetting,
  type Suggestion,
  type SuggestionActions,
  type SuggestionGroup,
  type Suggestions,
  suggestionColumns,
} from './suggestions.js';

const DEBOUNCE_MS = 50;

interface Parts {
  form: HTMLFormElement;
  input: HTMLInputElement;
  list: HTMLElement;
  status: HTMLElement;
}

interface SearchBoxContext extends Omit<SuggestionActions, 'forget' | 'money'> {
  state: () => State;
  /** Whether markets and templates are known, without which there is no asking. */
  isOpen: () => boolean;
  say: (text: string) => void;
  money: () => (amount: number) => string;
}

interface Option extends Suggestion {
  node: HTMLElement;
}

export function searchBox({ form, input, list, status }: Parts, context: SearchBoxContext): void {
  /** In the order of the screen. */
  let options: Option[] = [];
  let active = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;

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

  function activate(index: number) {
    options[active]?.node.setAttribute('aria-selected', 'false');
    active = index;
    const node = options[active]?.node;
    if (node === undefined) {
      input.removeAttribute('aria-activedescendant');
      return;
    }
    node.setAttribute('aria-selected', 'true');
    node.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', node.id);
  }

  function choose(option: Option) {
    if (!option.stays) close();
    option.choose();
  }

  async function forget(name: Forgetting, what: object) {
    try {
      await notify(name, context.state(), what);
      context.say(t('removed'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      context.say(error.status === 0 ? t('offline') : error.message);
    }
    // Shows what is left.
    await suggest();
  }

  /** For the mouse; the keyboard has its delete key, and screen readers expect no buttons within options. */
  function remover(remove: () => void): HTMLElement {
    const node = h('span', { class: 'remove', title: t('removeOne'), 'aria-hidden': 'true' }, icon(ICONS.close));
    node.addEventListener('click', event => {
      event.stopPropagation();
      remove();
    });
    return node;
  }

  function optionOf(suggestion: Suggestion): HTMLElement {
    const { content, remove } = suggestion;
    const index = options.length;
    const node = h(
      'div',
      { class: 'option', role: 'option', id: `suggestion-${index}`, 'aria-selected': 'false' },
      ...content,
      remove && remover(remove),
    );
    const option = { ...suggestion, node };
    options.push(option);
    node.addEventListener('mousemove', () => active !== index && activate(index));
    // The field keeps the focus, so that blur does not close the list before the click arrives.
    node.addEventListener('mousedown', event => event.preventDefault());
    node.addEventListener('click', () => choose(option));
    return node;
  }

  function groupOf({ id, title, suggestions }: SuggestionGroup): HTMLElement {
    return h(
      'div',
      { class: `group ${id}`, role: 'group', 'aria-labelledby': `group-${id}` },
      h('h2', { id: `group-${id}` }, title),
      ...suggestions.map(optionOf),
    );
  }

  function show(answer: Suggestions, q: string) {
    options = [];
    active = -1;
    const columns = suggestionColumns(answer, q, { ...context, forget, money: context.money() })
      .map(groups => groups.filter(({ suggestions }) => suggestions.length > 0))
      .filter(groups => groups.length > 0);
    list.replaceChildren(
      ...columns.map(groups => h('div', { class: 'column', role: 'presentation' }, ...groups.map(groupOf))),
    );
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(options.length > 0));
    input.removeAttribute('aria-activedescendant');
    status.textContent = options.length > 0 ? t('suggestionCount', options.length) : t('noSuggestions');
  }

  async function suggest() {
    request?.abort();
    if (!context.isOpen()) return;
    const { signal } = (request = new AbortController());
    const q = input.value.trim();
    try {
      const { body } = await suggestions(context.state(), q, q ? ASKED : undefined, signal);
      if (!signal.aborted && document.activeElement === input) show(body, q);
    } catch (error) {
      // A suggestion that fails is not worth a message: the search itself will say what is wrong.
      if (!isAborted(error)) close();
    }
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(suggest, DEBOUNCE_MS);
  }

  function step(by: 1 | -1) {
    if (options.length === 0) {
      schedule();
      return;
    }
    const next = active + by;
    activate(next < -1 ? options.length - 1 : next >= options.length ? -1 : next);
  }

  const keys = new Map([
    ['ArrowDown', () => step(1)],
    ['ArrowUp', () => step(-1)],
    [
      'Escape',
      () => {
        if (list.hidden) input.value = '';
        else close();
      },
    ],
  ]);

  input.addEventListener('input', schedule);
  input.addEventListener('focus', schedule);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', event => {
    const remove = options[active]?.remove;
    const act = event.key === 'Delete' && remove ? remove : event.isComposing ? undefined : keys.get(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    const chosen = options[active];
    // On touch screens the keyboard would cover what was searched for.
    if (matchMedia('(hover: none)').matches) input.blur();
    if (chosen) {
      choose(chosen);
      return;
    }
    close();
    context.search(input.value.trim());
  });
}

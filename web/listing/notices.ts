/**
 * What stands around the results: corrections, related searches, and the pages for nothing, errors and no catalog.
 */
import type { ApiError } from '../api/request.js';
import type { Phrases, QueryResponse } from '../api/responses.js';
import { type Child, h } from '../dom/elements.js';
import type { PageContext } from '../page/page-context.js';
import { at, searchFor } from '../page/state.js';
import { t } from '../texts/text.js';

/** The same kind of search with another text. */
const again = ({ state, go }: PageContext, q: string, origin: string) =>
  go({ ...at(state, state.view), q, origin }, { top: true });

function phrase(q: string, origin: string, page: PageContext): HTMLElement {
  return h('button', { type: 'button', class: 'link strong', on: { click: () => again(page, q, origin) } }, q);
}

/** What answers of both searches have in common. */
type Searched = Pick<QueryResponse<'search-page'>, 'q' | 'autoCorrect' | 'didYouMean'>;

/** "Showing results for …", or undefined. */
export function corrected(answer: Searched, page: PageContext): HTMLElement | undefined {
  if (!answer.autoCorrect) return undefined;
  const { q, originalTotalHits } = answer.autoCorrect;
  const undo = h(
    'button',
    { type: 'button', class: 'link', on: { click: () => again(page, q, 'UNDO_AUTO_CORRECT') } },
    t('insteadFor', q),
  );
  return h(
    'p',
    { class: 'notice corrected' },
    h('strong', {}, t('showingFor', answer.q)),
    ' ',
    undo,
    ' ',
    h('span', { class: 'muted' }, `(${t('hitsBefore', originalTotalHits)})`),
  );
}

export function didYouMean(answer: Searched, page: PageContext): HTMLElement | undefined {
  if (answer.didYouMean.length === 0) return undefined;
  const offers = answer.didYouMean.flatMap(({ q }, i) => [i > 0 ? ', ' : ' ', phrase(q, 'DID_YOU_MEAN', page)]);
  return h('p', { class: 'notice did-you-mean' }, `${t('didYouMean')}`, ...offers, '?');
}

/** Where the shop leads this text to, as its own page would, or undefined. */
export function redirect({ redirectLink }: QueryResponse<'search-page'>): HTMLElement | undefined {
  if (!redirectLink) return undefined;
  return h('p', { class: 'notice redirect' }, `${t('goTo')} `, h('a', { href: redirectLink }, redirectLink));
}

/** Tells that what follows lacks something of what was asked for, or undefined. */
export function relaxed({ relaxed }: QueryResponse<'search-page'>): HTMLElement | undefined {
  if (!relaxed) return undefined;
  const dropped = relaxed.dropped.map(word => `“${word}”`).join(', ');
  return h('p', { class: 'notice relaxed' }, t(relaxed.totalHits === 0 ? 'noneWith' : 'fewWith', dropped));
}

/** Phrases to try, as pills, or undefined. */
export function pills(
  title: string,
  phrases: Phrases,
  origin: string,
  { state, go }: PageContext,
  className: string,
): HTMLElement | undefined {
  if (phrases.length === 0) return undefined;
  const items = phrases.map(({ q }) =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'pill', on: { click: () => go(searchFor(state, q, origin), { top: true }) } },
        q,
      ),
    ),
  );
  return h('section', { class: `pills ${className}`, 'aria-label': title }, h('h2', {}, title), h('ul', {}, ...items));
}

/** A page that has only this to say. */
export function message(className: string, heading: string, text: string, ...more: Child[]): HTMLElement {
  const role = className === 'error' ? 'alert' : undefined;
  return h('div', { class: `message ${className}`, role }, h('h1', {}, heading), h('p', {}, text), ...more);
}

/** What stands in place of a list, below the heading of its page. */
export function empty(heading: string, text: string, ...more: Child[]): HTMLElement {
  return h('div', { class: 'message nothing' }, h('h2', {}, heading), h('p', {}, text), ...more);
}

export function nothingFound(q: string, { state, go }: PageContext): HTMLElement {
  const clear =
    state.facets.size > 0 &&
    h(
      'button',
      { type: 'button', class: 'button', on: { click: () => go({ ...state, facets: new Map(), page: 1 }) } },
      t('clearAll'),
    );
  if (state.page > 1) {
    const back = h(
      'button',
      { type: 'button', class: 'button', on: { click: () => go({ ...state, page: 1 }) } },
      t('page', 1),
    );
    return empty(t('nothingPage'), '', back);
  }
  return empty(t('nothing', q), t('nothingHint'), clear);
}

/** @param retry asks again */
export function failure(error: ApiError, retry: () => void): HTMLElement {
  const text = error.status === 0 ? t('offline') : error.message;
  return message(
    'error',
    t('error'),
    text,
    h('button', { type: 'button', class: 'button', on: { click: retry } }, t('retry')),
  );
}

export const noCatalog = (): HTMLElement =>
  message('no-catalog', t('noCatalog'), t('noCatalogHint'), h('div', { class: 'waiting' }));

/**
 * What an answer of autocomplete suggests, as groups in two columns: phrases, products and what there is to read for
 * what has been typed; before that, what was searched for and looked at last. Plain data: the search box makes options
 * of it.
 */
import type { ContentItem, Product, ProductGroup, QueryResponse } from '../api/responses.js';
import { type Child, h } from '../dom/elements.js';
import { highlighted } from '../dom/highlight.js';
import { ICONS, icon } from '../dom/icons.js';
import { thumbnail } from '../pictures/picture.js';
import { mainOf, prices } from '../products/product-parts.js';
import { t } from '../texts/text.js';

const READING = 3;
const SEEN = 6;

/** What a query with a text asks for besides. */
export const ASKED = { contentLists: [{ id: 'articles', limit: READING, algorithm: 'TOP_CONTENT' }] };

export type Suggestions = QueryResponse<'autocomplete'>;
export type ContentLink = Suggestions['contentSuggestions'][number];

export interface Suggestion {
  content: Child[];
  choose: () => void;
  /** Takes it off the list, where it is a past one. */
  remove?: () => void;
  /** Whether the list stays open when it is chosen. */
  stays?: boolean;
}

export interface SuggestionGroup {
  id: string;
  title: string;
  suggestions: Suggestion[];
}

export type Forgetting = 'remove-recent-searches' | 'remove-recently-viewed';

export interface SuggestionActions {
  search: (q: string, origin?: string) => void;
  open: (product: Product) => void;
  read: (item: ContentItem) => void;
  /** Links of the shop have no key to be opened by: they are searched for by their title. */
  find: (link: ContentLink) => void;
  /** Takes past searches or products away. @param what the body of the notification */
  forget: (name: Forgetting, what: object) => void;
  money: (amount: number) => string;
}

const line = (picture: string, ...nodes: Child[]): Child[] => [icon(picture), h('span', { class: 'phrase' }, ...nodes)];

function productSuggestion(group: ProductGroup, actions: SuggestionActions): Suggestion {
  const product = mainOf(group);
  const content = [
    h('span', { class: 'thumbnail' }, thumbnail(product)),
    h(
      'span',
      { class: 'what' },
      h('span', { class: 'brand' }, product.brand ?? ''),
      h('span', { class: 'title' }, product.title),
    ),
    prices(product, actions.money),
  ];
  return { content, choose: () => actions.open(product) };
}

/** The text that the visitor has typed leads to an address: a product's, or one of the shop's own. */
function redirect({ redirectLink, productSuggestions }: Suggestions, q: string, actions: SuggestionActions) {
  if (!redirectLink) return [];
  const [group] = productSuggestions;
  const choose = () => (group ? actions.open(mainOf(group)) : actions.search(q));
  return [{ content: line(ICONS.arrow, redirectLink), choose }];
}

function reading({ contentSuggestions, contentLists }: Suggestions, actions: SuggestionActions): Suggestion[] {
  const links = contentSuggestions.map(link => ({
    content: line(ICONS.arrow, ...highlighted(link.highlightedTitle)),
    choose: () => actions.find(link),
  }));
  const known = new Set(contentSuggestions.map(({ link }) => link));
  const others = (contentLists[0]?.items ?? [])
    .filter(({ link }) => !known.has(link))
    .map(item => ({ content: line(ICONS.article, item.title), choose: () => actions.read(item) }));
  return [...links, ...others];
}

function removeAll(past: Suggestion[], name: Forgetting, actions: SuggestionActions): Suggestion[] {
  if (past.length === 0) return [];
  const content = [h('span', { class: 'all' }, t('removeAll'))];
  return [...past, { content, choose: () => actions.forget(name, { removeAll: true }), stays: true }];
}

function recent({ recentSearches }: Suggestions, actions: SuggestionActions): Suggestion[] {
  const past = recentSearches.map(({ q }) => ({
    content: line(ICONS.recent, q),
    choose: () => actions.search(q, 'RECENT_SEARCH'),
    remove: () => actions.forget('remove-recent-searches', { phrases: [q] }),
  }));
  return removeAll(past, 'remove-recent-searches', actions);
}

function seen({ recentlyViewed }: Suggestions, actions: SuggestionActions): Suggestion[] {
  const past = recentlyViewed.slice(0, SEEN).map(group => ({
    ...productSuggestion(group, actions),
    remove: () => actions.forget('remove-recently-viewed', { productKeys: group.products.map(({ key }) => key) }),
  }));
  return removeAll(past, 'remove-recently-viewed', actions);
}

function phrases({ phraseSuggestions }: Suggestions, q: string, actions: SuggestionActions): Suggestion[] {
  return phraseSuggestions.map(phrase => ({
    content: line(q ? ICONS.search : ICONS.trend, ...highlighted(phrase.highlighted)),
    choose: () => actions.search(phrase.q, 'PHRASE_SUGGEST'),
  }));
}

function products({ productSuggestions, totalHits }: Suggestions, q: string, actions: SuggestionActions) {
  const found = productSuggestions.map(group => productSuggestion(group, actions));
  if (!q || totalHits <= found.length) return found;
  const content = [h('span', { class: 'all' }, t('allResults', totalHits)), icon(ICONS.arrow)];
  return [...found, { content, choose: () => actions.search(q) }];
}

/** @param q what has been typed. @returns two columns, in the order of the screen; groups may be empty */
export function suggestionColumns(answer: Suggestions, q: string, actions: SuggestionActions): SuggestionGroup[][] {
  return [
    [
      { id: 'redirect', title: t('goTo'), suggestions: redirect(answer, q, actions) },
      { id: 'recent', title: t('recent'), suggestions: recent(answer, actions) },
      { id: 'phrases', title: q ? t('suggestions') : t('trending'), suggestions: phrases(answer, q, actions) },
      { id: 'texts', title: t('articles'), suggestions: q ? reading(answer, actions) : [] },
    ],
    [
      { id: 'products', title: t('productsHeading'), suggestions: products(answer, q, actions) },
      { id: 'seen', title: t('seen'), suggestions: q ? [] : seen(answer, actions) },
    ],
  ];
}

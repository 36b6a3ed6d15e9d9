/**
 * Favourites. The daemon keeps them for the visitor and recommends by them; the browser keeps the keys as well, because
 * no answer says of a product whether it is one.
 */
import { notify } from '../api/notifications.js';
import { ApiError } from '../api/request.js';
import type { Product } from '../api/responses.js';
import { h } from '../dom/elements.js';
import { ICONS, icon } from '../dom/icons.js';
import type { PageContext } from '../page/page-context.js';
import { t } from '../texts/text.js';
import { onRemembered, recallList, remember } from '../visitor/storage.js';

const name = (market: string) => `favorites.${market}`;

/** @returns product keys, newest first */
export const favoriteKeys = (market: string): string[] =>
  recallList(name(market)).filter(key => typeof key === 'string');

let changed = () => {};

function keep(market: string, key: string, favorite: boolean): void {
  const others = favoriteKeys(market).filter(other => other !== key);
  remember('localStorage', name(market), JSON.stringify(favorite ? [key, ...others] : others));
  changed();
}

/** Shown at once; taken back when the daemon refuses. */
async function setFavorite(page: PageContext, key: string, favorite: boolean): Promise<void> {
  const { state } = page;
  keep(state.market, key, favorite);
  try {
    await notify(favorite ? 'add-favorite' : 'remove-favorite', state, { productKey: key });
    page.say(t(favorite ? 'favoriteAdded' : 'favoriteRemoved'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    keep(state.market, key, !favorite);
    page.say(error.status === 0 ? t('offline') : error.message);
  }
}

function show(button: HTMLButtonElement, market: string): void {
  const { key = '', title = '' } = button.dataset;
  const favorite = favoriteKeys(market).includes(key);
  button.setAttribute('aria-pressed', String(favorite));
  button.title = t(favorite ? 'removeFavorite' : 'addFavorite');
  button.setAttribute('aria-label', `${button.title}: ${title}`);
}

/** The heart of a product. */
export function heart(product: Product, page: PageContext): HTMLElement {
  const button: HTMLButtonElement = h(
    'button',
    {
      type: 'button',
      class: 'heart',
      data: { key: product.key, title: product.title, focus: `heart:${product.key}` },
      on: { click: () => setFavorite(page, product.key, button.getAttribute('aria-pressed') !== 'true') },
    },
    icon(ICONS.heart),
  );
  show(button, page.state.market);
  return button;
}

/** Keeps all hearts of the page true to what is stored; `listener` is called on every change as well. */
export function onFavoritesChange(market: () => string, listener: () => void): void {
  changed = () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('button.heart')) show(button, market());
    listener();
  };
  onRemembered('favorites.', changed);
}

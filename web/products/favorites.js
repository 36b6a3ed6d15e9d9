/**
 * Favourites. The daemon keeps them for the visitor and recommends by them; the browser keeps the keys as well, because
 * no answer says of a product whether it is one.
 */
import { ApiError, notify } from '../api/queries.js';
import { h, ICONS, icon } from '../dom/elements.js';
import { t } from '../texts/text.js';
import { recallJson, remember } from '../visitor/visitor.js';

const name = market => `favorites.${market}`;

/** @returns {string[]} product keys, newest first */
export function favoriteKeys(market) {
  const keys = recallJson(name(market), []);
  return Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : [];
}

export const isFavorite = (market, key) => favoriteKeys(market).includes(key);

let changed = () => {};

function keep(market, key, favorite) {
  const others = favoriteKeys(market).filter(other => other !== key);
  remember('localStorage', name(market), JSON.stringify(favorite ? [key, ...others] : others));
  changed();
}

/** Shown at once; taken back when the daemon refuses. */
async function setFavorite(page, key, favorite) {
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

function show(button, market) {
  const { key, title } = button.dataset;
  const favorite = isFavorite(market, key);
  button.setAttribute('aria-pressed', String(favorite));
  button.title = t(favorite ? 'removeFavorite' : 'addFavorite');
  button.setAttribute('aria-label', `${button.title}: ${title}`);
}

/** The heart of a product. */
export function heart(product, page) {
  const button = h(
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
export function onFavoritesChange(market, listener) {
  const all = () => {
    for (const button of document.querySelectorAll('.heart')) show(button, market());
    listener();
  };
  changed = all;
  addEventListener('storage', event => event.key?.startsWith('vitrine.favorites.') && all());
}

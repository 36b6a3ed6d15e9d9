/**
 * Adding to the cart: the daemon is told, the browser keeps it, and a dialog shows what often goes along.
 */
import { mention } from '../api/notifications.js';
import { addToCartPopup } from '../api/queries.js';
import { ApiError } from '../api/request.js';
import type { Product, RecommendationList, Variant } from '../api/responses.js';
import { byId, fill, h } from '../dom/elements.js';
import { ICONS, icon } from '../dom/icons.js';
import { link } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at } from '../page/state.js';
import { thumbnail } from '../pictures/picture.js';
import { prices } from '../products/product-parts.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';
import { addToCart, cartLines } from './cart.js';

const ASKED = { recommendationLists: [{ id: 'goes-along', algorithm: 'ADD_TO_CART_RECS', limit: 8 }] };

const dialog = () => byId('added', HTMLDialogElement);

function show(product: Product, variant: Variant, page: PageContext, more: RecommendationList[]): void {
  const close = () => dialog().close();
  // A link to somewhere else leaves the dialog.
  const go: PageContext['go'] = (next, way) => {
    close();
    page.go(next, way);
  };
  const leaving = { ...page, go };
  fill(
    dialog(),
    h(
      'div',
      { class: 'heading' },
      h('h2', { id: 'added-title' }, t('added')),
      h(
        'button',
        { type: 'button', class: 'round', 'aria-label': t('close'), data: { focus: 'close' }, on: { click: close } },
        icon(ICONS.close),
      ),
    ),
    h(
      'div',
      { class: 'line' },
      h('span', { class: 'thumbnail' }, thumbnail(product)),
      h(
        'div',
        { class: 'what' },
        h('p', { class: 'brand' }, product.brand ?? ''),
        h('p', { class: 'title' }, product.title),
        variant.label && h('p', { class: 'muted' }, `${t('size')} ${variant.label}`),
      ),
      prices(variant, page.money),
    ),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'button', data: { focus: 'goOn' }, on: { click: close } }, t('goOn')),
      link(leaving, at(page.state, 'cart'), { class: 'button primary', data: { focus: 'toCart' } }, t('toCart')),
    ),
    ...strips(more, leaving),
  );
}

async function add(product: Product, variant: Variant, page: PageContext): Promise<void> {
  const { state } = page;
  mention('add-to-cart', state, { ticket: variant.ticket });
  addToCart(state.market, variant.key);
  show(product, variant, page, []);
  if (!dialog().open) dialog().showModal();
  try {
    const keys = cartLines(state.market).map(line => line.variantKey);
    const { body } = await addToCartPopup(state, variant.key, keys, ASKED);
    if (dialog().open) show(product, variant, page, body.recommendationLists);
  } catch (error) {
    // The dialog has said what matters: the thing is in the cart.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** The button that puts a variant into the cart. */
export function offerToAdd(product: Product, variant: Variant | undefined, page: PageContext): HTMLElement {
  const inStock = variant?.inStock === true;
  return h(
    'button',
    {
      type: 'button',
      class: 'button primary add',
      disabled: !inStock,
      data: { focus: 'add' },
      on: { click: () => variant && add(product, variant, page) },
    },
    t(inStock ? 'addToCart' : 'outOfStock'),
  );
}

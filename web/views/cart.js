/**
 * The cart: what is in it as `cart-page` knows it, what it comes to, and what goes with it. Paying is the shop's own
 * affair: its server tells the daemon, with a key that no browser may have.
 */
import { cartPage } from '../api/queries.js';
import { cartLines, setQuantity } from '../cart/cart.js';
import { h, ICONS, icon } from '../dom/elements.js';
import { amount } from '../listing/listing.js';
import { message } from '../listing/notices.js';
import { link } from '../page/links.js';
import { at } from '../page/state.js';
import { thumbnail } from '../pictures/picture.js';
import { productLink } from '../products/card.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';

const ASKED = {
  cart: { include: true },
  recommendationLists: [{ id: 'cart', algorithm: 'CART', limit: 12 }],
};

/** Lines with their product and variant; `variant` is undefined where the catalog has it no more. */
function linesOf(market, groups) {
  return cartLines(market).map(line => {
    for (const { products } of groups) {
      for (const product of products) {
        const variant = product.variants.find(({ key }) => key === line.variantKey);
        if (variant) return { ...line, product, variant };
      }
    }
    return line;
  });
}

function stepper(line, { state, reload }) {
  const set = quantity => {
    setQuantity(state.market, line.variantKey, quantity);
    reload();
  };
  const title = line.product?.title ?? line.variantKey;
  const step = (label, by, sign) =>
    h(
      'button',
      {
        type: 'button',
        'aria-label': `${label}: ${title}`,
        disabled: line.quantity + by < 1,
        data: { focus: `${sign}:${line.variantKey}` },
        on: { click: () => set(line.quantity + by) },
      },
      sign,
    );
  return h(
    'div',
    { class: 'quantity' },
    step(t('less'), -1, '−'),
    h('output', { 'aria-label': t('quantity') }, line.quantity),
    step(t('moreOfIt'), 1, '+'),
    h(
      'button',
      {
        type: 'button',
        class: 'trash',
        title: t('removeLine'),
        'aria-label': t('remove', title),
        data: { focus: `trash:${line.variantKey}` },
        on: { click: () => set(0) },
      },
      icon(ICONS.trash),
    ),
  );
}

function lineOf(line, page) {
  const { product, variant, quantity } = line;
  if (!product) {
    return h(
      'li',
      { class: 'line gone' },
      h('span', { class: 'thumbnail' }),
      h('div', { class: 'what' }, h('p', { class: 'title' }, line.variantKey), h('p', { class: 'muted' }, t('gone'))),
      stepper(line, page),
    );
  }
  return h(
    'li',
    { class: 'line' },
    h('span', { class: 'thumbnail' }, thumbnail(product)),
    h(
      'div',
      { class: 'what' },
      h('p', { class: 'brand' }, product.brand ?? ''),
      productLink(product, page, { class: 'title', data: { focus: `line:${line.variantKey}` } }, product.title),
      h(
        'p',
        { class: 'muted' },
        [
          variant.label && `${t('size')} ${variant.label}`,
          quantity > 1 && page.money(variant.sellingPrice),
          !variant.inStock && t('outOfStock'),
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    ),
    stepper(line, page),
    h('p', { class: 'amount' }, page.money(variant.sellingPrice * quantity)),
  );
}

function total(lines, page) {
  const sum = lines.reduce((sum, { variant, quantity }) => sum + (variant ? variant.sellingPrice * quantity : 0), 0);
  // Prices have two decimals at most; their sum in binary need not.
  const rounded = Math.round(sum * 100) / 100;
  return h(
    'div',
    { class: 'total' },
    h('p', { class: 'sum' }, h('span', {}, t('total')), h('strong', {}, page.money(rounded))),
    h('p', { class: 'muted' }, t('paying')),
  );
}

export async function cart(page, signal) {
  const { state } = page;
  const keys = cartLines(state.market).map(line => line.variantKey);
  const found = await cartPage(state, keys, ASKED, signal);
  const lines = linesOf(state.market, found.body.cart);
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  const count = pieces === 1 ? t('piece') : t('pieces', amount(pieces, state.locale));
  const recommended = strips(found.body.recommendationLists, page);
  const status = pieces > 0 ? count : t('emptyCart');
  const start = link(page, at(state, 'start'), { class: 'button' }, t('toStart'));
  const content =
    pieces === 0
      ? [message('nothing', t('emptyCart'), t('emptyCartHint'), start)]
      : [
          h('div', { class: 'heading' }, h('h1', {}, t('cart')), h('p', { class: 'hits' }, count)),
          h(
            'div',
            { class: 'cart' },
            h('ul', { class: 'lines' }, ...lines.map(line => lineOf(line, page))),
            total(lines, page),
          ),
        ];
  return { title: t('cart'), content: [...content, ...recommended], status, answer: found };
}

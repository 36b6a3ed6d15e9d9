/**
 * The cart: what is in it as `cart-page` knows it, what it comes to, and what goes with it. Paying is the shop's own
 * affair: its server tells the daemon, with a key that no browser may have.
 */
import { cartPage } from '../api/queries.js';
import type { Product, ProductGroup, Variant } from '../api/responses.js';
import { type CartLine, cartLines, setQuantity } from '../cart/cart.js';
import { h } from '../dom/elements.js';
import { ICONS, icon } from '../dom/icons.js';
import { amount } from '../listing/listing.js';
import { message } from '../listing/notices.js';
import { link } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at } from '../page/state.js';
import { thumbnail } from '../pictures/picture.js';
import { productLink } from '../products/card.js';
import { strips } from '../products/strip.js';
import { t } from '../texts/text.js';
import type { View } from './view.js';

const ASKED = {
  cart: { include: true },
  recommendationLists: [{ id: 'cart', algorithm: 'CART', limit: 12 }],
};

interface ShownLine extends CartLine {
  /** Undefined where the catalog has the variant no more. */
  found: { product: Product; variant: Variant } | undefined;
}

function find(groups: ProductGroup[], variantKey: string): ShownLine['found'] {
  for (const product of groups.flatMap(({ products }) => products)) {
    const variant = product.variants.find(({ key }) => key === variantKey);
    if (variant) return { product, variant };
  }
  return undefined;
}

function stepper(line: ShownLine, { state, reload }: PageContext): HTMLElement {
  const set = (quantity: number) => {
    setQuantity(state.market, line.variantKey, quantity);
    reload();
  };
  const title = line.found?.product.title ?? line.variantKey;
  const step = (label: string, by: 1 | -1, sign: string) =>
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

function lineOf(line: ShownLine, page: PageContext): HTMLElement {
  const { found, quantity } = line;
  if (!found) {
    return h(
      'li',
      { class: 'line gone' },
      h('span', { class: 'thumbnail' }),
      h('div', { class: 'what' }, h('p', { class: 'title' }, line.variantKey), h('p', { class: 'muted' }, t('gone'))),
      stepper(line, page),
    );
  }
  const { product, variant } = found;
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

function total(lines: ShownLine[], page: PageContext): HTMLElement {
  const sum = lines.reduce((sum, { found, quantity }) => sum + (found?.variant.sellingPrice ?? 0) * quantity, 0);
  // Prices have two decimals at most; their sum in binary need not.
  const rounded = Math.round(sum * 100) / 100;
  return h(
    'div',
    { class: 'total' },
    h('p', { class: 'sum' }, h('span', {}, t('total')), h('strong', {}, page.money(rounded))),
    h('p', { class: 'muted' }, t('paying')),
  );
}

export const cart: View = async (page, signal) => {
  const { state } = page;
  const keys = cartLines(state.market).map(line => line.variantKey);
  const found = await cartPage(state, keys, ASKED, signal);
  // Asked again: the visitor may have changed it meanwhile.
  const lines = cartLines(state.market).map(line => ({ ...line, found: find(found.body.cart, line.variantKey) }));
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
};

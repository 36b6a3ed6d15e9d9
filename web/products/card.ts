/**
 * The grid of results: one card a product group, with the main product first and its siblings as swatches.
 */
import { mention } from '../api/notifications.js';
import type { Product, ProductGroup } from '../api/responses.js';
import { type Child, h, type Properties } from '../dom/elements.js';
import { onceInSight } from '../dom/in-sight.js';
import { follow, later } from '../dom/stages.js';
import { link } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at } from '../page/state.js';
import { picture } from '../pictures/picture.js';
import { t } from '../texts/text.js';
import { heart } from './favorites.js';
import { badges, mainOf, prices, ratingOf, sizes, swatch } from './product-parts.js';

/** Cards of a grid that are shown first: on most screens others are further down. */
const FIRST = 6;
const SWATCHES = 5;
const SIZES = 7;
/** Where nothing hovers, as on phones, the picture behind the first is never seen. */
const canHover = matchMedia('(hover: hover)').matches;

/** What of a card changes when another colour is chosen. */
function face(product: Product, money: PageContext['money']): Child[] {
  const [first, second] = product.imageInfo.images;
  const hover = canHover && second && product.imageInfo.effect !== 'NONE' ? h('div', { class: 'back' }) : undefined;
  if (hover) later(() => hover.append(picture(second, '')));
  return [
    h(
      'div',
      { class: hover ? 'picture swaps' : 'picture' },
      h('div', { class: 'front' }, picture(first, '')),
      hover,
      badges(product),
      !product.inStock && h('span', { class: 'sold-out' }, t('outOfStock')),
    ),
    h(
      'div',
      { class: 'about' },
      product.sponsored && h('p', { class: 'paid-for' }, paidFor(product.sponsor)),
      h('p', { class: 'brand' }, product.brand ?? '', ratingOf(product.rating)),
      h('h3', {}, product.title),
      prices(product, money),
      sizes(product, SIZES),
    ),
  ];
}

/** That a place is paid for, and by whom where the answer says it. */
export function paidFor(sponsor: Product['sponsor']): string {
  if (!sponsor) return t('sponsored');
  const { advertiser, payer } = sponsor;
  const by = payer === advertiser ? '' : ` · ${t('paidBy', payer)}`;
  return `${t('sponsored')} · ${advertiser}${by}`;
}

function siblings(group: ProductGroup, choose: (product: Product) => void): HTMLElement | undefined {
  if (group.products.length < 2) return undefined;
  const rest = group.products.length - SWATCHES + group.remaining;
  const buttons: HTMLButtonElement[] = group.products.slice(0, SWATCHES).map((product, i) =>
    h(
      'button',
      {
        type: 'button',
        class: 'sibling',
        title: product.title,
        'aria-label': t('look', product.title),
        'aria-pressed': String(i === 0),
        on: {
          click: () => {
            for (const [j, other] of buttons.entries()) other.setAttribute('aria-pressed', String(i === j));
            choose(product);
          },
        },
      },
      swatch(product.swatch),
    ),
  );
  return h(
    'div',
    { class: 'siblings', role: 'group', 'aria-label': t('colours') },
    ...buttons,
    rest > 0 && h('span', {}, t('more', rest)),
  );
}

/** A link to a product's page that tells the daemon of the click. */
export const productLink = (product: Product, page: PageContext, properties: Properties, ...children: Child[]) =>
  link(
    page,
    at(page.state, 'product', product.key),
    { ...properties, first: () => mention('click', page.state, { ticket: product.ticket }) },
    ...children,
  );

export function card(group: ProductGroup, page: PageContext): HTMLElement {
  const main = mainOf(group);
  const node = h('li', { class: 'card', data: { key: main.key } });
  const colours = siblings(group, show);
  function show(product: Product) {
    const properties = {
      class: 'open',
      data: { focus: `card:${product.key}` },
    };
    const parts = [productLink(product, page, properties, ...face(product, page.money)), heart(product, page)];
    if (node.childElementCount === 0) node.append(...parts);
    else for (const [i, part] of parts.entries()) node.children[i]?.replaceWith(part);
  }
  show(main);
  if (main.notifyImpression) {
    onceInSight(node, () => mention('ad-impression', page.state, { ticket: main.ticket }));
  }
  if (colours) node.append(colours);
  return node;
}

/** Takes the room of a card. */
const blank = () =>
  h(
    'li',
    { class: 'card blank' },
    h('div', { class: 'picture' }),
    h('div', { class: 'about' }, h('i'), h('i'), h('i')),
  );

/**
 * Those behind the first ones follow when these are shown, where that takes the page a while.
 * @param first how many are in sight
 */
export const cards = (groups: ProductGroup[], page: PageContext, first: number): HTMLElement[] =>
  groups.map((group, i) => (i < first ? card(group, page) : follow(blank(), () => card(group, page))));

export const grid = (groups: ProductGroup[], page: PageContext): HTMLElement =>
  h('ul', { class: 'grid' }, ...cards(groups, page, FIRST));

/** Cards without content, while the first answer is on its way. */
export const skeleton = (count: number): HTMLElement =>
  h('ul', { class: 'grid', 'aria-hidden': 'true' }, ...Array.from({ length: count }, blank));

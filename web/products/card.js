/**
 * The grid of results: one card a product group, with the main product first and its siblings as swatches.
 */
import { mention } from '../api/queries.js';
import { h } from '../dom/elements.js';
import { link } from '../page/links.js';
import { at } from '../page/state.js';
import { picture } from '../pictures/picture.js';
import { t } from '../texts/text.js';
import { heart } from './favorites.js';
import { badges, prices, ratingOf, sizes, swatch } from './parts.js';

const SWATCHES = 5;
const SIZES = 7;

/** What of a card changes when another colour is chosen. */
function face(product, money) {
  const [first, second] = product.imageInfo.images;
  const hover = second && product.imageInfo.effect !== 'NONE' ? picture(second, '') : undefined;
  return [
    h(
      'div',
      { class: hover ? 'picture swaps' : 'picture' },
      h('div', { class: 'front' }, picture(first, '')),
      hover && h('div', { class: 'back' }, hover),
      badges(product),
      !product.inStock && h('span', { class: 'sold-out' }, t('outOfStock')),
    ),
    h(
      'div',
      { class: 'about' },
      h('p', { class: 'brand' }, product.brand ?? '', ratingOf(product.rating)),
      h('h3', {}, product.title),
      prices(product, money),
      sizes(product, SIZES),
    ),
  ];
}

function siblings(group, choose) {
  if (group.products.length < 2) return undefined;
  const rest = group.products.length - SWATCHES + group.remaining;
  const buttons = group.products.slice(0, SWATCHES).map((product, i) =>
    h(
      'button',
      {
        type: 'button',
        class: 'sibling',
        title: product.title,
        'aria-label': t('look', product.title),
        'aria-pressed': String(i === 0),
        on: {
          click: event => {
            for (const other of event.currentTarget.parentNode.querySelectorAll('button')) {
              other.setAttribute('aria-pressed', String(other === event.currentTarget));
            }
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
export const productLink = (product, page, properties, ...children) =>
  link(
    page,
    at(page.state, 'product', product.key),
    { ...properties, first: () => mention('click', page.state, { ticket: product.ticket }) },
    ...children,
  );

/**
 * @param {object} group a product group of the API
 * @param {object} page state, go, money, say
 */
export function card(group, page) {
  const node = h('li', { class: 'card', data: { key: group.products[0].key } });
  const colours = siblings(group, show);
  function show(product) {
    const properties = {
      class: 'open',
      'aria-label': t('look', product.title),
      data: { focus: `card:${product.key}` },
    };
    const parts = [productLink(product, page, properties, ...face(product, page.money)), heart(product, page)];
    if (node.childElementCount === 0) node.append(...parts);
    else for (const [i, part] of parts.entries()) node.children[i].replaceWith(part);
  }
  show(group.products[0]);
  if (colours) node.append(colours);
  return node;
}

export const grid = (groups, page) => h('ul', { class: 'grid' }, ...groups.map(group => card(group, page)));

/** Cards without content, while the first answer is on its way. */
export function skeleton(count) {
  const blank = () =>
    h(
      'li',
      { class: 'card blank' },
      h('div', { class: 'picture' }),
      h('div', { class: 'about' }, h('i'), h('i'), h('i')),
    );
  return h('ul', { class: 'grid', 'aria-hidden': 'true' }, ...Array.from({ length: count }, blank));
}

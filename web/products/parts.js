/**
 * Parts that product cards, suggestions and the quick look share: prices, badges, swatches, sizes, stars.
 */
import { h } from '../dom/elements.js';
import { t } from '../texts/text.js';

/** The price of a product or variant, with the one before when it is reduced. */
export function prices(product, money) {
  const { sellingPrice, listPrice } = product;
  const selling = typeof sellingPrice === 'number' ? { min: sellingPrice, max: sellingPrice } : sellingPrice;
  const list = typeof listPrice === 'number' ? { min: listPrice, max: listPrice } : listPrice;
  const reduced = selling.min < list.min || selling.max < list.max;
  const now = selling.min < selling.max ? `${t('from')} ${money(selling.min)}` : money(selling.min);
  return h(
    'p',
    { class: reduced ? 'prices reduced' : 'prices' },
    h('span', { class: 'now' }, reduced && h('span', { class: 'hidden' }, `${t('now')} `), now),
    reduced && h('s', { class: 'before' }, h('span', { class: 'hidden' }, `${t('was')} `), money(list.min)),
  );
}

export function badges({ badges: { primary, secondary } }) {
  const badge = ({ label, theme }) => h('li', { class: `badge ${theme.toLowerCase().replace('_', '-')}` }, label);
  if (primary.length + secondary.length === 0) return undefined;
  return h('ul', { class: 'badges' }, ...primary.map(badge), ...secondary.map(badge));
}

const NAMED = {
  GOLD: 'linear-gradient(135deg, #f3dd9a, #b48a2c 55%, #ecd28a)',
  SILVER: 'linear-gradient(135deg, #f4f6f8, #9aa1a9 55%, #e3e7ea)',
  MULTI: 'conic-gradient(#c9545b, #e0a63a, #4c9a74, #3f7fb5, #7a5ea8, #c9545b)',
  TRANSPARENT: 'repeating-conic-gradient(#d5dade 0 25%, #ffffff 0 50%) 0 0 / 8px 8px',
  MISSING_COLORS: 'repeating-linear-gradient(45deg, #d5dade 0 2px, #ffffff 2px 6px)',
};

/** CSS background of a swatch of one to three colours, or of a named kind. */
export function swatchBackground({ type, colors }) {
  if (type !== 'COLORS') return NAMED[type] ?? NAMED.MISSING_COLORS;
  if (colors.length === 1) return colors[0];
  const share = 100 / colors.length;
  return `linear-gradient(135deg, ${colors.map((color, i) => `${color} ${i * share}% ${(i + 1) * share}%`).join(', ')})`;
}

/** A round swatch; the colours come from the catalog, so they are set as a property, never as markup. */
export function swatch(colours) {
  const node = h('span', { class: 'swatch' });
  node.style.background = swatchBackground(colours);
  return node;
}

export function ratingOf(rating) {
  if (rating === undefined) return undefined;
  const shown = rating.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return h(
    'span',
    { class: 'rating' },
    h('span', { class: 'star', role: 'img', 'aria-label': t('rating', shown) }),
    h('span', { 'aria-hidden': 'true' }, shown),
  );
}

/** Sizes of a product; those out of stock are struck through. */
export function sizes(product, limit) {
  const labelled = product.variants.filter(variant => variant.label);
  if (labelled.length === 0) return undefined;
  const shown = labelled
    .slice(0, limit)
    .map(variant => h('li', variant.inStock ? {} : { class: 'out', title: t('outOfStock') }, variant.label));
  const rest = labelled.length - shown.length;
  return h(
    'ul',
    { class: 'sizes', 'aria-label': t('sizes') },
    ...shown,
    rest > 0 && h('li', { class: 'rest' }, t('more', rest)),
  );
}

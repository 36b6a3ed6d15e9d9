/**
 * Parts that product cards, suggestions and product pages share: prices, badges, swatches, sizes, stars.
 */
import type { Product, ProductGroup, Variant } from '../api/responses.js';
import { h } from '../dom/elements.js';
import type { PageContext } from '../page/page-context.js';
import { t } from '../texts/text.js';

/** The product that stands for its group: the first. The schema of the API has at least one. */
export const mainOf = ({ products }: ProductGroup): Product => products[0]!;

/** The price of a product or variant, with the one before when it is reduced. */
export function prices({ sellingPrice, listPrice }: Product | Variant, money: PageContext['money']): HTMLElement {
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

type Badge = Product['badges']['primary'][number];

export function badges({ badges: { primary, secondary } }: Product): HTMLElement | undefined {
  const badge = ({ label, theme }: Badge) =>
    h('li', { class: `badge ${theme.toLowerCase().replace('_', '-')}` }, label);
  if (primary.length + secondary.length === 0) return undefined;
  return h('ul', { class: 'badges' }, ...primary.map(badge), ...secondary.map(badge));
}

type Swatch = Product['swatch'];

const NAMED: Record<Exclude<Swatch['type'], 'COLORS'>, string> = {
  GOLD: 'linear-gradient(135deg, #f3dd9a, #b48a2c 55%, #ecd28a)',
  SILVER: 'linear-gradient(135deg, #f4f6f8, #9aa1a9 55%, #e3e7ea)',
  MULTI: 'conic-gradient(#c9545b, #e0a63a, #4c9a74, #3f7fb5, #7a5ea8, #c9545b)',
  TRANSPARENT: 'repeating-conic-gradient(#d5dade 0 25%, #ffffff 0 50%) 0 0 / 8px 8px',
  MISSING_COLORS: 'repeating-linear-gradient(45deg, #d5dade 0 2px, #ffffff 2px 6px)',
};

/** CSS background of a swatch of one to three colours, or of a named kind. */
function swatchBackground({ type, colors }: Swatch): string {
  if (type !== 'COLORS') return NAMED[type];
  if (colors.length === 1) return colors.join();
  const share = 100 / colors.length;
  return `linear-gradient(135deg, ${colors.map((color, i) => `${color} ${i * share}% ${(i + 1) * share}%`).join(', ')})`;
}

/** A round swatch; the colours come from the catalog, so they are set as a property, never as markup. */
export function swatch(colours: Swatch): HTMLElement {
  const node = h('span', { class: 'swatch' });
  node.style.background = swatchBackground(colours);
  return node;
}

export function ratingOf(rating: number | undefined): HTMLElement | undefined {
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
export function sizes(product: Product, limit: number): HTMLElement | undefined {
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

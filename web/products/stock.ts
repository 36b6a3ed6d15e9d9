/**
 * Where a variant is to be had, and what others pay for it.
 */
import type { Variant } from '../api/responses.js';
import { h } from '../dom/elements.js';
import type { PageContext } from '../page/page-context.js';
import { capital, t } from '../texts/text.js';

const place = (entry: Variant['availability'][number]) =>
  entry.channel === 'ONLINE' ? t('online') : capital(entry.key);

function row(name: string, value: string, isNone: boolean): HTMLElement {
  return h(
    'li',
    { class: isNone ? 'out' : '' },
    h('span', { class: 'place' }, name),
    h('span', { class: 'stock' }, value),
  );
}

export function stockOf(variant: Variant, page: PageContext): HTMLElement {
  const stock = variant.availability.map(entry =>
    row(place(entry), entry.stockNumber > 0 ? t('left', entry.stockNumber) : t('outOfStock'), entry.stockNumber === 0),
  );
  const others = variant.prices.map(price => row(capital(price.id), page.money(price.sellingPrice), false));
  return h(
    'div',
    { class: 'stock-lists' },
    h('ul', { class: 'stock-list', 'aria-label': t('availability') }, ...stock),
    others.length > 0 && h('h2', {}, t('otherPrices')),
    others.length > 0 && h('ul', { class: 'stock-list' }, ...others),
  );
}

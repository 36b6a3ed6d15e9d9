/**
 * Where a variant is to be had, and what others pay for it.
 */
import { h } from '../dom/elements.js';
import { t } from '../texts/text.js';

const capital = text => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const place = ({ channel, key }) => (channel === 'ONLINE' ? t('online') : capital(key ?? ''));

function row(name, value, isNone) {
  return h(
    'li',
    { class: isNone ? 'out' : '' },
    h('span', { class: 'place' }, name),
    h('span', { class: 'stock' }, value),
  );
}

export function stockOf(variant, page) {
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

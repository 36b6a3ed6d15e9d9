/**
 * A closer look at a product, in a dialog: its colours, sizes with stock, prices and attributes.
 */
import { fill, h, ICONS, icon } from './dom.js';
import { picture } from './pictures/picture.js';
import { badges, prices, ratingOf, swatch } from './product-parts.js';
import { t } from './text.js';

const MEASURES = ['width', 'height', 'depth', 'length', 'volume', 'weight'];

function attributes(product, locale) {
  const number = new Intl.NumberFormat(locale);
  const rows = [[t('article'), product.key]];
  for (const [name, values] of Object.entries(product.custom ?? {})) {
    rows.push([t(name) ?? name, values.map(value => value.label).join(', ')]);
  }
  for (const name of MEASURES) {
    const measure = product[name];
    if (measure) rows.push([t(name), `${number.format(measure.amount)} ${measure.unit}`]);
  }
  return h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}

function variants(product, money) {
  const several = product.variants.some(variant => variant.sellingPrice !== product.variants[0].sellingPrice);
  const rows = product.variants.map(variant =>
    h(
      'li',
      { class: variant.inStock ? '' : 'out' },
      h('span', { class: 'size-label' }, variant.label ?? variant.key),
      several && h('span', { class: 'variant-price' }, money(variant.sellingPrice)),
      h('span', { class: 'stock' }, variant.inStock ? t('left', variant.stockNumber) : t('outOfStock')),
    ),
  );
  return h('ul', { class: 'stock-list' }, ...rows);
}

function colours(group, product, choose) {
  if (group.products.length < 2) return undefined;
  const buttons = group.products.map(other =>
    h(
      'button',
      {
        type: 'button',
        class: 'sibling',
        title: other.title,
        'aria-label': other.title,
        'aria-pressed': String(other === product),
        data: { focus: `sibling:${other.key}` },
        on: { click: () => choose(other) },
      },
      swatch(other.swatch),
    ),
  );
  return h('div', { class: 'siblings', role: 'group', 'aria-label': t('colours') }, ...buttons);
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {{money: () => (n: number) => string, locale: () => string}} page
 * @returns {(group: object, product?: object) => void} opens the dialog
 */
export function quickLook(dialog, page) {
  dialog.addEventListener('click', event => event.target === dialog && dialog.close());

  function show(group, product) {
    const money = page.money();
    const images = product.imageInfo.images.length > 0 ? product.imageInfo.images : [undefined];
    fill(
      dialog,
      h(
        'button',
        {
          type: 'button',
          class: 'close',
          'aria-label': t('close'),
          data: { focus: 'close' },
          on: { click: () => dialog.close() },
        },
        icon(ICONS.close),
      ),
      h('div', { class: 'gallery' }, ...images.slice(0, 3).map(image => h('div', { class: 'frame' }, picture(image)))),
      h(
        'div',
        { class: 'facts' },
        h(
          'p',
          { class: 'brand' },
          [product.brand, product.series].filter(Boolean).join(' · '),
          ratingOf(product.rating),
        ),
        h('h2', {}, product.title),
        badges(product),
        prices(product, money),
        colours(group, product, other => show(group, other)),
        product.description && h('p', { class: 'description' }, product.description),
        variants(product, money),
        attributes(product, page.locale()),
      ),
    );
  }

  return (group, product = group.products[0]) => {
    show(group, product);
    if (!dialog.open) dialog.showModal();
  };
}

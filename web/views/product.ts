/**
 * A product: pictures, colours, sizes, stock, prices and all that is known of it, and what goes with it.
 */
import { ASKED_BY_PRODUCT } from '../api/asked.js';
import { productPage } from '../api/queries.js';
import type { Image, Product, ProductGroup, Variant } from '../api/responses.js';
import { offerToAdd } from '../cart/add-to-cart.js';
import { fill, h } from '../dom/elements.js';
import { below } from '../dom/stages.js';
import { link } from '../page/links.js';
import type { PageContext } from '../page/page-context.js';
import { at, searchFor, withFacet } from '../page/state.js';
import { picture } from '../pictures/picture.js';
import { facts } from '../products/facts.js';
import { heart } from '../products/favorites.js';
import { badges, mainOf, prices, ratingOf, swatch } from '../products/product-parts.js';
import { stockOf } from '../products/stock.js';
import { strips } from '../products/strip.js';
import { productData } from '../products/structured-data.js';
import { t } from '../texts/text.js';
import type { View } from './view.js';

function gallery({ imageInfo, title }: Product): HTMLElement {
  const images: Image[] = imageInfo.images.length > 0 ? imageInfo.images : [{ alt: title, sources: [] }];
  return h(
    'div',
    { class: images.length > 1 ? 'gallery several' : 'gallery', tabindex: images.length > 1 ? '0' : undefined },
    ...images.map(image =>
      h(
        'figure',
        {},
        h('div', { class: 'frame' }, picture(image)),
        image.caption && h('figcaption', {}, image.caption),
      ),
    ),
  );
}

/** Brand and series lead to all that has them. */
function makers({ brand, series }: Product, page: PageContext): HTMLElement[] {
  return Object.entries({ brand, series }).flatMap(([id, value]) => {
    if (!value) return [];
    const all = withFacet(searchFor(page.state, ''), id, { values: new Set([value]) });
    return [link(page, all, {}, value)];
  });
}

function colours(group: ProductGroup, product: Product, page: PageContext): HTMLElement | undefined {
  if (group.products.length < 2) return undefined;
  const links = group.products.map(other =>
    link(
      page,
      at(page.state, 'product', other.key),
      {
        class: 'sibling',
        title: other.title,
        'aria-label': other.title,
        'aria-current': other === product ? 'true' : undefined,
        data: { focus: `sibling:${other.key}` },
      },
      swatch(other.swatch),
    ),
  );
  return h(
    'div',
    { class: 'choice' },
    h('h2', {}, t('colours')),
    h('div', { class: 'siblings', role: 'group', 'aria-label': t('colours') }, ...links),
  );
}

function sizeChoice(
  product: Product,
  chosen: Variant | undefined,
  choose: (variant: Variant) => void,
): HTMLElement | undefined {
  if (!product.variants.some(variant => variant.label)) return undefined;
  const options = product.variants.map(variant =>
    h(
      'label',
      {
        class: variant.inStock ? 'size-option' : 'size-option out',
        title: variant.inStock ? undefined : t('outOfStock'),
      },
      h('input', {
        type: 'radio',
        class: 'hidden',
        name: 'size',
        value: variant.key,
        checked: variant === chosen,
        data: { focus: `size:${variant.key}` },
        on: { change: () => choose(variant) },
      }),
      h(
        'span',
        {},
        variant.label ?? variant.key,
        !variant.inStock && h('span', { class: 'hidden' }, ` ${t('outOfStock')}`),
      ),
    ),
  );
  return h(
    'fieldset',
    { class: 'choice' },
    h('legend', {}, t('sizes')),
    h('div', { class: 'size-options' }, ...options),
  );
}

/** All that depends on the size: redrawn in place when another one is chosen. */
function purchase(product: Product, page: PageContext): HTMLElement {
  const place = h('div', { class: 'purchase' });
  function show(variant: Variant | undefined) {
    fill(
      place,
      prices(variant ?? product, page.money),
      sizeChoice(product, variant, show),
      h('div', { class: 'actions' }, offerToAdd(product, variant, page), heart(product, page)),
      variant && stockOf(variant, page),
    );
  }
  show(product.variants.find(variant => variant.inStock) ?? product.variants[0]);
  return place;
}

export const product: View = async (page, signal) => {
  const { state } = page;
  const found = await productPage(state, state.reference, ASKED_BY_PRODUCT, signal);
  // Asked for above; of a product that is not in the market the answer is an error.
  const group = found.body.productGroup!;
  const shown = group.products.find(({ key }) => key === state.reference) ?? mainOf(group);
  return {
    title: shown.title,
    description: shown.description,
    data: productData(shown, page),
    content: [
      h(
        'article',
        { class: 'product' },
        gallery(shown),
        h(
          'div',
          { class: 'facts' },
          h('p', { class: 'brand' }, h('span', { class: 'makers' }, ...makers(shown, page)), ratingOf(shown.rating)),
          h('h1', {}, shown.title),
          badges(shown),
          colours(group, shown, page),
          purchase(shown, page),
          shown.description && h('p', { class: 'description' }, shown.description),
          facts(shown, state.locale),
        ),
      ),
      ...below(() => strips(found.body.recommendationLists, page)),
    ],
    status: shown.title,
    answer: found,
  };
};

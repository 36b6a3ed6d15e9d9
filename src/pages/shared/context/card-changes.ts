/** The differences between the cards of a request and those that were encoded when the snapshot was built. */
import type { CardChanges } from '../cards/card-list.js';
import { cardTemplate } from '../cards/card-template.js';
import { customNames } from '../cards/custom-names.js';
import type { ProductContext } from '../requests.js';
import type { PageContext } from './page-context.js';

const OF_VARIANTS = 'variant.';

/** @throws Problem BAD_REQUEST for a template that does not exist. */
export function cardChanges(request: ProductContext, context: PageContext): CardChanges {
  const { view, settings, discountThreshold } = context;
  const ofVariants = request.presentCustom.filter(name => name.startsWith(OF_VARIANTS));
  const variant = customNames(ofVariants.map(name => name.slice(OF_VARIANTS.length)));
  const product = customNames(request.presentCustom.filter(name => !name.startsWith(OF_VARIANTS)));
  const template = request.templateId === undefined ? undefined : context.template(request.templateId);
  const prices = request.presentPrices.map(id => [view.offers.priceIndex(id), id] as [number, string]);
  return {
    product,
    variant,
    ...(template && { template: cardTemplate(template, product, variant) }),
    prices: prices.filter(([index]) => index >= 0),
    hideOutOfStock: !settings.outOfStockVariants,
    newDays: settings.newDays,
    discountThreshold,
  };
}

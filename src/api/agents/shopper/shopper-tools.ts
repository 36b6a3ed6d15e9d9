/**
 * The tools of shoppers' agents: search, look-up, one product, recommendations and content. Each is a storefront query
 * or two, without a visitor: what agents ask teaches nothing.
 */
import type { AgentShop } from '../agent-shop.js';
import type { AgentTool, ShopDesk } from '../agent-tool.js';
import { getProduct, lookupCatalog } from './product-look-up.js';
import { recommendProducts } from './recommend-products.js';
import { searchCatalog } from './search-catalog.js';
import { searchContent } from './search-content.js';

export const SHOPPER_TOOLS: readonly AgentTool<ShopDesk>[] = [
  searchCatalog,
  lookupCatalog,
  getProduct,
  recommendProducts,
  searchContent,
];

/** What a model is told of the shop before it calls any tool. */
export function shopperInstructions(shop: AgentShop): string {
  const markets = shop.map(({ id, currency, locales }) => {
    return `${id} (${currency === undefined ? '' : `${currency}; `}${locales.join(', ')})`;
  });
  const where = markets.length === 0 ? 'It has no products yet.' : `Its markets are ${markets.join(', ')}.`;
  return (
    `The catalog of an online shop. ${where} Name the market of the customer, and write queries in the language of the ` +
    'locale. Start with search_catalog; compare with lookup_catalog; read get_product before recommending something. ' +
    'Answer questions about delivery or returns from search_content. Prices and stock are those of now. Nothing can be ' +
    'bought here: give the customer the link.'
  );
}

/** The markets of the live snapshot, as agents are told of them. */
import { type AgentShop, agentShop } from '../../api/agents/agent-shop.js';
import { CONFIGURATION_KEY, type Configuration } from '../../catalog/site/configuration.js';
import { currencyOf } from '../../catalog/site/market-currency.js';
import { type SharedSnapshot, siteOf } from '../../snapshot/index.js';

const NO_SHOP: AgentShop = [];

export class LiveShop {
  private made: { snapshot: string; shop: AgentShop } | undefined;

  /** The same object as long as the snapshot stays. */
  of(shared: SharedSnapshot | undefined): AgentShop {
    if (shared === undefined || shared.manifest.counts.products === 0) return NO_SHOP;
    if (this.made?.snapshot !== shared.id) this.made = { snapshot: shared.id, shop: shopOf(shared) };
    return this.made.shop;
  }
}

function shopOf(shared: SharedSnapshot): AgentShop {
  const configuration = siteOf(shared).get<Configuration>(CONFIGURATION_KEY);
  return agentShop(shared.manifest.views, market => {
    const { locales = [], appSettings } = configuration?.markets[market] ?? {};
    const currency = currencyOf(market, configuration);
    const baseUrl = appSettings?.pageBaseUrl;
    return { locales, ...(currency !== undefined && { currency }), ...(baseUrl !== undefined && { baseUrl }) };
  });
}

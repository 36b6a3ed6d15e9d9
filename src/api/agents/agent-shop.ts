/**
 * The shop as agents are told of it: its markets with their locales and currencies, and which of them is meant by a
 * request that names one of the two, or neither.
 */
import { badRequest, Problem } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';

export interface AgentMarket {
  id: string;
  /** The first is its main one. */
  locales: readonly string[];
  /** ISO 4217; absent where it is not known. */
  currency?: string;
  /** What links of products are relative to; absent: they stay as they are. */
  baseUrl?: string;
}

/** The first market is that of requests that name none. */
export type AgentShop = readonly AgentMarket[];

/** Where a request is answered from. */
export interface AgentView {
  market: AgentMarket;
  locale: string;
}

/**
 * @param views of the live snapshot
 * @param facts of a market: its locales in the order of the configuration, where they are configured, and the rest
 */
export function agentShop(
  views: readonly { market: string; locale: string }[],
  facts: (market: string) => Omit<AgentMarket, 'id'>,
): AgentShop {
  const ids = [...new Set(views.map(({ market }) => market))];
  return ids.map(id => {
    const { locales: configured, ...rest } = facts(id);
    const locales = views.filter(({ market }) => market === id).map(({ locale }) => locale);
    return { id, ...rest, locales: [...locales].sort((a, b) => rank(a, id, configured) - rank(b, id, configured)) };
  });
}

/** Of locales that are not configured, those of the country that the market is named after come first. */
function rank(locale: string, market: string, configured: readonly string[]): number {
  const at = configured.indexOf(locale);
  if (at >= 0) return at;
  const country = market.toUpperCase() === 'UK' ? 'GB' : market.toUpperCase();
  return configured.length + (locale.endsWith(`-${country}`) ? 0 : 1);
}

export interface NamedView {
  market?: string | undefined;
  locale?: string | undefined;
}

/** @throws Problem `no_products` where there is none, `market_unknown`, `locale_unknown` */
export function viewOf(shop: AgentShop, named: NamedView): AgentView {
  if (shop.length === 0) throw new Problem('no_products', 'there are no products yet: import a catalog first');
  const market = marketOf(shop, named);
  const locale = named.locale ?? market.locales[0]!;
  if (!market.locales.includes(locale)) {
    const known = market.locales.join(', ');
    throw badRequest(
      'locale',
      `found ${quote(locale)}, expected one of market ${market.id}: ${known}`,
      'locale_unknown',
    );
  }
  return { market, locale };
}

function marketOf(shop: AgentShop, { market, locale }: NamedView): AgentMarket {
  if (market !== undefined) {
    const found = shop.find(({ id }) => id === market);
    if (found) return found;
    const known = shop.map(({ id }) => id).join(', ');
    throw badRequest('market', `found ${quote(market)}, expected one of ${known}`, 'market_unknown');
  }
  if (locale === undefined) return shop[0]!;
  // That whose main locale it is, rather than one that has it beside others.
  return (
    shop.find(({ locales }) => locales[0] === locale) ?? shop.find(one => one.locales.includes(locale)) ?? shop[0]!
  );
}

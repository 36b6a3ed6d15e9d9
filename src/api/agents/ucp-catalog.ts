/**
 * The operations of the catalog half of the Universal Commerce Protocol: search, look-up and one product. Each is a
 * storefront query or two, without a visitor. Profiles of platforms are not fetched: nothing here depends on who asks,
 * and a daemon must not be made to ask addresses that strangers name.
 */
import type { Static, TObject } from 'typebox';
import { badRequest, Problem } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { quote } from '../../kernel/quote.js';
import { checked } from '../../kernel/schema-faults.js';
import { MAX_SKIP } from '../query-parameters.js';
import type { AnsweredGroup } from './agent-answers.js';
import type { AgentMarket, AgentShop, AgentView } from './agent-shop.js';
import type { AskedParameters, ShopDesk } from './agent-tool.js';
import { foundProducts, type PriceBounds, type ProductList } from './found-products.js';
import {
  type CatalogProduct,
  featured,
  labelOf,
  labelsOf,
  type Message,
  Money,
  SIZE,
  ucpOf,
  ucpProduct,
  ucpVariant,
} from './ucp-answers.js';
import { MOST_UCP_IDS, UcpLookup, UcpProductRequest, UcpSearch } from './ucp-requests.js';

const DEFAULT_LIMIT = 10;
const MOST_PRODUCTS = 50;

const SHORTENED: Message = {
  type: 'info',
  code: 'query_shortened',
  content: 'no product has all words of the query: these have most of them',
};

const search = new LazyValidator(UcpSearch);
const lookup = new LazyValidator(UcpLookup);
const oneProduct = new LazyValidator(UcpProductRequest);

export type UcpOperation = (given: unknown, desk: ShopDesk) => Promise<object>;

interface SearchAnswer {
  primaryList: ProductList<CatalogProduct>;
  secondaryList?: ProductList<CatalogProduct>;
}

type Filters = NonNullable<Static<typeof UcpSearch>['filters']>;
type Context = NonNullable<Static<typeof UcpSearch>['context']>;

/** Where a request is answered from, and what there is to say of that. */
interface Asked {
  view: AgentView;
  money: Money;
  /** Bounds of prices, in the shop's own unit. */
  bounds: PriceBounds;
  categories: readonly string[];
  messages: Message[];
}

/** @throws Problem where the body is not of the protocol, or nothing is asked for */
export const searchCatalog: UcpOperation = async (given, desk) => {
  const { query, context, filters, pagination = {} } = parsed(search, given);
  if (query === undefined && (filters === undefined || Object.keys(filters).length === 0)) {
    throw badRequest('/query', 'found nothing, expected a query or filters', 'parameter_missing');
  }
  const asked = askedOf(desk.shop, context, filters);
  const limit = Math.min(pagination.limit ?? DEFAULT_LIMIT, MOST_PRODUCTS);
  const skip = offsetOf(pagination.cursor);
  const { products, shortened } = await foundProducts<CatalogProduct, SearchAnswer>(
    desk,
    {
      ...parametersOf(asked),
      q: query ?? '',
      limit,
      skip,
      'f.category': asked.categories.length > 0 ? asked.categories.map(escaped).join('|') : undefined,
    },
    asked.bounds,
    asked.categories.length > 0,
  );
  const { totalHits, productGroups } = products;
  const next = skip + productGroups.length;
  const more = productGroups.length > 0 && next < Math.min(totalHits, MAX_SKIP);
  return {
    ucp: ucpOf('search'),
    products: productGroups.flatMap(({ products: [main] }) => shown(main!, asked)),
    pagination: { ...(more && { cursor: cursorOf(next) }), has_next_page: more, total_count: totalHits },
    ...messagesOf([...asked.messages, ...(shortened ? [SHORTENED] : [])]),
  };
};

/** The product with the variant that stands for it; nothing where it has no variant within the bounds. */
function shown(product: CatalogProduct, asked: Asked): object[] {
  const variant = featured(within(product, asked));
  if (!variant) return [];
  const { view, money } = asked;
  return [ucpProduct(product, [ucpVariant(variant, product, money)], view.market, money)];
}

/** @throws Problem where the body is not of the protocol, or has too many ids */
export const lookupCatalog: UcpOperation = async (given, desk) => {
  const { ids, context, filters } = parsed(lookup, given);
  if (ids.length > MOST_UCP_IDS) {
    throw badRequest('/ids', `found ${ids.length} ids, expected at most ${MOST_UCP_IDS}`, 'request_too_large');
  }
  const asked = askedOf(desk.shop, context, filters);
  const wanted = [...new Set(ids)];
  const found = await productsOf(wanted, asked, desk);
  const products = [...new Map(found.map(product => [product.key, product])).values()];
  const missing = wanted.filter(id => !products.some(product => owns(product, id)));
  return {
    ucp: ucpOf('lookup'),
    products: products.flatMap(product => matched(product, wanted, asked)),
    ...messagesOf([...asked.messages, ...missing.map(id => ({ type: 'info', code: 'not_found', content: id }))]),
  };
};

/** A product with those of its variants that ids stand for, each with these ids. */
function matched(product: CatalogProduct, ids: readonly string[], asked: Asked): object[] {
  const { view, money } = asked;
  const allowed = within(product, asked);
  const standsFor = ids.includes(product.key) ? featured(allowed) : undefined;
  const variants = allowed.flatMap(variant => {
    const inputs = [
      ...(ids.includes(variant.key) ? [{ id: variant.key, match: 'exact' }] : []),
      ...(variant === standsFor ? [{ id: product.key, match: 'featured' }] : []),
    ];
    return inputs.length > 0 ? [{ ...ucpVariant(variant, product, money), inputs }] : [];
  });
  return variants.length > 0 ? [ucpProduct(product, variants, view.market, money)] : [];
}

/** @throws Problem where the body is not of the protocol */
export const getProduct: UcpOperation = async (given, desk) => {
  const { id, selected = [], context, filters } = parsed(oneProduct, given);
  const asked = askedOf(desk.shop, context, filters);
  const { view, money, messages } = asked;
  const [product] = await productsOf([id], asked, desk);
  const allowed = product ? within(product, asked) : [];
  const main = allowed.find(({ key }) => key === id) ?? featured(ofSize(allowed, selected)) ?? featured(allowed);
  if (!product || !main) {
    const content = `there is no product or variant ${quote(id)} in market ${view.market.id}`;
    const error = { type: 'error', code: 'not_found', content, severity: 'unrecoverable' };
    return { ucp: ucpOf('lookup', 'error'), messages: [error] };
  }
  const label = labelOf(main);
  const alike = allowed.filter(variant => labelOf(variant) === label && variant !== main);
  const variants = [main, ...alike].map(variant => ucpVariant(variant, product, money));
  return {
    ucp: ucpOf('lookup'),
    product: {
      ...ucpProduct(product, variants, view.market, money),
      ...(label !== undefined && {
        selected: [{ name: SIZE, label }],
        options: [{ name: SIZE, values: sizesOf(product) }],
      }),
    },
    ...messagesOf(messages),
  };
};

/** The variants of a size that is selected; none where there is no such selection, or size. */
function ofSize(variants: CatalogProduct['variants'], selected: readonly { name: string; label: string }[]) {
  const size = selected.find(({ name }) => name.toLowerCase() === SIZE.toLowerCase());
  return variants.filter(variant => size !== undefined && labelOf(variant) === size.label);
}

function sizesOf(product: CatalogProduct): object[] {
  return labelsOf(product).map(label => ({
    label,
    available: product.variants.some(variant => labelOf(variant) === label && variant.inStock),
    exists: true,
  }));
}

function owns(product: CatalogProduct, id: string): boolean {
  return product.key === id || product.variants.some(({ key }) => key === id);
}

/** The products that own the ids; unknown ones have none. */
async function productsOf(ids: readonly string[], asked: Asked, desk: ShopDesk): Promise<CatalogProduct[]> {
  const parameters = { ...parametersOf(asked), cart: ids.join('|') };
  const { cart } = (await desk.ask('cart-page', parameters)) as { cart: AnsweredGroup<CatalogProduct>[] };
  return cart.map(({ products: [main] }) => main!);
}

/** The variants within the bounds of prices. */
function within({ variants }: CatalogProduct, { bounds: { min, max } }: Asked): CatalogProduct['variants'] {
  return variants.filter(({ sellingPrice }) => sellingPrice >= (min ?? 0) && sellingPrice <= (max ?? Infinity));
}

function parametersOf({ view: { market, locale } }: Asked): AskedParameters {
  return { market: market.id, locale, templateId: 'agents-catalog' };
}

/** @throws Problem `no_products`, `currency_unknown` */
function askedOf(shop: AgentShop, context: Context = {}, { price = {}, categories = [] }: Filters = {}): Asked {
  if (shop.length === 0) throw new Problem('no_products', 'there are no products yet: import a catalog first');
  const view = viewIn(shop, context);
  const { id, currency } = view.market;
  if (currency === undefined) {
    throw new Problem(
      'currency_unknown',
      `market ${id} has no currency; set appSettings.currency in the configuration`,
    );
  }
  const money = new Money(currency);
  const foreign = context.currency !== undefined && context.currency.toUpperCase() !== currency;
  const bounded = price.min !== undefined || price.max !== undefined;
  const content = `the price filter is in ${context.currency}, and prices are in ${currency}: it was ignored`;
  const bound = (amount: number | undefined) => (amount === undefined || foreign ? undefined : money.major(amount));
  return {
    view,
    money,
    bounds: { min: bound(price.min), max: bound(price.max) },
    categories,
    messages: foreign && bounded ? [{ type: 'info', code: 'price_filter_ignored', content }] : [],
  };
}

/** The market of the country, or else of the currency or language; hints that fit none are passed over. */
function viewIn(shop: AgentShop, { address_country: country, language, currency }: Context): AgentView {
  const speaks = (locale: string) => language !== undefined && locale.toLowerCase() === language.toLowerCase();
  const alike = (locale: string) => language !== undefined && baseOf(locale) === baseOf(language);
  const market =
    (country && shop.find(one => isIn(one, country))) ||
    (currency && shop.find(one => one.currency === currency.toUpperCase())) ||
    shop.find(({ locales }) => speaks(locales[0]!)) ||
    shop.find(({ locales }) => alike(locales[0]!)) ||
    shop[0]!;
  const { locales } = market;
  return { market, locale: locales.find(speaks) ?? locales.find(alike) ?? locales[0]! };
}

function isIn({ id, locales }: AgentMarket, country: string): boolean {
  const code = country.toUpperCase() === 'UK' ? 'GB' : country.toUpperCase();
  return id.toUpperCase() === country.toUpperCase() || locales[0]!.toUpperCase().endsWith(`-${code}`);
}

function baseOf(locale: string): string {
  return locale.split('-', 1)[0]!.toLowerCase();
}

/** As a value of a facet is written. */
function escaped(value: string): string {
  return value.replaceAll('%', '%25').replaceAll('|', '%7C');
}

function cursorOf(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

/** @throws Problem for a cursor that is not of ours */
function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const offset = Buffer.from(cursor, 'base64url').toString('latin1');
  if (/^\d{1,5}$/.test(offset) && Number(offset) <= MAX_SKIP) return Number(offset);
  throw badRequest('/pagination/cursor', `found ${quote(cursor)}, expected the cursor of an answer`);
}

function messagesOf(messages: readonly Message[]): { messages?: readonly Message[] } {
  return messages.length > 0 ? { messages } : {};
}

/** @throws Problem that lists every fault by JSON pointer */
function parsed<Schema extends TObject>(validator: LazyValidator<Schema>, given: unknown): Static<Schema> {
  if (given === undefined) throw badRequest('body', 'missing; expected a JSON object', 'body_missing');
  return checked(validator, given);
}

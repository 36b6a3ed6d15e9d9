/**
 * What of a storefront's answers agents are told, and in which words: as short as it can be, because each word takes up
 * room in a model's context. Members without a value, and those that say what is usual, are left out.
 */
import Type, { type Static } from 'typebox';
import { filled, list, strict } from '../response-parts.js';
import type { AgentMarket, AgentView } from './agent-shop.js';

const { Optional, String: text, Number: number, Boolean: flag } = Type;

/** Members that say where an answer is from. */
export const VIEW_MEMBERS = {
  market: filled(),
  locale: filled(),
  currency: Optional(Type.String({ description: 'ISO 4217 code of all prices.' })),
};

export const BriefProduct = strict({
  id: filled(),
  title: text(),
  brand: Optional(text()),
  price: Type.Number({ description: 'What it costs now; the least, where variants differ.' }),
  max_price: Optional(Type.Number({ description: 'The price of the dearest variant, where they differ.' })),
  list_price: Optional(Type.Number({ description: 'Before the discount.' })),
  rating: Optional(Type.Number({ description: 'From 0 to 5.' })),
  sold_out: Optional(Type.Literal(true)),
  sponsored: Optional(Type.Literal(true, { description: 'An advertiser pays for the place.' })),
  siblings_count: Optional(
    Type.Integer({
      minimum: 1,
      description: 'There are so many like it, in other colours for example: see get_product.',
    }),
  ),
  link: text(),
});
export type BriefProduct = Static<typeof BriefProduct>;

const { siblings_count: _, ...OWN_MEMBERS } = BriefProduct.properties;

export const FullProduct = strict({
  ...OWN_MEMBERS,
  series: Optional(text()),
  description: Optional(text()),
  image: Optional(text()),
  attributes: Optional(Type.Record(Type.String(), text(), { description: 'What else is known of it, by name.' })),
  variants: list(
    strict({
      id: filled(),
      label: Optional(Type.String({ description: 'The size, in most shops.' })),
      price: Optional(Type.Number({ description: 'Where variants differ.' })),
      stock: Type.Integer({ minimum: 0 }),
    }),
  ),
  siblings: Optional(
    list(strict({ id: filled(), title: text(), price: number(), sold_out: Optional(Type.Literal(true)) })),
  ),
});

export const FoundContent = strict({
  id: filled(),
  type: filled(),
  title: text(),
  description: Optional(text()),
  link: text(),
});

export const FoundFilter = strict({
  id: filled(),
  label: text(),
  values: Optional(list(strict({ id: text(), label: Optional(text()), count: Type.Integer({ minimum: 0 }) }))),
  min: Optional(number()),
  max: Optional(number()),
  unit: Optional(text()),
  more_values: Optional(flag()),
});

interface PriceRange {
  min: number;
  max: number;
}

/** What the answers of queries have of a product, by the built-in templates. */
export interface AnsweredProduct {
  key: string;
  title: string;
  brand?: string;
  rating?: number;
  inStock: boolean;
  listPrice: PriceRange;
  sellingPrice: PriceRange;
  link: string;
  sponsored?: boolean;
  variants: AnsweredVariant[];
}

export interface AnsweredVariant {
  key: string;
  label?: string;
  size?: string;
  sellingPrice: number;
  inStock: boolean;
}

interface Measure {
  amount: number;
  unit: string;
}

const MEASURES = ['depth', 'height', 'length', 'volume', 'weight', 'width'] as const;

/** A product of a product page's own group, of which everything is told. */
export interface DetailedProduct extends AnsweredProduct, Partial<Record<(typeof MEASURES)[number], Measure>> {
  series?: string;
  description?: string;
  imageInfo: { images: { sources: { url: string }[] }[] };
  custom: Record<string, { id: string; label: string }[]>;
  typedCustom: { lengths: Record<string, Measure>; numbers: Record<string, number> };
  variants: (AnsweredVariant & { stockNumber: number })[];
}

export interface AnsweredGroup<Product = AnsweredProduct> {
  key: string;
  products: Product[];
}

export interface AnsweredFacet {
  id: string;
  label: string;
  type: 'TEXT' | 'COLOR' | 'RANGE' | 'SIZE' | 'CHECKBOX';
  unit?: string;
  min?: number;
  max?: number;
  values?: AnsweredFacetValue[];
  sizeTypes?: { label: string; formats: { format: string; values: AnsweredFacetValue[] }[] }[];
}

interface AnsweredFacetValue {
  id: string;
  label: string;
  count: number;
}

type Filter = Static<typeof FoundFilter>;

/** Most values that are told of a filter. */
const MOST_VALUES = 12;

export function viewMembers({ market, locale }: AgentView): { market: string; locale: string; currency?: string } {
  const { id, currency } = market;
  return { market: id, locale, ...(currency !== undefined && { currency }) };
}

export function briefProduct(product: AnsweredProduct, market: AgentMarket): BriefProduct {
  const { key, title, brand, rating, inStock, listPrice, sellingPrice, sponsored, link } = product;
  return {
    id: key,
    title,
    ...(brand !== undefined && { brand }),
    price: sellingPrice.min,
    ...(sellingPrice.max > sellingPrice.min && { max_price: sellingPrice.max }),
    ...(listPrice.min > sellingPrice.min && { list_price: listPrice.min }),
    ...(rating !== undefined && { rating }),
    ...(!inStock && { sold_out: true as const }),
    ...(sponsored && { sponsored: true as const }),
    link: absolute(link, market),
  };
}

/** The product of a group that is listed, and how many others the group has. */
export function briefGroup({ products: [main, ...others] }: AnsweredGroup, market: AgentMarket): BriefProduct {
  return { ...briefProduct(main!, market), ...(others.length > 0 && { siblings_count: others.length }) };
}

/** @param siblings the other products of its group */
export function fullProduct(
  product: DetailedProduct,
  siblings: readonly DetailedProduct[],
  market: AgentMarket,
): Static<typeof FullProduct> {
  const { series, description, imageInfo, sellingPrice, variants } = product;
  const image = imageInfo.images[0]?.sources[0]?.url;
  const attributes = attributesOf(product);
  const differ = sellingPrice.max > sellingPrice.min;
  return {
    ...briefProduct(product, market),
    ...(series !== undefined && { series }),
    ...(description !== undefined && { description }),
    ...(image !== undefined && { image: absolute(image, market) }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    variants: variants.map(({ key, label, size, sellingPrice: price, stockNumber }) => ({
      id: key,
      ...((label ?? size) !== undefined && { label: label ?? size }),
      ...(differ && { price }),
      stock: stockNumber,
    })),
    ...(siblings.length > 0 && {
      siblings: siblings.map(({ key, title, sellingPrice: { min }, inStock }) => ({
        id: key,
        title,
        price: min,
        ...(!inStock && { sold_out: true as const }),
      })),
    }),
  };
}

function attributesOf(product: DetailedProduct): Record<string, string> {
  const { custom, typedCustom } = product;
  const measures = MEASURES.flatMap(name => (product[name] ? [[name, measured(product[name])]] : []));
  return Object.fromEntries([
    ...Object.entries(custom).map(([name, values]) => [name, values.map(({ label }) => label).join(', ')]),
    ...Object.entries(typedCustom.numbers).map(([name, value]) => [name, String(value)]),
    ...Object.entries(typedCustom.lengths).map(([name, length]) => [name, measured(length)]),
    ...measures,
  ]) as Record<string, string>;
}

const measured = ({ amount, unit }: Measure) => `${amount} ${unit}`;

/** What a search can be narrowed by: those that offer a choice. */
export function foundFilters(facets: readonly AnsweredFacet[]): Filter[] {
  return facets.flatMap(({ id, label, type, unit, min, max, values, sizeTypes }): Filter[] => {
    if (type === 'CHECKBOX') return [];
    if (type === 'RANGE') {
      if (min === undefined || max === undefined) return [];
      return [{ id, label, min, max, ...(unit !== undefined && { unit }) }];
    }
    const all = values ?? sizeTypes!.flatMap(({ formats }) => formats.flatMap(one => one.values));
    const first = all.slice(0, MOST_VALUES).map(value => ({
      id: value.id,
      ...(value.label !== value.id && { label: value.label }),
      count: value.count,
    }));
    return [{ id, label, values: first, ...(all.length > MOST_VALUES && { more_values: true }) }];
  });
}

/** A link that works outside the shop's pages, where it is known what it is relative to. */
export function absolute(link: string, { baseUrl }: AgentMarket): string {
  if (baseUrl === undefined || !URL.canParse(link, baseUrl)) return link;
  return new URL(link, baseUrl).href;
}

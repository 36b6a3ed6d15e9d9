/**
 * What listings should hold, worked out the slow way from the records of a catalog: every product of a view is looked
 * at on its own, every variant of it, every restriction. Shares with the engine the merging of overrides, the colour
 * palette, the units and the natural order of labels, which have tests of their own.
 */

import { type ResolvedProduct, type ResolvedVariant, resolveProduct } from '../../src/catalog/resolve.js';
import type { Restriction, RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import { TranslatedLabels } from '../../src/catalog/translated-labels.js';
import { colorIdOf } from '../../src/kernel/colors.js';
import { DEFAULT_UNITS, dimensionOf, toBase } from '../../src/kernel/measures.js';
import { compareNatural, naturalKey } from '../../src/kernel/natural-order.js';
import type { FacetSelection, ProductContext } from '../../src/pages/shared/requests.js';
import { type Catalog, DAY_MS, NOW } from './shop.js';

export type OfferSelection = Pick<ProductContext, 'channels' | 'stores' | 'priceId'>;
export const ORDINARY: OfferSelection = { channels: { online: true, store: true }, stores: [] };

export interface Offer {
  list: number;
  sell: number;
  stock: number;
}

export interface Item {
  group: string;
  /** The group appears once in a listing. */
  once: boolean;
  product: ResolvedProduct;
}

const MEASURES = new Set(['length', 'width', 'height', 'depth', 'volume', 'weight']);
const LISTS = new Set(['category', 'product_type', 'department', 'gender', 'age', 'pattern']);
const SINGLE = new Set(['brand', 'name', 'title', 'series', 'ontology']);
const HIERARCHIES = new Set(['category', 'ontology']);

const fold = (text: string) => text.trim().normalize('NFC').toLowerCase();
/** By the name that rules use. */
const members = new Map<string, string>();
function camel(name: string): string {
  let member = members.get(name);
  if (member === undefined) {
    members.set(name, (member = name.replace(/_(.)/g, (_, c: string) => c.toUpperCase())));
  }
  return member;
}
export const snake = (id: string) => (id.startsWith('custom.') ? id : id.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`));

/** Compares labels. */
export function inNaturalOrder(a: string, b: string): number {
  return compareNatural(naturalKey(a), naturalKey(b));
}

/** Whole percent. */
export function discountOf({ list, sell }: Offer): number {
  return sell < list ? Math.round(((list - sell) / list) * 100) : 0;
}

export function offerOf({ data }: ResolvedVariant, { channels, stores, priceId }: OfferSelection): Offer {
  const custom = priceId === undefined ? undefined : data.customPrices?.[priceId];
  const inStores = channels.store ? [...new Set(stores)].map(key => data.stores?.[key] ?? 0) : [];
  const stock = inStores.reduce((sum, n) => sum + n, channels.online ? data.stock : 0);
  return { list: custom?.listPrice ?? data.listPrice, sell: custom?.sellingPrice ?? data.sellingPrice, stock };
}

/** A value and all above it: `A > B` is below `A`. */
function withAncestors(value: string): string[] {
  const levels = value.split(' > ');
  return levels.map((_, i) => levels.slice(0, i + 1).join(' > '));
}

export class Oracle {
  readonly items: Item[] = [];
  readonly labels: TranslatedLabels;
  /** What was found out about whole views: every product is asked about it. */
  private readonly known = new Map<string, boolean>();
  private readonly units = new Map<string, string | undefined>();
  private stores: ReadonlySet<string> | undefined;

  constructor(
    catalog: Catalog,
    readonly market: string,
    readonly locale: string,
    readonly nowMs = NOW,
    /** Whether sizes that are out of stock are no facet values and match nothing. */
    readonly hidesSizes = false,
  ) {
    this.labels = new TranslatedLabels(catalog.translations, locale);
    for (const [group, { products, suppressDuplicates }] of Object.entries(catalog.groups)) {
      for (const [key, record] of Object.entries(products)) {
        const product = resolveProduct(key, record, market, locale);
        if (product) this.items.push({ group, once: suppressDuplicates === true, product });
      }
    }
  }

  get hasOnce(): boolean {
    return this.items.some(({ once }) => once);
  }

  item(key: string): Item {
    return this.items.find(({ product }) => product.key === key)!;
  }

  /** Ids of the values that a variant has of a text attribute, its product's included. */
  values(attribute: string, { data, colors }: ResolvedProduct, variant: ResolvedVariant): string[] {
    if (attribute === 'color') return [...new Set(colors.flatMap(color => colorIdOf(color) ?? []))];
    if (attribute === 'size') {
      return variant.sizes.map(({ format, size }) => `${data.sizeType ?? 'NO_TYPE'};${format ?? 'NO_FORMAT'};${size}`);
    }
    if (attribute.startsWith('custom.')) {
      const name = attribute.slice(7);
      return [...new Set([...(data.customLabels?.[name] ?? []), ...(variant.data.customLabels?.[name] ?? [])])];
    }
    const member = data[camel(attribute) as keyof typeof data] as string | string[] | undefined;
    const values = member === undefined ? [] : typeof member === 'string' ? [member] : member;
    return HIERARCHIES.has(attribute) ? [...new Set(values.flatMap(withAncestors))] : values;
  }

  isText(attribute: string): boolean {
    if (attribute.startsWith('custom.')) return !/^custom\.(number|length)\./.test(attribute);
    return attribute === 'color' || attribute === 'size' || LISTS.has(attribute) || SINGLE.has(attribute);
  }

  label(attribute: string, id: string): string {
    if (attribute === 'title') return id;
    return this.labels.label(attribute, attribute === 'size' ? id.split(';')[2]! : id);
  }

  /** What a rule or a selection may call a value. */
  private isNamed(attribute: string, id: string, name: string): boolean {
    if (fold(id) === fold(name) || fold(this.label(attribute, id)) === fold(name)) return true;
    if (attribute === 'size') return fold(id.split(';')[2]!) === fold(name);
    return attribute === 'color' && colorIdOf(name) === id;
  }

  /** Every value that occurs in the view and has one of these names. */
  named(attribute: string, names: readonly string[]): Set<string> {
    if (names.length === 0) return new Set();
    const all = this.items.flatMap(({ product }) => product.variants.flatMap(v => this.values(attribute, product, v)));
    return new Set([...new Set(all)].filter(id => names.some(name => this.isNamed(attribute, id, name))));
  }

  /** Value of a number attribute; measures in base units, `newness` in whole days since a release that has been. */
  number(attribute: string, product: ResolvedProduct, variant: ResolvedVariant, offer: Offer): number | undefined {
    const { data } = product;
    switch (attribute) {
      case 'price':
        return offer.sell;
      case 'list_price':
        return offer.list;
      case 'discount':
        return discountOf(offer);
      case 'stock_number':
        return offer.stock;
      case 'rating':
        return data.rating;
      case 'newness': {
        const age = data.releaseDate === undefined ? -1 : this.nowMs - Date.parse(data.releaseDate);
        return age < 0 ? undefined : Math.floor(age / DAY_MS);
      }
    }
    if (attribute.startsWith('custom.number.')) {
      const name = attribute.slice(14);
      return variant.data.customNumbers?.[name] ?? data.customNumbers?.[name];
    }
    const measure = attribute.startsWith('custom.length.')
      ? (variant.data.customLengths?.[attribute.slice(14)] ?? data.customLengths?.[attribute.slice(14)])
      : MEASURES.has(attribute)
        ? (variant.data[attribute as 'length'] ?? data[attribute as 'length'])
        : undefined;
    return measure && toBase(measure);
  }

  /** Whether one variant has what a restriction names. */
  holds(restriction: Restriction, item: Item, variant: ResolvedVariant, selection: OfferSelection): boolean {
    return this.fits(restriction, item, variant, offerOf(variant, selection));
  }

  /** Whether a variant passes rules: what one of them excludes, none of the variants may have that it includes. */
  meets(rules: RuleExpression, item: Item, variant: ResolvedVariant, selection: OfferSelection): boolean {
    return (
      rules.length === 0 ||
      rules.some(({ restrictions }) => {
        const isIncluded = (other: ResolvedVariant) =>
          restrictions.every(one => one.exclude || this.holds(one, item, other, selection));
        const included = item.product.variants.filter(isIncluded);
        const isExcluded = (other: ResolvedVariant) =>
          restrictions.some(one => one.exclude && this.holds(one, item, other, selection));
        return included.includes(variant) && !included.some(isExcluded);
      })
    );
  }

  private fits({ attribute, condition }: Restriction, item: Item, variant: ResolvedVariant, offer: Offer): boolean {
    const { product } = item;
    if (condition.kind === 'days') {
      const { releaseDate } = product.data;
      const age = releaseDate === undefined ? -1 : this.nowMs - Date.parse(releaseDate);
      return age >= 0 && age <= condition.days * DAY_MS;
    }
    if (condition.kind === 'range') {
      const value = this.number(attribute, product, variant, offer);
      const isMeasure = MEASURES.has(attribute) || attribute.startsWith('custom.length.');
      const fallback =
        MEASURES.has(attribute) && attribute !== 'volume' && attribute !== 'weight' ? 'length' : attribute;
      const unit =
        condition.unit ??
        DEFAULT_UNITS[(isMeasure && !attribute.startsWith('custom.') ? fallback : 'length') as 'length'];
      const bound = (amount: number) => (isMeasure && Number.isFinite(amount) ? toBase({ amount, unit }) : amount);
      return value !== undefined && value >= bound(condition.min) && value <= bound(condition.max);
    }
    const { values } = condition;
    switch (attribute) {
      case 'product_key':
        return values.includes(product.key);
      case 'variant_key':
        return values.includes(variant.key);
      case 'product_group_key':
        return values.includes(item.group);
      case 'in_stock':
        return values.includes(String(offer.stock > 0));
    }
    if (this.isText(attribute)) {
      return this.values(attribute, product, variant).some(id =>
        values.some(name => this.isNamed(attribute, id, name)),
      );
    }
    const value = this.number(attribute, product, variant, offer);
    return value !== undefined && values.some(text => Number(text) === value);
  }

  /** What a facet selection restricts; undefined when nothing. */
  restriction(selection: FacetSelection): Restriction | undefined {
    const { id, values, checked, min, max } = selection;
    const attribute = id === 'onlyInStock' ? 'in_stock' : snake(id);
    if (checked !== undefined) {
      return checked ? { exclude: false, attribute, condition: { kind: 'values', values: ['true'] } } : undefined;
    }
    if (values !== undefined) {
      // A facet that the view does not have is ignored.
      const hasSome = (product: ResolvedProduct) =>
        product.variants.some(v => this.values(attribute, product, v).length > 0);
      return values.length > 0 && this.isKnown(attribute, hasSome)
        ? { exclude: false, attribute, condition: { kind: 'values', values } }
        : undefined;
    }
    const unit = this.unitOf(attribute);
    if (!this.hasNumber(attribute)) return undefined;
    const range = { kind: 'range' as const, min: min ?? -Infinity, max: max ?? Infinity };
    return { exclude: false, attribute, condition: unit === undefined ? range : { ...range, unit } };
  }

  /** Whether anything in the view has a number of this name; all that is on sale has those of offers. */
  hasNumber(attribute: string): boolean {
    return this.isKnown(attribute, product =>
      product.variants.some(v => this.number(attribute, product, v, offerOf(v, ORDINARY)) !== undefined),
    );
  }

  private isKnown(attribute: string, has: (product: ResolvedProduct) => boolean): boolean {
    let known = this.known.get(attribute);
    if (known === undefined) this.known.set(attribute, (known = this.items.some(({ product }) => has(product))));
    return known;
  }

  /** Every store that a variant names. */
  get storeKeys(): ReadonlySet<string> {
    const variants = () => this.items.flatMap(({ product }) => product.variants);
    this.stores ??= new Set(variants().flatMap(({ data }) => Object.keys(data.stores ?? {})));
    return this.stores;
  }

  /** The unit that a measure's facet speaks in: the one imported most often. */
  unitOf(attribute: string): string | undefined {
    if (!this.units.has(attribute)) this.units.set(attribute, this.commonestUnit(attribute));
    return this.units.get(attribute);
  }

  private commonestUnit(attribute: string): string | undefined {
    const counts = new Map<string, number>();
    const count = (unit: string | undefined) => unit && counts.set(unit, (counts.get(unit) ?? 0) + 1);
    const name = attribute.replace('custom.length.', '');
    const isCustom = name !== attribute;
    for (const { product } of this.items) {
      for (const data of [product.data, ...product.variants.map(variant => variant.data)]) {
        const measure = isCustom ? data.customLengths?.[name] : MEASURES.has(name) ? data[name as 'length'] : undefined;
        count(measure?.unit);
      }
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return most && dimensionOf(most[0]) ? most[0] : undefined;
  }

  /** The variants of a product that meet rules and selections together; empty: the product is no hit. */
  passing(
    item: Item,
    rules: RuleExpression,
    facets: readonly FacetSelection[],
    selection: OfferSelection,
  ): ResolvedVariant[] {
    const chosen = facets.flatMap(facet => this.restriction(facet) ?? []);
    const hides = this.hidesSizes && chosen.some(({ attribute }) => attribute === 'size');
    return item.product.variants.filter(variant => {
      if (hides && offerOf(variant, selection).stock <= 0) return false;
      const holds = (restriction: Restriction) => this.holds(restriction, item, variant, selection);
      return chosen.every(holds) && this.meets(rules, item, variant, selection);
    });
  }

  /** All products that pass, before groups that appear once are brought down to one. */
  hits(rules: RuleExpression, facets: readonly FacetSelection[], selection: OfferSelection): Item[] {
    return this.items.filter(item => this.passing(item, rules, facets, selection).length > 0);
  }
}

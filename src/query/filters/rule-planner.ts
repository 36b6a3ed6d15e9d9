/**
 * Compiles rule expressions and facet selections to filters over a view: each restriction becomes a bitmap, cached
 * under its canonical form, and bitmaps are combined.
 */

import { formatRules } from '../../catalog/rules/parse-rules.js';
import { isNumeric, resolveAttribute } from '../../catalog/rules/rule-attributes.js';
import type { Condition, Restriction, RuleExpression } from '../../catalog/rules/rule-expression.js';
import { toBaseRange } from '../../index/numbers.js';
import { type Bitmap, complement, emptyBitmap, setBit } from '../../kernel/bitmap.js';
import { colorIdOf } from '../../kernel/colors.js';
import { Deadline } from '../../kernel/deadline.js';
import { DEFAULT_UNITS, dimensionOf } from '../../kernel/measures.js';
import type { View } from '../../snapshot/index.js';
import { LookupCounter } from '../cache-lookups.js';
import { anyOf, both, EVERYTHING, type Filter, passingProducts } from './filter.js';
import type { OfferContext } from './offer-context.js';

/** Memory for compiled restrictions of one view on one thread, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Of a restriction with its objects, beside bitmaps and key; roughly. Those of a small view take less themselves. */
const ENTRY_BYTES = 600;
const lookups = new LookupCounter('rules');
export const DAY_MS = 86_400_000;
const HIERARCHIES: ReadonlySet<string> = new Set(['category', 'ontology']);
const MINUTE_MS = 60_000;

export class RulePlanner {
  private readonly kept = new Map<string, Filter>();
  private keptBytes = 0;

  /** @param deadline past which expressions select nothing: products that were not tested are not shown */
  constructor(
    private readonly view: View,
    private readonly deadline: Deadline = new Deadline(),
  ) {}

  /** The filter of an expression at the time `nowMs`. Must not be cached when the deadline has passed. */
  expression(rules: RuleExpression, offers: OfferContext, nowMs: number): Filter {
    if (rules.length === 0) return EVERYTHING;
    const filters = rules.map(({ restrictions }) => this.rule(restrictions, offers, nowMs));
    return anyOf(filters, this.view.structure);
  }

  /**
   * What is included, and of it the products of which no variant that meets the conditions on variants is excluded: a
   * variant can be left out by including others, and a product only as a whole by what it must not have.
   */
  private rule(restrictions: readonly Restriction[], offers: OfferContext, nowMs: number): Filter {
    const nothing = { products: emptyBitmap(this.view.structure.productCount) };
    let filter: Filter = EVERYTHING;
    const onVariants: Restriction[] = [];
    for (const restriction of restrictions) {
      if (restriction.exclude) continue;
      if (this.deadline.passed) return nothing;
      const included = this.restriction(restriction, offers, nowMs);
      if (included.variants) onVariants.push(restriction);
      filter = both(filter, included);
    }
    const { variants } = filter;
    for (const restriction of restrictions) {
      if (!restriction.exclude) continue;
      if (this.deadline.passed) return nothing;
      const excluded = this.restriction(restriction, offers, nowMs);
      const among = excluded.variants ? onVariants : [];
      const without = () => this.without(excluded, variants);
      filter = both(filter, this.compiled([...among, restriction], offers, nowMs, without));
    }
    return filter;
  }

  /** What has the values, or lies within the bounds, of a restriction: whether that is excluded is for its rule. */
  restriction({ attribute, condition }: Restriction, offers: OfferContext, nowMs: number): Filter {
    return this.compiled([{ attribute, condition, exclude: false }], offers, nowMs, () =>
      this.positive(attribute, condition, offers, attribute === 'newness' ? wholeMinute(nowMs) : nowMs),
    );
  }

  /** The filter of restrictions that has been kept, or that `compile` makes. */
  private compiled(restrictions: Restriction[], offers: OfferContext, nowMs: number, compile: () => Filter): Filter {
    // Newness changes with time: it is cached by the minute, both as a number of days and as the range of its facet.
    const minute = restrictions.some(({ attribute }) => attribute === 'newness') ? wholeMinute(nowMs) : '';
    const key = `${formatRules([{ restrictions }])}|${offers.key}|${minute}`;
    const known = this.kept.get(key);
    if (known) {
      lookups.hit();
      // Last in the order of the map: the first to be dropped is the one that has not been asked for the longest.
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    lookups.miss();
    const filter = compile();
    this.kept.set(key, filter);
    this.keptBytes += bytesOf(key, filter);
    for (const [oldest, old] of this.kept) {
      if (this.keptBytes <= KEPT_BYTES || oldest === key) break;
      this.kept.delete(oldest);
      this.keptBytes -= bytesOf(oldest, old);
    }
    return filter;
  }

  /** The products without what is excluded; of their variants, `among` alone count. */
  private without(excluded: Filter, among: Bitmap | undefined): Filter {
    const { structure } = this.view;
    const concerned = passingProducts(excluded.variants ? both(excluded, { variants: among }) : excluded, structure);
    if (!concerned) return { products: emptyBitmap(structure.productCount) };
    return { products: complement(concerned, structure.productCount) };
  }

  private positive(attribute: string, condition: Condition, offers: OfferContext, nowMs: number): Filter {
    switch (condition.kind) {
      case 'values':
        return this.values(attribute, condition.values, offers, nowMs);
      case 'range':
        return this.range(attribute, condition, offers, nowMs);
      case 'days':
        return this.numbers('release_date', nowMs - condition.days * DAY_MS, nowMs);
    }
  }

  private values(attribute: string, values: readonly string[], offers: OfferContext, nowMs: number): Filter {
    const { structure } = this.view;
    if (attribute === 'product_key') return { products: this.keys(values, key => structure.products.find(key)) };
    if (attribute === 'variant_key') {
      const variants = emptyBitmap(structure.variantCount);
      for (const value of values) mark(variants, structure.variants.find(value.trim()));
      return { variants };
    }
    if (attribute === 'product_group_key') {
      const products = emptyBitmap(structure.productCount);
      for (const value of values) {
        const group = structure.groups.find(value.trim());
        if (group < 0) continue;
        for (let p = structure.groupStart[group]; p < structure.groupStart[group + 1]; p++) setBit(products, p);
      }
      return { products };
    }
    if (attribute === 'in_stock') return this.inStock(values, offers);
    if (this.view.attributes.get(attribute)) return this.text(attribute, values);
    const known = resolveAttribute(attribute);
    if (!known || !isNumeric(known)) return { products: emptyBitmap(structure.productCount) };
    const points = values.map(Number).map(value => ({ kind: 'range', min: value, max: value }) as const);
    return anyOf(
      points.map(point => this.range(attribute, point, offers, nowMs)),
      structure,
    );
  }

  private inStock(values: readonly string[], offers: OfferContext): Filter {
    const wanted = new Set(values.map(value => value.trim().toLowerCase()));
    const { variants } = offers.inStock;
    if (wanted.has('true') && wanted.has('false')) return EVERYTHING;
    return { variants: wanted.has('true') ? variants : complement(variants, this.view.structure.variantCount) };
  }

  private text(id: string, values: readonly string[]): Filter {
    const attribute = this.view.attributes.get(id)!;
    const { structure } = this.view;
    const byVariant = attribute.level === 'variant';
    const owners = emptyBitmap(byVariant ? structure.variantCount : structure.productCount);
    for (const value of values) {
      for (const ordinal of this.resolve(id, value)) {
        for (const owner of attribute.ownersOf(ordinal)) setBit(owners, owner);
      }
    }
    return byVariant ? { variants: owners } : { products: owners };
  }

  /** Ordinals of the values with a name; a colour may also be given as a CSS name or hex code. */
  resolve(id: string, name: string): number[] {
    const labels = this.view.labels.get(id);
    const found = labels?.resolve(HIERARCHIES.has(id) ? levelsOf(name) : name) ?? [];
    if (found.length > 0 || id !== 'color') return found;
    const color = colorIdOf(name);
    return color ? (labels?.resolve(color) ?? []) : [];
  }

  private range(
    attribute: string,
    condition: Condition & { kind: 'range' },
    offers: OfferContext,
    nowMs: number,
  ): Filter {
    const { min, max, unit } = condition;
    switch (attribute) {
      case 'price':
        return { variants: between(offers.sell, min, max) };
      case 'list_price':
        return { variants: between(offers.list, min, max) };
      case 'discount':
        return { variants: between(offers.discount, min, max) };
      case 'stock_number':
        return { variants: between(offers.stock, min, max) };
      case 'newness':
        // Released between `max` and `min` days ago; future releases are not new.
        return this.numbers('release_date', nowMs - (max + 1) * DAY_MS + 1, nowMs - Math.max(0, min) * DAY_MS);
    }
    const column = this.view.numbers.get(attribute);
    if (!column) return { products: emptyBitmap(this.view.structure.productCount) };
    const dimension = column.unit && dimensionOf(column.unit);
    const given = unit ?? (dimension && DEFAULT_UNITS[dimension]);
    const bounds = toBaseRange(column, min, max, given);
    return this.numbers(attribute, bounds.min, bounds.max);
  }

  private numbers(id: string, min: number, max: number): Filter {
    const column = this.view.numbers.get(id);
    if (!column) return { products: emptyBitmap(this.view.structure.productCount) };
    const bits = between(column.values, min, max);
    return column.level === 'variant' ? { variants: bits } : { products: bits };
  }

  private keys(values: readonly string[], find: (key: string) => number): Bitmap {
    const products = emptyBitmap(this.view.structure.productCount);
    for (const value of values) mark(products, find(value.trim()));
    return products;
  }
}

function bytesOf(key: string, { products, variants }: Filter): number {
  return ENTRY_BYTES + 2 * key.length + (products?.byteLength ?? 0) + (variants?.byteLength ?? 0);
}

/** A path of levels as imports normalise it. */
function levelsOf(path: string): string {
  return path
    .split('>')
    .map(level => level.trim())
    .join(' > ');
}

function wholeMinute(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
}

function mark(bits: Bitmap, ordinal: number): void {
  if (ordinal >= 0) setBit(bits, ordinal);
}

/** Owners whose value lies within inclusive bounds; NaN does not. */
function between(values: ArrayLike<number>, min: number, max: number): Bitmap {
  const bits = emptyBitmap(values.length);
  for (let i = 0; i < values.length; i++) {
    if (values[i] >= min && values[i] <= max) bits[i >>> 5] |= 1 << (i & 31);
  }
  return bits;
}

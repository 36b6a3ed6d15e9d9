/**
 * Rows of a feed as items: texts become prices, stock, measures, dates, colours and paths of pages. What is not understood
 * is reported and left empty; an item without what the catalog requires is left out.
 */
import type { Measure, ProductData, VariantData } from '../../catalog/records.js';
import { isCustomName } from '../../ingest/import/value-parsers.js';
import { isIsoForm } from '../../kernel/iso-time.js';
import { dimensionOf } from '../../kernel/measures.js';
import { type FeedReport, NOT_SOLD } from '../feed-report.js';
import type { FeedFormat, RowRelations } from '../formats/feed-format.js';
import type { CompiledMapping, MappedTexts } from '../mapping/compiled-mapping.js';
import { split } from '../mapping/targets.js';
import type { FeedRow } from '../readers/feed-row.js';
import { audienceWord } from './audience-words.js';
import { availabilityOf, DEFAULT_STOCK, isBuyable } from './availability.js';
import { ColorCodes } from './color-codes.js';
import type { FeedItem } from './feed-item.js';
import { colorNamesOf, distinct, hierarchies, imagesOf, pathOf } from './field-texts.js';
import { keyOf } from './keys.js';
import { parseMoney } from './money.js';
import { plainText } from './plain-text.js';
import { isWithin, timeOf } from './sales.js';

export interface ReaderOptions {
  format: FeedFormat;
  mapping: CompiledMapping;
  locale: string;
  /** The currency of the market; others are left out. Without it the first one of the feed is. */
  currency: string | undefined;
  nowMs: number;
}

/** An item with what its row says of others. */
export interface ReadItem {
  item: FeedItem;
  relations: RowRelations;
}

const MOST_LABELS = 20;
const MOST_CATEGORIES = 100;
const TEXTS = ['title', 'description', 'brand', 'name', 'series', 'sizeType'] as const;
const LABELS = ['productType', 'department', 'pattern'] as const;
const MEASURES = {
  weight: 'weight',
  length: 'length',
  width: 'length',
  height: 'length',
  depth: 'length',
  volume: 'volume',
} as const;
/** Of Google's taxonomy: without the taxonomy it says nothing, and is kept for feeds that are written again. */
const TAXONOMY_NUMBER = /^\d+$/;
const FALSE = /^(?:false|no|0|-1|draft|archived|disabled)$/i;

export class ItemReader {
  private readonly colors: ColorCodes;
  private readonly stock: Readonly<Record<string, number>>;
  private readonly prefix: string;
  private currency: string | undefined;
  private readonly relate: (row: FeedRow) => RowRelations;

  constructor(
    private readonly options: ReaderOptions,
    private readonly report: FeedReport,
  ) {
    const { mapping } = options.mapping;
    this.colors = new ColorCodes(options.locale, mapping.colors ?? {});
    this.stock = { ...DEFAULT_STOCK, ...mapping.stock };
    this.prefix = mapping.keyPrefix ?? '';
    this.currency = mapping.currency ?? options.currency;
    this.relate = options.format.relator?.() ?? (() => ({ role: 'variant' }));
  }

  /** @returns undefined for a row that is left out; the report says why */
  read(row: FeedRow): ReadItem | undefined {
    const relations = this.relate(row);
    const { line } = row;
    this.report.read++;
    if (relations.unsold !== undefined) return this.leaveOut(line, `${NOT_SOLD}: ${relations.unsold}`);
    const texts = this.options.mapping.texts(row, field => this.report.field(field, line, row.fields.get(field)![0]!));
    const one = (target: string): string | undefined => texts.get(target)?.[0];
    if (FALSE.test(one('published') ?? '')) return this.leaveOut(line, `${NOT_SOLD}: it is not published`);
    const expires = one('expires');
    if (expires !== undefined && timeOf(expires) < this.options.nowMs)
      return this.leaveOut(line, `${NOT_SOLD}: it has expired`);

    const item: FeedItem = {
      line,
      role: relations.role,
      data: this.productData(line, texts),
      variant: {},
      images: imagesOf(texts),
      colorNames: colorNamesOf(texts),
      colorCodes: [],
    };
    item.colorCodes = this.colorCodes(line, texts, item.colorNames);
    const group = one('group');
    if (group !== undefined) item.group = keyOf(group, this.prefix);
    const product = one('product');
    if (product !== undefined) item.product = keyOf(product, this.prefix);
    if (one('suppressDuplicates') === 'true') item.suppressDuplicates = true;
    if (relations.role === 'variant' && !this.addVariant(item, texts)) return undefined;
    return { item, relations: this.keyed(relations) };
  }

  private leaveOut(line: number, reason: string, value?: string): undefined {
    this.report.leaveOut(line, reason, value);
    return undefined;
  }

  private keyed({ role, aliases, members }: RowRelations): RowRelations {
    const keys = (ids: string[]): string[] => ids.map(id => keyOf(id, this.prefix));
    return { role, ...(aliases && { aliases: keys(aliases) }), ...(members && { members: keys(members) }) };
  }

  /** @returns whether the item can be sold: with an id and a price */
  private addVariant(item: FeedItem, texts: MappedTexts): boolean {
    const { line } = item;
    const id = texts.get('id')?.[0];
    if (id === undefined) {
      this.report.leaveOut(line, 'id: expected a value');
      return false;
    }
    item.id = keyOf(id, this.prefix);
    const prices = this.prices(line, texts);
    if (!prices) return false;
    const variant: VariantData = { ...prices, stock: this.stockOf(line, texts) };
    const size = texts.get('size')?.[0];
    const format = texts.get('sizeFormat')?.[0];
    if (size !== undefined && format !== undefined) variant.sizes = [{ format, size }];
    else if (size !== undefined) variant.size = size;
    const label = texts.get('label')?.[0] ?? size;
    if (label !== undefined) variant.label = label;
    const stores = this.stores(line, texts.get('stores') ?? []);
    if (stores) variant.stores = stores;
    this.addFamilies(line, texts, item.data, variant);
    const category = texts.get('ontology')?.[0];
    if (category !== undefined && TAXONOMY_NUMBER.test(category))
      identify(variant, 'google_product_category', category);
    const availability = texts.get('availability')?.[0];
    const state = availability === undefined ? undefined : availabilityOf(availability);
    if (state === 'preorder' || state === 'backorder') {
      variant.customLabels = { ...variant.customLabels, availability: [state] };
    }
    item.variant = variant;
    return true;
  }

  private productData(line: number, texts: MappedTexts): ProductData {
    const data: ProductData = {};
    for (const name of TEXTS) {
      const text = texts.get(name)?.[0];
      if (text !== undefined) data[name] = plainText(text);
    }
    const link = texts.get('url')?.[0];
    const url = link === undefined ? undefined : pathOf(link);
    if (url !== undefined) data.url = url;
    else if (link !== undefined) this.report.value('url', line, 'a URL, or a path that starts with /', link);
    const category = hierarchies(texts.get('category') ?? []).slice(0, MOST_CATEGORIES);
    if (category.length > 0) data.category = category;
    const [ontology] = hierarchies(texts.get('ontology') ?? []);
    if (ontology !== undefined && !TAXONOMY_NUMBER.test(ontology)) data.ontology = ontology;
    for (const name of LABELS) {
      const labels = texts.get(name)?.map(plainText);
      if (labels) data[name] = distinct(labels).slice(0, MOST_LABELS);
    }
    for (const name of ['gender', 'age'] as const) {
      const labels = texts.get(name)?.map(text => audienceWord(text, this.options.locale));
      if (labels) data[name] = distinct(labels).slice(0, MOST_LABELS);
    }
    const rating = this.number(line, texts, 'rating', 'a number from 0 to 5', 5);
    if (rating !== undefined) data.rating = rating;
    const releaseDate = texts.get('releaseDate')?.[0]?.replace(' ', 'T');
    if (releaseDate !== undefined) {
      if (isIsoForm(releaseDate)) data.releaseDate = releaseDate;
      else this.report.value('releaseDate', line, 'an ISO 8601 date', releaseDate);
    }
    const styleWith = texts.get('styleWith')?.map(id => keyOf(id, this.prefix));
    if (styleWith) data.styleWith = distinct(styleWith).slice(0, MOST_LABELS);
    for (const [name, dimension] of Object.entries(MEASURES)) {
      const measure = this.measure(line, texts, name, dimension);
      if (measure) data[name as keyof typeof MEASURES] = measure;
    }
    return data;
  }

  /** Custom members: those of products go to `data`, those of variants to `variant`. */
  private addFamilies(line: number, texts: MappedTexts, data: ProductData, variant: VariantData): void {
    for (const [target, values] of texts) {
      const [family, given] = split(target);
      if (given === '') continue;
      const name = isCustomName(given)
        ? given
        : given.replace(/[^\p{L}\p{N}_.-]+/gu, '_').replace(/^(?=[^\p{L}_])/u, '_');
      if (!isCustomName(name)) continue;
      switch (family) {
        case 'customLabels':
          data.customLabels = { ...data.customLabels, [name]: distinct(values.map(plainText)) };
          break;
        case 'variantLabels':
          variant.customLabels = { ...variant.customLabels, [name]: distinct(values.map(plainText)) };
          break;
        case 'customNumbers': {
          const number = this.number(line, texts, target, 'a number', Number.MAX_VALUE);
          if (number !== undefined) data.customNumbers = { ...data.customNumbers, [name]: number };
          break;
        }
        case 'customLengths': {
          const length = this.measure(line, texts, target, 'length');
          if (length) data.customLengths = { ...data.customLengths, [name]: length };
          break;
        }
        case 'customJson': {
          const json = this.json(line, target, values[0]!);
          if (json) data.customJson = { ...data.customJson, [name]: json };
          break;
        }
        case 'customPrices': {
          const sellingPrice = this.price(line, texts, target);
          const { listPrice = 0 } = variant;
          if (sellingPrice !== undefined)
            variant.customPrices = { ...variant.customPrices, [given]: { listPrice, sellingPrice } };
          break;
        }
        case 'identifiers':
          identify(variant, name, values[0]!);
          break;
      }
    }
  }

  private json(line: number, target: string, text: string): object | undefined {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    } catch {
      // Reported like any other text that is no object.
    }
    this.report.value(target, line, 'an object of JSON', text);
    return undefined;
  }

  /** @returns undefined where there is no price in the currency of the market, which leaves the item out */
  private prices(
    line: number,
    texts: MappedTexts,
  ): Pick<VariantData, 'listPrice' | 'sellingPrice' | 'cost'> | undefined {
    const list = texts.get('listPrice')?.[0];
    const sale = texts.get('sellingPrice')?.[0];
    const text = list ?? sale;
    if (text === undefined) return this.leaveOut(line, 'price: expected a value');
    const listPrice = this.price(line, texts, list === undefined ? 'sellingPrice' : 'listPrice', true);
    if (listPrice === undefined) return undefined;
    const prices = { listPrice, sellingPrice: listPrice };
    const period = texts.get('salePeriod')?.[0];
    const holds = period === undefined || isWithin(period, this.options.nowMs);
    if (holds === undefined) this.report.value('salePeriod', line, 'two ISO 8601 times with / between', period!);
    if (list !== undefined && sale !== undefined && holds !== false) {
      const sellingPrice = this.price(line, texts, 'sellingPrice');
      if (sellingPrice !== undefined && sellingPrice > listPrice) {
        this.report.value('sellingPrice', line, `at most the price (${listPrice})`, sale);
      } else if (sellingPrice !== undefined) prices.sellingPrice = sellingPrice;
    }
    const cost = this.price(line, texts, 'cost');
    return cost === undefined ? prices : { ...prices, cost };
  }

  /**
   * Of several prices the first in the currency of the market.
   * @param required whether the item is left out without it
   */
  private price(line: number, texts: MappedTexts, target: string, required = false): number | undefined {
    let first: { fault: string; text: string } | undefined;
    for (const text of texts.get(target) ?? []) {
      const money = parseMoney(text, this.options.mapping.mapping.decimal ?? '.');
      const fault = money === undefined ? 'a price of 0 or more' : this.wrongCurrency(money.currency);
      if (fault === undefined) return money!.amount;
      first ??= { fault, text };
    }
    if (!first) return undefined;
    if (required) return this.leaveOut(line, `${target}: expected ${first.fault}`, first.text);
    this.report.value(target, line, first.fault, first.text);
    return undefined;
  }

  /** What is expected in place of a currency; undefined where it is right. */
  private wrongCurrency(currency: string | undefined): string | undefined {
    if (currency === undefined) return undefined;
    this.currency ??= currency;
    return currency === this.currency ? undefined : `a price in ${this.currency}`;
  }

  private stockOf(line: number, texts: MappedTexts): number {
    const text = texts.get('availability')?.[0];
    const state = text === undefined ? undefined : availabilityOf(text);
    if (text !== undefined && state === undefined) {
      this.report.value('availability', line, 'in_stock, out_of_stock, preorder or backorder', text);
    }
    const counted = this.number(line, texts, 'stock', 'a number of items', Number.MAX_SAFE_INTEGER);
    const number = counted === undefined ? undefined : Math.floor(counted);
    if (state === undefined) return number ?? this.stock['in_stock']!;
    if (!isBuyable(state)) return this.stock[state] ?? 0;
    return number === undefined || number === 0 ? (this.stock[state] ?? 1) : number;
  }

  private stores(line: number, texts: readonly string[]): Record<string, number> | undefined {
    const stores: Record<string, number> = {};
    for (const text of texts) {
      const [, store, stock] = /^(.{1,200}):(\d{1,9})$/.exec(text) ?? [];
      if (store === undefined) this.report.value('stores', line, 'texts like london:4', text);
      else stores[store] = Number(stock);
    }
    return Object.keys(stores).length === 0 ? undefined : stores;
  }

  private number(line: number, texts: MappedTexts, target: string, expected: string, max: number): number | undefined {
    const text = texts.get(target)?.[0];
    if (text === undefined) return undefined;
    const number = Number(text.replace(',', '.'));
    const least = target.startsWith('customNumbers') ? -Number.MAX_VALUE : 0;
    if (Number.isFinite(number) && number >= least && number <= max) return number;
    // Shops sell below what they have, and count that as negative stock.
    if (target === 'stock' && number < 0) return 0;
    this.report.value(target, line, expected, text);
    return undefined;
  }

  private measure(
    line: number,
    texts: MappedTexts,
    target: string,
    dimension: 'length' | 'weight' | 'volume',
  ): Measure | undefined {
    const text = texts.get(target)?.[0];
    if (text === undefined) return undefined;
    const [, amount, unit = ''] = /^(\d+(?:[.,]\d+)?)\s*([a-z]+\d?)?$/i.exec(text) ?? [];
    const known = unit.toLowerCase();
    if (amount !== undefined && dimensionOf(known) === dimension)
      return { amount: Number(amount.replace(',', '.')), unit: known };
    this.report.value(target, line, `an amount with a unit of ${dimension}`, text);
    return undefined;
  }

  private colorCodes(line: number, texts: MappedTexts, names: readonly string[]): string[] {
    const given = (texts.get('colorCode') ?? []).filter(code =>
      /^(#[0-9a-f]{3}|#[0-9a-f]{6}|gold|silver|multi|transparent)$/i.test(code),
    );
    if (given.length > 0) return given;
    const codes: string[] = [];
    for (const name of names) {
      const code = this.colors.of(name);
      if (code !== undefined) codes.push(code);
      else this.report.value('color', line, 'a name whose colour is known, or one in colors of the mapping', name);
    }
    return distinct(codes);
  }
}

/** Keeps what others know a variant by. */
function identify(variant: VariantData, name: string, value: string): void {
  const { identifiers } = variant.customJson ?? {};
  variant.customJson = { ...variant.customJson, identifiers: { ...(identifiers as object), [name]: value } };
}

/**
 * The JSON of a product as a listing or its own page shows it, put together member by member from its record; tickets
 * left out.
 */
import type { CustomData, Measures } from '../../src/catalog/records.js';
import type { ResolvedImage, ResolvedVariant } from '../../src/catalog/resolve.js';
import { discountOf, type Item, type OfferSelection, type Oracle, offerOf } from './oracle.js';
import { DAY_MS } from './shop.js';

export interface CardSettings {
  /** Variants without stock are listed on cards. */
  outOfStockVariants: boolean;
  newDays: number;
}

export interface CardQuestion {
  offers: OfferSelection;
  /** As on the product's own page. */
  details?: boolean;
  presentCustom: string[];
  presentPrices: string[];
}

const DISCOUNT_FROM = 5;
const WORDS: Record<string, { sale: string; new: string }> = {
  'sv-SE': { sale: 'Rea', new: 'Nyhet' },
  'en-GB': { sale: 'Sale', new: 'New' },
};

export class CardOracle {
  constructor(
    private readonly oracle: Oracle,
    private readonly question: CardQuestion,
    private readonly settings: CardSettings,
  ) {}

  /** @param link where the product is expected to link to */
  card(item: Item, link: string): Record<string, unknown> {
    const { product } = item;
    const { data, variants } = product;
    const { offers, presentCustom, details } = this.question;
    const all = variants.map(variant => offerOf(variant, offers));
    const names = presentCustom.filter(name => !name.startsWith('variant.'));
    const shown = variants.filter((_, i) => details || this.settings.outOfStockVariants || all[i]!.stock > 0);
    return {
      key: product.key,
      title: data.title,
      ...present('name', this.labelled('name', data.name)),
      ...present('brand', this.labelled('brand', data.brand)),
      ...present('series', this.labelled('series', data.series)),
      ...present('description', details ? data.description : undefined),
      link,
      badges: { primary: this.primaryBadges(item), secondary: this.secondaryBadges(item) },
      imageInfo: imageInfo(product.images, data.title, details === true),
      swatch: swatch(product.colors),
      ...present('rating', data.rating),
      inStock: all.some(({ stock }) => stock > 0),
      listPrice: range(all.map(({ list }) => list)),
      sellingPrice: range(all.map(({ sell }) => sell)),
      ...measures(data),
      sponsored: false,
      notifyImpression: false,
      ...this.custom(data, names),
      variants: shown.map(variant => this.variant(variant, data.url!)),
    };
  }

  private labelled(attribute: string, value: string | undefined): string | undefined {
    return value === undefined ? undefined : this.oracle.label(attribute, value);
  }

  private variant(variant: ResolvedVariant, productUrl: string): Record<string, unknown> {
    const { data, sizes } = variant;
    const { offers, presentCustom, presentPrices, details } = this.question;
    const offer = offerOf(variant, offers);
    const prices = details ? Object.keys(data.customPrices ?? {}).sort() : presentPrices;
    const stores = details ? [...this.oracle.storeKeys].sort() : this.shownStores();
    const names = presentCustom.filter(name => name.startsWith('variant.')).map(name => name.slice(8));
    return {
      key: variant.key,
      ...present('label', data.label === '' ? undefined : data.label),
      ...present('size', sizes[0]?.size),
      link: data.url ?? productUrl,
      listPrice: offer.list,
      sellingPrice: offer.sell,
      inStock: offer.stock > 0,
      stockNumber: offer.stock,
      availability: [
        { channel: 'ONLINE', stockNumber: data.stock },
        ...stores.map(key => ({ channel: 'STORE', key, stockNumber: data.stores?.[key] ?? 0 })),
      ],
      prices: prices.flatMap(id => (data.customPrices?.[id] ? [{ id, ...data.customPrices[id] }] : [])),
      ...measures(data),
      ...this.custom(data, names),
    };
  }

  /** The selected stores that some variant names, in the order of keys; the others have no stock there. */
  private shownStores(): string[] {
    const { channels, stores } = this.question.offers;
    return channels.store ? [...new Set(stores)].filter(key => this.oracle.storeKeys.has(key)).sort() : [];
  }

  private primaryBadges({ product }: Item): unknown[] {
    const { offers } = this.question;
    const all = product.variants.map(variant => ({ ...offerOf(variant, offers), usual: variant.data.sellingPrice }));
    const discount = Math.max(...all.map(discountOf));
    if (discount >= DISCOUNT_FROM) return [{ label: `-${discount}%`, theme: 'DISCOUNT' }];
    const isReduced = all.some(({ list, sell, usual }) => sell < list || sell < usual);
    return isReduced ? [{ label: WORDS[this.oracle.locale]!.sale, theme: 'SALE' }] : [];
  }

  private secondaryBadges({ product }: Item): unknown[] {
    const { releaseDate, customLabels } = product.data;
    const age = releaseDate === undefined ? -1 : this.oracle.nowMs - Date.parse(releaseDate);
    const isNew = age >= 0 && age <= this.settings.newDays * DAY_MS;
    const themes = (customLabels?.['badge'] ?? []).map(id => ({
      attribute: 'custom.badge',
      label: this.oracle.label('custom.badge', id),
      theme: 'THEME_1',
    }));
    return [...(isNew ? [{ label: WORDS[this.oracle.locale]!.new, theme: 'NEW' }] : []), ...themes];
  }

  private custom(data: CustomData, names: readonly string[]): Record<string, unknown> {
    if (this.question.details) return this.allCustom(data);
    const under = (prefix: string) =>
      names.filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length));
    const plain = names.filter(name => !/^(number|length|json)\./.test(name));
    const typed = names.length > plain.length;
    return {
      ...(plain.length > 0 && {
        custom: pick(data.customLabels, plain, (name, ids) => this.labelledIds(name, ids)),
      }),
      ...(typed && {
        typedCustom: {
          json: pick(data.customJson, under('json.')),
          lengths: pick(data.customLengths, under('length.')),
          numbers: pick(data.customNumbers, under('number.')),
        },
      }),
    };
  }

  private allCustom({ customLabels = {}, customJson, customLengths, customNumbers }: CustomData) {
    const labels = Object.entries(customLabels).map(([name, ids]) => [name, this.labelledIds(name, ids)]);
    return {
      custom: Object.fromEntries(labels),
      typedCustom: { json: customJson ?? {}, lengths: customLengths ?? {}, numbers: customNumbers ?? {} },
    };
  }

  private labelledIds(name: string, ids: readonly string[]) {
    return ids.map(id => ({ id, label: this.oracle.label(`custom.${name}`, id) }));
  }
}

function present(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}

function pick<T>(
  from: Record<string, T> | undefined,
  names: readonly string[],
  show: (name: string, value: T) => unknown = (_, value) => value,
): Record<string, unknown> {
  const found = Object.entries(from ?? {}).filter(([name]) => names.includes(name));
  return Object.fromEntries(found.map(([name, value]) => [name, show(name, value)]));
}

function range(values: readonly number[]): { min: number; max: number } {
  return { min: Math.min(...values), max: Math.max(...values) };
}

function measures(data: Measures): Record<string, unknown> {
  const { depth, height, length, volume, weight, width } = data;
  return Object.fromEntries(
    Object.entries({ depth, height, length, volume, weight, width }).filter(([, value]) => value !== undefined),
  );
}

function imageInfo(images: readonly ResolvedImage[], title: string | undefined, captions: boolean): unknown {
  const valid = images.filter(({ urls }) => urls.length > 0);
  const isNarrow = ({ width }: { width?: number }) => width !== undefined && width <= 100;
  const shown = valid.map(({ urls, alt, caption, custom }) => {
    const wide = urls.filter(source => !isNarrow(source));
    return {
      alt: alt ?? title ?? '',
      ...present('caption', captions ? caption : undefined),
      ...present('custom', custom),
      sources: wide.length > 0 ? wide : [urls[0]!],
    };
  });
  const thumbnail = valid.flatMap(({ urls }) => urls).find(isNarrow)?.url ?? shown[0]?.sources[0]?.url;
  const count = valid.filter(({ urls }) => !urls.every(isNarrow)).length;
  const effect = count < 2 ? 'NONE' : count === 2 ? 'SWAP' : 'GALLERY';
  return { effect, images: shown, ...present('thumbnail', thumbnail) };
}

function swatch(colors: readonly string[]): unknown {
  const codes = colors.filter(color => color.startsWith('#')).slice(0, 3);
  if (codes.length > 0) return { type: 'COLORS', colors: codes };
  return { type: colors[0]?.toUpperCase() ?? 'MISSING_COLORS', colors: [] };
}

/**
 * The JSON of a product as listings show it, cut into the spans and extras of a card block (index/card-block.ts).
 */

import type { Labels } from '../../catalog/labels.js';
import type { CustomData, Measures } from '../../catalog/records.js';
import type { ResolvedImage, ResolvedProduct, ResolvedVariant } from '../../catalog/resolve.js';
import { discountPercent, newBadge, priceBadge } from '../../index/badges.js';
import { CardBlockBuilder, EXTRA, NO_VARIANT, SPAN } from '../../index/card-block.js';
import type { IndexSettings } from '../../index/settings.js';
import { ticketKey } from '../../index/ticket-key.js';
import { hexOf } from '../../kernel/colors.js';

const MEASURES = ['depth', 'height', 'length', 'volume', 'weight', 'width'] as const;
/** Sources at most this wide are thumbnails, in CSS pixels. */
const THUMBNAIL_WIDTH = 100;

export class CardWriter {
  private readonly block = new CardBlockBuilder();

  constructor(
    private readonly labels: Labels,
    private readonly language: string,
    private readonly settings: IndexSettings,
  ) {}

  /** The head of a group's record, before its products. */
  static groupHead(key: string): string {
    return `{"key":${JSON.stringify(key)},"products":[`;
  }

  product(product: ResolvedProduct): Buffer {
    const { block } = this;
    const { data, variants } = product;
    const list = range(variants.map(v => v.data.listPrice));
    const sell = range(variants.map(v => v.data.sellingPrice));
    block.literal(`{"key":${JSON.stringify(product.key)},"title":${JSON.stringify(data.title)}`);
    if (data.name !== undefined) block.literal(`,"name":${JSON.stringify(data.name)}`);
    if (data.brand !== undefined) block.literal(`,"brand":${JSON.stringify(data.brand)}`);
    if (data.series !== undefined) block.literal(`,"series":${JSON.stringify(data.series)}`);
    block.literal(',"link":').span(SPAN.PRODUCT_LINK, NO_VARIANT, JSON.stringify(data.url));
    this.badges(product);
    block.literal(`,"imageInfo":${imageInfo(product.images)},"swatch":${swatch(product.colors)}`);
    if (data.rating !== undefined) block.literal(`,"rating":${data.rating}`);
    block.literal(',"inStock":').span(SPAN.PRODUCT_IN_STOCK, NO_VARIANT, String(variants.some(v => v.data.stock > 0)));
    block.literal(',"listPrice":').span(SPAN.PRODUCT_LIST_PRICE, NO_VARIANT, list);
    block.literal(',"sellingPrice":').span(SPAN.PRODUCT_SELLING_PRICE, NO_VARIANT, sell);
    block.literal(`${measures(data)},"sponsored":false,"notifyImpression":false`);
    block.span(SPAN.PRODUCT_CUSTOM, NO_VARIANT, '');
    block
      .literal(',"ticket":"')
      .ticket()
      .literal(`.p.${ticketKey(product.key)}","variants":[`);
    variants.forEach((variant, i) => {
      this.variant(product, variant, i);
    });
    block.literal(']}');
    this.extras(data, NO_VARIANT);
    if (data.description !== undefined)
      block.extra(EXTRA.DESCRIPTION, NO_VARIANT, '', JSON.stringify(data.description));
    return block.finish();
  }

  private badges(product: ResolvedProduct): void {
    const { block } = this;
    const { variants } = product;
    const discount = Math.max(0, ...variants.map(v => discountPercent(v.data.listPrice, v.data.sellingPrice)));
    const reduced = variants.some(v => v.data.sellingPrice < v.data.listPrice);
    const themes = Object.entries(this.settings.badgeThemes).flatMap(([theme, attribute]) =>
      (product.data.customLabels?.[attribute] ?? []).map(value =>
        JSON.stringify({
          attribute: `custom.${attribute}`,
          label: this.labels.label(`custom.${attribute}`, value),
          theme,
        }),
      ),
    );
    block.literal(',"badges":{"primary":[');
    const primary = priceBadge(discount, reduced, this.settings.discountThreshold, this.language);
    block.span(SPAN.PRICE_BADGES, NO_VARIANT, primary).literal('],"secondary":[');
    if (product.data.releaseDate !== undefined)
      block.whileNew(newBadge(this.language) + (themes.length > 0 ? ',' : ''));
    block.literal(`${themes.join(',')}]}`);
  }

  private variant(product: ResolvedProduct, variant: ResolvedVariant, index: number): void {
    const { block } = this;
    const { data } = variant;
    const size = variant.sizes[0]?.size;
    block.span(SPAN.VARIANT_BEGIN, index, index > 0 ? ',' : '');
    block.literal(`{"key":${JSON.stringify(variant.key)}`);
    if (data.label !== '') block.literal(`,"label":${JSON.stringify(data.label)}`);
    if (size !== undefined) block.literal(`,"size":${JSON.stringify(size)}`);
    block.literal(',"link":').span(SPAN.VARIANT_LINK, index, JSON.stringify(data.url ?? product.data.url));
    block.literal(',"listPrice":').span(SPAN.VARIANT_LIST_PRICE, index, String(data.listPrice));
    block.literal(',"sellingPrice":').span(SPAN.VARIANT_SELLING_PRICE, index, String(data.sellingPrice));
    block.literal(',"inStock":').span(SPAN.VARIANT_IN_STOCK, index, String(data.stock > 0));
    block.literal(',"stockNumber":').span(SPAN.VARIANT_STOCK, index, String(data.stock));
    block.literal(',"availability":[');
    block.span(SPAN.VARIANT_AVAILABILITY, index, `{"channel":"ONLINE","stockNumber":${data.stock}}`);
    block.literal('],"prices":[').span(SPAN.VARIANT_PRICES, index, '');
    block.literal(`]${measures(data)}`).span(SPAN.VARIANT_CUSTOM, index, '');
    block
      .literal(',"ticket":"')
      .ticket()
      .literal(`.v.${ticketKey(variant.key)}"}`);
    block.span(SPAN.VARIANT_END, index, '');
    this.extras(data, index);
  }

  /** Custom attributes, which only some requests ask for. */
  private extras(data: CustomData, variant: number): void {
    for (const [name, values] of Object.entries(data.customLabels ?? {})) {
      const labels = values.map(id => ({ id, label: this.labels.label(`custom.${name}`, id) }));
      this.block.extra(EXTRA.LABELS, variant, name, JSON.stringify(labels));
    }
    for (const [name, value] of Object.entries(data.customNumbers ?? {})) {
      this.block.extra(EXTRA.NUMBER, variant, name, String(value));
    }
    for (const [name, value] of Object.entries(data.customLengths ?? {})) {
      this.block.extra(EXTRA.LENGTH, variant, name, JSON.stringify(value));
    }
    for (const [name, value] of Object.entries(data.customJson ?? {})) {
      this.block.extra(EXTRA.JSON, variant, name, JSON.stringify(value));
    }
  }
}

function range(values: number[]): string {
  return `{"min":${Math.min(...values)},"max":${Math.max(...values)}}`;
}

function measures(data: Measures): string {
  let json = '';
  for (const name of MEASURES) if (data[name]) json += `,"${name}":${JSON.stringify(data[name])}`;
  return json;
}

/** Images with their sources; narrow sources become the thumbnail of the whole. */
function imageInfo(images: readonly ResolvedImage[]): string {
  const valid = images.filter(image => image.urls.length > 0);
  const shown = valid.map(({ urls, alt, custom }) => {
    const wide = urls.filter(({ width }) => width === undefined || width > THUMBNAIL_WIDTH);
    const sources = (wide.length > 0 ? wide : urls.slice(0, 1)).map(({ url, width, height }) => ({
      url,
      width,
      height,
    }));
    return { alt, custom, sources };
  });
  const narrow = valid.flatMap(({ urls }) => urls).find(({ width }) => width !== undefined && width <= THUMBNAIL_WIDTH);
  const effect = shown.length < 2 ? 'NONE' : shown.length === 2 ? 'SWAP' : 'GALLERY';
  return JSON.stringify({ effect, images: shown, thumbnail: narrow?.url ?? shown[0]?.sources[0]?.url });
}

function swatch(colors: readonly string[]): string {
  const special = colors.find(color => /^(gold|silver|multi|transparent)$/i.test(color.trim()));
  const codes = colors.flatMap(color => (color.trim().startsWith('#') ? [hexOf(color) ?? []].flat() : []));
  if (codes.length > 0) return JSON.stringify({ type: 'COLORS', colors: codes.slice(0, 3) });
  return JSON.stringify({ type: special ? special.trim().toUpperCase() : 'MISSING_COLORS', colors: [] });
}

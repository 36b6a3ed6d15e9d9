/**
 * Encodes the JSON of a product as listings show it, divided into the spans and extras of a card block (see
 * index/card-block.ts).
 */

import type { CustomData, Measures } from '../../catalog/records.js';
import type { ResolvedImage, ResolvedProduct, ResolvedVariant } from '../../catalog/resolve.js';
import type { TranslatedLabels } from '../../catalog/translated-labels.js';
import { newBadge } from '../../index/badges.js';
import { CardBlockBuilder, EXTRA, type Member, NO_VARIANT, SPAN } from '../../index/card-block.js';
import { replaceSpans } from '../../index/card-spans.js';
import type { IndexSettings } from '../../index/index-settings.js';
import { escapeTicketKey } from '../../index/ticket-key.js';
import { hexOf } from '../../kernel/colors.js';
import { shownSources, THUMBNAIL_WIDTH } from './image-sources.js';
import { type OfferText, offerTexts } from './offer-texts.js';

const MEASURES = ['depth', 'height', 'length', 'volume', 'weight', 'width'] as const;

export class CardEncoder {
  private readonly block = new CardBlockBuilder();

  constructor(
    private readonly labels: TranslatedLabels,
    private readonly language: string,
    private readonly settings: IndexSettings,
  ) {}

  /** JSON of a group before its products: the head of its record. */
  static groupHead(key: string): string {
    return `{"key":${JSON.stringify(key)},"products":[`;
  }

  encode(product: ResolvedProduct): Buffer {
    const { block } = this;
    const { data, variants } = product;
    const offer = offerTexts(variants, this.language, this.settings);
    const text = (member: Member, value: string | number | undefined) => {
      if (value !== undefined) block.member(member, NO_VARIANT, `,"${member}":${JSON.stringify(value)}`);
    };
    block.literal(`{"key":${JSON.stringify(product.key)}`);
    text('title', data.title);
    text('name', this.labelOf('name', data.name));
    text('brand', this.labelOf('brand', data.brand));
    text('series', this.labelOf('series', data.series));
    block.member('description', NO_VARIANT, '');
    block.member('link', NO_VARIANT, ',"link":').span(SPAN.PRODUCT_LINK, NO_VARIANT, JSON.stringify(data.url));
    this.badges(product, offer);
    block.member('imageInfo', NO_VARIANT, `,"imageInfo":${imageInfo(product.images)}`);
    block.member('swatch', NO_VARIANT, `,"swatch":${swatch(product.colors)}`);
    text('rating', data.rating);
    block.member('inStock', NO_VARIANT, ',"inStock":');
    this.offer(SPAN.PRODUCT_IN_STOCK, NO_VARIANT, offer);
    block.member('listPrice', NO_VARIANT, ',"listPrice":');
    this.offer(SPAN.PRODUCT_LIST_PRICE, NO_VARIANT, offer);
    block.member('sellingPrice', NO_VARIANT, ',"sellingPrice":');
    this.offer(SPAN.PRODUCT_SELLING_PRICE, NO_VARIANT, offer);
    this.measures(data, NO_VARIANT);
    block.member('sponsored', NO_VARIANT, ',"sponsored":false');
    block.member('always', NO_VARIANT, ',"notifyImpression":false').span(SPAN.PRODUCT_CUSTOM, NO_VARIANT, '');
    block
      .literal(',"ticket":"')
      .ticket()
      .literal(`.p.${escapeTicketKey(product.key)}","variants":[`);
    variants.forEach((variant, i) => {
      this.variant(product, variant, i, offer);
    });
    block.span(SPAN.VARIANTS_END, NO_VARIANT, ']').literal('}');
    this.extras(data, NO_VARIANT);
    if (data.description !== undefined)
      block.extra(EXTRA.DESCRIPTION, NO_VARIANT, '', JSON.stringify(data.description));
    if (product.images.some(({ urls, caption }) => urls.length > 0 && caption !== undefined))
      block.extra(EXTRA.IMAGE_INFO, NO_VARIANT, '', imageInfo(product.images, true));
    return block.finish();
  }

  /**
   * Replaces prices and stock in a card block.
   * @param record contains the block at `at`, `length` bytes long
   * @returns the same bytes as `encode` with these variants
   */
  reprice(variants: readonly ResolvedVariant[], record: Buffer, at: number, length: number): Buffer {
    return replaceSpans(record, at, length, offerTexts(variants, this.language, this.settings));
  }

  private offer(code: number, variant: number, text: OfferText): void {
    this.block.span(code, variant, text(code, variant)!);
  }

  private labelOf(attribute: string, id: string | undefined): string | undefined {
    return id === undefined ? undefined : this.labels.label(attribute, id);
  }

  private badges(product: ResolvedProduct, offer: OfferText): void {
    const { block } = this;
    const themes = Object.entries(this.settings.badgeThemes).flatMap(([theme, attribute]) =>
      (product.data.customLabels?.[attribute] ?? []).map(value =>
        JSON.stringify({
          attribute: `custom.${attribute}`,
          label: this.labels.label(`custom.${attribute}`, value),
          theme,
        }),
      ),
    );
    block.member('badges', NO_VARIANT, ',"badges":{"primary":[');
    this.offer(SPAN.PRICE_BADGES, NO_VARIANT, offer);
    block.literal('],"secondary":[');
    if (product.data.releaseDate !== undefined)
      block.whileNew(newBadge(this.language) + (themes.length > 0 ? ',' : ''));
    block.literal(`${themes.join(',')}]}`);
  }

  private variant(product: ResolvedProduct, variant: ResolvedVariant, index: number, offer: OfferText): void {
    const { block } = this;
    const { data } = variant;
    const size = variant.sizes[0]?.size;
    block.span(SPAN.VARIANT_BEGIN, index, index > 0 ? ',' : '');
    block.literal(`{"key":${JSON.stringify(variant.key)}`);
    if (data.label !== '') block.member('label', index, `,"label":${JSON.stringify(data.label)}`);
    if (size !== undefined) block.member('size', index, `,"size":${JSON.stringify(size)}`);
    block.member('link', index, ',"link":');
    block.span(SPAN.VARIANT_LINK, index, JSON.stringify(data.url ?? product.data.url));
    block.member('listPrice', index, ',"listPrice":');
    this.offer(SPAN.VARIANT_LIST_PRICE, index, offer);
    block.member('sellingPrice', index, ',"sellingPrice":');
    this.offer(SPAN.VARIANT_SELLING_PRICE, index, offer);
    block.member('inStock', index, ',"inStock":');
    this.offer(SPAN.VARIANT_IN_STOCK, index, offer);
    block.member('stockNumber', index, ',"stockNumber":');
    this.offer(SPAN.VARIANT_STOCK, index, offer);
    block.member('availability', index, ',"availability":[');
    this.offer(SPAN.VARIANT_AVAILABILITY, index, offer);
    block.literal(']');
    block.member('prices', index, ',"prices":[').span(SPAN.VARIANT_PRICES, index, '').literal(']');
    this.measures(data, index);
    block.member('always', index, '').span(SPAN.VARIANT_CUSTOM, index, '');
    block
      .literal(',"ticket":"')
      .ticket()
      .literal(`.v.${escapeTicketKey(variant.key)}"}`);
    block.span(SPAN.VARIANT_END, index, '');
    this.extras(data, index);
  }

  private measures(data: Measures, variant: number): void {
    for (const name of MEASURES) {
      if (data[name]) this.block.member(name, variant, `,"${name}":${JSON.stringify(data[name])}`);
    }
  }

  /** Adds custom attributes, which only some requests ask for. */
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

/** JSON of `imageInfo`: the first narrow source is the thumbnail. Listings show no captions. */
function imageInfo(images: readonly ResolvedImage[], withCaptions = false): string {
  const valid = images.filter(image => image.urls.length > 0);
  const shown = valid.map(({ urls, alt, caption, custom }) => ({
    alt,
    caption: withCaptions ? caption : undefined,
    custom,
    sources: shownSources(urls),
  }));
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

/**
 * Encodes the JSON of a product as listings show it, divided into the spans and extras of a card (see
 * index/card-block.ts). Pages write prices and stock into it.
 */

import type { TranslatedLabels } from '../../catalog/translated-labels.js';
import { newBadge } from '../../index/badges.js';
import { EXTRA, type Member, NO_VARIANT, SPAN } from '../../index/card-block.js';
import { CardBlockBuilder } from '../../index/card-block-builder.js';
import type { IndexSettings } from '../../index/index-settings.js';
import { escapeTicketKey } from '../../index/ticket-key.js';
import { hexOf } from '../../kernel/colors.js';
import { quoteJson } from '../../kernel/quote-json.js';
import { RecurringCache, type RecurringText } from '../../kernel/tape-texts.js';
import {
  type FlatImage,
  type FlatMembers,
  type FlatProduct,
  type FlatSource,
  type FlatVariant,
  MEASURES,
  NO_DATA,
} from '../input/flat-records.js';
import { isThumbnail, shownSources } from './image-sources.js';

const NO_COLORS = swatch([]);

export class CardEncoder {
  private readonly block = new CardBlockBuilder();
  private readonly badgeThemes: [theme: string, attribute: string][];
  private readonly newBadge: string;
  /** By the only colour. */
  private readonly swatches = new RecurringCache<string>();

  constructor(
    private readonly labels: TranslatedLabels,
    language: string,
    { badgeThemes }: IndexSettings,
  ) {
    this.badgeThemes = Object.entries(badgeThemes);
    this.newBadge = newBadge(language);
  }

  /** @returns the card of a product, valid until the next call */
  encode(product: FlatProduct): CardBlockBuilder {
    const { block } = this;
    const { data, variants } = product;
    const url = data.url ?? '""';
    const title = data.title === undefined ? '""' : quoteJson(data.title);
    block.clear();
    block.literal(`{"key":"${product.key}"`);
    if (data.title !== undefined) block.member('title', `,"title":${title}`);
    this.name('name', this.labelOf('name', data.name));
    this.name('brand', this.labelOf('brand', data.brand));
    this.name('series', this.labelOf('series', data.series));
    block.member('description', '');
    block.member('link', ',"link":').span(SPAN.PRODUCT_LINK, url);
    this.badges(product);
    block.member('imageInfo', `,"imageInfo":${imageInfo(product.images, title)}`);
    block.member('swatch', `,"swatch":${this.swatch(product.colors)}`);
    if (data.rating !== undefined) block.member('rating', `,"rating":${data.rating}`);
    block.span(SPAN.PRODUCT_OFFERS);
    this.measures(data);
    block.member('sponsored', ',"sponsored":false');
    block.member('always', ',"notifyImpression":false').span(SPAN.PRODUCT_CUSTOM);
    block
      .literal(',"ticket":"')
      .ticket()
      .literal(`.p.${escapeTicketKey(product.key)}","variants":[`);
    for (let i = 0; i < variants.length; i++) this.variant(variants[i], i);
    block.span(SPAN.VARIANTS_END, ']').literal('}');
    this.extras(data, NO_VARIANT);
    if (data.description !== undefined) block.extra(EXTRA.DESCRIPTION, NO_VARIANT, '', data.description);
    if (product.images.some(({ urls, caption }) => urls.length > 0 && caption !== undefined))
      block.extra(EXTRA.IMAGE_INFO, NO_VARIANT, '', imageInfo(product.images, title, true));
    return block;
  }

  private labelOf(attribute: string, id: RecurringText | undefined): string | undefined {
    return id === undefined ? undefined : this.labels.label(attribute, id.text);
  }

  private name(member: Member, value: string | undefined): void {
    if (value !== undefined) this.block.member(member, `,"${member}":${quoteJson(value)}`);
  }

  private swatch(colors: readonly RecurringText[]): string {
    if (colors.length === 0) return NO_COLORS;
    // Those of one colour are the most by far.
    const known = colors.length === 1 ? this.swatches.get(colors[0]) : undefined;
    if (known !== undefined) return known;
    const json = swatch(colors.map(({ text }) => text));
    if (colors.length === 1) this.swatches.set(colors[0], json);
    return json;
  }

  private badges(product: FlatProduct): void {
    const { block } = this;
    let themes = '';
    for (const [theme, attribute] of this.badgeThemes) {
      for (const value of product.data.customLabels.find(({ name }) => name === attribute)?.value ?? []) {
        const label = this.labels.label(`custom.${attribute}`, value.text);
        themes += `${themes === '' ? '' : ','}${JSON.stringify({ attribute: `custom.${attribute}`, label, theme })}`;
      }
    }
    block.member('badges', ',"badges":{"primary":[').span(SPAN.PRICE_BADGES);
    block.literal('],"secondary":[');
    if (product.data.releaseDate !== undefined) block.whileNew(themes === '' ? this.newBadge : `${this.newBadge},`);
    block.literal(`${themes}]}`);
  }

  private variant(variant: FlatVariant, index: number): void {
    const { block } = this;
    const { key, label, data, sizes } = variant;
    block.span(SPAN.VARIANT_BEGIN, index > 0 ? ',' : '');
    block.literal(`{"key":"${key}"`);
    if (label !== '') block.member('label', `,"label":${quoteJson(label)}`);
    if (sizes.length > 0) block.member('size', `,"size":${quoteJson(sizes[0].size.text)}`);
    if (data.url === undefined) block.span(SPAN.VARIANT_LINK_OFFERS);
    else block.member('link', ',"link":').span(SPAN.VARIANT_LINK, data.url).span(SPAN.VARIANT_OFFERS);
    if (data !== NO_DATA) this.measures(data);
    block.member('always', '').span(SPAN.VARIANT_CUSTOM);
    block
      .literal(',"ticket":"')
      .ticket()
      .literal(`.v.${escapeTicketKey(key)}"}`);
    block.span(SPAN.VARIANT_END);
    if (data !== NO_DATA) this.extras(data, index);
  }

  private measures(data: FlatMembers): void {
    for (const name of MEASURES) {
      if (data[name]) this.block.member(name, `,"${name}":${JSON.stringify(data[name])}`);
    }
  }

  /** Adds custom attributes, which only some requests ask for. */
  private extras(data: FlatMembers, variant: number): void {
    const { block } = this;
    const { customLabels, customNumbers, customLengths, customJson } = data;
    for (const { name, value } of customLabels) {
      block.extra(EXTRA.LABELS, variant, name, this.customLabels(name, value));
    }
    for (const { name, value } of customNumbers) block.extra(EXTRA.NUMBER, variant, name, String(value));
    for (const { name, value } of customLengths) block.extra(EXTRA.LENGTH, variant, name, JSON.stringify(value));
    for (const { name, value } of customJson) block.extra(EXTRA.JSON, variant, name, value);
  }

  private customLabels(name: string, ids: readonly RecurringText[]): string {
    const attribute = `custom.${name}`;
    let json = '';
    for (const { text: id } of ids) {
      const label = this.labels.label(attribute, id);
      json += `${json === '' ? '' : ','}{"id":${quoteJson(id)},"label":${quoteJson(label)}}`;
    }
    return `[${json}]`;
  }
}

/**
 * JSON of `imageInfo`: the first narrow source is the thumbnail. Listings show no captions.
 * @param title JSON of what stands for an image that has no text of its own
 */
function imageInfo(images: readonly FlatImage[], title: string, withCaptions = false): string {
  let shown = '';
  /** Of the images that have more than thumbnails. */
  let count = 0;
  let narrow: string | undefined;
  let first: string | undefined;
  for (const { urls, alt, caption, custom } of images) {
    if (urls.length === 0) continue;
    const sources = shownSources(urls);
    first ??= sources[0].url;
    narrow ??= urls.find(isThumbnail)?.url;
    if (!isThumbnail(sources[0])) count++;
    let members = `"alt":${alt ?? title},`;
    if (withCaptions && caption !== undefined) members += `"caption":${caption},`;
    if (custom !== undefined) members += `"custom":${custom},`;
    shown += `${shown === '' ? '' : ','}{${members}"sources":[${sources.map(sourceJson).join()}]}`;
  }
  const effect = count < 2 ? 'NONE' : count === 2 ? 'SWAP' : 'GALLERY';
  const thumbnail = narrow ?? first;
  const last = thumbnail === undefined ? '' : `,"thumbnail":${thumbnail}`;
  return `{"effect":"${effect}","images":[${shown}]${last}}`;
}

function sourceJson({ url, width, height }: FlatSource): string {
  const size = `${width === undefined ? '' : `,"width":${width}`}${height === undefined ? '' : `,"height":${height}`}`;
  return `{"url":${url}${size}}`;
}

function swatch(colors: readonly string[]): string {
  const special = colors.find(color => /^(gold|silver|multi|transparent)$/i.test(color.trim()));
  const codes = colors.flatMap(color => (color.trim().startsWith('#') ? [hexOf(color) ?? []].flat() : []));
  if (codes.length > 0) return JSON.stringify({ type: 'COLORS', colors: codes.slice(0, 3) });
  return JSON.stringify({ type: special ? special.trim().toUpperCase() : 'MISSING_COLORS', colors: [] });
}

/**
 * Writes cards that differ from the encoded ones: with other prices or stock, with custom attributes, or with a link to
 * the variant that a size filter selects. Goes through the spans of a card and copies or replaces each.
 */
import { discountPercent, priceBadge } from '../../../index/badges.js';
import { CardBlock, EXTRA, MEMBER, MEMBERS, memberCode, NO_VARIANT, SPAN } from '../../../index/card-block.js';
import { linkOf } from '../../../index/card-links.js';
import { headOf, openBlock, productsIn } from '../../../index/card-record.js';
import { type Bitmap, hasBit } from '../../../kernel/bitmap.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { newBadgeHolds } from '../../../query/filters/newness.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';
import type { View } from '../../../snapshot/index.js';
import type { CardChanges, CardList } from './card-list.js';
import type { MemberFilter, ProductShape } from './card-template.js';
import { asksForAny, type CustomNames, includesName, isEmpty } from './custom-names.js';

/** Whether cards can be written as they were built. */
export function isOrdinary(changes: CardChanges, offers: OfferContext): boolean {
  return (
    offers.ordinary &&
    !changes.linked &&
    !changes.hideOutOfStock &&
    !changes.template &&
    !changes.details &&
    changes.prices.length === 0 &&
    isEmpty(changes.product) &&
    isEmpty(changes.variant)
  );
}

/** The members that offers consist of, and the link that a variant may have of its product. */
const OFFERED = ['link', 'inStock', 'listPrice', 'sellingPrice', 'stockNumber', 'availability', 'prices'] as const;
type Offered = (typeof OFFERED)[number];
const PLACES = Object.fromEntries(OFFERED.map(member => [member, MEMBERS.indexOf(member)])) as Record<Offered, number>;

const DESCRIPTION = memberCode('description');
const IMAGE_INFO = memberCode('imageInfo');
const SPONSORED = memberCode('sponsored');
const ALWAYS = memberCode('always');

/** Where a group is written, as part of which list, and what its tickets begin with. */
export interface CardTarget {
  out: Bytes;
  list: CardList;
  prefix: string;
  /** Of a sponsored card, in place of UNSPONSORED. */
  mark?: Uint8Array | undefined;
}

export interface GroupRecord {
  record: Buffer;
  /** Ordinal of the group's first product. */
  first: number;
  /** Place in the group of the product that is written first. */
  main: number;
}

export class GeneralCardWriter {
  private readonly block = new CardBlock();
  private record: Buffer = Buffer.alloc(0);

  /** Writes head and products of a group, the `main`-th product first. */
  group(target: CardTarget, { record, first, main }: GroupRecord): void {
    const { out, list } = target;
    this.record = record;
    out.bytes(headOf(record));
    const { template } = list.changes;
    this.product(target, main, first + main, template?.first);
    const count = productsIn(record);
    for (let i = 0; i < count; i++) {
      if (i === main) continue;
      out.ascii(',');
      this.product(target, i, first + i, template?.rest);
    }
  }

  private product(
    { out, list, prefix, mark }: CardTarget,
    member: number,
    product: number,
    shape: ProductShape | undefined,
  ): void {
    const { block, record } = this;
    const { view, offers, changes } = list;
    openBlock(block, record, member);
    const variants = view.structure.variantStart[product];
    const maxVariants = shape?.maxVariants ?? Number.POSITIVE_INFINITY;
    /** The variant at hand is left out; the member at hand is. */
    let hidden = false;
    let skipping = false;
    let shown = 0;
    let remaining = 0;
    let filter: MemberFilter | undefined = shape;
    /** Where the link of the product is. */
    let link = 0;
    let linkEnd = 0;
    while (block.next()) {
      // Most spans of a card with a template are left out: for them nothing but this is looked at.
      const { code } = block;
      if (code === SPAN.PRODUCT_LINK) [link, linkEnd] = [block.from, block.to];
      if (code === SPAN.VARIANT_END) {
        hidden = false;
        continue;
      }
      if (hidden && code !== SPAN.VARIANT_BEGIN) continue;
      if (code >= MEMBER) skipping = filter !== undefined && !filter.shows[code - MEMBER];
      else if (skipping && !endsMember(code)) continue;
      if (skipping && code >= MEMBER) continue;
      const index = block.variant;
      const variant = variants + index;
      if (code === SPAN.VARIANT_BEGIN) {
        hidden = changes.hideOutOfStock && offers.stock[variant] <= 0;
        if (!hidden && shown === maxVariants) {
          hidden = true;
          remaining++;
        }
        if (hidden) continue;
        filter = shown === 0 ? shape?.firstVariant : shape?.otherVariants;
        if (shown++ > 0) out.ascii(',');
        continue;
      }
      const { from, to } = block;
      switch (code) {
        case DESCRIPTION:
          if (filter || changes.details) this.extra(out, EXTRA.DESCRIPTION, ',"description":');
          break;
        case IMAGE_INFO:
          if (!changes.details || !this.extra(out, EXTRA.IMAGE_INFO, ',"imageInfo":')) {
            out.bytes(record.subarray(from, to));
          }
          break;
        case SPONSORED:
          if (mark === undefined) out.bytes(record.subarray(from, to));
          break;
        case ALWAYS:
          // `notifyImpression`, of products alone: no template names it, so it goes with `sponsored`. A sponsored card is
          // marked whatever a template leaves out.
          if (to === from) break;
          if (mark !== undefined) out.bytes(mark);
          else if (filter === undefined || filter.shows[SPONSORED - MEMBER]) out.bytes(record.subarray(from, to));
          break;
        case SPAN.VARIANTS_END:
          out.ascii(']');
          if (maxVariants !== Number.POSITIVE_INFINITY) out.ascii(`,"remainingVariants":${remaining}`);
          break;
        case SPAN.TICKET:
          out.ascii(prefix);
          break;
        case SPAN.NEW_BADGE:
          if (newBadgeHolds(view, product, list.nowMs, changes.newDays)) out.bytes(record.subarray(from, to));
          break;
        case SPAN.PRICE_BADGES:
          out.text(this.priceBadges(list, product));
          break;
        case SPAN.PRODUCT_LINK:
          out.bytes(this.linkWithin(changes.linked, product, member, view) ?? record.subarray(from, to));
          break;
        case SPAN.PRODUCT_OFFERS:
          writeProductOffers(out, list, product, filter);
          break;
        case SPAN.PRODUCT_CUSTOM:
          this.custom(out, NO_VARIANT, filter?.custom ?? changes.product);
          break;
        case SPAN.VARIANT_LINK_OFFERS:
          if (shows(filter, 'link')) {
            out.ascii(',"link":');
            out.bytes(record.subarray(link, linkEnd));
          }
          writeVariantOffers(out, list, variant, filter);
          break;
        case SPAN.VARIANT_OFFERS:
          writeVariantOffers(out, list, variant, filter);
          break;
        case SPAN.VARIANT_CUSTOM:
          this.custom(out, index, filter?.custom ?? changes.variant);
          break;
        default:
          out.bytes(record.subarray(from, to));
      }
    }
  }

  private priceBadges({ view, offers, changes }: CardList, product: number): string {
    const { variantStart } = view.structure;
    let discount = 0;
    let reduced = false;
    for (let v = variantStart[product]; v < variantStart[product + 1]; v++) {
      discount = Math.max(discount, discountPercent(offers.list[v], offers.sell[v]));
      reduced ||= offers.sell[v] < offers.list[v] || offers.sell[v] < view.offers.sell[v];
    }
    return priceBadge(discount, reduced, changes.discountThreshold, view.analyzer.language);
  }

  /** The link of the product's first variant among some; undefined: it has none, or all are meant. */
  private linkWithin(
    linked: Bitmap | undefined,
    product: number,
    member: number,
    { structure }: View,
  ): Uint8Array | undefined {
    if (!linked) return undefined;
    const [first, end] = [structure.variantStart[product], structure.variantStart[product + 1]];
    for (let variant = first; variant < end; variant++) {
      if (hasBit(linked, variant)) return linkOf(this.record, member, variant - first);
    }
    return undefined;
  }

  /** Writes a member whose value lists usually leave out. @returns whether the product has one */
  private extra(out: Bytes, wanted: number, name: string): boolean {
    let found = false;
    this.block.eachExtra(NO_VARIANT, (kind, _name, from, to) => {
      if (kind !== wanted) return;
      out.ascii(name);
      out.bytes(this.record.subarray(from, to));
      found = true;
    });
    return found;
  }

  /** Writes `,"custom":…` and `,"typedCustom":…` where the request asked for any. */
  private custom(out: Bytes, variant: number, names: CustomNames): void {
    if (isEmpty(names)) return;
    const wanted: { [kind: number]: CustomNames[keyof CustomNames] } = {
      [EXTRA.LABELS]: names.labels,
      [EXTRA.NUMBER]: names.numbers,
      [EXTRA.LENGTH]: names.lengths,
      [EXTRA.JSON]: names.json,
    };
    const found: { [kind: number]: string[] } = {};
    this.block.eachExtra(variant, (kind, name, from, to) => {
      if (wanted[kind] === undefined || !includesName(wanted[kind], name)) return;
      const members = (found[kind] ??= []);
      members.push(`${JSON.stringify(name)}:${this.record.toString('utf8', from, to)}`);
    });
    const object = (kind: number) => `{${found[kind]?.join(',') ?? ''}}`;
    if (asksForAny(names.labels)) out.text(`,"custom":${object(EXTRA.LABELS)}`);
    if ([names.numbers, names.lengths, names.json].some(asksForAny)) {
      out.text(
        `,"typedCustom":{"json":${object(EXTRA.JSON)},"lengths":${object(EXTRA.LENGTH)},"numbers":${object(EXTRA.NUMBER)}}`,
      );
    }
  }
}

function shows(filter: MemberFilter | undefined, member: Offered): boolean {
  return filter === undefined || filter.shows[PLACES[member]];
}

/** Whether a span follows a member without being part of its value. */
function endsMember(code: number): boolean {
  return (
    code === SPAN.VARIANT_OFFERS ||
    code === SPAN.VARIANT_LINK_OFFERS ||
    code === SPAN.VARIANT_BEGIN ||
    code === SPAN.PRODUCT_OFFERS
  );
}

function writeProductOffers(
  out: Bytes,
  { view, offers }: CardList,
  product: number,
  filter: MemberFilter | undefined,
): void {
  const { variantStart } = view.structure;
  const [from, to] = [variantStart[product], variantStart[product + 1]];
  if (shows(filter, 'inStock')) {
    out.ascii(hasBit(offers.inStock.products, product) ? ',"inStock":true' : ',"inStock":false');
  }
  if (shows(filter, 'listPrice')) {
    out.ascii(',"listPrice":');
    writeRange(out, offers.list, from, to);
  }
  if (shows(filter, 'sellingPrice')) {
    out.ascii(',"sellingPrice":');
    writeRange(out, offers.sell, from, to);
  }
}

function writeVariantOffers(out: Bytes, list: CardList, variant: number, filter: MemberFilter | undefined): void {
  const { offers } = list;
  if (shows(filter, 'listPrice')) {
    out.ascii(',"listPrice":');
    out.number(offers.list[variant]);
  }
  if (shows(filter, 'sellingPrice')) {
    out.ascii(',"sellingPrice":');
    out.number(offers.sell[variant]);
  }
  if (shows(filter, 'inStock')) out.ascii(offers.stock[variant] > 0 ? ',"inStock":true' : ',"inStock":false');
  if (shows(filter, 'stockNumber')) {
    out.ascii(',"stockNumber":');
    out.number(offers.stock[variant]);
  }
  if (shows(filter, 'availability')) {
    out.ascii(',"availability":[');
    writeAvailability(out, list, variant);
    out.ascii(']');
  }
  if (shows(filter, 'prices')) {
    out.ascii(',"prices":[');
    writePrices(out, list, variant);
    out.ascii(']');
  }
}

function writeRange(out: Bytes, prices: Float64Array, from: number, to: number): void {
  let min = prices[from];
  let max = min;
  for (let v = from + 1; v < to; v++) {
    min = Math.min(min, prices[v]);
    max = Math.max(max, prices[v]);
  }
  out.ascii('{"min":');
  out.number(min);
  out.ascii(',"max":');
  out.number(max);
  out.ascii('}');
}

function writeAvailability(out: Bytes, { view, offers, changes }: CardList, variant: number): void {
  const entries = [`{"channel":"ONLINE","stockNumber":${view.offers.stock[variant]}}`];
  const entry = (key: string, stock: number) => {
    entries.push(`{"channel":"STORE","key":${JSON.stringify(key)},"stockNumber":${stock}}`);
  };
  if (changes.details) {
    view.offers.stores.forEach((key, index) => {
      entry(key, view.offers.storeStock(index, variant));
    });
  } else {
    for (const { key, index } of offers.stores) {
      // A store that no variant of the market names is none of the shop's.
      if (index >= 0) entry(key, view.offers.storeStock(index, variant));
    }
  }
  out.text(entries.join(','));
}

function writePrices(out: Bytes, { view, changes }: CardList, variant: number): void {
  const { offers } = view;
  const ids = changes.details ? offers.priceIds.map((id, index) => [index, id] as const) : changes.prices;
  const entries: string[] = [];
  for (const [index, id] of ids) {
    const price = offers.customPrice(index, variant);
    if (price) entries.push(JSON.stringify({ id, ...price }));
  }
  out.text(entries.join(','));
}

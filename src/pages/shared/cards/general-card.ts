/**
 * Writes cards that differ from the encoded ones: with other prices or stock, with custom attributes, or with a link to
 * the variant that a size filter selects. Goes through the spans of a block and copies or replaces each.
 */
import { discountPercent, priceBadge } from '../../../index/badges.js';
import { CardBlock, EXTRA, MEMBER, MEMBERS, NO_VARIANT, SPAN, SPAN_BYTES } from '../../../index/card-block.js';
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

const DESCRIPTION = MEMBER + MEMBERS.indexOf('description');
const IMAGE_INFO = MEMBER + MEMBERS.indexOf('imageInfo');

/** Where a group is written, as part of which list, and what its tickets begin with. */
export interface CardTarget {
  out: Bytes;
  list: CardList;
  prefix: string;
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
    { out, list, prefix }: CardTarget,
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
    for (let i = 0; i < block.spanCount; i++) {
      const at = block.spans + i * SPAN_BYTES;
      // Most spans of a card with a template are left out: for them nothing but this is read, without a call.
      const code = record[at + 4]! | (record[at + 5]! << 8);
      if (code === SPAN.VARIANT_END) {
        hidden = false;
        continue;
      }
      if (hidden && code !== SPAN.VARIANT_BEGIN) continue;
      if (code >= MEMBER) skipping = filter !== undefined && !filter.shows[code - MEMBER];
      else if (skipping && code !== SPAN.VARIANT_BEGIN) continue;
      if (skipping && code >= MEMBER) continue;
      const index = record[at + 6]! | (record[at + 7]! << 8);
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
      const from = block.jsonStart + record.readUInt32LE(at);
      const to = i + 1 < block.spanCount ? block.jsonStart + record.readUInt32LE(at + SPAN_BYTES) : block.jsonEnd;
      switch (code) {
        case DESCRIPTION:
          if (filter || changes.details) this.extra(out, EXTRA.DESCRIPTION, ',"description":');
          break;
        case IMAGE_INFO:
          if (!changes.details || !this.extra(out, EXTRA.IMAGE_INFO, ',"imageInfo":')) {
            out.bytes(record.subarray(from, to));
          }
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
          out.bytes(this.linkWithin(changes.linked, product, view) ?? record.subarray(from, to));
          break;
        case SPAN.PRODUCT_IN_STOCK:
          out.ascii(String(hasBit(offers.inStock.products, product)));
          break;
        case SPAN.PRODUCT_LIST_PRICE:
          writeRange(out, offers.list, variants, view.structure.variantStart[product + 1]);
          break;
        case SPAN.PRODUCT_SELLING_PRICE:
          writeRange(out, offers.sell, variants, view.structure.variantStart[product + 1]);
          break;
        case SPAN.PRODUCT_CUSTOM:
          this.custom(out, NO_VARIANT, filter?.custom ?? changes.product);
          break;
        case SPAN.VARIANT_LIST_PRICE:
          out.number(offers.list[variant]);
          break;
        case SPAN.VARIANT_SELLING_PRICE:
          out.number(offers.sell[variant]);
          break;
        case SPAN.VARIANT_IN_STOCK:
          out.ascii(String(offers.stock[variant] > 0));
          break;
        case SPAN.VARIANT_STOCK:
          out.number(offers.stock[variant]);
          break;
        case SPAN.VARIANT_AVAILABILITY:
          writeAvailability(out, list, variant);
          break;
        case SPAN.VARIANT_PRICES:
          writePrices(out, list, variant);
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
  private linkWithin(linked: Bitmap | undefined, product: number, { structure }: View): Uint8Array | undefined {
    if (!linked) return undefined;
    const [first, end] = [structure.variantStart[product], structure.variantStart[product + 1]];
    for (let variant = first; variant < end; variant++) {
      if (hasBit(linked, variant)) return this.variantLink(variant - first);
    }
    return undefined;
  }

  private variantLink(index: number): Uint8Array | undefined {
    const { block, record } = this;
    for (let i = 0; i + 1 < block.spanCount; i++) {
      const at = block.spans + i * SPAN_BYTES;
      if (record.readUInt16LE(at + 4) !== SPAN.VARIANT_LINK || record.readUInt16LE(at + 6) !== index) continue;
      return record.subarray(
        block.jsonStart + record.readUInt32LE(at),
        block.jsonStart + record.readUInt32LE(at + SPAN_BYTES),
      );
    }
    return undefined;
  }

  /** Writes a member whose value lists usually leave out. @returns whether the product has one */
  private extra(out: Bytes, wanted: number, name: string): boolean {
    let found = false;
    this.block.eachExtra(this.record, NO_VARIANT, (kind, _name, from, to) => {
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
    this.block.eachExtra(this.record, variant, (kind, name, from, to) => {
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

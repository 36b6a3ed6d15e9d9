/** Links in cards. */
import { CardBlock, SPAN } from './card-block.js';
import { openBlock } from './card-record.js';

const block = new CardBlock();

/**
 * @param member place of the product in its group
 * @param variant index among the product's variants; -1: the product's own link
 * @returns JSON: the link of a variant, which is the product's where it has none of its own
 */
export function linkOf(record: Buffer, member: number, variant: number): Buffer | undefined {
  openBlock(block, record, member);
  let link: Buffer | undefined;
  while (block.next()) {
    const { code, from, to } = block;
    if (code === SPAN.PRODUCT_LINK) link = record.subarray(from, to);
    if (block.variant !== variant) continue;
    if (variant < 0 && link) return link;
    if (code === SPAN.VARIANT_LINK) return record.subarray(from, to);
    if (code === SPAN.VARIANT_LINK_OFFERS) return link;
  }
  return undefined;
}

/** Recognises product and variant keys typed into the search box, which lead to the product page. */
import { CardBlock, SPAN, SPAN_BYTES } from '../../index/card-block.js';
import { openBlock } from '../../index/card-record.js';
import { readRecord } from '../../index/cards.js';
import { hasBit } from '../../kernel/bitmap.js';
import type { QueryContext } from '../../query/query-context.js';
import type { View } from '../../snapshot/index.js';

/**
 * The link for text that is exactly a key (trimmed, case ignored): a variant's own or its product's, a product's, or of
 * a group the product that sells best under the request's stock. Undefined when the text is no key.
 */
export function keyLink(q: string, { view, offers }: QueryContext): string | undefined {
  const key = q.trim();
  if (key === '' || key.length > 50) return undefined;
  const { structure } = view;
  const variant = structure.variants.findAnyCase(key);
  if (variant >= 0) {
    const product = structure.productOf[variant];
    return linkOf(view, product, SPAN.VARIANT_LINK, variant - structure.variantStart[product]);
  }
  const product = structure.products.findAnyCase(key);
  if (product >= 0) return linkOf(view, product, SPAN.PRODUCT_LINK, -1);
  const group = structure.groups.findAnyCase(key);
  if (group < 0) return undefined;
  let best = structure.groupStart[group];
  for (let p = best; p < structure.groupStart[group + 1]; p++) {
    if (hasBit(offers.inStock.products, p)) {
      best = p;
      break;
    }
  }
  return linkOf(view, best, SPAN.PRODUCT_LINK, -1);
}

function linkOf(view: View, product: number, code: number, variant: number): string | undefined {
  const { structure, cards, cardFiles } = view;
  const group = structure.groupOf[product];
  const record = readRecord(cardFiles[cards.file[group]], cards.offset[group], cards.length[group]);
  const block = new CardBlock();
  openBlock(block, record, product - structure.groupStart[group]);
  for (let i = 0; i + 1 < block.spanCount; i++) {
    const span = block.spans + i * SPAN_BYTES;
    if (record.readUInt16LE(span + 4) !== code) continue;
    if (variant >= 0 && record.readUInt16LE(span + 6) !== variant) continue;
    const from = block.jsonStart + record.readUInt32LE(span);
    const to = block.jsonStart + record.readUInt32LE(span + SPAN_BYTES);
    return JSON.parse(record.toString('utf8', from, to)) as string;
  }
  return undefined;
}

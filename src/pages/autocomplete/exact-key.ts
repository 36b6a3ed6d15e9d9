/** Recognises product and variant keys typed into the search box, which lead to the product page. */

import { readRecord } from '../../index/card-file.js';
import { linkOf } from '../../index/card-links.js';
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
    return linkIn(view, product, variant - structure.variantStart[product]);
  }
  const product = structure.products.findAnyCase(key);
  if (product >= 0) return linkIn(view, product, -1);
  const group = structure.groups.findAnyCase(key);
  if (group < 0) return undefined;
  let best = structure.groupStart[group];
  for (let p = best; p < structure.groupStart[group + 1]; p++) {
    if (hasBit(offers.inStock.products, p)) {
      best = p;
      break;
    }
  }
  return linkIn(view, best, -1);
}

function linkIn({ structure, cards, cardFiles }: View, product: number, variant: number): string | undefined {
  const group = structure.groupOf[product];
  const record = readRecord(cardFiles[cards.file[group]], cards.place(group));
  const link = linkOf(record, product - structure.groupStart[group], variant);
  return link && (JSON.parse(link.toString()) as string);
}

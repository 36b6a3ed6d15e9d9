/** Products as items of GA4, and which products have been shown where. */
import type { Product, ProductGroup, QueryName, Shown, StorefrontEvent, Variant } from '@vitrine/client';

/** An item as GA4 has it; further members are passed over. */
export interface Item {
  item_id?: string;
  item_name?: string;
  item_brand?: string;
  item_variant?: string;
  item_list_id?: string;
  index?: number;
  price?: number;
  discount?: number;
  quantity?: number;
}

/** A product where it was shown, and its variant where a ticket is of one. */
export interface Place extends Shown {
  variant?: Variant | undefined;
}

type Answered = Extract<StorefrontEvent, { kind: 'answer' }>;

/** Places that are remembered: those of some dozen pages. */
const KEPT = 3_000;

export function itemOf({ product, variant, list, index }: Place): Item {
  const price = variant?.sellingPrice ?? product.sellingPrice?.min;
  const listPrice = variant?.listPrice ?? product.listPrice?.min;
  return {
    item_id: product.key,
    ...(product.title !== undefined && { item_name: product.title }),
    ...(product.brand !== undefined && { item_brand: product.brand }),
    ...(variant && { item_variant: variant.key }),
    item_list_id: list,
    index,
    ...(price !== undefined && { price, quantity: 1 }),
    ...(price !== undefined && listPrice !== undefined && listPrice > price && { discount: listPrice - price }),
  };
}

/** What was shown last, by ticket and by key. */
export class Places {
  readonly #byTicket = new Map<string, Place>();
  readonly #byKey = new Map<string, Place>();

  /** Remembers what an answer shows. */
  add(event: Answered): void {
    for (const { list, groups, skip } of listsOf(event)) {
      groups.forEach(({ products }, at) => {
        for (const product of products) this.#addProduct({ product, list, index: skip + at });
      });
    }
    for (const map of [this.#byTicket, this.#byKey]) {
      for (const key of [...map.keys()].slice(0, Math.max(0, map.size - KEPT))) map.delete(key);
    }
  }

  ofTicket(ticket: string): Place | undefined {
    return this.#byTicket.get(ticket);
  }

  /** @param key of a product or variant */
  ofKey(key: string): Place | undefined {
    return this.#byKey.get(key);
  }

  #addProduct(place: Place): void {
    const { product } = place;
    this.#put(product.ticket, product.key, place);
    for (const variant of product.variants ?? []) this.#put(variant.ticket, variant.key, { ...place, variant });
  }

  /** The newest last. */
  #put(ticket: string, key: string, place: Place): void {
    this.#byTicket.set(ticket, place);
    this.#byKey.delete(key);
    this.#byKey.set(key, place);
  }
}

interface ShownList {
  list: string;
  groups: readonly ProductGroup[];
  skip: number;
}

/** The lists of products of an answer, whichever query it is to. */
function listsOf({ answer, parameters }: Answered): ShownList[] {
  const { skip = 0 } = parameters as { skip?: number };
  const parts = answer as {
    primaryList?: { productGroups?: ProductGroup[] };
    secondaryList?: { productGroups: ProductGroup[] };
    productSuggestions?: ProductGroup[];
    productGroup?: ProductGroup;
    cart?: ProductGroup[];
    recommendationLists?: { id: string; productGroups: ProductGroup[] }[];
  };
  return [
    { list: 'primary', groups: parts.primaryList?.productGroups ?? [], skip },
    { list: 'secondary', groups: parts.secondaryList?.productGroups ?? [], skip },
    { list: 'suggestions', groups: parts.productSuggestions ?? [], skip: 0 },
    { list: 'cart', groups: parts.cart ?? [], skip: 0 },
    { list: 'product', groups: parts.productGroup ? [parts.productGroup] : [], skip: 0 },
    ...(parts.recommendationLists ?? []).map(({ id, productGroups }) => ({ list: id, groups: productGroups, skip: 0 })),
  ];
}

/** The product of a product page; undefined where the answer leaves it out. */
export function productOfPage(event: Answered): Product | undefined {
  const query: QueryName = 'productPage';
  if (event.query !== query) return undefined;
  const { productKey } = event.parameters;
  return event.answer.productGroup?.products.find(({ key }) => key === productKey);
}

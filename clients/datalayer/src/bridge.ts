/**
 * Between a storefront and a data layer, both ways: what visitors do with products of Vitrine becomes events of GA4, and
 * events of GA4 that a shop pushes already become notifications. What came from one side is not sent back to it.
 */
import type { Storefront, StorefrontEvent } from '@vitrine/client';
import { type Ecommerce, entryOf, OURS } from './entries.js';
import { type Item, itemOf, type Place, Places, productOfPage } from './items.js';

export interface BridgeOptions {
  /** The shop's; `window.dataLayer` unless stated. */
  dataLayer?: unknown[];
  /** Which way; both unless stated. */
  direction?: 'both' | 'toDataLayer' | 'fromDataLayer';
  /** Of prices, in events: `SEK`. */
  currency?: string;
  /** The consent of gtag that the visitor's follows; none unless stated. */
  consent?: 'analytics_storage' | 'personalization_storage' | 'ad_storage' | 'ad_personalization';
  /** Gets each `purchase`, to send it to the shop's server, which has the key for payments: see `paymentLines`. */
  onPurchase?: (purchase: Ecommerce) => void;
  /** Gets what could not be told; nothing unless stated. */
  onError?: (error: unknown) => void;
}

type Told = Extract<StorefrontEvent, { kind: 'told' }>;

const EVENTS: Partial<Record<Told['notification'], string>> = {
  click: 'select_item',
  'add-to-cart': 'add_to_cart',
  'add-favorite': 'add_to_wishlist',
};

/** @returns ends it */
export function bridge(shop: Storefront, options: BridgeOptions = {}): () => void {
  const { direction = 'both', currency, consent, onPurchase, onError = () => {} } = options;
  const layer = options.dataLayer ?? windowLayer();
  const places = new Places();
  /** Products whose pages the storefront has asked for: the daemon knows that they were looked at. */
  const lookedAt = new Set<string>();
  /** While what the data layer has told is passed on. */
  let isHeeding = false;
  /** Parameters of what the bridge asks by itself. */
  const ownQuestions = new WeakSet<object>();

  const push = (event: string, given: Omit<Ecommerce, 'currency'> & { item_list_id?: string }) => {
    layer.push({ ecommerce: null });
    layer.push({ event, [OURS]: true, ecommerce: { ...(currency && { currency }), ...given } });
  };

  const stopListening = shop.on(event => {
    if (event.kind === 'answer') {
      if (ownQuestions.has(event.parameters)) return;
      places.add(event);
      if (event.query === 'productPage') lookedAt.add(event.parameters.productKey);
    }
    if (direction === 'fromDataLayer' || isHeeding) return;
    if (event.kind === 'seen') {
      for (const list of new Set(event.shown.map(({ list }) => list))) {
        push('view_item_list', { item_list_id: list, items: event.shown.filter(one => one.list === list).map(itemOf) });
      }
    } else if (event.kind === 'told') {
      const name = EVENTS[event.notification];
      const place = placeOf(event, places);
      if (name !== undefined && place !== undefined) push(name, { ...worthOf(place), items: [itemOf(place)] });
    } else {
      const product = productOfPage(event);
      const place = product && { product, list: 'product', index: 0 };
      if (place) push('view_item', { ...worthOf(place), items: [itemOf(place)] });
    }
  });

  /** Passes on what the data layer tells; the storefront tells its listeners of it at once. */
  const heed = (act: () => Promise<unknown>) => {
    isHeeding = true;
    try {
      act().catch(onError);
    } finally {
      isHeeding = false;
    }
  };

  /** The ticket of an item that the shop's pages have not shown: one from the product page. */
  async function askedTicket({ item_id: productKey, item_variant }: Item): Promise<string | undefined> {
    if (productKey === undefined) return undefined;
    const parameters = { productKey, notify: false };
    ownQuestions.add(parameters);
    const { productGroup } = await shop.productPage(parameters, { productGroup: { include: true } });
    const product = productGroup?.products.find(({ key }) => key === productKey);
    return product?.variants.find(({ key }) => key === item_variant)?.ticket ?? product?.ticket;
  }

  const withTickets = async (items: readonly Item[], tell: (ticket: string) => Promise<void>) => {
    for (const item of items) {
      const place = shownAs(item, places);
      const ticket = place === undefined ? await askedTicket(item) : (place.variant?.ticket ?? place.product.ticket);
      if (ticket !== undefined) heed(() => tell(ticket));
    }
  };

  function fromLayer(pushed: unknown): void {
    const entry = entryOf(pushed);
    if (entry === undefined) return;
    if ('consent' in entry) {
      if (consent === undefined || entry.consent[consent] === undefined) return;
      if (entry.consent[consent] === 'granted') shop.visitor.grant();
      else shop.visitor.withdraw();
      return;
    }
    const { event, ecommerce, isOurs } = entry;
    const { items } = ecommerce;
    if (isOurs) return;
    if (event === 'select_item') heed(() => withTickets(items, shop.click));
    else if (event === 'add_to_cart') heed(() => withTickets(items, shop.addToCart));
    else if (event === 'add_to_wishlist') {
      for (const { item_id: productKey } of items) if (productKey) heed(() => shop.addFavorite({ productKey }));
    } else if (event === 'view_item_list') {
      heed(() => shop.seen(items.flatMap(item => shownAs(item, places) ?? [])));
    } else if (event === 'view_item') {
      for (const { item_id: productKey } of items) {
        if (productKey && !lookedAt.has(productKey)) heed(() => shop.productPage({ productKey }, {}));
      }
    } else if (event === 'purchase') onPurchase?.(ecommerce);
  }

  const { push: before } = layer;
  if (direction !== 'toDataLayer') {
    for (const pushed of [...layer]) fromLayer(pushed);
    layer.push = (...pushed) => {
      const length = before.apply(layer, pushed);
      for (const one of pushed) fromLayer(one);
      return length;
    };
  }
  return () => {
    stopListening();
    layer.push = before;
  };
}

/** The variant of an item where it names one, its product otherwise. */
const shownAs = ({ item_id, item_variant }: Item, places: Places): Place | undefined =>
  (item_variant === undefined ? undefined : places.ofKey(item_variant)) ??
  (item_id === undefined ? undefined : places.ofKey(item_id));

function placeOf({ body }: Told, places: Places): Place | undefined {
  if (body === undefined) return undefined;
  if ('ticket' in body) return places.ofTicket(body.ticket);
  const { variantKey, productKey } = body as { variantKey?: string; productKey?: string };
  const key = variantKey ?? productKey;
  return key === undefined ? undefined : places.ofKey(key);
}

function worthOf(place: Place): { value?: number } {
  const { price } = itemOf(place);
  return price === undefined ? {} : { value: price };
}

function windowLayer(): unknown[] {
  const place = globalThis as { dataLayer?: unknown[] };
  place.dataLayer ??= [];
  return place.dataLayer;
}

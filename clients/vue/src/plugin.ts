/**
 * The plugin of an application: the storefront that composables ask, and the directive `v-product` of elements that show
 * a product: `<a v-product="{ product, list: 'primary', index }">` tells when it is in sight and when it is followed.
 */
import type { Shown, Storefront } from '@vitrine/client';
import { type SightOptions, sight } from '@vitrine/client/state';
import { type App, type Directive, type InjectionKey, inject } from 'vue';

const SHOP: InjectionKey<Storefront> = Symbol('the storefront of Vitrine');

export interface VitrineOptions {
  shop: Storefront;
  sight?: SightOptions;
}

/** `app.use(vitrine, { shop })` */
export const vitrine = {
  install(app: App, { shop, sight: options }: VitrineOptions): void {
    app.provide(SHOP, shop);
    app.directive('product', productDirective(shop, options));
  },
};

/** The storefront of the application. */
export function useShop(): Storefront {
  const shop = inject(SHOP);
  if (shop === undefined) throw new Error('the application lacks the plugin: app.use(vitrine, { shop })');
  return shop;
}

function productDirective(shop: Storefront, options: SightOptions | undefined): Directive<Element, Shown> {
  const watching = sight(shop, options);
  const watched = new WeakMap<Element, { shown: Shown; stop: () => void }>();
  const watch = (element: Element, shown: Shown) =>
    watched.set(element, { shown, stop: watching.watch(element, shown) });
  return {
    mounted(element, { value }) {
      watch(element, value);
      element.addEventListener('click', () => {
        const ticket = watched.get(element)?.shown.product.ticket;
        // A click that goes unrecorded must not keep the visitor from the product.
        if (ticket !== undefined) shop.click(ticket).catch(() => {});
      });
    },
    updated(element, { value }) {
      const before = watched.get(element);
      if (before?.shown.product.ticket === value.product.ticket) return;
      before?.stop();
      watch(element, value);
    },
    unmounted: element => watched.get(element)?.stop(),
    getSSRProps: () => ({}),
  };
}

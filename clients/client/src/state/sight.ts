/**
 * Which products have been in sight: half of the element for a second, once for each place in a list. The storefront is
 * told of those that come into sight together at once; without `IntersectionObserver` (on servers) of none.
 */
import type { Shown, Storefront } from '../storefront.js';

const PART = 0.5;
const LASTING_MS = 1_000;

export interface SightOptions {
  /** How long half of the element has to be in sight; a second unless stated. */
  lastingMs?: number;
}

export interface Sight {
  /** @returns watches it no longer */
  watch(element: Element, shown: Shown): () => void;
}

export function sight(shop: Storefront, { lastingMs = LASTING_MS }: SightOptions = {}): Sight {
  if (typeof IntersectionObserver === 'undefined') return { watch: () => () => {} };
  const told = new Set<string>();
  const watched = new Map<Element, Shown>();
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  let fresh: Shown[] = [];

  const forget = (element: Element) => {
    clearTimeout(timers.get(element));
    timers.delete(element);
  };
  const tell = (element: Element) => {
    const shown = watched.get(element);
    if (shown === undefined || told.has(shown.product.ticket)) return;
    told.add(shown.product.ticket);
    if (fresh.push(shown) > 1) return;
    queueMicrotask(() => {
      // That an advertisement was not counted must not harm the page.
      shop.seen(fresh).catch(() => {});
      fresh = [];
    });
  };
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, intersectionRatio } of entries) {
        forget(target);
        if (intersectionRatio >= PART) timers.set(target, setTimeout(tell, lastingMs, target));
      }
    },
    { threshold: PART },
  );
  return {
    watch(element, shown) {
      watched.set(element, shown);
      observer.observe(element);
      return () => {
        forget(element);
        watched.delete(element);
        observer.unobserve(element);
      };
    },
  };
}

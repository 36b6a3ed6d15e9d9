/** A product where it is shown: what is told of it when it is in sight, followed or put into the cart. */
import type { Shown, Variant } from '@vitrine/client';
import { useCallback, useRef } from 'react';
import { useProvided } from './provider.js';

export interface ProductHandlers {
  /** Of the element that shows the product. */
  ref: (element: Element | null) => void;
  /** Of what leads to the product. */
  onClick: () => void;
  /** @param variant the product, where it has but one */
  addToCart: (variant?: Variant) => Promise<void>;
}

export function useProduct(shown: Shown): ProductHandlers {
  const { shop, watching } = useProvided();
  const { ticket } = shown.product;
  const current = useRef(shown);
  current.current = shown;
  const stop = useRef<(() => void) | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes with its ticket.
  const ref = useCallback(
    (element: Element | null) => {
      stop.current?.();
      stop.current = element === null ? undefined : watching.watch(element, current.current);
    },
    [watching, ticket],
  );
  return {
    ref,
    // A click that goes unrecorded must not keep the visitor from the product.
    onClick: () => void shop.click(ticket).catch(() => {}),
    addToCart: variant => shop.addToCart(variant?.ticket ?? ticket),
  };
}

/** The storefront that hooks ask, and what watches the products that they show. */
import type { Storefront } from '@vitrine/client';
import { type Sight, type SightOptions, sight } from '@vitrine/client/state';
import { createContext, createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react';

interface Provided {
  shop: Storefront;
  watching: Sight;
}

const Context = createContext<Provided | undefined>(undefined);

export interface VitrineProviderProps {
  shop: Storefront;
  sight?: SightOptions;
  children?: ReactNode;
}

export function VitrineProvider({ shop, sight: options, children }: VitrineProviderProps): ReactElement {
  const lastingMs = options?.lastingMs;
  const provided = useMemo(
    () => ({ shop, watching: sight(shop, lastingMs === undefined ? {} : { lastingMs }) }),
    [shop, lastingMs],
  );
  return createElement(Context.Provider, { value: provided }, children);
}

/** For the hooks of this package. */
export function useProvided(): Provided {
  const provided = useContext(Context);
  if (provided === undefined) throw new Error('there is no <VitrineProvider> around the component');
  return provided;
}

/** The storefront of the nearest `VitrineProvider`. */
export const useShop = (): Storefront => useProvided().shop;

/** Whether items can be bought, in the words that feeds have for it. */

export type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder';

const WORDS: Readonly<Record<string, Availability>> = {
  instock: 'in_stock',
  available: 'in_stock',
  availablefororder: 'in_stock',
  limitedavailability: 'in_stock',
  true: 'in_stock',
  yes: 'in_stock',
  '1': 'in_stock',
  outofstock: 'out_of_stock',
  unavailable: 'out_of_stock',
  soldout: 'out_of_stock',
  discontinued: 'out_of_stock',
  false: 'out_of_stock',
  no: 'out_of_stock',
  '0': 'out_of_stock',
  preorder: 'preorder',
  backorder: 'backorder',
  onbackorder: 'backorder',
};

/** Items in stock of a feed that counts none: what can be ordered can be found. */
export const DEFAULT_STOCK: Readonly<Record<Availability, number>> = {
  in_stock: 1,
  out_of_stock: 0,
  preorder: 1,
  backorder: 1,
};

/** Also of schema.org: `https://schema.org/InStock`. */
export function availabilityOf(text: string): Availability | undefined {
  const word = text
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[^a-z0-9]/g, '');
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

export function isBuyable(availability: Availability): boolean {
  return availability !== 'out_of_stock';
}

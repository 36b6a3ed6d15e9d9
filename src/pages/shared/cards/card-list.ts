/** One list of products to be written: what its cards depend on beside the products. */
import type { Bitmap } from '../../../kernel/bitmap.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';
import type { View } from '../../../snapshot/index.js';
import type { SignedContext } from '../tickets/signed-context.js';
import type { CardTemplate } from './card-template.js';
import type { CustomNames } from './custom-names.js';

export interface CardList {
  view: View;
  offers: OfferContext;
  changes: CardChanges;
  /** Signed context of the list's tickets. */
  ticket: SignedContext;
  nowMs: number;
  /** Those of sold places, by index among the products that are written; absent: none is. */
  sponsored?: readonly (SponsoredCard | undefined)[] | undefined;
}

/** The card of a place that a campaign has won. */
export interface SponsoredCard {
  /** Signed context of its tickets, which states the terms. */
  ticket: SignedContext;
  /** JSON members that stand in place of UNSPONSORED. */
  mark: Uint8Array;
}

/** The members that products are built with. */
export const UNSPONSORED = ',"sponsored":false,"notifyImpression":false';

/** What a request wants changed in cards. */
export interface CardChanges {
  /** Custom attributes to show, by where they stand. */
  product: CustomNames;
  variant: CustomNames;
  /** Which members are shown, and custom attributes beside those above; without one, all that lists usually show. */
  template?: CardTemplate;
  /** Price ids to list, those the view knows: [index, id]. */
  prices: [number, string][];
  /** Variants a size filter allows: products link to their first such variant. */
  linked?: Bitmap;
  /** All there is to show of products, whatever lists leave out; custom attributes are named above. */
  details?: true;
  /** Variants without stock are left out. */
  hideOutOfStock: boolean;
  newDays: number;
  discountThreshold: number;
}

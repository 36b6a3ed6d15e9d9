/** What an auction of the sponsored places of a page is asked, and what it says. */
import type { Remembering } from '../understanding/remembered.js';
import type { Billing, Sponsor } from './campaigns.js';

/** Most products of a page that compete: its best ones by relevance. */
export const MOST_COMPETING = 64;

/** One page, or one list of it. */
export interface AuctionRequest {
  /** Its second counts: equal questions have equal answers within one. */
  nowMs: number;
  touchpoint: 'DESKTOP' | 'MOBILE';
  /** The text that was searched; empty without one. */
  phrase: string;
  /** Ordinals of categories, with those above them (`categoriesNamed`); undefined: the leading ones of `ranked`. */
  categories?: readonly number[] | undefined;
  pageId?: string | undefined;
  /** Has the ids of campaigns that the visitor has seen as often as they allow in a day. */
  visitorCapped?: { has(campaign: string): boolean } | undefined;
  /**
   * Products that may be sponsored here, best first, as `qualifiedProducts` finds them: full matches of the text or of the
   * page's category, in stock, not blocked. Those behind MOST_COMPETING are ignored.
   */
  ranked: { products: Uint32Array; count: number };
  /**
   * The list as it is without campaigns, from its beginning: nothing competes for a place that stands before it there.
   * Absent: there is none.
   */
  organic?: Uint32Array | undefined;
  /** Groups that are sponsored on the page already; those of the winners are added. */
  seen: Set<number>;
}

export interface AuctionSettings {
  /** The least price, of a click or of a thousand impressions; campaigns that bid less do not compete. */
  reserveMicros: number;
  /** Most places that one campaign gets of those asked for. */
  mostPlaces: number;
}

export const DEFAULT_AUCTION: AuctionSettings = { reserveMicros: 10_000, mostPlaces: 2 };

/** A campaign that has won a place; the same object for all equal requests of a second that depend on no visitor. */
export interface Winner extends Remembering {
  /** Its slot among all published campaigns; -1 for one that is not published yet. */
  slot: number;
  id: string;
  sponsor: Sponsor;
  /** Ordinal. */
  product: number;
  position: number;
  billing: Billing;
  bidMicros: number;
  /** What a click or a thousand impressions cost: what would just have won, at least the reserve, at most the bid. */
  priceMicros: number;
  /** Clicks that are expected of an impression here. */
  clickRate: number;
  /** Whether another advertiser competed; otherwise the price is the reserve. */
  contested: boolean;
}

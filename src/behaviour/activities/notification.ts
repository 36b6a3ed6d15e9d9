/**
 * A notification as the journal stores it: one record in plain JSON. A record includes the content of the ticket and
 * the product of a variant, so that replaying it later needs neither the ticket nor the snapshot of that time.
 */

import type { Attribution, Verdict } from './verdict.js';

/** In the order in which the interface documents them; `end` closes a session. */
export const NOTIFICATION_TYPES = [
  'click',
  'add-to-cart',
  'payment',
  'add-favorite',
  'remove-favorite',
  'remove-recent-searches',
  'remove-recently-viewed',
  'ad-impression',
  'end',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** The visitor, market and time of an activity. */
export interface ActivityContext {
  /** Milliseconds since 1970. */
  at: number;
  market: string;
  customerKey?: string;
  sessionKey?: string;
  /** SYNTHETIC notifications are listed, but the learner ignores them. */
  userContext: 'PERSONALIZED' | 'UNPERSONALIZED' | 'ANONYMOUS' | 'SYNTHETIC';
  touchpoint?: 'DESKTOP' | 'MOBILE';
  /** The range of addresses that it came from, as a keyed hash that is another one each day. */
  range?: number;
  /** Present where the visitor had asked no query: nothing is learned from it. */
  unasked?: true;
  /** Present where another daemon of the fleet has taken it. */
  origin?: Origin;
  /** Present where it came before the accounts of campaigns were read, so that no campaign was billed for it. */
  unjudged?: UnjudgedFacts;
  /**
   * Present in a copy of an earlier record that says what campaigns were billed for it later: the number of that record. A
   * copy is SYNTHETIC, as all else has been made of the earlier one.
   */
  settles?: number;
}

/** What a verdict needs beside the record. */
export interface UnjudgedFacts {
  /** Whether a program has sent it. */
  isBot: boolean;
  /** Keys of groups by those of products. */
  groups: Record<string, string>;
}

/** Where a notification was taken, and how it came here. */
export interface Origin {
  /** What the fleet knows the journal of that daemon by. */
  daemon: string;
  /** The record's number there. */
  number: number;
  /** Of the message that it came with. */
  sequence: number;
}

/** Where a campaign can have a place. */
export const SPONSORED_PLACES = ['search', 'slice', 'recommendation', 'list', 'banner'] as const;
export type SponsoredPlace = (typeof SPONSORED_PLACES)[number];

/** The terms on which a campaign has had a place in an answer. */
export interface Sponsorship {
  /** The id of the campaign. */
  campaign: string;
  place: SponsoredPlace;
  /** Of a click with CPC, of a thousand impressions with CPM, in millionths of the unit of the campaign's currency. */
  priceMicros: number;
  billing: 'CPC' | 'CPM';
  /** Time of the answer, seconds since 1970. */
  second: number;
}

/** The listing that showed a clicked product: the content of its ticket without the key, which is in the record. */
export interface Shown {
  kind: 'product' | 'variant' | 'content' | 'banner';
  locale: string;
  pageType: string;
  /** Empty where the page has none. */
  pageReference: string;
  list: string;
  /** The search text, empty without one. */
  q: string;
  /** Position in the list, from 0. */
  position: number;
  /** Time of the response, minutes since 1970. */
  minute: number;
  /** Catalog generation of the response. */
  generation: number;
  /** Absent: the place was not paid for. */
  sponsored?: Sponsorship;
}

/**
 * A reaction to a product, variant, content item or banner of a response. A variant comes with the key of its product. An
 * impression of a whole sponsored list is one record for each product that has won a place of it.
 */
export interface Reaction {
  type: 'click' | 'add-to-cart' | 'ad-impression';
  shown: Shown;
  productKey?: string;
  variantKey?: string;
  contentKey?: string;
  /** Of a banner: the place of its image among those of the campaign. */
  creative?: number;
  /** Of a sponsored hit; `add-to-cart` has none. */
  verdict?: Verdict;
  /** The campaigns to which an `add-to-cart` is owed. */
  attributed?: Attribution[];
}

export interface FavoriteChange {
  type: 'add-favorite' | 'remove-favorite';
  productKey: string;
  /** Present where a variant was named. */
  variantKey?: string;
}

export interface SearchRemoval {
  type: 'remove-recent-searches';
  phrases: string[];
  removeAll: boolean;
  /** Number of searches removed from the list; absent where it is unknown. */
  count?: number;
}

export interface ViewRemoval {
  type: 'remove-recently-viewed';
  productKeys: string[];
  removeAll: boolean;
}

export interface SessionEnd {
  type: 'end';
}

export interface PaymentLine {
  quantity: number;
  variantKey: string;
  /** The variant's product at that time. */
  productKey: string;
  /** Price of one piece, like `sellingPrice`; absent: the price in the catalog. */
  cost?: number;
  sellingPrice?: number;
}

export interface Payment {
  type: 'payment';
  lines: PaymentLine[];
  /** The campaigns to which lines are owed. */
  attributed?: Attribution[];
}

export type Notification = Reaction | FavoriteChange | SearchRemoval | ViewRemoval | SessionEnd | Payment;
export type NotificationRecord = ActivityContext & Notification;

const ORIGIN_KEY = '"origin":';
/** What each record has that came from another daemon. It cannot stand in a text of the record, where its quotes are escaped. */
export const ORIGIN_TEXT = `${ORIGIN_KEY}{`;

/** The origin of a record, of which the rest is not read. @param text JSON of the record */
export function originIn(text: string): Origin | undefined {
  const at = text.lastIndexOf(ORIGIN_TEXT);
  if (at < 0) return undefined;
  return JSON.parse(text.slice(at + ORIGIN_KEY.length, text.indexOf('}', at) + 1)) as Origin;
}

/**
 * The open sessions, each with its products, searches and choices, so that nothing counts twice in a session and its
 * pairs can be counted. A session ends by its `end` notification or after half an hour without an activity; at the bound
 * of open sessions, the one idle for longest is dropped.
 */
import type { Activity } from '../activities/activity.js';
import { RecencyMap } from './recency-map.js';

const IDLE_MS = 30 * 60_000;
/** What a session remembers, the newest of each. */
const MOST_PRODUCTS = 40;
const MOST_CONTENTS = 16;
const MOST_SEARCHES = 12;
const MOST_CHOICES = 24;
/** Sessions with more activities are taken for robots and not learned from. */
const MOST_ACTIVITIES = 500;

/** A product of a session: `did` holds bits of `DID`. */
export interface Touched {
  product: number;
  did: number;
}

export const DID = { VIEW: 1, CLICK: 2, FAVORITE: 4, CART: 8, PAYMENT: 16, SEEN: 32, IN_CART: 64 } as const;

export interface Searched {
  phrase: number;
  /** When last. */
  at: number;
  /** When it was counted as a use, undefined where that was taken back or it never was searched for. */
  countedAt?: number;
  /** Of its last search. */
  hits: number;
  clicked: boolean;
}

/** A product clicked in the hits of a phrase. */
export interface Choice {
  phrase: number;
  product: number;
  /** Of a click at that position. */
  worth: number;
  did: number;
}

export interface Session {
  /** Of the customer where there is one, else of the session; never 0. */
  visitor: number;
  lastAt: number;
  activities: number;
  /** Different products seen in it, or put into the present cart. */
  seen: number;
  inCart: number;
  products: Touched[];
  /** What the customer had looked at before it began. */
  earlier: number[];
  contents: number[];
  /** The last search stands last. */
  searches: Searched[];
  choices: Choice[];
}

/** What tells visitors apart: FNV-1a, never 0. */
export function visitorHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0 || 1;
}

export class Sessions {
  private readonly sessions = new RecencyMap<Session>();

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.sessions.size;
  }

  /**
   * The session that an activity belongs to, begun where there is none.
   * @returns undefined for an activity without a visitor; 'too busy' beyond MAX_ACTIVITIES, taken for a robot.
   */
  of(activity: Activity): Session | undefined | 'too busy' {
    const key = keyOf(activity);
    if (key === undefined) return undefined;
    const { at } = activity;
    this.closeExpired(at);
    let session = this.sessions.get(key);
    if (session === undefined || at - session.lastAt > IDLE_MS) session = begun(activity);
    this.sessions.use(key, session);
    if (this.sessions.size > this.limit) this.sessions.deleteOldest();
    session.lastAt = Math.max(session.lastAt, at);
    return ++session.activities > MOST_ACTIVITIES ? 'too busy' : session;
  }

  end(activity: Activity): void {
    const key = keyOf(activity);
    if (key !== undefined) this.sessions.delete(key);
  }

  /** Forgets products, contents and phrases that are gone. */
  forget(gone: { products?: Uint8Array; contents?: Uint8Array; phrases?: Uint8Array }): void {
    const { products, contents, phrases } = gone;
    const stays = (list: Uint8Array | undefined, slot: number) => list?.[slot] !== 1;
    for (const [, session] of this.sessions.entries()) {
      if (products) {
        session.products = session.products.filter(({ product }) => stays(products, product));
        session.earlier = session.earlier.filter(product => stays(products, product));
      }
      if (contents) session.contents = session.contents.filter(content => stays(contents, content));
      if (phrases) session.searches = session.searches.filter(({ phrase }) => stays(phrases, phrase));
      session.choices = session.choices.filter(
        ({ phrase, product }) => stays(phrases, phrase) && stays(products, product),
      );
    }
  }

  /** Drops the open sessions of a customer. @returns whether there were any. */
  forgetCustomer(customerKey: string): boolean {
    const visitor = visitorHash(customerKey);
    const keys = [...this.sessions.entries()].filter(([, session]) => session.visitor === visitor).map(([key]) => key);
    for (const key of keys) this.sessions.delete(key);
    return keys.length > 0;
  }

  /** As JSON. */
  encode(): Uint8Array {
    return Buffer.from(JSON.stringify([...this.sessions.entries()]));
  }

  /** Into sessions that are still empty. */
  decode(bytes: Uint8Array): void {
    for (const [key, session] of JSON.parse(Buffer.from(bytes).toString()) as [string, Session][]) {
      this.sessions.use(key, session);
    }
  }

  /** Two at most, which is enough: an activity begins one. */
  private closeExpired(at: number): void {
    for (let i = 0; i < 2; i++) {
      const { oldest } = this.sessions;
      if (oldest === undefined || at - oldest.lastAt <= IDLE_MS) return;
      this.sessions.deleteOldest();
    }
  }
}

function keyOf({ market, userContext, customerKey, sessionKey }: Activity): string | undefined {
  if (userContext === 'ANONYMOUS') return undefined;
  if (sessionKey !== undefined) return `${market}|s|${sessionKey}`;
  return customerKey === undefined ? undefined : `${market}|c|${customerKey}`;
}

function begun({ at, customerKey, sessionKey }: Activity): Session {
  return {
    visitor: visitorHash(customerKey ?? sessionKey ?? ''),
    lastAt: at,
    activities: 0,
    seen: 0,
    inCart: 0,
    products: [],
    earlier: [],
    contents: [],
    searches: [],
    choices: [],
  };
}

/** The product's entry, a new one where the session has none. */
export function touch({ products }: Session, product: number): Touched {
  for (let i = products.length - 1; i >= 0; i--) if (products[i].product === product) return products[i];
  const touched = { product, did: 0 };
  products.push(touched);
  if (products.length > MOST_PRODUCTS) products.shift();
  return touched;
}

/** Whether the session touches the content for the first time. */
export function isNewContent({ contents }: Session, content: number): boolean {
  if (contents.includes(content)) return false;
  contents.push(content);
  if (contents.length > MOST_CONTENTS) contents.shift();
  return true;
}

export function addSearch({ searches }: Session, searched: Searched): void {
  searches.push(searched);
  if (searches.length > MOST_SEARCHES) searches.shift();
}

/** A phrase that was not typed: before the last search, so that this stays the one the next is compared with. */
export function addUntyped({ searches }: Session, searched: Searched): void {
  searches.splice(Math.max(0, searches.length - 1), 0, searched);
  if (searches.length > MOST_SEARCHES) searches.shift();
}

export function addChoice({ choices }: Session, choice: Choice): void {
  choices.push(choice);
  if (choices.length > MOST_CHOICES) choices.shift();
}

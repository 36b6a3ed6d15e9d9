/**
 * The open sessions, each with its products, searches and choices, so that nothing counts twice in a session and its
 * pairs can be counted. A session ends by its `end` notification or after half an hour without an activity; at the
 * bound of open sessions, the one idle for longest is dropped.
 */
import type { Activity } from '../activities/activity.js';
import { RecencyMap } from './recency-map.js';

const IDLE_MS = 30 * 60_000;
/** Largest number of entries of each kind in a session; the newest are kept. */
const MOST_PRODUCTS = 40;
const MOST_CONTENTS = 16;
const MOST_SEARCHES = 12;
const MOST_CHOICES = 24;
/** Sessions with more activities are classified as robots, and their further activities are ignored. */
const MOST_ACTIVITIES = 500;

/** A product of a session: `did` holds bits of `DID`. */
export interface Touched {
  product: number;
  did: number;
}

export const DID = { VIEW: 1, CLICK: 2, FAVORITE: 4, CART: 8, PAYMENT: 16, SEEN: 32, IN_CART: 64 } as const;

export interface Searched {
  phrase: number;
  /** Time of the last search, ms since 1970. */
  at: number;
  /** Time of the search that counted as a use; undefined if that was reverted or there was none. */
  countedAt?: number;
  /** Number of hits of the last search. */
  hits: number;
  clicked: boolean;
}

/** A product clicked in the hits of a phrase. */
export interface Choice {
  phrase: number;
  product: number;
  /** Weight of a click at its position. */
  worth: number;
  did: number;
}

export interface Session {
  /** Hash of the customer if known, otherwise of the session; never 0. */
  visitor: number;
  lastAt: number;
  activities: number;
  /** Number of distinct products seen in the session, and in `inCart` of those in the current cart. */
  seen: number;
  inCart: number;
  products: Touched[];
  /** Products that the customer viewed before this session. */
  earlier: number[];
  contents: number[];
  /** In order of time, the last search at the end. */
  searches: Searched[];
  choices: Choice[];
}

/** Hash by which visitors are distinguished: FNV-1a, never 0. */
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
   * @returns undefined for an activity without a visitor; 'too busy' beyond MOST_ACTIVITIES: a robot.
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

  /** Removes released products, contents and phrases from all sessions. */
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

  /** Encodes the open sessions as JSON. */
  encode(): Uint8Array {
    return Buffer.from(JSON.stringify([...this.sessions.entries()]));
  }

  /** Restores encoded sessions; none may be open. */
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

/** Adds a content item to the session. @returns whether it is new in the session */
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

/** Adds a phrase that was not typed, before the last search: the next search is still compared with the latter. */
export function addUntyped({ searches }: Session, searched: Searched): void {
  searches.splice(Math.max(0, searches.length - 1), 0, searched);
  if (searches.length > MOST_SEARCHES) searches.shift();
}

export function addChoice({ choices }: Session, choice: Choice): void {
  choices.push(choice);
  if (choices.length > MOST_CHOICES) choices.shift();
}

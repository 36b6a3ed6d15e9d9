/** Activities, and snapshots that have nothing but products: all that learning looks at. */
import type { Activity, ProductVisit, SearchVisit } from '../../../src/behaviour/activities/activity.js';
import type { NotificationRecord, Shown } from '../../../src/behaviour/activities/notification.js';
import { Learner, type LearnerOptions } from '../../../src/behaviour/learning/index.js';
import { LearnedPhrases } from '../../../src/index/learned-phrases.js';
import { Part } from '../../../src/index/part.js';
import { Signals } from '../../../src/index/signals.js';
import { StructureBuilder } from '../../../src/index/structure.js';
import type { SharedSignals, SharedSnapshot } from '../../../src/snapshot/index.js';

export const START = Date.UTC(2026, 2, 2, 12);
export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** So long that nothing fades in a test. */
export const FOREVER: LearnerOptions = { halfLifeDays: 1e9 };

/** Products by market, each market in all of the locales. */
export function snapshotOf(markets: Record<string, readonly string[]>, locales = ['en-GB']): SharedSnapshot {
  const parts = new Map<string, SharedArrayBuffer>();
  const views = Object.entries(markets).flatMap(([market, products]) => {
    const builder = new StructureBuilder();
    for (const key of products) {
      builder.addGroup(`group of ${key}`, false);
      builder.addProduct(key);
      builder.addVariant(`${key}-1`);
    }
    const bytes = builder.finish().encode();
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    parts.set(`structure-${market}`, shared);
    return locales.map(locale => ({ market, locale, parts: { structure: `structure-${market}` } }));
  });
  return { id: 'x', dataDir: '', manifest: { views }, parts } as unknown as SharedSnapshot;
}

/** Who does it and when; by default in `uk` at START. */
export interface Who {
  at?: number;
  market?: string;
  session?: string;
  customer?: string;
  userContext?: Activity['userContext'];
}

function happening({ at = START, market = 'uk', session, customer, userContext = 'PERSONALIZED' }: Who) {
  return {
    at,
    market,
    userContext,
    ...(session === undefined ? {} : { sessionKey: session }),
    ...(customer === undefined ? {} : { customerKey: customer }),
  };
}

export function view(productKey: string, who: Who = {}): ProductVisit {
  return { type: 'view', ...happening(who), productKey };
}

export interface SearchFacts {
  hits?: number;
  corrected?: boolean;
  locale?: string;
}

export function search(
  q: string,
  who: Who = {},
  { hits = 50, corrected = false, locale = 'en-GB' }: SearchFacts = {},
): SearchVisit {
  return { type: 'search', ...happening(who), locale, q, totalHits: hits, corrected };
}

/** @param who reacts at once */
export function shownAt(shown: Partial<Shown> = {}, { at = START }: Who = {}): Shown {
  const place = { pageType: 'LANDING', pageReference: '', list: 'primary', q: '', position: 0 };
  return { kind: 'product', locale: 'en-GB', minute: Math.floor(at / MINUTE_MS), generation: 1, ...place, ...shown };
}

export function click(productKey: string, who: Who = {}, shown: Partial<Shown> = {}): NotificationRecord {
  return { type: 'click', ...happening(who), shown: shownAt(shown, who), productKey };
}

/** Among the hits of a search page. */
export function clickHit(productKey: string, q: string, position: number, who: Who = {}): NotificationRecord {
  return click(productKey, who, { pageType: 'SEARCH', q, position });
}

export function contentClick(contentKey: string, who: Who = {}): NotificationRecord {
  return { type: 'click', ...happening(who), shown: shownAt({ kind: 'content' }, who), contentKey };
}

export function cart(productKey: string, who: Who = {}, shown: Partial<Shown> = {}): NotificationRecord {
  const variantKey = `${productKey}-1`;
  return {
    type: 'add-to-cart',
    ...happening(who),
    shown: shownAt({ pageType: 'PRODUCT', ...shown }, who),
    productKey,
    variantKey,
  };
}

export function favorite(productKey: string, who: Who = {}): NotificationRecord {
  return { type: 'add-favorite', ...happening(who), productKey };
}

export function payment(productKeys: readonly string[], who: Who = {}, quantity = 1): NotificationRecord {
  const lines = productKeys.map(productKey => ({ quantity, variantKey: `${productKey}-1`, productKey }));
  return { type: 'payment', ...happening(who), lines };
}

export function end(who: Who): NotificationRecord {
  return { type: 'end', ...happening(who) };
}

export function learned(activities: Iterable<Activity>, options: LearnerOptions = FOREVER): Learner {
  const learner = new Learner(options);
  for (const activity of activities) learner.learn(activity);
  return learner;
}

/** Signals as queries read them, with keys instead of ordinals. */
export class Read {
  private readonly signals: SharedSignals;

  constructor(
    learner: Learner,
    private readonly markets: Record<string, readonly string[]>,
    { nowMs = START, locales = ['en-GB'] }: { nowMs?: number; locales?: string[] } = {},
  ) {
    this.signals = learner.compile(snapshotOf(markets, locales), nowMs);
  }

  of(market = 'uk'): Signals {
    const part = this.signals.products.get(market);
    return part ? Signals.open(new Part(part)) : Signals.none(this.markets[market]!.length);
  }

  popularity(key: string, market = 'uk'): number {
    return this.of(market).popularity[this.markets[market]!.indexOf(key)]!;
  }

  partners(relation: 'seen' | 'liked' | 'bought', key: string, market = 'uk'): [key: string, weight: number][] {
    const keys = this.markets[market]!;
    const { start, to, weight } = this.of(market)[relation];
    const product = keys.indexOf(key);
    return Array.from(to.subarray(start[product], start[product + 1]), (other, i) => [
      keys[other]!,
      weight[start[product]! + i]!,
    ]);
  }

  /** Undefined: no searches were recorded. */
  learned(market = 'uk', locale = 'en-GB'): LearnedPhrases | undefined {
    const bytes = this.signals.phrases.get(`${market}|${locale}`);
    return bytes && new LearnedPhrases(new Part(bytes));
  }

  suggested(market = 'uk', locale = 'en-GB'): string[] {
    const phrases = this.learned(market, locale)?.phrases;
    return Array.from({ length: phrases?.size ?? 0 }, (_, i) => phrases!.at(i));
  }

  boosts(folded: string, market = 'uk'): [key: string, boost: number][] {
    const found: [string, number][] = [];
    this.learned(market)?.eachBoost(folded, (product, boost) => found.push([this.markets[market]![product]!, boost]));
    return found;
  }
}

/** Whole numbers from 0, always the same for a seed (mulberry32). */
export function dice(seed: number): (sides: number) => number {
  let state = seed | 0;
  return sides => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * sides) | 0;
  };
}

/**
 * What visitors have done with sponsored hits: the tickets that have counted, the last hits that they clicked and saw, and
 * their impressions by campaign and day. A visitor who stays away keeps only clicks after a day. Trails end by age, and the
 * oldest where there is too much: tickets that are no younger than what is forgotten do not count any more, so that none counts
 * twice.
 */
import type { NotificationRecord, Reaction } from '../activities/notification.js';

/** Of all trails together. */
export interface TrailLimits {
  visitors: number;
  /** Bounds memory, with what `weightOf` says of a trail; a unit takes about 60 bytes. */
  weight: number;
}

const TRAIL_LIMITS: TrailLimits = { visitors: 100_000, weight: 4_000_000 };
/** Tickets of a visitor that count in a day. */
export const MOST_TICKETS = 500;
const MOST_HITS = 30;
/** How long a ticket counts, and so is remembered. */
export const TICKET_SECONDS = 86_400;
const DAY_MS = 86_400_000;
/** Longer than a ticket counts, a view is owed anything, and a local day lasts. */
const FRESH_MS = DAY_MS + 7_200_000;

/** A sponsored hit that a visitor has clicked or seen. */
export interface TrailHit {
  at: number;
  campaign: string;
  product: string;
  group: string;
  phrase: string;
  page: string;
}

interface Trail {
  readonly visitor: string;
  /** Its neighbours in the order of last events. */
  older?: Trail | undefined;
  newer?: Trail | undefined;
  /** Of its last event, ms since 1970. */
  at: number;
  /** Hashes of tickets, with the ms at which they were counted. */
  tickets: Map<number, number>;
  /** Newest last. */
  clicks: TrailHit[];
  views: TrailHit[];
  /** By campaign: impressions on a day. */
  impressions: Map<string, { day: string; count: number }>;
}

/** A trail as plain data. */
export type StoredTrail = readonly [
  visitor: string,
  at: number,
  tickets: [number, number][],
  clicks: TrailHit[],
  views: TrailHit[],
  impressions: [campaign: string, day: string, count: number][],
];

/** The visitor of records that have no key and no range. */
export const UNKNOWN_VISITOR = 'r';

/** The visitor of a record; one without keys is known by the range of addresses. */
export function visitorOf({ customerKey, sessionKey, range }: NotificationRecord): string {
  if (customerKey !== undefined) return `c ${customerKey}`;
  if (sessionKey !== undefined) return `s ${sessionKey}`;
  return range === undefined ? UNKNOWN_VISITOR : `r ${range}`;
}

/** The key of the customer of `visitorOf`; undefined where it is none. */
export function customerOf(visitor: string): string | undefined {
  return visitor.startsWith('c ') ? visitor.slice(2) : undefined;
}

/**
 * 53 bits that tell the kind of reaction and the hit from others. The tickets of all products and variants of a hit count as
 * one: what is signed names their group.
 */
export function ticketHash(
  { type, market, shown, productKey, creative }: NotificationRecord & Reaction,
  group = productKey,
): number {
  const { sponsored, locale, pageType, pageReference, list, q, position } = shown;
  const what = [
    type,
    market,
    sponsored!.campaign,
    sponsored!.place,
    sponsored!.second,
    locale,
    pageType,
    pageReference,
  ];
  const text = [...what, list, q, position, group, creative].join('\n');
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
    high ^= high >>> 15;
  }
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}

export class VisitorTrails {
  private readonly trails = new Map<string, Trail>();
  // The order is a list of its own: a map whose entries are moved to its end has to pass over what was there.
  private oldest: Trail | undefined;
  private newest: Trail | undefined;
  /** The oldest that may have more than clicks: all behind it may. */
  private fresh: Trail | undefined;
  private weight = 0;
  /** Tickets of this second and before do not count: whether they have counted is forgotten. */
  forgottenSecond = 0;

  /** @param days how long hits are remembered */
  constructor(
    private readonly days: number,
    private readonly limits = TRAIL_LIMITS,
  ) {}

  get size(): number {
    return this.trails.size;
  }

  hasCounted(visitor: string, ticket: number): boolean {
    return this.trails.get(visitor)?.tickets.has(ticket) ?? false;
  }

  /** Whether so many tickets of the visitor have counted within a day that no other one does. */
  isFull(visitor: string, now: number): boolean {
    const trail = this.trails.get(visitor);
    if (!trail || trail.tickets.size < MOST_TICKETS) return false;
    this.reweigh(trail, () => dropOldTickets(trail, now));
    return trail.tickets.size >= MOST_TICKETS;
  }

  impressions(visitor: string, campaign: string, day: string): number {
    const found = this.trails.get(visitor)?.impressions.get(campaign);
    return found?.day === day ? found.count : 0;
  }

  /** @param hit absent: of no product @returns impressions of the campaign on the day */
  count(visitor: string, type: 'click' | 'ad-impression', ticket: number, day: string, hit: TrailHit): number {
    const trail = this.touch(visitor, hit.at);
    const count = type === 'click' ? 0 : this.impressions(visitor, hit.campaign, day) + 1;
    this.reweigh(trail, () => {
      dropOldTickets(trail, hit.at);
      trail.tickets.set(ticket, hit.at);
      const hits = type === 'click' ? trail.clicks : trail.views;
      if (hit.product !== '') hits.push(hit);
      if (hits.length > MOST_HITS) hits.shift();
      if (type === 'ad-impression') trail.impressions.set(hit.campaign, { day, count });
    });
    this.dropOldest(hit.at);
    return count;
  }

  /** Takes back what `count` has done last. */
  discount(visitor: string, type: 'click' | 'ad-impression', ticket: number, { campaign, at }: TrailHit): void {
    const trail = this.trails.get(visitor);
    if (!trail?.tickets.has(ticket)) return;
    this.reweigh(trail, () => {
      trail.tickets.delete(ticket);
      const hits = type === 'click' ? trail.clicks : trail.views;
      const place = hits.findLastIndex(hit => hit.campaign === campaign && hit.at === at);
      if (place >= 0) hits.splice(place, 1);
    });
    const shown = trail.impressions.get(campaign);
    if (type === 'ad-impression' && shown) shown.count--;
  }

  /**
   * The sponsored hit that a product in a cart or a payment is owed to: the last one of the product or its group that was
   * clicked, or else seen within a day.
   */
  owed(
    visitor: string,
    product: string,
    group: string,
    now: number,
  ): { via: 'click' | 'view'; hit: TrailHit } | undefined {
    const trail = this.trails.get(visitor);
    if (!trail) return undefined;
    const last = (hits: TrailHit[], maxAgeMs: number) =>
      hits.findLast(hit => now - hit.at <= maxAgeMs && (hit.product === product || hit.group === group));
    const clicked = last(trail.clicks, this.days * DAY_MS);
    if (clicked) return { via: 'click', hit: clicked };
    const seen = last(trail.views, DAY_MS);
    return seen && { via: 'view', hit: seen };
  }

  /** The visitors with impressions of a campaign on its day, by customer key. */
  *shownTo(): Iterable<{ customerKey: string; campaign: string; day: string; count: number }> {
    for (const [visitor, { impressions }] of this.trails) {
      const customerKey = customerOf(visitor);
      if (customerKey === undefined) continue;
      for (const [campaign, { day, count }] of impressions) yield { customerKey, campaign, day, count };
    }
  }

  forget(customerKey: string): void {
    this.drop(this.trails.get(`c ${customerKey}`));
  }

  /** In the order of their last events. */
  *stored(): Iterable<StoredTrail> {
    for (let trail = this.oldest; trail; trail = trail.newer) {
      const { visitor, at, tickets, clicks, views, impressions } = trail;
      const shown = Array.from(impressions, ([campaign, { day, count }]): [string, string, number] => [
        campaign,
        day,
        count,
      ]);
      yield [visitor, at, [...tickets], clicks, views, shown];
    }
  }

  restore([visitor, at, tickets, clicks, views, shown]: StoredTrail): void {
    const impressions = new Map(shown.map(([campaign, day, count]) => [campaign, { day, count }]));
    const trail = { visitor, at, tickets: new Map(tickets), clicks: [...clicks], views: [...views], impressions };
    this.drop(this.trails.get(visitor));
    this.trails.set(visitor, trail);
    this.append(trail, tickets.length + views.length + shown.length > 0);
    this.weight += weightOf(trail);
  }

  /** Moves a trail to the end. */
  private touch(visitor: string, at: number): Trail {
    const found = this.trails.get(visitor);
    const trail: Trail = found ?? { visitor, at, tickets: new Map(), clicks: [], views: [], impressions: new Map() };
    if (Math.floor(at / DAY_MS) !== Math.floor(trail.at / DAY_MS))
      this.reweigh(trail, () => dropOldImpressions(trail, at));
    trail.at = Math.max(at, trail.at);
    if (found) this.unlink(found);
    else this.trails.set(visitor, trail);
    this.append(trail, true);
    return trail;
  }

  private dropOldest(now: number): void {
    for (let trail = this.fresh; trail && now - trail.at > FRESH_MS; trail = this.fresh) {
      this.fresh = trail.newer;
      this.forgetUntil(trail.at);
      this.reweigh(trail, () => dropAllButClicks(trail!));
    }
    for (let trail = this.oldest; trail; trail = this.oldest) {
      const isTooMuch = this.trails.size > this.limits.visitors || this.weight > this.limits.weight;
      if (!isTooMuch && now - trail.at <= this.days * DAY_MS) break;
      this.drop(trail);
      this.forgetUntil(trail.at);
    }
  }

  /** Tickets that are no younger do not count any more. Those of a day ago do not anyway, unless the clock is set back. */
  private forgetUntil(at: number): void {
    this.forgottenSecond = Math.max(this.forgottenSecond, Math.floor(at / 1000));
  }

  private drop(trail: Trail | undefined): void {
    if (!trail) return;
    this.weight -= weightOf(trail);
    this.trails.delete(trail.visitor);
    this.unlink(trail);
  }

  private append(trail: Trail, isFresh: boolean): void {
    trail.older = this.newest;
    if (this.newest) this.newest.newer = trail;
    else this.oldest = trail;
    this.newest = trail;
    if (isFresh) this.fresh ??= trail;
  }

  private unlink(trail: Trail): void {
    const { older, newer } = trail;
    if (older) older.newer = newer;
    else this.oldest = newer;
    if (newer) newer.older = older;
    else this.newest = older;
    if (this.fresh === trail) this.fresh = newer;
    trail.older = undefined;
    trail.newer = undefined;
  }

  private reweigh(trail: Trail, change: () => void): void {
    const before = weightOf(trail);
    change();
    this.weight += weightOf(trail) - before;
  }
}

/** In units of the memory of a ticket. */
function weightOf({ tickets, clicks, views, impressions }: Trail): number {
  return tickets.size + 2 * impressions.size + 5 * (clicks.length + views.length);
}

function dropAllButClicks(trail: Trail): void {
  trail.tickets.clear();
  trail.impressions.clear();
  trail.views = [];
}

function dropOldTickets({ tickets }: Trail, now: number): void {
  for (const [ticket, at] of tickets) {
    if (now - at <= TICKET_SECONDS * 1000) return;
    tickets.delete(ticket);
  }
}

/** Those of days that are over in every time zone. */
function dropOldImpressions({ impressions }: Trail, now: number): void {
  const oldest = new Date(now - 2 * DAY_MS).toISOString().slice(0, 10);
  for (const [campaign, { day }] of impressions) if (day < oldest) impressions.delete(campaign);
}

/**
 * The routes of notifications: those of storefronts, payments from the shop's server, and the list of the newest. A 204
 * is sent when the record is on disk and the next query sees its effects.
 */
import { ACCESS } from '../../api/access.js';
import { listNotifications } from '../../api/notification-listing.js';
import {
  checkEnd,
  type NotificationContext,
  parseNotification,
  STOREFRONT_NOTIFICATIONS,
  type StorefrontNotification,
} from '../../api/notifications.js';
import { Parameters } from '../../api/parameters.js';
import { parsePayment } from '../../api/payment.js';
import { concernsCampaigns, type RequestFacts } from '../../behaviour/campaigns/ledger.js';
import { isBot } from '../../behaviour/campaigns/traffic.js';
import {
  type Journal,
  KnownKeys,
  type LatestNotifications,
  type NotificationRecord,
  type NotificationType,
  overloaded,
  type SearchRemoval,
} from '../../behaviour/index.js';
import { Problem } from '../../errors/problem.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { Placement } from '../admission/placement.js';
import { requireProducts } from '../admission/refusals.js';
import type { BehaviourClient } from '../behaviour/behaviour-client.js';
import type { LastActs } from '../behaviour/last-acts.js';
import type { AddressRanges } from '../http/address-ranges.js';
import { ClientGone } from '../http/body.js';
import type { Exchange } from '../http/exchange.js';
import type { Route, RouteHandler } from '../http/router.js';
import type { LiveSnapshot } from '../live-snapshot/live-snapshot.js';
import type { NotificationMetrics } from '../observability/notification-metrics.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';

export interface NotificationRoutesContext {
  live: LiveSnapshot;
  /** The id of the announced snapshot; undefined before the first one. */
  announced(): Promise<string | undefined>;
  journal: Journal;
  /** @throws Problem where notifications cannot be stored */
  requireWritable(): void;
  latest: LatestNotifications;
  metrics: NotificationMetrics;
  behaviour: Pick<BehaviourClient, 'applied' | 'requests' | 'hasAsked' | 'isOpening' | 'ledger' | 'settled'>;
  ranges: AddressRanges;
  keys: KeyRing;
  ticketSecret: TicketSecret;
  /** Undefined where the daemon holds all markets. */
  placement: Placement | undefined;
  /** Undefined where the daemon is alone. */
  acts: LastActs | undefined;
}

/** Enough for a hundred phrases or keys of the greatest length. */
const MAX_BODY_BYTES = 1_048_576;

/** What popularity and rankings are learned from. */
const TAUGHT_BY: ReadonlySet<StorefrontNotification> = new Set(['click', 'add-to-cart', 'add-favorite']);
/** What campaigns may be billed for. */
const BILLED_BY: ReadonlySet<StorefrontNotification> = new Set(['click', 'ad-impression']);

export function notificationRoutes(context: NotificationRoutesContext): Route[] {
  const known = knownKeys();
  const both = (path: string) => [`/api/admin/v3/notifications/${path}`, `/api/admin/v4/notifications/${path}`];
  return [
    ...STOREFRONT_NOTIFICATIONS.map(type => ({
      name: `notify-${type}`,
      paths: [`/api/storefront/v3/notifications/${type}`],
      methods: { POST: receive(type, context, known) },
    })),
    { name: 'notify-payment', paths: both('payment'), methods: { POST: receivePayment(context, known) } },
    { name: 'notifications-latest', paths: both('latest'), methods: { GET: list(context) } },
  ];
}

/** The keys of a snapshot are opened once, by the first notification after it went live. */
function knownKeys(): (snapshot: SharedSnapshot) => KnownKeys {
  const opened = new WeakMap<SharedSnapshot, KnownKeys>();
  return snapshot => {
    let keys = opened.get(snapshot);
    if (keys === undefined) opened.set(snapshot, (keys = new KnownKeys(snapshot)));
    return keys;
  };
}

type Known = ReturnType<typeof knownKeys>;

function receive(type: StorefrontNotification, context: NotificationRoutesContext, known: Known): RouteHandler {
  return (exchange, incoming) => {
    context.placement?.require(new Parameters(exchange.query).text('market'));
    const contentType = incoming.header('content-type') || undefined;
    const isBilled = context.behaviour.ledger !== undefined && BILLED_BY.has(type);
    const agent = isBilled ? incoming.header('user-agent') : '';
    const range = TAUGHT_BY.has(type) || isBilled ? context.ranges.of(incoming, Date.now()) : undefined;
    const body = exchange.readBody(MAX_BODY_BYTES);
    // What the visitor has just done at another daemon.
    const awaited = context.acts?.awaited(incoming);
    return counting(type, context, async () => {
      const bytes = await body.whole();
      await awaited;
      if (type === 'end' && (await isEmpty(context))) {
        checkEnd(exchange.query, contentType, bytes, Date.now());
        exchange.reply(204, []);
        return;
      }
      const checks = prepare(context, known);
      const records = parseNotification(type, exchange.query, contentType, bytes, checks);
      const [record] = records;
      for (const one of records) {
        if (range === undefined || !(TAUGHT_BY.has(type) || ('shown' in one && one.shown.sponsored))) continue;
        one.range = range;
        if (!hasAsked(one, context)) one.unasked = true;
      }
      if (record !== undefined) await visitsBefore(record, context);
      if (record?.type === 'remove-recent-searches') await count(record, context);
      await store(type, records, { isBot: isBot(agent), groupOf: key => checks.keys.groupOfProduct(key) }, context);
      exchange.reply(204, (record && context.acts?.cookieOf(record)) ?? []);
    });
  };
}

function receivePayment(context: NotificationRoutesContext, known: Known): RouteHandler {
  return async (exchange, incoming) => {
    const contentType = incoming.header('content-type') || undefined;
    const body = exchange.readBody(MAX_BODY_BYTES, true);
    const actor = await authorise(context.keys, exchange, incoming, ACCESS.payment);
    const market = new Parameters(exchange.query).text('market');
    if (market !== undefined) actor.requireMarket(market);
    context.placement?.require(market);
    await counting('payment', context, async () => {
      const bytes = await body.whole();
      const checks = prepare(context, known);
      const { record, problem } = parsePayment(exchange.query, contentType, bytes, checks);
      const facts = { isBot: false, groupOf: (key: string) => checks.keys.groupOfProduct(key) };
      if (record !== undefined || problem === undefined) await store('payment', record ? [record] : [], facts, context);
      if (problem !== undefined) throw problem;
      exchange.reply(204, []);
    });
  };
}

function list({ keys, latest }: NotificationRoutesContext): RouteHandler {
  return async (exchange: Exchange, incoming) => {
    await authorise(keys, exchange, incoming, ACCESS.latestNotifications);
    exchange.json(200, listNotifications(exchange.query, latest));
  };
}

/** Whether the cluster has no products: it has some while its snapshot is not live yet. */
async function isEmpty({ live, announced }: NotificationRoutesContext): Promise<boolean> {
  return live.current ? !live.current.hasProducts : (await announced()) === undefined;
}

/** The input of the checks of a notification. @throws Problem UNAVAILABLE while none can be taken. */
function prepare(
  { live, journal, requireWritable, ticketSecret }: NotificationRoutesContext,
  known: Known,
): NotificationContext {
  const generation = requireProducts(live.current);
  requireWritable();
  if (journal.full) throw overloaded();
  return { keys: known(generation.shared), ticketSecret, now: Date.now() };
}

/** Whether the visitor has asked a query. Of one without a key that is unknown: the range of addresses bounds it. */
function hasAsked(
  { market, customerKey, sessionKey }: NotificationRecord,
  { behaviour }: NotificationRoutesContext,
): boolean {
  const visitor = customerKey ?? sessionKey;
  return visitor === undefined || behaviour.hasAsked(market, visitor);
}

/** Waits for earlier visits of the customer that another front end may not have reported yet, but not for the store. */
async function visitsBefore(
  { market, customerKey }: NotificationRecord,
  { behaviour }: NotificationRoutesContext,
): Promise<void> {
  if (customerKey !== undefined && !behaviour.isOpening) await behaviour.settled(market, customerKey);
}

/** Adds to a removal the number of searches it takes away, where the behaviour thread tells it in time. */
async function count(
  record: NotificationRecord & SearchRemoval,
  { behaviour }: NotificationRoutesContext,
): Promise<void> {
  const { market, customerKey, userContext, phrases, removeAll } = record;
  const unknown = customerKey === undefined || userContext === 'SYNTHETIC';
  const count = unknown ? 0 : await behaviour.requests.countSearches(market, customerKey, removeAll ? 'all' : phrases);
  if (count !== undefined) record.count = count;
}

/** @param records none: there is nothing to record */
async function store(
  type: NotificationType,
  records: readonly NotificationRecord[],
  facts: RequestFacts,
  { journal, metrics, behaviour }: NotificationRoutesContext,
): Promise<void> {
  const append = (record: NotificationRecord) => journal.append(record);
  const { ledger } = behaviour;
  const numbers =
    ledger && records.some(concernsCampaigns)
      ? await ledger.store(records, facts, append)
      : await Promise.all(records.map(append));
  const last = numbers.at(-1);
  if (last !== undefined) await behaviour.applied(last);
  const outcome = records.length === 0 ? 'ignored' : records[0].userContext === 'SYNTHETIC' ? 'synthetic' : 'recorded';
  metrics.ending(type, outcome);
}

/** Counts failures and rethrows them. */
async function counting(
  type: NotificationType,
  { metrics }: NotificationRoutesContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Problem) metrics.ending(type, error.error === 'UNAVAILABLE' ? 'shed' : 'refused');
    else if (!(error instanceof ClientGone)) metrics.ending(type, 'shed');
    throw error;
  }
}

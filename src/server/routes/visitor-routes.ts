/**
 * The routes by which a shop answers its customers' requests under data protection law: to export what is remembered of
 * them, and to erase it. Their notifications stay in the journal without their keys, because sales must add up.
 */
import { parseVisitorOrder, type VisitorErasure, visitorExport } from '../../api/visitor-data.js';
import { type Journal, type LatestNotifications, type NotificationRecord, replay } from '../../behaviour/index.js';
import type { Visitor } from '../../behaviour/visitors/visitor.js';
import type { Route, RouteHandler } from '../http/router.js';
import type { KeyRing } from '../storage/api-keys.js';

/** Where visitors are kept. */
export interface VisitorKeeper {
  /** What is remembered of a customer, in every market. */
  exportVisitor(customerKey: string): Promise<{ market: string; visitor: Visitor }[]>;
  /** Forgets a customer in every market, durably. @returns in how many something was remembered. */
  eraseVisitor(customerKey: string): Promise<number>;
}

export interface VisitorRoutesContext {
  keys: KeyRing;
  journal: Journal;
  journalDir: string;
  latest: LatestNotifications;
  visitors: VisitorKeeper;
}

const MAX_BODY_BYTES = 16_384;

export function visitorRoutes(context: VisitorRoutesContext): Route[] {
  const route = (name: string, answer: (customerKey: string) => Promise<unknown>): Route => ({
    name: `visitors-${name}`,
    paths: [`/api/admin/v3/visitors/${name}`, `/api/admin/v4/visitors/${name}`],
    methods: { POST: receive(context, answer) },
  });
  return [
    route('export', async customerKey => {
      const visitors = await context.visitors.exportVisitor(customerKey);
      return visitorExport(customerKey, visitors, await recordsOf(customerKey, context), Date.now());
    }),
    route('erase', async (customerKey): Promise<VisitorErasure> => {
      // The journal first: from it, what is remembered could come back.
      const forget = (record: NotificationRecord) => withoutVisitor(record, customerKey);
      const notifications = await context.journal.rewrite(forget);
      context.latest.rewrite(forget);
      return { visitors: await context.visitors.eraseVisitor(customerKey), notifications };
    }),
  ];
}

function receive({ keys }: VisitorRoutesContext, answer: (customerKey: string) => Promise<unknown>): RouteHandler {
  return async (exchange, incoming) => {
    const contentType = incoming.header('content-type') || undefined;
    const body = exchange.readBody(MAX_BODY_BYTES, true);
    await keys.authorise(incoming.header('api-key'), 'notifications');
    const customerKey = parseVisitorOrder(contentType, await body.whole());
    exchange.json(200, await answer(customerKey));
  };
}

async function recordsOf(
  customerKey: string,
  { journal, journalDir }: VisitorRoutesContext,
): Promise<NotificationRecord[]> {
  const found: NotificationRecord[] = [];
  for await (const batch of replay(journalDir, { until: journal.size })) {
    for (const { record } of batch) if (record.customerKey === customerKey) found.push(record);
  }
  return found;
}

/** The record without the customer's keys and words; undefined where it is not the customer's. */
function withoutVisitor(record: NotificationRecord, customer: string): NotificationRecord | undefined {
  if (record.customerKey !== customer) return undefined;
  const { customerKey: _customer, sessionKey: _session, ...rest } = record;
  const anonymous = { ...rest, userContext: 'ANONYMOUS' } as NotificationRecord;
  if (anonymous.type === 'remove-recent-searches') return { ...anonymous, phrases: [] };
  return 'shown' in anonymous ? { ...anonymous, shown: { ...anonymous.shown, q: '' } } : anonymous;
}

/**
 * The routes for requests under data protection law: export and erasure of a visitor's data. Notifications of an erased
 * visitor stay in the journal without keys and texts, because sales must add up.
 */
import { ACCESS, type Access } from '../../api/access.js';
import type { VisitorErasure } from '../../api/visitor-data.js';
import { parseVisitorOrder, visitorExport } from '../../api/visitor-data.js';
import { type Journal, type NotificationRecord, replay } from '../../behaviour/index.js';
import type { Visitor } from '../../behaviour/visitors/visitor.js';
import type { Exchange } from '../http/exchange.js';
import type { Route, RouteHandler } from '../http/router.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';

export interface VisitorRoutesContext {
  keys: KeyRing;
  journal: Journal;
  journalDir: string;
  /** All stored data of a customer, in every market. */
  exportVisitor(customerKey: string): Promise<{ market: string; visitor: Visitor }[]>;
  /** Forgets a customer, here and in the fleet. */
  erase(customerKey: string): Promise<VisitorErasure>;
}

const MAX_BODY_BYTES = 16_384;

type Answer = (customerKey: string, exchange: Exchange) => Promise<unknown>;

export function visitorRoutes(context: VisitorRoutesContext): Route[] {
  const route = (name: string, access: Access, answer: Answer): Route => ({
    name: `visitors-${name}`,
    paths: [`/api/admin/v3/visitors/${name}`, `/api/admin/v4/visitors/${name}`],
    methods: { POST: receive(context, access, answer) },
  });
  return [
    route('export', ACCESS.exportVisitor, async customerKey => {
      const visitors = await context.exportVisitor(customerKey);
      return visitorExport(customerKey, visitors, await recordsOf(customerKey, context), Date.now());
    }),
    route('erase', ACCESS.eraseVisitor, async (customerKey, { log, id, actor }) => {
      const erased = await context.erase(customerKey);
      log.info({ request: id, actor, ...erased }, 'a customer was forgotten');
      return erased;
    }),
  ];
}

function receive({ keys }: VisitorRoutesContext, access: Access, answer: Answer): RouteHandler {
  return async (exchange, incoming) => {
    const contentType = incoming.header('content-type') || undefined;
    const body = exchange.readBody(MAX_BODY_BYTES, true);
    await authorise(keys, exchange, incoming, access);
    const customerKey = parseVisitorOrder(contentType, await body.whole());
    exchange.json(200, await answer(customerKey, exchange));
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

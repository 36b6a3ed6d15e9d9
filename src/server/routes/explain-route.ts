/**
 * The route that explains queries. An explanation is made by a query thread on the live snapshot, one at a time, so that
 * storefronts keep the other threads; nothing of it is cached, counted as a visit or remembered.
 */
import { inOrder, type ParsedExplainOrder, parseExplainOrder } from '../../api/explain.js';
import { refuse } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import type { QueryService } from '../queries/query-service.js';
import type { KeyRing } from '../storage/api-keys.js';
import { asError } from '../threads/failure.js';

export interface ExplainRouteContext {
  serving: QueryService;
  keys: KeyRing;
  ticketSecret: string;
}

const MAX_BODY_BYTES = 65_536;
/** Orders that wait for their turn. */
const MOST_WAITING = 16;
const JSON_HEADERS = ['Content-Type', 'application/json;charset=utf-8', 'Cache-Control', 'no-store'];

export function explainRoute(context: ExplainRouteContext): Route {
  const { keys, ticketSecret } = context;
  const turns = new Turns(context);
  return {
    name: 'explain',
    paths: ['/api/admin/v3/explain', '/api/admin/v4/explain'],
    methods: {
      async POST(exchange, incoming) {
        const contentType = incoming.header('content-type') || undefined;
        const body = exchange.readBody(MAX_BODY_BYTES, true);
        await keys.authorise(incoming.header('api-key'), 'export');
        const order = parseExplainOrder(contentType, await body.whole(), ticketSecret);
        exchange.text(200, await turns.take(order), JSON_HEADERS);
      },
    },
  };
}

/** Explains one order after the other, each on the next thread. */
class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private thread = 0;

  constructor(private readonly context: ExplainRouteContext) {}

  /** @returns JSON. @throws Problem of the query, told by its place in the order; UNAVAILABLE when too many wait. */
  async take(order: ParsedExplainOrder): Promise<string> {
    if (this.waiting >= MOST_WAITING) refuse('busy: too many explanations wait');
    this.waiting++;
    const explained = this.last.then(() => this.explain(order));
    this.last = explained.catch(() => undefined);
    try {
      return await explained;
    } finally {
      this.waiting--;
    }
  }

  private async explain({ request, products }: ParsedExplainOrder): Promise<string> {
    const { serving } = this.context;
    const { pool, batcher, current: generation } = serving;
    if (!generation?.hasProducts) refuse('there are no products in the cluster yet: import a catalog first');
    this.thread = (this.thread + 1) % pool.size;
    const { thread } = this;
    // The threads keep the snapshot until this is done, whatever goes live meanwhile.
    generation.pending++;
    try {
      const outcome = await batcher.alone(thread, () => pool.explain(thread, generation.shared, request, products));
      if ('failure' in outcome) throw inOrder(asError(outcome.failure, 'an explanation'));
      return outcome.json;
    } finally {
      serving.done(generation);
    }
  }
}

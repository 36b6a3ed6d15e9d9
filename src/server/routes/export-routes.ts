/**
 * The routes of exports. Replies are sent in pieces at the client's pace; a refusal comes before the first piece. The
 * client must state which encodings it accepts.
 */
import { EXPORT_ACCESS } from '../../api/access.js';
import { ALL_GROUPS, type ExportKind, MAX_PAGE_IDS } from '../../api/admin-parameters.js';
import { Parameters } from '../../api/parameters.js';
import { parseViewId } from '../../api/shared-parameters.js';
import { parseRules } from '../../catalog/rules/parse-rules.js';
import { PAGE_FILTERS } from '../../catalog/site/page-export.js';
import { badRequest, Problem } from '../../errors/problem.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { ExportClient } from '../exports/export-client.js';
import type { ExportOrder } from '../exports/export-messages.js';
import { acceptedEncodings, type Encoding } from '../http/encoding.js';
import type { Route, RouteHandler } from '../http/router.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';
import { sendPieces } from './send-pieces.js';

export interface ExportContext {
  keys: KeyRing;
  exports: ExportClient;
  /** The snapshot that rules are evaluated over. */
  liveSnapshot(): SharedSnapshot | undefined;
}

type OrderOf = (parameters: Parameters, context: ExportContext) => ExportOrder;

const ORDERS: Record<ExportKind, OrderOf> = {
  catalog: () => ({ kind: 'catalog' }),
  'product-groups': productGroups,
  pages,
  navigation: parameters => ({
    kind: 'navigation',
    market: parameters.required('market'),
    locale: parameters.required('locale'),
    includeAppNodes: parameters.flag('includeAppNodes', false),
  }),
  templates: () => ({ kind: 'templates' }),
  'product-sets': () => ({ kind: 'product-sets' }),
  'search-settings': parameters => ({
    kind: 'search-settings',
    previewed: parseViewId(parameters) === 'PREVIEW',
  }),
  configuration: () => ({ kind: 'configuration' }),
  campaigns: parameters => ({ kind: 'campaigns', previewed: parseViewId(parameters) === 'PREVIEW' }),
};

export function exportRoutes(context: ExportContext): Route[] {
  return Object.entries(ORDERS).map(([kind, orderOf]) => ({
    name: `export-${kind}`,
    paths: [`/api/admin/v3/export/${kind}`, `/api/admin/v4/export/${kind}`],
    methods: { GET: exportHandler(context, kind as ExportKind, orderOf) },
  }));
}

function exportHandler(context: ExportContext, kind: ExportKind, orderOf: OrderOf): RouteHandler {
  return async (exchange, incoming) => {
    const accepted = incoming.header('accept-encoding');
    const actor = await authorise(context.keys, exchange, incoming, EXPORT_ACCESS[kind]);
    const encoding = requiredEncoding(accepted);
    const order = orderOf(new Parameters(exchange.query), context);
    if ('market' in order) actor.requireMarket(order.market);
    const gzip = encoding === 'gzip';
    if (exchange.gone) return;
    sendPieces(exchange, headersOf(order, encoding), listener => context.exports.start(order, gzip, listener));
  };
}

function requiredEncoding(header: string): Encoding {
  const encoding = acceptedEncodings(header).stated;
  if (encoding !== undefined) return encoding;
  const found = header === '' ? 'missing' : `found "${header.slice(0, 80)}"`;
  throw new Problem('encoding_not_acceptable', `Accept-Encoding: ${found}, expected gzip, identity or *`);
}

function productGroups(parameters: Parameters, { liveSnapshot }: ExportContext): ExportOrder {
  const market = parameters.required('market');
  const locale = parameters.text('locale');
  const rules = parseRules(parameters.text('productRules') ?? '');
  const snapshot = rules.length === 0 ? undefined : liveSnapshot();
  return {
    kind: 'product-groups',
    market,
    limit: parameters.integer('limit', ALL_GROUPS, 1, ALL_GROUPS),
    rules,
    ...(locale !== undefined && { locale }),
    ...(snapshot && { snapshot }),
  };
}

function pages(parameters: Parameters): ExportOrder {
  const market = parameters.required('market');
  const filter = parameters.word('outputFilter', PAGE_FILTERS) ?? 'PUBLISHED_ONLY';
  const ids = parameters.list('idFilter') ?? [];
  if (ids.length > MAX_PAGE_IDS) {
    throw badRequest('idFilter', `found ${ids.length} ids, expected at most ${MAX_PAGE_IDS}`, 'limit_exceeded');
  }
  return { kind: 'pages', market, filter, ...(ids.length > 0 && { ids }) };
}

function headersOf({ kind }: ExportOrder, encoding: Encoding): string[] {
  const type = kind === 'catalog' ? 'application/jsonlines' : 'application/json';
  const headers = ['Content-Type', `${type};charset=utf-8`, 'Cache-Control', 'no-store', 'Vary', 'Accept-Encoding'];
  return encoding === 'gzip' ? [...headers, 'Content-Encoding', 'gzip'] : headers;
}

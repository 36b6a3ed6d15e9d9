/**
 * The administration routes of imports: importing the catalog, status and history of imports, list of snapshots,
 * rollback. Every route checks the Api-Key before it reads the body.
 */
import { ACCESS, IMPORT_ACCESS } from '../../api/access.js';
import { BYPASS, MAX_BLOCKING_MS, MAX_BYPASS_BYTES, MAX_LISTED_IMPORTS } from '../../api/admin-parameters.js';
import { Parameters } from '../../api/parameters.js';
import { badRequest, Problem } from '../../errors/problem.js';
import { parseDurationMs } from '../../kernel/durations.js';
import { tooLarge } from '../http/body.js';
import type { Exchange } from '../http/exchange.js';
import type { Route } from '../http/router.js';
import type { Incoming } from '../http/transport.js';
import type { Accepted, Imports } from '../imports/import-coordinator.js';
import type { SnapshotSummary } from '../imports/snapshot-list.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';
import { importHeader } from './import-headers.js';

export interface AdminContext {
  keys: KeyRing;
  imports: Imports;
  listSnapshots(): Promise<{ live: string | undefined; snapshots: SnapshotSummary[] }>;
  maxImportBytes: number;
}

export type Handler = (exchange: Exchange, incoming: Incoming) => void | Promise<void>;

/** The catalog import is served under v4 only, the others under both versions. */
export function importRoutes(context: AdminContext): Route[] {
  const receive = importCatalog(context);
  const both = (path: string) => [`/api/admin/v3/${path}`, `/api/admin/v4/${path}`];
  return [
    { name: 'import-catalog', paths: ['/api/admin/v4/import/catalog'], methods: { PUT: receive, POST: receive } },
    { name: 'import-status', paths: both('import/status'), methods: { GET: importStatus(context) } },
    { name: 'import-history', paths: both('import/history'), methods: { GET: importHistory(context) } },
    { name: 'snapshots', paths: both('snapshots'), methods: { GET: snapshots(context) } },
    { name: 'snapshots-rollback', paths: both('snapshots/rollback'), methods: { POST: rollback(context) } },
  ];
}

/** PUT (replace everything) and POST (apply instructions). */
function importCatalog({ keys, imports, maxImportBytes }: AdminContext): Handler {
  return async (exchange, incoming) => {
    const startedMs = performance.now();
    const body = exchange.readBody(maxImportBytes, true);
    const contentType = incoming.header('content-type');
    const contentEncoding = incoming.header('content-encoding').trim().toLowerCase();
    const expectedBytes = Number(incoming.header('content-length')) || 0;
    const access = exchange.method === 'PUT' ? ACCESS.replaceCatalog : IMPORT_ACCESS.catalog;
    const actor = await authorise(keys, exchange, incoming, access);

    const parameters = new Parameters(exchange.query);
    checkContentType(contentType);
    const bypass = parameters.flag(BYPASS, false);
    const encoding = checkEncoding(contentEncoding, bypass);
    const timeout = parameters.text('blockingTimeout');
    const limits = { minMs: 0, maxMs: MAX_BLOCKING_MS };
    const blockingMs = timeout === undefined ? MAX_BLOCKING_MS : parseDurationMs('blockingTimeout', timeout, limits);
    const name = parameters.text('name');
    const order = {
      kind: 'catalog' as const,
      mode: exchange.method === 'PUT' ? ('replace' as const) : ('update' as const),
      encoding,
      force: parameters.flag('force', false),
      validationOnly: parameters.flag('validationOnly', false),
      ...(name === undefined ? {} : { name }),
    };
    const limit = encoding === 'identity' ? MAX_BYPASS_BYTES : maxImportBytes;
    const overflow = encoding === 'identity' ? bypassTooLarge : () => tooLarge(maxImportBytes);
    body.limit(limit, overflow);
    if (expectedBytes > limit) throw overflow();

    const accepted = await imports.accept(order, actor, body, expectedBytes);
    await answerWithin(exchange, imports, accepted, blockingMs - (performance.now() - startedMs));
  };
}

/**
 * 204 when the import succeeds in time, its error when it fails in time, else 202 with its status; also where the daemon
 * stops before its turn.
 */
async function answerWithin(
  exchange: Exchange,
  imports: Imports,
  { id, done }: Accepted,
  waitMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>(resolve => {
    if (waitMs <= 0) resolve(false);
    else timer = setTimeout(resolve, waitMs, false);
  });
  // A failure after the 202 is in the status.
  done.catch(() => undefined);
  try {
    if (await Promise.race([late, done])) exchange.reply(204, importHeader(id));
    else exchange.json(202, imports.status(id));
  } finally {
    clearTimeout(timer);
  }
}

function importStatus({ keys, imports }: AdminContext): Handler {
  return async (exchange, incoming) => {
    await authorise(keys, exchange, incoming, ACCESS.importStatus);
    const id = new Parameters(exchange.query).required('id');
    exchange.json(200, imports.status(id));
  };
}

/** The imports that have not ended, in the order in which they run, and the last that have, newest first. */
function importHistory({ keys, imports }: AdminContext): Handler {
  return async (exchange, incoming) => {
    await authorise(keys, exchange, incoming, ACCESS.importHistory);
    const limit = new Parameters(exchange.query).integer('limit', MAX_LISTED_IMPORTS, 1, MAX_LISTED_IMPORTS);
    exchange.json(200, { unfinished: imports.unfinished(), imports: imports.history(limit) });
  };
}

function snapshots({ keys, listSnapshots }: AdminContext): Handler {
  return async (exchange, incoming) => {
    await authorise(keys, exchange, incoming, ACCESS.snapshots);
    exchange.json(200, await listSnapshots());
  };
}

function rollback({ keys, imports }: AdminContext): Handler {
  return async (exchange, incoming) => {
    const actor = await authorise(keys, exchange, incoming, ACCESS.rollback);
    await imports.rollback(new Parameters(exchange.query).required('id'), actor);
    exchange.reply(204, []);
  };
}

function checkContentType(header: string): void {
  const mediaType = header.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType !== 'application/jsonlines') {
    throw new Problem('media_type_unsupported', `Content-Type: found "${mediaType}", expected application/jsonlines`);
  }
}

function checkEncoding(encoding: string, bypass: boolean): 'gzip' | 'identity' {
  if (encoding === 'gzip') return 'gzip';
  if (bypass && (encoding === '' || encoding === 'identity')) return 'identity';
  throw new Problem('encoding_unsupported', `Content-Encoding: found "${encoding}", expected gzip`);
}

function bypassTooLarge(): Problem {
  return badRequest(BYPASS, `the body is longer than ${MAX_BYPASS_BYTES} bytes; send it gzipped`);
}

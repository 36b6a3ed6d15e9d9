/**
 * Administration: every operation of the daemon's description by its method and path, and the three that are more than
 * one request: a catalog that is compressed and waited for, one that is read line by line. For servers: every
 * visitor of a page can read a key in it.
 */
import { VitrineError } from './errors.js';
import type { components, paths } from './openapi.js';
import { type CallOptions, Transport, type TransportOptions } from './transport.js';
import type { VisitorParameters } from './visitor.js';

export { VitrineError } from './errors.js';

type Schemas = components['schemas'];
export type ImportStatus = Schemas['ImportStatus'];

export interface AdminOptions extends TransportOptions {
  /** As `vitrine keys create` has printed it. */
  apiKey: string;
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
type Operation<Path extends keyof paths, M extends Method> = paths[Path][Lowercase<M> & keyof paths[Path]];
/** The paths of administration that have a method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: Path extends `/api/admin/${string}`
    ? Operation<Path, M> extends { responses: unknown }
      ? Path
      : never
    : never;
}[keyof paths];
type QueryIn<O> = O extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;
type BodyIn<O> = O extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : undefined;
type ReplyIn<O> = O extends { responses: { 200: { content: { 'application/json': infer Reply } } } }
  ? Reply
  : undefined;

export interface AdminCall<O> extends CallOptions {
  query?: QueryIn<O>;
  body?: BodyIn<O>;
}

export interface CatalogImport extends CallOptions {
  /** Whether it takes the place of the whole catalog; otherwise it is added to it. */
  full?: boolean;
  /** What it is called in the log and in the history. */
  name?: string;
  /** Whether to check it and change nothing. */
  validationOnly?: boolean;
  /** Whether to import what would remove most of the catalog. */
  force?: boolean;
  /** Called with each status that the daemon tells. */
  onProgress?: (status: ImportStatus) => void;
}

/** Lines of a catalog, or other text: objects become JSON lines. */
export type Lines = Iterable<object | string> | AsyncIterable<object | string>;

export interface Admin {
  /**
   * ```ts
   * const { views } = await admin.call('GET', '/api/admin/v4/snapshots');
   * ```
   * Bodies of imports are compressed.
   */
  call<M extends Method, Path extends PathOf<M>>(
    method: M,
    path: Path,
    given?: AdminCall<Operation<Path, M>>,
  ): Promise<ReplyIn<Operation<Path, M>>>;
  /**
   * Imports a catalog and waits until it is live.
   * @throws VitrineError where it is refused or does not succeed
   */
  importCatalog(lines: Lines, options?: CatalogImport): Promise<void>;
  /** The catalog as lines that can be imported as they are. */
  exportCatalog(options?: CallOptions): AsyncGenerator<Record<string, unknown>>;
  /** What was paid for, by whom: the keys that the visitor's requests carry (`shop.visitor.parameters`). */
  payment(lines: Schemas['PaymentLine'][], visitor: { market: string } & VisitorParameters): Promise<void>;
  /** Has the daemon forget a customer. */
  eraseVisitor(customerKey: string): Promise<Schemas['VisitorErasure']>;
}

const API = '/api/admin/v4';
const CATALOG = `${API}/import/catalog` as const;
const STATUS = `${API}/import/status` as const;
/** How long a request waits for its import before it is asked for: proxies cut off longer ones. */
const BLOCKING = 'PT20S';
const BLOCKING_MS = 20_000;
const POLL_MS = 500;
const ENDED = new Set<ImportStatus['status']>(['SUCCESS', 'FAILURE', 'ABORTED', 'NOT_FOUND']);

export function admin({ apiKey, timeoutMs = 60_000, ...options }: AdminOptions): Admin {
  const transport = new Transport({ ...options, timeoutMs: Math.max(timeoutMs, BLOCKING_MS) });
  const key = { 'Api-Key': apiKey };

  const call: Admin['call'] = async (method, path, given = {}) => {
    const { query, body, signal } = given as { query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal };
    const isImport = path.startsWith(`${API}/import/`) && body !== undefined;
    const response = await transport.send({
      method,
      path,
      parameters: query ?? {},
      headers: {
        ...key,
        'Accept-Encoding': 'gzip',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(isImport && { 'Content-Encoding': 'gzip' }),
      },
      ...(body !== undefined && { body: isImport ? await compressed([body as object]) : JSON.stringify(body) }),
      signal,
      repeatable: method !== 'POST',
    });
    return (response.status === 204 ? undefined : await response.json()) as never;
  };

  return {
    call,
    async importCatalog(lines, { full, signal, onProgress, ...parameters } = {}) {
      const response = await transport.send({
        method: full ? 'PUT' : 'POST',
        path: CATALOG,
        parameters: { ...parameters, blockingTimeout: BLOCKING },
        headers: { ...key, 'Content-Type': 'application/jsonlines', 'Content-Encoding': 'gzip' },
        body: await compressed(lines),
        signal,
        repeatable: false,
      });
      if (response.status !== 202) return;
      let status = (await response.json()) as ImportStatus;
      for (; !ENDED.has(status.status); status = await call('GET', STATUS, { query: { id: status.id }, signal })) {
        onProgress?.(status);
        await new Promise(resolve => setTimeout(resolve, POLL_MS));
      }
      onProgress?.(status);
      if (status.status !== 'SUCCESS') throw new VitrineError(200, { message: status.reason ?? status.status });
    },
    async *exportCatalog({ signal } = {}) {
      const response = await transport.send({
        method: 'GET',
        path: `${API}/export/catalog`,
        headers: { ...key, 'Accept-Encoding': 'gzip' },
        signal,
        repeatable: true,
      });
      for await (const line of linesOf(response.body!)) yield JSON.parse(line) as Record<string, unknown>;
    },
    async payment(lines, query) {
      await call('POST', `${API}/notifications/payment`, { query, body: { lines } });
    },
    eraseVisitor: customerKey => call('POST', `${API}/visitors/erase`, { body: { customerKey } }),
  };
}

/** A copy that can be sent again. */
async function compressed(lines: Lines): Promise<Blob> {
  const gzip = new CompressionStream('gzip');
  const blob = new Response(gzip.readable).blob();
  const writer = gzip.writable.getWriter();
  const encoder = new TextEncoder();
  for await (const line of lines) {
    const text = typeof line === 'string' ? line.replace(/\n$/, '') : JSON.stringify(line);
    await writer.write(encoder.encode(`${text}\n`));
  }
  await writer.close();
  return blob;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines.filter(line => line !== '');
    }
    if (rest !== '') yield rest;
  } finally {
    // Who stops reading early needs no more of it.
    await reader.cancel();
  }
}

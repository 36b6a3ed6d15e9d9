/**
 * The messages of the Model Context Protocol over HTTP, as far as a server of tools without sessions needs them: from a
 * body and its headers to one typed message, or to the error that the protocol has for it. Two eras are spoken at one
 * address: since 2026-07-28 each request says its version itself, and headers repeat what intermediaries look at; before,
 * a client asks for a version by `initialize`, of which a server without sessions remembers nothing.
 */

/** The first is the newest. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];
/** Those with a handshake. Batches, which 2025-03-26 had, are not taken. */
export const HANDSHAKE_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];
export const PROTOCOL_VERSIONS: readonly string[] = [...MODERN_VERSIONS, ...HANDSHAKE_VERSIONS];

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
/** Of our own, from the range that the protocol leaves to servers: busy, or not able to answer for now. */
export const UNAVAILABLE = -32_000;
const HEADER_MISMATCH = -32_020;
const UNSUPPORTED_VERSION = -32_022;

const META = 'io.modelcontextprotocol/';
const BASE64 = /^=\?base64\?(.*)\?=$/;

export type RequestId = string | number;
type Params = Readonly<Record<string, unknown>>;

export interface McpRequest {
  kind: 'request';
  id: RequestId;
  method: string;
  params: Params;
  /** Whether it says its version itself. */
  modern: boolean;
}

/** Something that needs no reply. */
export interface McpNotice {
  kind: 'notice';
}

export type McpMessage = McpRequest | McpNotice;

/** The headers that the protocol gives a meaning to; empty where they are absent. */
export interface McpHeaders {
  version: string;
  method: string;
  name: string;
}

/** A message that is answered with an error of the protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';

  constructor(
    readonly code: number,
    message: string,
    /** The HTTP status. */
    readonly status: number,
    readonly id?: RequestId,
    readonly data?: object,
  ) {
    super(message);
  }

  /** The body of the reply. */
  get body(): object {
    const { code, message, data, id } = this;
    return { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message, ...(data && { data }) } };
  }
}

/** @throws ProtocolError */
export function parseMessage(text: string, headers: McpHeaders): McpMessage {
  const message = parsed(text);
  if (Array.isArray(message)) throw invalid('found a list of messages, expected one message');
  if (typeof message !== 'object' || message === null) throw invalid('expected a JSON-RPC message');
  const { jsonrpc, id, method, params = {}, result, error } = message as Record<string, unknown>;
  if (jsonrpc !== '2.0') throw invalid('jsonrpc: expected "2.0"');
  if (method === undefined && (result !== undefined || error !== undefined)) return { kind: 'notice' };
  if (typeof method !== 'string') throw invalid('method: expected text');
  if (id === undefined) return { kind: 'notice' };
  if (typeof id !== 'string' && typeof id !== 'number') throw invalid('id: expected text or a number');
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw invalid('params: expected an object', id);
  }
  const request = { kind: 'request' as const, id, method, params: params as Params };
  return { ...request, modern: isModern(request, headers) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProtocolError(PARSE_ERROR, `not JSON: ${(error as Error).message}`, 400);
  }
}

function invalid(message: string, id?: RequestId): ProtocolError {
  return new ProtocolError(INVALID_REQUEST, message, 400, id);
}

type Named = Pick<McpRequest, 'id' | 'method' | 'params'>;

/**
 * Whether a request is of the era without a handshake, whose headers then agree with it.
 * @throws ProtocolError where they do not, or the version is not known
 */
function isModern(request: Named, headers: McpHeaders): boolean {
  const { id, method, params } = request;
  const meta = metaOf(params);
  const stated = meta[`${META}protocolVersion`];
  if (stated === undefined && !MODERN_VERSIONS.includes(headers.version)) {
    // The handshake says in its body what the client wants.
    if (method !== 'initialize') requireKnown(headers.version || '2025-03-26', id);
    return false;
  }
  if (typeof stated !== 'string') {
    throw new ProtocolError(INVALID_PARAMS, `params._meta["${META}protocolVersion"]: expected a version`, 400, id);
  }
  if (headers.version !== stated) throw mismatch('MCP-Protocol-Version', headers.version, stated, id);
  requireKnown(stated, id);
  if (!MODERN_VERSIONS.includes(stated)) return false;
  if (headers.method !== method) throw mismatch('Mcp-Method', headers.method, method, id);
  const name = method === 'tools/call' ? params['name'] : undefined;
  if (typeof name === 'string' && decoded(headers.name) !== name) throw mismatch('Mcp-Name', headers.name, name, id);
  const capabilities = meta[`${META}clientCapabilities`];
  if (typeof capabilities !== 'object' || capabilities === null) {
    throw new ProtocolError(INVALID_PARAMS, `params._meta["${META}clientCapabilities"]: expected an object`, 400, id);
  }
  return true;
}

function metaOf(params: Params): Params {
  const meta = params['_meta'];
  return typeof meta === 'object' && meta !== null ? (meta as Params) : {};
}

/** Names that a header cannot have come in Base64. */
function decoded(value: string): string {
  const [, base64] = BASE64.exec(value) ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8');
}

function mismatch(header: string, found: string, expected: string, id: RequestId): ProtocolError {
  const what = found === '' ? 'missing' : `found "${found}"`;
  return new ProtocolError(HEADER_MISMATCH, `${header}: ${what}, expected "${expected}" as in the body`, 400, id);
}

function requireKnown(version: string, id: RequestId): void {
  if (PROTOCOL_VERSIONS.includes(version)) return;
  const message = `protocol version "${version}" is not supported, expected one of ${PROTOCOL_VERSIONS.join(', ')}`;
  const data = { supported: PROTOCOL_VERSIONS, requested: version };
  throw new ProtocolError(UNSUPPORTED_VERSION, message, 400, id, data);
}

/** A method that there is not. */
export function unknownMethod({ id, method, modern }: McpRequest): ProtocolError {
  return new ProtocolError(METHOD_NOT_FOUND, `there is no method ${method}`, modern ? 404 : 200, id);
}

/** Parameters that a method cannot work with. */
export function wrongParams({ id }: McpRequest, message: string): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, message, 200, id);
}

/** How long a client may keep what hardly changes, and whether for others, too. */
export interface Lasting {
  ttlMs: number;
  cacheScope: 'public' | 'private';
}

export interface ServerInfo {
  name: string;
  title: string;
  version: string;
}

/** The reply to a request. @param lasting of results that may be kept */
export function resultOf({ id, modern }: McpRequest, result: object, server: ServerInfo, lasting?: Lasting): object {
  if (!modern) return { jsonrpc: '2.0', id, result };
  const _meta = { [`${META}serverInfo`]: server };
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result, ...lasting, _meta } };
}

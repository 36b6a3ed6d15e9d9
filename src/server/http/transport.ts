/**
 * The daemon's interface to an HTTP server: one handler for every request, request bodies in pieces, replies in one
 * call or in pieces. `uws-transport.ts` and `node-transport.ts` implement it; no other file depends on a server.
 */
import { Problem } from '../../errors/problem.js';
import type { OwedReplies } from './owed-replies.js';

/** The request line and headers. Valid only while the handler runs: copy what is needed later. */
export interface Incoming {
  /** In upper case. */
  readonly method: string;
  /** Without the query, not decoded. */
  readonly path: string;
  /** What follows `?`, not decoded; empty when there is none. */
  readonly query: string;
  /** That of the other end of the connection, as text; empty where it is unknown. */
  readonly address: string;
  /** A header's value, empty when absent. The name is in lower case. */
  header(name: string): string;
  /** All of them, names in lower case. */
  headers(): [name: string, value: string][];
}

export interface SendOptions {
  /** A reply to HEAD: states the length of the body, but does not send it. */
  head?: boolean;
  /** Close the connection after this reply. */
  close?: boolean;
  /**
   * Whether the list of headers is sent with many replies, so that its encoded form may be cached as long as the list
   * exists.
   */
  lasting?: boolean;
}

/** The reply to one request. All methods may be called at any time; after an abort or a reply they do nothing. */
export interface Outgoing {
  readonly aborted: boolean;
  /** Called once when the client disconnects before the whole reply was handed to the system. */
  onAborted: (() => void) | undefined;
  /** Called once when the whole reply was handed to the system. */
  onFinished: (() => void) | undefined;
  /** Must be called while the handler runs, if at all. The bytes are valid only during the call. */
  onData(take: (chunk: Uint8Array, last: boolean) => void): void;
  pause(): void;
  resume(): void;
  /** @param headers names and values in turn. */
  send(status: number, headers: readonly string[], body: Uint8Array | undefined, options?: SendOptions): void;
  /**
   * Begins a reply whose length is not known; `write` and `finish` follow, unless it is one to HEAD.
   * @param headers names and values in turn.
   */
  start(status: number, headers: readonly string[], options?: SendOptions): void;
  /**
   * Sends a piece of the reply; its bytes must not change from then on. Pieces below 16 KiB always return true, so only
   * the last should be that small.
   * @returns whether to continue; otherwise `onWritable` is called when the client takes more
   */
  write(piece: Uint8Array): boolean;
  /** Called when everything written has been sent, once for each `write` that returned false. */
  onWritable: (() => void) | undefined;
  finish(): void;
  /** Ends the connection without a reply, or in the middle of one that was started. */
  close(): void;
}

export type Handler = (incoming: Incoming, outgoing: Outgoing) => void;

export interface Listening {
  readonly port: number;
  /** Accepts no new connections; existing ones stay. */
  stopListening(): void;
  /** Closes every connection. */
  close(): void;
}

/** What of HTTP/1 the parser of a transport does not do, as the log and `vitrine doctor` tell it. */
const LIMITS = {
  old: 'leaves HTTP/1.0 without a reply',
  malformed:
    'leaves malformed heads without a reply, and too large ones too unless they arrive at once, when they are taken',
  'many headers': 'leaves requests with more than 100 headers without a reply',
  ahead: 'closes connections on which queries are sent ahead of replies',
  'empty lengths':
    'sees no body where an empty Content-Length or Transfer-Encoding stands before another one, and takes the body for the next request',
};

export type Limit = keyof typeof LIMITS;

/** @returns undefined for a transport without limits */
export function limitsText({ name, limits }: Transport): string | undefined {
  if (limits.length === 0) return undefined;
  const all = limits.map(limit => LIMITS[limit]).join(', ');
  return `${name} ${all}: have proxies speak HTTP/1.1 and refuse such headers, or choose node:http with --http node; --admin-port is always served by that`;
}

export interface Transport {
  /** For the log and the build information. */
  readonly name: string;
  /** Why it is not the one that is preferred; absent when it is. */
  readonly warning?: string | undefined;
  /** What of HTTP/1 it does not do. */
  readonly limits: readonly Limit[];
  /** Whether several threads may listen on one port, each for its share of connections. */
  readonly shares: boolean;
  /** @throws Problem UNAVAILABLE when it cannot listen on the address */
  listen(host: string, port: number, handler: Handler, options: ListenOptions): Promise<Listening>;
}

export interface ListenOptions {
  /** Watches clients that do not take their replies. */
  owed: OwedReplies;
  /** Whether other threads of this process listen on the port too. */
  shared?: boolean;
}

export function cannotListen(host: string, port: number): Problem {
  return new Problem('cannot_listen', `cannot listen on ${host}:${port}: the address is in use or not of this machine`);
}

const STATUS_LINES: Record<number, string> = {
  200: '200 OK',
  202: '202 Accepted',
  204: '204 No Content',
  304: '304 Not Modified',
  400: '400 Bad Request',
  403: '403 Forbidden',
  404: '404 Not Found',
  405: '405 Method Not Allowed',
  406: '406 Not Acceptable',
  409: '409 Conflict',
  413: '413 Payload Too Large',
  415: '415 Unsupported Media Type',
  500: '500 Internal Server Error',
  503: '503 Service Unavailable',
};

export function statusLine(status: number): string {
  return STATUS_LINES[status] ?? String(status);
}

/** A reply without a body must not state a length (RFC 9110, 8.6). */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** The largest request line and headers, together, that a transport takes. */
export const MAX_HEAD_BYTES = 32_768;

/**
 * The transport over node:http: for platforms and versions of Node without a native build of uWebSockets.js, for the
 * port of administration, and for all who choose it. Its parser refuses malformed and doubtful heads by itself.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '../../errors/problem.js';
import type { OwedReplies, SlowReader } from './owed-replies.js';
import {
  type Handler,
  hasNoBody,
  type Incoming,
  type Listening,
  type ListenOptions,
  MAX_HEAD_BYTES,
  type Outgoing,
  type SendOptions,
  type Transport,
} from './transport.js';
import { canSendWhole, sendWhole } from './whole-reply.js';

const NOTHING = new Uint8Array(0);
const OPTIONS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: 10_000,
  // As long as uWebSockets.js keeps idle connections; proxies are told to close theirs before.
  keepAliveTimeout: 10_000,
  // Imports may take longer than Node's limit for a whole request; the body reader limits silence instead.
  requestTimeout: 0,
  // From Node 24 on; saves the events of a body where there is none.
  optimizeEmptyRequests: true,
};

class NodeIncoming implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: string;

  constructor(private readonly request: IncomingMessage) {
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    this.method = request.method ?? 'GET';
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = mark < 0 ? '' : url.slice(mark + 1);
  }

  get address(): string {
    return this.request.socket.remoteAddress ?? '';
  }

  /** Among the headers as they came: Node's map of them, which takes longer to make than to search, is made for no query. */
  header(name: string): string {
    const { rawHeaders } = this.request;
    let value: string | undefined;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const given = rawHeaders[i]!;
      if (given.length !== name.length || given.toLowerCase() !== name) continue;
      // Of some that come repeatedly the first one counts, others are joined.
      if (value !== undefined) return this.mapped(name);
      value = rawHeaders[i + 1]!;
    }
    return value ?? '';
  }

  headers(): [string, string][] {
    return Object.keys(this.request.headers).map(name => [name, this.mapped(name)]);
  }

  private mapped(name: string): string {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
}

class NodeOutgoing implements Outgoing {
  aborted = false;
  onAborted: (() => void) | undefined;
  onFinished: (() => void) | undefined;
  onWritable: (() => void) | undefined;
  private sent = false;
  private ended = false;
  /** Set while the client has not taken all that was sent. */
  private reader: SlowReader | undefined;
  /** Whether a client that takes nothing for too long is disconnected. */
  private limited = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly owed: OwedReplies,
  ) {
    response.on('close', () => this.over(false));
  }

  /** @param finished whether the whole reply was handed to the system */
  private over(finished: boolean): void {
    if (this.ended) return;
    this.ended = true;
    if (this.reader) this.owed.remove(this.reader);
    this.aborted = !finished;
    if (finished) this.onFinished?.();
    else this.onAborted?.();
  }

  onData(take: (chunk: Uint8Array, last: boolean) => void): void {
    const { request } = this;
    const end = () => take(NOTHING, true);
    // See `optimizeEmptyRequests` below.
    if (request.readableEnded) {
      queueMicrotask(end);
      return;
    }
    request.on('data', (chunk: Uint8Array) => take(chunk, false));
    request.on('end', end);
    // A reset connection is reported by 'close' of the reply as well.
    request.on('error', () => request.destroy());
  }

  pause(): void {
    this.request.pause();
  }

  resume(): void {
    this.request.resume();
  }

  send(status: number, headers: readonly string[], body: Uint8Array | undefined, options?: SendOptions): void {
    if (this.aborted || this.sent) return;
    const { request, response } = this;
    if (options?.lasting && body !== undefined && body.length > 0 && !options.head && !options.close) {
      if (canSendWhole(request, response)) {
        this.sent = true;
        if (!sendWhole(response, status, headers, body, () => this.over(true))) this.watch(body.buffer);
        this.letComeAgain();
        return;
      }
    }
    const own = hasNoBody(status) ? headers : [...headers, 'Content-Length', String(body?.length ?? 0)];
    this.begin(status, own, options);
    if (hasNoBody(status) || options?.head || body === undefined) response.end();
    else {
      response.end(body);
      if (response.writableLength > 0) this.watch(body.buffer);
    }
    this.letComeAgain();
  }

  /** For its memory alone: how long the client takes nothing is watched by the time limit of the socket. */
  private watch(memory: ArrayBufferLike): void {
    this.limitSilence();
    this.reader = { memory, proceed: () => true, close: () => this.close() };
    this.owed.add(this.reader);
  }

  /** As `watch`, for the pieces that Node holds. */
  private watchPieces(): void {
    this.limitSilence();
    if (this.reader) {
      this.owed.changed(this.reader);
      return;
    }
    this.reader = { waiting: () => this.response.writableLength, proceed: () => true, close: () => this.close() };
    this.owed.add(this.reader);
  }

  start(status: number, headers: readonly string[], options?: SendOptions): void {
    if (this.aborted || this.sent) return;
    const { response } = this;
    this.begin(status, headers, options);
    response.on('drain', () => {
      // From here on it is the writer who may be slow.
      response.setTimeout(0);
      if (this.reader) this.owed.remove(this.reader);
      this.reader = undefined;
      this.onWritable?.();
    });
    if (options?.head) response.end();
    this.letComeAgain();
  }

  write(piece: Uint8Array): boolean {
    if (this.aborted || this.response.writableEnded) return false;
    const taken = this.response.write(piece);
    if (!taken) this.watchPieces();
    return taken;
  }

  finish(): void {
    if (this.aborted) return;
    this.limitSilence();
    this.response.end();
  }

  /** In one call, without a map of headers: a call for each takes longer than the rest of a cached answer. */
  private begin(status: number, headers: readonly string[], options: SendOptions | undefined): void {
    this.sent = true;
    // It comes for a reply that its connection has broken off, too.
    this.response.on('finish', () => this.over(!this.request.socket.destroyed));
    this.response.writeHead(status, options?.close ? [...headers, 'Connection', 'close'] : [...headers]);
  }

  /** Disconnects a client that takes nothing for so long. */
  private limitSilence(): void {
    const { response, owed } = this;
    if (!this.limited) {
      response.on('timeout', () => {
        owed.closed++;
        response.destroy();
      });
    }
    this.limited = true;
    response.setTimeout(owed.limits.idleMs);
  }

  /** The rest of a body that was held back: the connection's next request comes behind it. */
  private letComeAgain(): void {
    if (this.request.isPaused()) this.request.resume();
  }

  close(): void {
    this.response.destroy();
  }
}

/** @param warning why it is used, where it was not chosen */
export function nodeTransport(warning?: string): Transport {
  return {
    name: 'node:http',
    ...(warning !== undefined && { warning }),
    limits: [],
    shares: false,
    listen(host: string, port: number, handler: Handler, { owed }: ListenOptions): Promise<Listening> {
      const server = createServer(OPTIONS);
      server.on('request', (request, response) => {
        handler(new NodeIncoming(request), new NodeOutgoing(request, response, owed));
      });
      return new Promise((resolve, reject) => {
        // Also of later ones, as of a connection for which there is no descriptor: its client is turned away.
        server.on('error', error =>
          reject(new Problem('cannot_listen', `cannot listen on ${host}:${port}: ${error.message}`)),
        );
        server.listen(port, host, () => {
          resolve({
            port: (server.address() as AddressInfo).port,
            stopListening: () => server.close(),
            close: () => {
              server.close();
              server.closeAllConnections();
            },
          });
        });
      });
    },
  };
}

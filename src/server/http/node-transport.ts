/**
 * The transport over node:http, for platforms and Node versions without a native build of uWebSockets.js. It has the
 * same contract at about half the requests per second.
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

  header(name: string): string {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? '');
  }

  headers(): [string, string][] {
    return Object.keys(this.request.headers).map(name => [name, this.header(name)]);
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

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly owed: OwedReplies,
  ) {
    // Both events come for a reply that its connection has broken off, too.
    response.on('finish', () => this.over(!request.socket.destroyed));
    response.on('close', () => this.over(false));
    response.on('drain', () => this.onWritable?.());
    // A reset connection is reported by 'close' as well.
    request.on('error', () => request.destroy());
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
    this.request.on('data', (chunk: Uint8Array) => take(chunk, false));
    this.request.on('end', () => take(new Uint8Array(0), true));
  }

  pause(): void {
    this.request.pause();
  }

  resume(): void {
    this.request.resume();
  }

  send(status: number, headers: readonly string[], body: Uint8Array | undefined, options?: SendOptions): void {
    if (this.aborted || this.sent) return;
    const { response } = this;
    this.begin(status, headers, options);
    if (!hasNoBody(status)) response.setHeader('Content-Length', body?.length ?? 0);
    if (hasNoBody(status) || options?.head) response.end();
    else response.end(body);
    if (body !== undefined && response.writableLength > 0) this.watch(body.buffer);
    this.request.resume();
  }

  /** For its memory alone: how long the client takes nothing is watched by the time limit of the socket. */
  private watch(memory: ArrayBufferLike): void {
    this.reader = { memory, proceed: () => true, close: () => this.close() };
    this.owed.add(this.reader);
  }

  start(status: number, headers: readonly string[], options?: SendOptions): void {
    if (this.aborted || this.sent) return;
    this.begin(status, headers, options);
    if (options?.head) this.response.end();
    this.request.resume();
  }

  write(piece: Uint8Array): boolean {
    return !this.aborted && !this.response.writableEnded && this.response.write(piece);
  }

  finish(): void {
    if (!this.aborted) this.response.end();
  }

  private begin(status: number, headers: readonly string[], options: SendOptions | undefined): void {
    this.sent = true;
    const { response } = this;
    response.statusCode = status;
    for (let i = 0; i < headers.length; i += 2) response.appendHeader(headers[i]!, headers[i + 1]!);
    if (options?.close) response.setHeader('Connection', 'close');
    response.setTimeout(this.owed.limits.idleMs, () => response.destroy());
  }

  close(): void {
    this.response.destroy();
  }
}

/** @param warning why this transport is used. */
export function nodeTransport(warning: string): Transport {
  return {
    name: 'node:http',
    warning,
    shares: false,
    listen(host: string, port: number, handler: Handler, { owed }: ListenOptions): Promise<Listening> {
      // Imports may take longer than Node's limit for a whole request; the body reader limits silence instead.
      const server = createServer({ maxHeaderSize: MAX_HEAD_BYTES, requestTimeout: 0, headersTimeout: 10_000 });
      server.on('request', (request, response) =>
        handler(new NodeIncoming(request), new NodeOutgoing(request, response, owed)),
      );
      return new Promise((resolve, reject) => {
        server.once('error', error =>
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

/**
 * The transport over node:http, for platforms and Node versions without a native build of uWebSockets.js. It has the
 * same contract at about half the requests per second.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '../../errors/problem.js';
import {
  type Handler,
  hasNoBody,
  type Incoming,
  type Listening,
  MAX_HEAD_BYTES,
  type Outgoing,
  type SendOptions,
  type Transport,
} from './transport.js';

/** A client that takes nothing of a reply for this long is disconnected. */
const WRITE_TIMEOUT_MS = 10_000;

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

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    response.on('finish', () => this.onFinished?.());
    response.on('drain', () => this.onWritable?.());
    response.on('close', () => {
      if (response.writableFinished) return;
      this.aborted = true;
      this.onAborted?.();
    });
    // A reset connection is reported by 'close' as well.
    request.on('error', () => request.destroy());
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
    this.request.resume();
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
    response.setTimeout(WRITE_TIMEOUT_MS, () => response.destroy());
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
    listen(host: string, port: number, handler: Handler): Promise<Listening> {
      // Imports may take longer than Node's limit for a whole request; the body reader limits silence instead.
      const server = createServer({ maxHeaderSize: MAX_HEAD_BYTES, requestTimeout: 0, headersTimeout: 10_000 });
      server.on('request', (request, response) =>
        handler(new NodeIncoming(request), new NodeOutgoing(request, response)),
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

/**
 * Requests relayed by another front end (`relay.ts`), as requests of this one: routes handle them like any other, with
 * flow control of bodies and replies by the client's pace.
 */

import type { Handler, Incoming, Outgoing, SendOptions } from '../http/transport.js';
import { handOver, RELAY_WINDOW_BYTES, type Relayed, type RelayedReply, type Tell } from './relay-messages.js';

export class RelayedRequests {
  private readonly open = new Map<number, RelayedOutgoing>();

  constructor(
    private readonly handler: Handler,
    private readonly tell: Tell<RelayedReply>,
  ) {}

  hear(message: Relayed): void {
    const { id } = message;
    if (message.type === 'begin') {
      const outgoing = new RelayedOutgoing(id, this.tell);
      this.open.set(id, outgoing);
      this.handler(new RelayedIncoming(message), outgoing);
      return;
    }
    const outgoing = this.open.get(id)!;
    if (message.type === 'finished' || message.type === 'aborted') this.open.delete(id);
    outgoing.hear(message);
  }

  /** Aborts all relayed requests, because the other front end, which has their clients, has ended. */
  abortAll(): void {
    const requests = [...this.open];
    this.open.clear();
    for (const [id, outgoing] of requests) outgoing.hear({ type: 'aborted', id });
  }
}

class RelayedIncoming implements Incoming {
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  private readonly all: [string, string][];

  constructor({ address, method, path, query, headers }: Relayed & { type: 'begin' }) {
    this.address = address;
    this.method = method;
    this.path = path;
    this.query = query;
    this.all = headers;
  }

  header(name: string): string {
    return this.all.find(([known]) => known === name)?.[1] ?? '';
  }

  headers(): [string, string][] {
    return this.all;
  }
}

class RelayedOutgoing implements Outgoing {
  aborted = false;
  onAborted: (() => void) | undefined;
  onFinished: (() => void) | undefined;
  onWritable: (() => void) | undefined;
  private take: ((chunk: Uint8Array, last: boolean) => void) | undefined;
  private sent = false;
  /** Bytes of the reply that are not acknowledged. */
  private underWay = 0;
  /** Whether the writing route has been told to wait. */
  private behind = false;

  constructor(
    private readonly id: number,
    private readonly tell: Tell<RelayedReply>,
  ) {}

  hear(message: Exclude<Relayed, { type: 'begin' }>): void {
    switch (message.type) {
      case 'data':
        this.tell({ type: 'received', id: this.id, bytes: message.bytes.length });
        this.take?.(message.bytes, message.last);
        break;
      case 'written':
        this.underWay -= message.bytes;
        if (!this.behind || this.underWay > RELAY_WINDOW_BYTES / 2) break;
        this.behind = false;
        this.onWritable?.();
        break;
      case 'finished':
        this.onFinished?.();
        break;
      case 'aborted':
        this.aborted = true;
        this.onAborted?.();
        break;
    }
  }

  onData(take: (chunk: Uint8Array, last: boolean) => void): void {
    this.take = take;
  }

  pause(): void {
    if (!this.aborted && !this.sent) this.tell({ type: 'pause', id: this.id });
  }

  resume(): void {
    if (!this.aborted && !this.sent) this.tell({ type: 'resume', id: this.id });
  }

  send(status: number, headers: readonly string[], body: Uint8Array | undefined, options: SendOptions = {}): void {
    if (this.aborted || this.sent) return;
    this.sent = true;
    const message = { type: 'send', id: this.id, status, headers, options: { ...options, lasting: false } } as const;
    if (body === undefined) {
      this.tell(message);
      return;
    }
    const { bytes, buffers } = handOver(body);
    this.tell({ ...message, body: bytes }, buffers);
  }

  start(status: number, headers: readonly string[], options: SendOptions = {}): void {
    if (this.aborted || this.sent) return;
    this.sent = true;
    this.tell({ type: 'start', id: this.id, status, headers, options });
  }

  write(piece: Uint8Array): boolean {
    if (this.aborted || !this.sent) return false;
    const { bytes, buffers } = handOver(piece);
    this.underWay += bytes.length;
    this.behind = this.underWay > RELAY_WINDOW_BYTES;
    this.tell({ type: 'write', id: this.id, piece: bytes }, buffers);
    return !this.behind;
  }

  finish(): void {
    if (!this.aborted && this.sent) this.tell({ type: 'finish', id: this.id });
  }

  close(): void {
    if (!this.aborted) this.tell({ type: 'close', id: this.id });
  }
}

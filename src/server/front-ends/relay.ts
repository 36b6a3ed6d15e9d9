/**
 * Relays requests without a route in this front end to the first one. This side has the client's socket; the first
 * handles a relayed request (`relayed-requests.ts`) like any other.
 */

import type { Incoming, Outgoing } from '../http/transport.js';
import { handOver, RELAY_WINDOW_BYTES, type Relayed, type RelayedReply, type Tell } from './relay-messages.js';

interface Passing {
  outgoing: Outgoing;
  /** Bytes of the body that the first front end has not acknowledged. */
  underWay: number;
  /** Whether the first front end has paused the body. */
  held: boolean;
  paused: boolean;
  /** Whether the whole body has been received. */
  complete: boolean;
  /** Bytes of the reply that the socket has not taken yet. */
  unwritten: number;
}

export class Relay {
  private readonly passing = new Map<number, Passing>();
  private lastId = 0;
  private whenIdle: (() => void) | undefined;

  constructor(private readonly tell: Tell<Relayed>) {}

  readonly handle = (incoming: Incoming, outgoing: Outgoing): void => {
    const id = ++this.lastId;
    const { address, method, path, query } = incoming;
    const one: Passing = { outgoing, underWay: 0, held: false, paused: false, complete: false, unwritten: 0 };
    this.passing.set(id, one);
    this.tell({ type: 'begin', id, address, method, path, query, headers: incoming.headers() });
    outgoing.onAborted = () => this.end(id, 'aborted');
    outgoing.onFinished = () => this.end(id, 'finished');
    outgoing.onWritable = () => this.written(id, one);
    outgoing.onData((chunk, last) => {
      if (one.complete || !this.passing.has(id)) return;
      one.complete = last;
      one.underWay += chunk.length;
      const { bytes, buffers } = handOver(chunk);
      this.tell({ type: 'data', id, bytes, last }, buffers);
      flow(one);
    });
  };

  hear(message: RelayedReply): void {
    const { id } = message;
    const one = this.passing.get(id);
    // The client may have disconnected meanwhile.
    if (one === undefined) return;
    const { outgoing } = one;
    switch (message.type) {
      case 'send':
        free(one);
        outgoing.send(message.status, message.headers, message.body, message.options);
        break;
      case 'start':
        free(one);
        outgoing.start(message.status, message.headers, message.options);
        break;
      case 'write':
        one.unwritten += message.piece.length;
        if (outgoing.write(message.piece)) this.written(id, one);
        break;
      case 'finish':
        outgoing.finish();
        break;
      case 'close':
        outgoing.close();
        break;
      case 'pause':
        one.held = true;
        flow(one);
        break;
      case 'resume':
        one.held = false;
        flow(one);
        break;
      case 'received':
        one.underWay -= message.bytes;
        // After the end the connection stays as it is until the reply: see `BodyReader.take`.
        if (!one.complete) flow(one);
        break;
    }
  }

  /** Resolves when no request is being relayed. */
  async drain(): Promise<void> {
    if (this.passing.size === 0) return;
    await new Promise<void>(resolve => {
      this.whenIdle = resolve;
    });
  }

  private written(id: number, one: Passing): void {
    const { unwritten } = one;
    one.unwritten = 0;
    if (unwritten > 0) this.tell({ type: 'written', id, bytes: unwritten });
  }

  private end(id: number, how: 'finished' | 'aborted'): void {
    if (!this.passing.delete(id)) return;
    this.tell({ type: how, id });
    if (this.passing.size === 0) this.whenIdle?.();
  }
}

/** Pauses or resumes the body. */
function flow(one: Passing): void {
  const pause = one.held || one.underWay > RELAY_WINDOW_BYTES;
  if (pause === one.paused) return;
  one.paused = pause;
  if (pause) one.outgoing.pause();
  else one.outgoing.resume();
}

/** Resumes the body before the reply: the connection's next request comes through the same socket. */
function free(one: Passing): void {
  one.held = false;
  one.underWay = 0;
  flow(one);
}

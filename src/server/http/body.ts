/**
 * The body of one request, read as fast as it is used: what has arrived is kept, the socket is paused while too much
 * of it waits, and a client that falls silent is disconnected. Must be made while the request's handler runs.
 */
import { Problem } from '../../errors/problem.js';
import type { Outgoing } from './transport.js';

/** The client went away, or was disconnected for its silence: no reply can reach it. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** So much may wait unread before the socket is paused. */
const HIGH_WATER_BYTES = 4 * 1024 * 1024;
/** How much of an unwanted body is still read before the reply, and for how long. */
const LINGER_BYTES = 1_048_576;
const LINGER_MS = 500;

export class BodyReader {
  /** Bytes received so far. */
  received = 0;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private paused = false;
  private complete = false;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;
  private readonly silence: NodeJS.Timeout;
  /** A reply that waits for the client to have sent the rest. */
  private lingering: { then: () => void; bytes: number; timer: NodeJS.Timeout } | undefined;

  private overflow: () => Problem;

  /**
   * @param maxBytes a longer body fails with PAYLOAD_TOO_LARGE; what follows is thrown away.
   * @param idleMs a client that sends nothing for so long is disconnected.
   * @param later nothing is read before the first `take`, but for what came along with the headers.
   */
  constructor(
    private readonly outgoing: Outgoing,
    private maxBytes: number,
    idleMs: number,
    later = false,
  ) {
    this.overflow = () => tooLarge(maxBytes);
    this.silence = setTimeout(() => this.silent(), idleMs);
    outgoing.onData((chunk, last) => this.arrive(chunk, last));
    if (later) this.pause();
  }

  /** Sets another limit. @param overflow what a longer body fails with. */
  limit(maxBytes: number, overflow: () => Problem): void {
    this.maxBytes = maxBytes;
    this.overflow = overflow;
    if (this.received > maxBytes) this.failure ??= overflow();
  }

  /** @returns the bytes that have arrived since the last call, undefined at the end. @throws ClientGone, Problem. */
  async take(): Promise<Uint8Array[] | undefined> {
    while (this.waiting.length === 0) {
      if (this.failure !== undefined) throw this.failure;
      if (this.complete) return undefined;
      this.resume();
      await new Promise<void>(resolve => {
        this.wake = resolve;
      });
    }
    if (this.failure !== undefined) throw this.failure;
    const chunks = this.waiting;
    this.waiting = [];
    this.waitingBytes = 0;
    // After the end it stays as it is until the reply: the native transport closes a resumed connection that is silent
    // for ten seconds, and what the body asks for may take longer.
    if (!this.complete) this.resume();
    return chunks;
  }

  /** The whole body. @throws ClientGone, Problem PAYLOAD_TOO_LARGE. */
  async whole(): Promise<Uint8Array> {
    const all: Uint8Array[] = [];
    for (let chunks = await this.take(); chunks !== undefined; chunks = await this.take()) all.push(...chunks);
    return all.length === 1 ? all[0]! : Buffer.concat(all);
  }

  /**
   * Throws away what is still to come; the request is answered without it. Calls back when a reply can be sent: at once
   * when the body has come, else when its rest has or a little later. A reply that closes the connection under a client
   * that still sends is lost to it.
   */
  discard(then: () => void): void {
    if (!this.complete && this.failure === undefined) this.fail(new Error('the body was not wanted'));
    // Also after the end: the connection's next request comes through the same socket.
    this.resume();
    if (this.complete) then();
    else this.lingering = { then, bytes: LINGER_BYTES, timer: setTimeout(() => this.stopLingering(), LINGER_MS) };
  }

  /** The client went away (see `Outgoing.onAborted`). */
  abort(): void {
    clearTimeout(this.lingering?.timer);
    this.lingering = undefined;
    this.fail(new ClientGone('the client went away while sending'));
  }

  private arrive(chunk: Uint8Array, last: boolean): void {
    if (this.complete) return;
    if (this.failure !== undefined) {
      this.throwAway(chunk.length, last);
      return;
    }
    this.received += chunk.length;
    if (this.received > this.maxBytes) {
      this.fail(this.overflow());
      // There is no rest whose arrival the reply would have to wait for.
      this.complete = last;
      return;
    }
    if (chunk.length > 0) {
      this.waiting.push(chunk.slice());
      this.waitingBytes += chunk.length;
    }
    if (last) {
      this.complete = true;
      clearTimeout(this.silence);
    } else {
      this.silence.refresh();
      if (this.waitingBytes > HIGH_WATER_BYTES) this.pause();
    }
    this.signal();
  }

  private throwAway(bytes: number, last: boolean): void {
    if (last) this.complete = true;
    if (this.lingering === undefined) return;
    this.lingering.bytes -= bytes;
    if (last || this.lingering.bytes < 0) this.stopLingering();
  }

  private stopLingering(): void {
    const { lingering } = this;
    this.lingering = undefined;
    clearTimeout(lingering?.timer);
    lingering?.then();
  }

  private pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.outgoing.pause();
  }

  private resume(): void {
    if (!this.paused) return;
    this.paused = false;
    if (this.failure === undefined && !this.complete) this.silence.refresh();
    this.outgoing.resume();
  }

  private silent(): void {
    if (this.paused) {
      // Not the client's silence: this side takes its time.
      this.silence.refresh();
      return;
    }
    this.fail(new ClientGone('the client stopped sending in the middle of a body'));
    this.outgoing.close();
  }

  private fail(error: Error): void {
    if (this.failure !== undefined || this.complete) return;
    this.failure = error;
    this.waiting = [];
    clearTimeout(this.silence);
    this.signal();
  }

  private signal(): void {
    const { wake } = this;
    this.wake = undefined;
    wake?.();
  }
}

export function tooLarge(maxBytes: number): Problem {
  return new Problem('body_too_large', `body: longer than the ${maxBytes} bytes that are taken here`);
}

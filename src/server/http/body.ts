/**
 * Reads the body of one request at the pace of its consumer: chunks that have arrived are buffered, the socket is
 * paused while the buffer is too full, and a client that is silent for too long is disconnected. Must be constructed
 * while the request's handler runs.
 */
import { Problem } from '../../errors/problem.js';
import { tooManyBodies } from '../admission/refusals.js';
import type { ArrivingBody, BodyMemory } from './body-memory.js';
import type { Outgoing } from './transport.js';

/** The client disconnected, or was disconnected for being silent: no reply can reach it. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Number of buffered bytes at which the socket is paused. */
const HIGH_WATER_BYTES = 4 * 1024 * 1024;
/** A body of more bytes is long: see `BodyPace`. */
const LONG_BYTES = 65_536;
/** There is one piece of memory for a long body where at least this share of it comes at once: who announces much and sends little gets none. */
const LEAST_SHARE = 1 / 8;
/** How much of a refused body is still read before the reply, and for how long. */
const LINGER_BYTES = 1_048_576;
const LINGER_MS = 500;

export class BodyReader implements ArrivingBody {
  /** Bytes received so far. */
  received = 0;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private paused = false;
  /** Ends the rest between two pieces of a long body. */
  private endRest: (() => void) | undefined;
  /** Where the pieces of a long body are put one behind the other. */
  private joined: Uint8Array | undefined;
  private complete = false;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;
  private readonly silence: NodeJS.Timeout;
  /** A reply that waits until the client has sent the rest. */
  private lingering: { then: () => void; bytes: number; timer: NodeJS.Timeout } | undefined;

  private overflow: () => Problem;

  /**
   * @param maxBytes a longer body fails with PAYLOAD_TOO_LARGE; its rest is discarded
   * @param idleMs silence after which the client is disconnected
   * @param memory where bodies count that are read as a whole
   * @param later reads nothing before the first `take`, but for what came along with the headers. Other bodies have their
   *   pace
   * @param announcedBytes its length, where that is known and it is read as a whole
   */
  constructor(
    private readonly outgoing: Outgoing,
    private maxBytes: number,
    idleMs: number,
    private readonly memory: BodyMemory,
    private readonly later = false,
    private readonly announcedBytes = 0,
  ) {
    this.overflow = () => tooLarge(maxBytes);
    this.silence = setTimeout(() => this.silent(), idleMs);
    outgoing.onData((chunk, last) => this.arrive(chunk, last));
    if (later) this.pause();
  }

  /** Changes the limit. @param overflow error of a longer body */
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
    // After the end the socket stays paused until the reply: the native transport closes a resumed connection that is
    // silent
    if (!this.complete) this.resume();
    return chunks;
  }

  /**
   * The whole body, which counts until `release`. @throws ClientGone, Problem PAYLOAD_TOO_LARGE, or UNAVAILABLE where
   * bodies hold too much memory
   */
  async whole(): Promise<Uint8Array> {
    const { memory } = this;
    const all: Uint8Array[] = [];
    for (let chunks = await this.take(); chunks !== undefined; chunks = await this.take()) {
      memory.add(
        this,
        chunks.reduce((sum, { length }) => sum + length, 0),
      );
      all.push(...chunks);
    }
    memory.complete(this);
    if (all.length === 1) return all[0]!;
    return this.joined ? this.joined.subarray(0, this.received) : Buffer.concat(all);
  }

  /** To be called when the request has ended. */
  release(): void {
    this.memory.remove(this);
  }

  /** See `BodyMemory`. */
  refuse(): void {
    // Also where its last bytes have come, but not been taken.
    this.failure ??= tooManyBodies();
    this.waiting = [];
    clearTimeout(this.silence);
    this.signal();
  }

  /**
   * Discards the rest of the body, because the reply does not depend on it. Calls back when the reply can be sent: at
   * once when the body is complete, else when the rest has arrived or a little later. A reply that closes the
   * connection while the client still sends would be lost.
   */
  discard(then: () => void): void {
    if (!this.complete && this.failure === undefined) this.fail(new Error('the body was not wanted'));
    // Also after the end: the connection's next request comes through the same socket, which no reply resumes.
    if (this.complete) this.endRest?.();
    this.resume();
    if (this.complete) then();
    else this.lingering = { then, bytes: LINGER_BYTES, timer: setTimeout(() => this.stopLingering(), LINGER_MS) };
  }

  /** Ends the reading, because the client disconnected (see `Outgoing.onAborted`). */
  abort(): void {
    clearTimeout(this.lingering?.timer);
    this.lingering = undefined;
    this.fail(new ClientGone('the client went away while sending'));
  }

  private arrive(chunk: Uint8Array, last: boolean): void {
    if (this.complete) return;
    this.received += chunk.length;
    if (!last && !this.later && this.received > LONG_BYTES) this.rest();
    if (this.failure !== undefined) {
      this.throwAway(chunk.length, last);
      return;
    }
    if (this.received > this.maxBytes) {
      this.fail(this.overflow());
      // All of it has arrived: the reply need not wait.
      this.complete = last;
      return;
    }
    if (chunk.length > 0) {
      this.waiting.push(this.copied(chunk));
      this.waitingBytes += chunk.length;
    }
    if (last) {
      this.complete = true;
      // Until the reply: see `take`.
      if (this.endRest !== undefined) this.paused = true;
      clearTimeout(this.silence);
    } else {
      this.silence.refresh();
      if (this.waitingBytes > HIGH_WATER_BYTES) this.pause();
    }
    this.signal();
  }

  /**
   * The transport takes the bytes of a piece back. Pieces with memory of their own, and then a body that is joined from
   * them, had the engine collect all garbage for every few bodies of 1 MB, which was a quarter of the main thread's time.
   */
  private copied(chunk: Uint8Array): Uint8Array {
    const { announcedBytes: length, received } = this;
    const isFirst = received === chunk.length;
    if (isFirst && length > LONG_BYTES && length <= this.maxBytes && received >= length * LEAST_SHARE)
      this.joined = Buffer.allocUnsafeSlow(length);
    // More than what was announced would be a fault of the transport's.
    if (received > length) this.joined = undefined;
    if (this.joined === undefined) return chunk.slice();
    this.joined.set(chunk, received - chunk.length);
    return this.joined.subarray(received - chunk.length, received);
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
    // The connection's next request comes through the same socket.
    this.endRest?.();
    lingering?.then();
  }

  private rest(): void {
    if (this.endRest !== undefined) return;
    if (!this.paused) this.outgoing.pause();
    this.endRest = this.memory.pace.rest(() => {
      this.endRest = undefined;
      if (!this.paused) this.outgoing.resume();
    });
  }

  private pause(): void {
    if (this.paused) return;
    this.paused = true;
    if (this.endRest === undefined) this.outgoing.pause();
  }

  private resume(): void {
    if (!this.paused) return;
    this.paused = false;
    if (this.failure === undefined && !this.complete) this.silence.refresh();
    if (this.endRest === undefined) this.outgoing.resume();
  }

  private silent(): void {
    if (this.paused) {
      // A pause by this side does not count as the client's silence.
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

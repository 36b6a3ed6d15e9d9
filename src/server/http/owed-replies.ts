/**
 * The replies that clients have not taken yet, of one front end. A client that does not read would keep its reply for
 * good, and many of them all memory: one that takes nothing for some seconds is disconnected, and where all replies
 * together hold too many bytes, so are those that have taken nothing for the longest.
 */

/** A client that has not taken its whole reply. */
export interface SlowReader {
  /** The memory that the reply lies in, which others may read too; absent for a reply in pieces. */
  readonly memory?: ArrayBufferLike;
  /** Of a reply in pieces: how many bytes of them are held. See `changed`. */
  waiting?(): number;
  /** Offers the client more. @returns whether it has taken bytes since the last call */
  proceed(): boolean;
  /** Ends the connection. */
  close(): void;
}

export interface OwedLimits {
  /** How long a client may take nothing. */
  idleMs: number;
  /** Most bytes that all replies together may hold. */
  bytes: number;
  /** How often clients are looked at. */
  sweepMs?: number;
}

const SWEEP_MS = 1000;

/** What is known of a reader. */
interface Reading {
  /** When it has last taken bytes. */
  tookMs: number;
  /** Bytes of pieces that are counted for it. */
  waiting: number;
}

export class OwedReplies {
  /** Number of clients that were disconnected. */
  closed = 0;
  /** In the order in which they have last taken bytes, the longest ago first. */
  private readonly readers = new Map<SlowReader, Reading>();
  /** By memory, the readers of it. */
  private readonly memories = new Map<ArrayBufferLike, number>();
  private held = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(readonly limits: OwedLimits) {}

  /** Bytes that replies hold, pieces too, each memory counted once. */
  get bytes(): number {
    return this.held;
  }

  /** Number of clients. */
  get size(): number {
    return this.readers.size;
  }

  /** May disconnect clients, this one too. */
  add(reader: SlowReader): void {
    this.readers.set(reader, { tookMs: performance.now(), waiting: 0 });
    const { memory } = reader;
    if (memory !== undefined) {
      const readers = this.memories.get(memory) ?? 0;
      this.memories.set(memory, readers + 1);
      if (readers === 0) this.held += memory.byteLength;
    }
    this.changed(reader);
    if (this.timer === undefined && this.readers.size > 0) this.sweepSoon();
  }

  /** To be called when other bytes of pieces are held for a reader. May disconnect clients, this one too. */
  changed(reader: SlowReader): void {
    const reading = this.readers.get(reader);
    if (reading === undefined) return;
    this.count(reading, reader.waiting?.() ?? 0);
    if (this.held > this.limits.bytes) this.makeRoom();
  }

  /** To be called when the client has taken all of its reply, or has gone; may be called again. */
  remove(reader: SlowReader): void {
    const reading = this.readers.get(reader);
    if (reading === undefined) return;
    this.readers.delete(reader);
    this.count(reading, 0);
    const { memory } = reader;
    if (memory === undefined) return;
    const readers = this.memories.get(memory)! - 1;
    if (readers > 0) {
      this.memories.set(memory, readers);
      return;
    }
    this.memories.delete(memory);
    this.held -= memory.byteLength;
  }

  private count(reading: Reading, waiting: number): void {
    this.held += waiting - reading.waiting;
    reading.waiting = waiting;
  }

  /** Disconnects those that hold memory and have taken nothing for the longest. */
  private makeRoom(): void {
    for (const [reader, { waiting }] of this.readers) {
      if (this.held <= this.limits.bytes) return;
      if (reader.memory !== undefined || waiting > 0) this.disconnect(reader);
    }
  }

  private sweepSoon(): void {
    this.timer = setTimeout(() => this.sweep(), this.limits.sweepMs ?? SWEEP_MS).unref();
  }

  private sweep(): void {
    const now = performance.now();
    for (const [reader, reading] of [...this.readers]) {
      // Another one may have taken it along.
      if (!this.readers.has(reader)) continue;
      if (!reader.proceed()) {
        if (now - reading.tookMs >= this.limits.idleMs) this.disconnect(reader);
      } else if (this.readers.delete(reader)) {
        reading.tookMs = now;
        this.readers.set(reader, reading);
      }
    }
    this.timer = undefined;
    if (this.readers.size > 0) this.sweepSoon();
  }

  private disconnect(reader: SlowReader): void {
    this.closed++;
    this.remove(reader);
    reader.close();
  }
}

/**
 * What each client address holds of a front end: requests that are not answered, queries that wait, and time of query
 * threads. An address may have a share of each. Time of threads beyond it takes nothing from an address that is alone:
 * it puts its next queries behind those of others, which cost what the threads have left.
 */
import { Backlog } from './backlog.js';
import { Crowd } from './crowd.js';

/** Clients that are kept before those are looked for that hold nothing. */
const FEW = 1024;

export interface ShareLimits {
  /** Of one address, more than 0 and less than 1. */
  share: number;
  /** Query threads. */
  threads: number;
  /** Longest time that queries are put back. */
  mostDelayMs: number;
}

export class ClientShares {
  private readonly clients = new Map<string, Client>();
  private sweepAt = FEW;

  constructor(private readonly limits: ShareLimits) {}

  /** Number of clients that are known. */
  get size(): number {
    return this.clients.size;
  }

  of(address: string, nowMs: number): Client {
    let client = this.clients.get(address);
    if (client === undefined) {
      if (this.clients.size >= this.sweepAt) this.sweep(nowMs);
      this.clients.set(address, (client = new Client(this.limits)));
    }
    return client;
  }

  /** Forgets clients that hold nothing. */
  private sweep(nowMs: number): void {
    for (const [address, client] of this.clients) if (client.isIdle(nowMs)) this.clients.delete(address);
    this.sweepAt = Math.max(FEW, 2 * this.clients.size);
  }
}

export class Client {
  /** Requests that are not answered. */
  open = 0;
  /** Its queries that wait. */
  readonly waiting = { short: new Backlog(), long: new Backlog() };
  /** Of its queries that wait. */
  readonly crowd = new Crowd();
  /** When its share of the threads has made up for what it has had of them. */
  private evenMs = 0;

  constructor(private readonly limits: ShareLimits) {}

  /** What its queries that wait take. */
  get waitingMs(): number {
    return this.waiting.short.ms + this.waiting.long.ms;
  }

  get share(): number {
    return this.limits.share;
  }

  /**
   * How much later its next query is due than that of a client that has had less than its share. What waits counts as
   * long as it does: a query that leaves the queue without having run takes nothing from what others have cost.
   */
  delayMs(nowMs: number): number {
    const behindMs = Math.max(0, this.evenMs - nowMs) + this.spreadMs(this.waitingMs);
    return Math.min(behindMs, this.limits.mostDelayMs);
  }

  /** Counts time of a thread; less than 0 where a query has taken less than was counted for it. */
  charge(ms: number, nowMs: number): void {
    const evenMs = Math.max(this.evenMs, nowMs) + this.spreadMs(ms);
    this.evenMs = Math.min(evenMs, nowMs + this.limits.mostDelayMs);
  }

  /** How long its share of the threads takes for so much of their time. */
  private spreadMs(ms: number): number {
    const { share, threads } = this.limits;
    return ms / (share * threads);
  }

  isIdle(nowMs: number): boolean {
    return this.open === 0 && this.waiting.short.jobs + this.waiting.long.jobs === 0 && this.evenMs <= nowMs;
  }
}

/** Whether a client asks alone: it may have what no other asks for. */
import type { Client } from './client-shares.js';

/** How long no other client may have asked for it. */
const ALONE_MS = 1000;

export class Askers {
  private last: Client | undefined;
  private lastMs = Number.NEGATIVE_INFINITY;
  /** When another one than the last has asked. */
  private otherMs = Number.NEGATIVE_INFINITY;

  /** Notes that a client asks. @param client undefined where clients are not told apart: those count as one */
  note(client: Client | undefined, nowMs: number): void {
    if (client !== this.last) {
      this.otherMs = this.lastMs;
      this.last = client;
    }
    this.lastMs = nowMs;
  }

  /** Whether no other has asked for a while. */
  isAlone(client: Client, nowMs: number): boolean {
    return nowMs - (client === this.last ? this.otherMs : this.lastMs) >= ALONE_MS;
  }
}

/** Whether a queue has been so long for a while that more jobs would get nothing but longer waits. */

/** How long it may be longer: bursts pass within it. */
const BURST_MS = 100;
/** How long after a refusal it may not. */
const RECOVERY_MS = 1000;

export class Crowd {
  private calmMs = Number.NEGATIVE_INFINITY;
  private refusedMs = Number.NEGATIVE_INFINITY;

  /** Notes that the queue is short enough. */
  calm(nowMs: number): void {
    this.calmMs = nowMs;
  }

  /** Whether to refuse a further job while the queue is too long. */
  refuses(nowMs: number): boolean {
    if (nowMs - this.calmMs < BURST_MS && nowMs - this.refusedMs >= RECOVERY_MS) return false;
    this.refusedMs = nowMs;
    return true;
  }
}

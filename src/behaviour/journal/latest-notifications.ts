/**
 * A ring buffer of the newest notifications, in memory for the listing. Records are stored as their JSON text, so that
 * ten thousand of them take a few megabytes; a bound in bytes holds for long texts.
 */
import type { NotificationRecord } from '../activities/notification.js';
import { readNewest } from './journal-replay.js';

export const KEPT_NOTIFICATIONS = 10_000;
const KEPT_BYTES = 32 * 1024 * 1024;

interface Kept {
  type: string;
  text: string;
}

export class LatestNotifications {
  /** A ring: number `n` stands at `n % KEPT_NOTIFICATIONS`. */
  private readonly ring: (Kept | undefined)[] = [];
  private oldest = 0;
  private end = 0;
  private bytes = 0;

  constructor(private readonly maxBytes = KEPT_BYTES) {}

  /** Fills the buffer with the newest records of a journal; records added meanwhile count as newer. */
  async load(dir: string): Promise<void> {
    const texts: string[] = [];
    let bytes = 0;
    await readNewest(dir, text => {
      bytes += text.length;
      if (bytes <= this.maxBytes) texts.push(text);
      return bytes <= this.maxBytes && texts.length < KEPT_NOTIFICATIONS;
    });
    for (const text of texts.reverse()) {
      const { type, settles } = JSON.parse(text) as NotificationRecord;
      if (settles === undefined) this.add(type, text);
    }
  }

  get size(): number {
    return this.end - this.oldest;
  }

  add(type: string, text: string): void {
    if (this.size === KEPT_NOTIFICATIONS) this.drop();
    this.ring[this.end++ % KEPT_NOTIFICATIONS] = { type, text };
    this.bytes += text.length;
    while (this.bytes > this.maxBytes) this.drop();
  }

  /**
   * Newest first.
   * @param wants whether a recorded type is listed.
   * @returns at most `limit` records, and the number of all that match.
   */
  list(limit: number, wants: (type: string) => boolean): { records: NotificationRecord[]; found: number } {
    const records: NotificationRecord[] = [];
    let found = 0;
    for (let number = this.end - 1; number >= this.oldest; number--) {
      const { type, text } = this.ring[number % KEPT_NOTIFICATIONS]!;
      if (!wants(type)) continue;
      found++;
      if (records.length < limit) records.push(JSON.parse(text) as NotificationRecord);
    }
    return { records, found };
  }

  /** Applies a rewriting of the journal to the buffered records. @param change undefined: unchanged */
  rewrite(change: (record: NotificationRecord) => NotificationRecord | undefined): void {
    for (let number = this.oldest; number < this.end; number++) {
      const kept = this.ring[number % KEPT_NOTIFICATIONS]!;
      const record = change(JSON.parse(kept.text) as NotificationRecord);
      if (record === undefined) continue;
      const text = JSON.stringify(record);
      this.bytes += text.length - kept.text.length;
      kept.text = text;
    }
  }

  private drop(): void {
    const at = this.oldest++ % KEPT_NOTIFICATIONS;
    this.bytes -= this.ring[at]!.text.length;
    this.ring[at] = undefined;
  }
}

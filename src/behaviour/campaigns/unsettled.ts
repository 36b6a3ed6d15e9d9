/** Records that were stored before the accounts of campaigns were read, and are judged as soon as they are. */
import type { NotificationRecord } from '../activities/notification.js';
import { withoutVisitor } from '../activities/without-visitor.js';

/** A record with its number in the journal. */
export type Unsettled = readonly [number: number, record: NotificationRecord];

/** Takes customers out of records that wait. */
export function forgetIn(waiting: Map<number, NotificationRecord>, customerKeys: readonly string[]): void {
  for (const [number, record] of waiting) {
    const { customerKey } = record;
    if (customerKey !== undefined && customerKeys.includes(customerKey)) waiting.set(number, withoutVisitor(record));
  }
}

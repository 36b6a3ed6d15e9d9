/**
 * Orders of this thread by a digest of all that they were computed from. Most imports change nothing of that, such as
 * those of titles, but have other parts: the digest takes a tenth of the time of the order. The parts themselves are not
 * held.
 */
import { createHash } from 'node:crypto';
import type { Steps } from '../kernel/steps.js';
import type { Order } from './order.js';

/** Orders of both kinds over 100,000 products of forty views, or over a million of four. */
const MOST_BYTES = 64 * 2 ** 20;
/** Read in one step, a fraction of a millisecond. */
const STEP_BYTES = 1 << 18;

interface KeptOrder {
  order: Order;
  day: number | undefined;
}

const kept = new Map<string, KeptOrder>();
let keptBytes = 0;

/**
 * @param inputs all that the order depends on
 * @param make computes it where it is not kept
 * @param day that it is for: those of earlier days are not asked for again; absent: for all
 */
export function* keptOrder(
  kind: string,
  inputs: readonly (ArrayBufferView | undefined)[],
  make: () => Steps<Order>,
  day?: number,
): Steps<Order> {
  const digest = yield* digestOf(`${kind} ${day}`, inputs);
  const order = kept.get(digest)?.order ?? (yield* make());
  // Those that were asked for last are the last to go; another one may have made it in between steps.
  remove(digest);
  kept.set(digest, { order, day });
  keptBytes += bytesOf(order);
  for (const [oldest, { day: other }] of kept) {
    const isPast = day !== undefined && other !== undefined && other < day;
    if (isPast || keptBytes > MOST_BYTES) remove(oldest);
  }
  return order;
}

function remove(digest: string): void {
  const before = kept.get(digest);
  if (!before) return;
  kept.delete(digest);
  keptBytes -= bytesOf(before.order);
}

function bytesOf({ rank, products }: Order): number {
  return rank.byteLength + products.byteLength;
}

function* digestOf(kind: string, inputs: readonly (ArrayBufferView | undefined)[]): Steps<string> {
  const hash = createHash('sha256').update(kind);
  for (const input of inputs) {
    hash.update(`,${input?.byteLength}:`);
    if (!input) continue;
    const { buffer, byteOffset, byteLength } = input;
    for (let at = 0; at < byteLength; at += STEP_BYTES) {
      hash.update(new Uint8Array(buffer, byteOffset + at, Math.min(STEP_BYTES, byteLength - at)));
      yield;
    }
  }
  return hash.digest('base64');
}

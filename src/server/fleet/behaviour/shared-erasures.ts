/**
 * Orders to forget customers, through the fleet: each is on disk here until the stream has it. When the daemons that run
 * have followed it, what the stream has of the customer is removed: a message that names one is replaced by another
 * without, and overwritten. The order itself, which names the customer too, stays until every known daemon has followed it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type NotificationRecord, withoutVisitor } from '../../../behaviour/index.js';
import type { BehaviourStream, StoredBehaviour } from '../../../fleet/behaviour-stream.js';
import { within } from '../../../kernel/within.js';
import type { ToldErasure } from './exchange-messages.js';
import type { ExchangePosition, SharedErasure } from './exchange-position.js';
import type { Positions } from './positions.js';
import type { RecordSender } from './record-sender.js';

/** Longest that the answer to an order waits for the other daemons; they follow it all the same. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 30_000;

export interface SharedErasuresOptions {
  stream: BehaviourStream;
  position: ExchangePosition;
  positions: Positions;
  sender: RecordSender;
  /** Resolves when the position is on disk. */
  save(): Promise<void>;
  failed(error: unknown): void;
}

export class SharedErasures {
  private running: Promise<void> = Promise.resolve();
  private scrubbing: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();

  constructor(private readonly options: SharedErasuresOptions) {}

  /** Goes on with what the last daemon of this folder has left. */
  start(): void {
    const { erasures } = this.options.position;
    for (const erasure of [...erasures]) this.send(erasure).catch(this.options.failed);
    this.running = this.lookNowAndThen();
  }

  /** Resolves when the daemons that run have forgotten the customer, or some take too long. @param erasure is on disk */
  async order(erasure: SharedErasure): Promise<ToldErasure> {
    const { positions } = this.options;
    const endMs = performance.now() + LONGEST_WAIT_MS;
    await within(this.send(erasure).catch(this.options.failed), LONGEST_WAIT_MS);
    for (;;) {
      const { count: erased, of } = positions.reached(erasure.sequence ?? Number.POSITIVE_INFINITY);
      const leftMs = endMs - performance.now();
      if (erased === of || leftMs <= 0) {
        void this.look();
        return { erased, of };
      }
      await positions.change(leftMs);
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.running, this.scrubbing]);
  }

  private async send(erasure: SharedErasure): Promise<void> {
    const { sender, save } = this.options;
    const { customerKey } = erasure;
    if (erasure.sequence !== undefined || customerKey === undefined) return;
    erasure.sequence = await sender.send({ kind: 'erasure', customerKeys: [customerKey] });
    delete erasure.customerKey;
    await save();
  }

  private async lookNowAndThen(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      await this.look();
    }
  }

  /** Removes from the stream what it still has of customers. Never rejects. */
  private look(): Promise<void> {
    this.scrubbing = this.scrubbing.then(async () => {
      try {
        await this.scrub();
      } catch (error) {
        if (!this.closing.signal.aborted) this.options.failed(error);
      }
    });
    return this.scrubbing;
  }

  private async scrub(): Promise<void> {
    const { position, positions, stream, save } = this.options;
    for (const erasure of [...position.erasures]) {
      const { sequence } = erasure;
      if (sequence === undefined || this.closing.signal.aborted) continue;
      const { count: erased, of, isEverywhere } = positions.reached(sequence);
      if (!erasure.isScrubbed && erased === of) {
        const found = await stream.at(sequence);
        if (found?.message.kind === 'erasure') await this.removeBefore(sequence, found.message.customerKeys);
        erasure.isScrubbed = true;
        await save();
      }
      if (!erasure.isScrubbed || !isEverywhere) continue;
      await stream.erase(sequence);
      position.erasures.splice(position.erasures.indexOf(erasure), 1);
      await save();
    }
  }

  private async removeBefore(sequence: number, customerKeys: readonly string[]): Promise<void> {
    const { stream } = this.options;
    const first = await stream.first();
    if (first >= sequence) return;
    for await (const stored of stream.from(first, stop => this.closing.signal.addEventListener('abort', stop))) {
      if (stored.sequence >= sequence || this.closing.signal.aborted) break;
      await this.replace(stored, customerKeys);
    }
  }

  private async replace({ sequence, message }: StoredBehaviour, customerKeys: readonly string[]): Promise<void> {
    const { sender, stream } = this.options;
    if (message.kind !== 'records') return;
    const texts = customerKeys.map(key => JSON.stringify(key));
    let isChanged = false;
    const records = message.records.map(({ number, text }) => {
      if (!texts.some(key => text.includes(key))) return { number, text };
      const record = JSON.parse(text) as NotificationRecord;
      if (record.customerKey === undefined || !customerKeys.includes(record.customerKey)) return { number, text };
      isChanged = true;
      return { number, text: JSON.stringify(withoutVisitor(record)) };
    });
    if (!isChanged) return;
    const origin = message.replaces?.origin ?? message.from ?? message.origin;
    await sender.send({ kind: 'records', replaces: { sequence, origin }, records });
    await stream.erase(sequence);
  }
}

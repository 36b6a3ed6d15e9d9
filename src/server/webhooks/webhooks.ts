/**
 * Tells receivers what happens in the daemon. Each has a line of its own, in the order of events: one that does not answer
 * delays no other. A failed event is tried again, four times as long after each time, or when `Retry-After` says; what
 * is too old is given up. A receiver that answers 410 is told nothing more until the next start.
 */
import { randomUUID } from 'node:crypto';
import type { WebhookStatus } from '../../api/webhook-status.js';
import type { Log } from '../observability/log.js';
import type { WebhookEvent, WebhookSettings, WebhookTarget } from '../settings/webhook-settings.js';
import { type Delivery, WebhookQueue } from './webhook-queue.js';
import { deliver, type WebhookReply } from './webhook-request.js';

const LONGEST_WAIT_MS = 3_600_000;
const GROWTH = 4;
const HOUR_MS = 3_600_000;
const GONE = 410;

interface Line {
  target: WebhookTarget;
  delivered: number;
  failed: number;
  /** Given up: too old, or too many. */
  dropped: number;
  gone: boolean;
  lastDeliveredMs: number | undefined;
  lastFault: string | undefined;
  timer: NodeJS.Timeout | undefined;
  busy: boolean;
}

export class Webhooks {
  private readonly lines: Line[];
  private readonly ending = new AbortController();
  private readonly running = new Set<Promise<void>>();

  private constructor(
    private readonly settings: WebhookSettings,
    private readonly queue: WebhookQueue,
    private readonly log: Log,
  ) {
    this.lines = settings.targets.map(target => ({
      target,
      delivered: 0,
      failed: 0,
      dropped: 0,
      gone: false,
      lastDeliveredMs: undefined,
      lastFault: undefined,
      timer: undefined,
      busy: false,
    }));
    for (const line of this.lines) this.schedule(line);
  }

  /** @returns undefined where the settings name no receiver */
  static async open(settings: WebhookSettings, dataDir: string, log: Log): Promise<Webhooks | undefined> {
    if (settings.targets.length === 0) return undefined;
    const names = new Set(settings.targets.map(({ name }) => name));
    const queue = await WebhookQueue.open(dataDir, names, (facts, message) => log.warn(facts, message));
    return new Webhooks(settings, queue, log);
  }

  /** Whether any receiver is to be told of an event. */
  wants(event: WebhookEvent): boolean {
    return this.settings.targets.some(({ events }) => events.includes(event));
  }

  /** @param data of the event; it must have nothing that is secret, or of visitors */
  tell(event: WebhookEvent, data: object): void {
    this.send(
      event,
      data,
      this.lines.filter(({ target }) => target.events.includes(event)),
    );
  }

  /** Sends an event that says nothing to all receivers. */
  test(): void {
    this.send('webhook.test', {}, this.lines);
  }

  status(): WebhookStatus {
    return {
      targets: this.lines.map(({ target, delivered, failed, dropped, gone, lastDeliveredMs, lastFault }) => {
        const first = this.queue.first(target.name);
        return {
          name: target.name,
          origin: new URL(target.url).origin,
          events: target.events,
          pending: this.queue.pending(target.name),
          delivered,
          failed,
          dropped,
          gone,
          ...(lastDeliveredMs !== undefined && { lastDelivered: new Date(lastDeliveredMs).toISOString() }),
          ...(lastFault !== undefined && { lastFault }),
          ...(first && first.attempts > 0 && { nextAttempt: new Date(first.dueMs).toISOString() }),
        };
      }),
    };
  }

  /** Requests under way are broken off, and sent again by the next start. */
  async close(): Promise<void> {
    this.ending.abort();
    for (const { timer } of this.lines) clearTimeout(timer);
    await Promise.all(this.running);
    await this.queue.flush();
  }

  private send(event: string, data: object, lines: readonly Line[]): void {
    const createdMs = Date.now();
    const id = `msg_${randomUUID()}`;
    const body = JSON.stringify({ type: event, timestamp: new Date(createdMs).toISOString(), data });
    for (const line of lines) {
      if (line.gone) continue;
      const { name } = line.target;
      if (this.queue.add({ id, body, event, target: name, createdMs, attempts: 0, dueMs: createdMs })) line.dropped++;
      this.schedule(line);
    }
  }

  private schedule(line: Line): void {
    const first = this.queue.first(line.target.name);
    if (!first || line.busy || line.gone || this.ending.signal.aborted) return;
    clearTimeout(line.timer);
    line.timer = setTimeout(
      () => {
        const attempt = this.attempt(line, first).finally(() => {
          this.running.delete(attempt);
          line.busy = false;
          this.schedule(line);
        });
        line.busy = true;
        this.running.add(attempt);
      },
      Math.max(0, first.dueMs - Date.now()),
    );
    line.timer.unref();
  }

  private async attempt(line: Line, delivery: Delivery): Promise<void> {
    const { target } = line;
    const { privateNetworks, retryHours } = this.settings;
    const reply = await deliver(target, delivery, privateNetworks, this.ending.signal);
    if (this.ending.signal.aborted) return;
    const facts = { webhook: target.name, event: delivery.event, id: delivery.id };
    if (reply.status !== undefined && reply.status >= 200 && reply.status < 300) {
      line.delivered++;
      line.lastDeliveredMs = Date.now();
      line.lastFault = undefined;
      this.queue.remove(delivery.id, target.name);
      return;
    }
    const fault = reply.fault ?? `found status ${reply.status}, expected 200 to 299`;
    line.failed++;
    line.lastFault = fault;
    delivery.attempts++;
    delivery.dueMs = Date.now() + this.waitMs(delivery, reply);
    const isLast = reply.status === GONE || delivery.dueMs - delivery.createdMs > retryHours * HOUR_MS;
    if (!isLast) {
      this.queue.changed();
      this.log.warn({ ...facts, fault, attempts: delivery.attempts }, 'a webhook has failed, and is tried again');
      return;
    }
    line.dropped++;
    this.queue.remove(delivery.id, target.name);
    if (reply.status === GONE) line.gone = true;
    this.log.error({ ...facts, fault, attempts: delivery.attempts }, 'a webhook has failed, and is given up');
  }

  private waitMs({ attempts }: Delivery, { retryAfterMs }: WebhookReply): number {
    const { firstRetrySeconds } = this.settings;
    const grown = Math.min(LONGEST_WAIT_MS, firstRetrySeconds * 1000 * GROWTH ** (attempts - 1));
    // Receivers that have failed together are not asked together.
    const spread = grown * (0.9 + 0.2 * Math.random());
    return Math.max(spread, Math.min(LONGEST_WAIT_MS, retryAfterMs ?? 0));
  }
}

/**
 * Events that receivers have yet to be told: in memory, and in `webhooks.json` of the data folder, so that a restart loses
 * none. Of each receiver at most a thousand are kept, the newest ones.
 *
 * The file is JSON, `{version: 1, sha256, deliveries}`; sha256 (hex) is of JSON.stringify(deliveries). A damaged file is
 * replaced: what is lost is an event that nothing else depends on.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../kernel/atomic-file.js';
import type { WebhookMessage } from './webhook-request.js';

export interface Delivery extends WebhookMessage {
  target: string;
  event: string;
  createdMs: number;
  attempts: number;
  /** When it is to be tried. */
  dueMs: number;
}

const FILE = 'webhooks.json';
const VERSION = 1;
const MOST = 1000;

type Warn = (facts: object, message: string) => void;

export class WebhookQueue {
  private writing: Promise<void> | undefined;
  private again = false;

  private constructor(
    private readonly file: string,
    private deliveries: Delivery[],
    private readonly warn: Warn,
  ) {}

  /** @param targets receivers of the settings: what others were to be told is given up */
  static async open(dataDir: string, targets: ReadonlySet<string>, warn: Warn): Promise<WebhookQueue> {
    const file = join(dataDir, FILE);
    const left = await readDeliveries(file, warn);
    return new WebhookQueue(
      file,
      left.filter(({ target }) => targets.has(target)),
      warn,
    );
  }

  pending(target: string): number {
    return this.deliveries.reduce((sum, delivery) => sum + (delivery.target === target ? 1 : 0), 0);
  }

  /** The first event of a receiver: later ones wait for it, so that they come in their order. */
  first(target: string): Delivery | undefined {
    return this.deliveries.find(delivery => delivery.target === target);
  }

  /** @returns whether an older event had to be given up for it */
  add(delivery: Delivery): boolean {
    const isFull = this.pending(delivery.target) >= MOST;
    if (isFull)
      this.deliveries.splice(
        this.deliveries.findIndex(({ target }) => target === delivery.target),
        1,
      );
    this.deliveries.push(delivery);
    this.changed();
    return isFull;
  }

  remove(id: string, target: string): void {
    this.deliveries = this.deliveries.filter(delivery => delivery.id !== id || delivery.target !== target);
    this.changed();
  }

  /** To be called when a delivery was changed. */
  changed(): void {
    if (this.writing) {
      this.again = true;
      return;
    }
    this.writing = this.write().finally(() => {
      this.writing = undefined;
      if (!this.again) return;
      this.again = false;
      this.changed();
    });
  }

  /** Resolves when what was changed is on disk. */
  async flush(): Promise<void> {
    while (this.writing) await this.writing;
  }

  private async write(): Promise<void> {
    const { deliveries } = this;
    try {
      await writeAtomically(this.file, JSON.stringify({ version: VERSION, sha256: sealOf(deliveries), deliveries }));
    } catch (error) {
      this.warn({ err: error }, 'webhooks that wait are not on disk');
    }
  }
}

async function readDeliveries(file: string, warn: Warn): Promise<Delivery[]> {
  try {
    const { version, sha256, deliveries } = JSON.parse(await readFile(file, 'utf8')) as {
      version: number;
      sha256: string;
      deliveries: Delivery[];
    };
    if (version === VERSION && sha256 === sealOf(deliveries)) return deliveries;
    warn({ file }, 'webhooks that waited are lost: their file is damaged');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      warn({ file, err: error }, 'webhooks that waited are lost: their file cannot be read');
    }
  }
  return [];
}

function sealOf(deliveries: readonly Delivery[]): string {
  return createHash('sha256').update(JSON.stringify(deliveries)).digest('hex');
}

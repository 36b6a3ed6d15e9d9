/**
 * Counts for which views queries ask, and keeps the name of the most asked one on disk, so that the next start of the
 * daemon prepares that first.
 */
import { ANY } from '../../catalog/view.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { SharedSnapshot, ViewName } from '../../snapshot/index.js';
import type { Log } from '../observability/log.js';

/** Between two looks at the counts, which are halved by each: markets have their hours. */
const LOOK_MS = 60_000;

interface AskedView {
  view: ViewName;
  count: number;
}

export class AskedViews {
  private readonly counts = new Map<string, AskedView>();

  /** Counts a query that was answered from a snapshot. */
  add({ manifest }: Pick<SharedSnapshot, 'manifest'>, { market, locale }: StorefrontRequest): void {
    const isNamed = (one: ViewName, of: string) => one.market === market && one.locale === of;
    const { views } = manifest;
    const view = views.find(one => isNamed(one, locale)) ?? views.find(one => isNamed(one, ANY));
    if (!view) return;
    const key = `${view.market}|${view.locale}`;
    const known = this.counts.get(key);
    if (known) known.count++;
    else this.counts.set(key, { view: { market: view.market, locale: view.locale }, count: 1 });
  }

  /** The most asked view, by counts of which later ones weigh more; undefined where none was asked for. */
  most(): ViewName | undefined {
    let most: AskedView | undefined;
    for (const one of this.counts.values()) {
      if (!most || one.count > most.count) most = one;
      one.count /= 2;
    }
    return most?.view;
  }
}

export interface KeptAskedViewOptions {
  most(): ViewName | undefined;
  /** Writes the name to disk. */
  write(view: ViewName): Promise<void>;
  log: Log;
}

/** Keeps the name of the most asked view on disk. */
export class KeptAskedView {
  private readonly timer: NodeJS.Timeout;
  private written = '';

  constructor(private readonly options: KeptAskedViewOptions) {
    this.timer = setInterval(() => void this.keep(), LOOK_MS).unref();
  }

  /** Resolves when it is written for the last time. Never rejects. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.keep();
  }

  private async keep(): Promise<void> {
    const { most, write, log } = this.options;
    const view = most();
    const name = JSON.stringify(view);
    if (view === undefined || name === this.written) return;
    this.written = name;
    try {
      await write(view);
    } catch (error) {
      log.warn({ err: error }, 'the most asked view cannot be kept; the next start prepares another one first');
    }
  }
}

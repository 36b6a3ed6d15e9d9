/**
 * A disk that becomes full at any write: of notifications, imports, pages and rollbacks, at a start; and one that is
 * read-only. What is refused says so and changes nothing, what is acknowledged stays, queries are answered all the time,
 * and once there is room again everything is taken. Needs root, who may mount.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../../scripts/setup/say.mjs';
import { type Draws, stream } from '../catalogs/chance.js';
import { Daemon } from '../harness/daemon.js';
import { type Order, Orders } from './orders.js';
import { Faults, type Trial } from './results.js';
import { Shop, stateText } from './shop.js';
import { SmallDisk } from './small-disk.js';
import { Visitors } from './visitors.js';

const PAGE = 4_096;
/** What is left free, at most: more than a small import writes. */
const MOST_PAGES = 64;
/** The same at a start: more than what it writes. */
const MOST_PAGES_OF_START = 200;
/** The disk is full from a moment within this time from the order: as long as a small import takes. */
const WITHIN_MS = 250;
/** Sent while the disk is full. */
const NOTIFICATIONS = 3;
/** After so many full disks the daemon is ended and started again, on a full disk first. */
const RESTART_EVERY = 10;

export interface DiskOptions {
  /** How often it becomes full. */
  fills: number;
  seed: number;
}

/** @returns nothing where mounting is not allowed */
export async function benchDisk(folder: string, { fills, seed }: DiskOptions): Promise<Trial[]> {
  const disk = SmallDisk.mount(join(folder, 'disk'));
  if (disk === undefined) {
    say('a disk of its own cannot be mounted here: skipped');
    return [];
  }
  try {
    return await new DiskBench(disk, join(folder, 'disk', 'data'), stream(`disk ${seed}`)).run(fills);
  } finally {
    disk.unmount();
  }
}

class DiskBench {
  private readonly working = new Faults();
  private readonly starting = new Faults();
  private readonly readOnly = new Faults();
  private readonly orders: Orders;
  private readonly visitors = new Visitors();
  private refusedOrders = 0;
  private refusedNotifications = 0;
  private starts = 0;

  constructor(
    private readonly disk: SmallDisk,
    private readonly dataDir: string,
    private readonly draws: Draws,
  ) {
    this.orders = new Orders(draws);
  }

  async run(fills: number): Promise<Trial[]> {
    let { daemon, shop } = await this.start();
    await this.orders.fill(shop);
    for (let fill = 1; fill <= fills; fill++) {
      await this.fill(`fill ${fill}`, shop);
      if (daemon.end !== undefined) this.working.add(`fill ${fill}: the daemon ended with ${daemon.end}`);
      if (fill % RESTART_EVERY !== 0 && fill !== fills) continue;
      await daemon.stop();
      this.addRaw(daemon, this.working);
      this.disk.leave(this.draws.below(MOST_PAGES_OF_START) * PAGE);
      await this.startWithout(`start ${fill}`, this.starting);
      this.disk.clear();
      ({ daemon, shop } = await this.start());
      await shop.ready();
      await this.isWhole(`start ${fill}`, shop, this.starting);
    }
    await daemon.stop();
    for (const fault of await this.visitors.faults(join(this.dataDir, 'journal'))) this.working.add(fault);
    this.disk.setReadOnly(true);
    await this.startWithout('read-only', this.readOnly);
    this.disk.setReadOnly(false);
    return this.trials(fills);
  }

  private trials(fills: number): Trial[] {
    const { working, starting, readOnly, orders, visitors } = this;
    return [
      {
        what: 'a disk that becomes full amid orders',
        tried: fills,
        failed: working.count,
        faults: working.first,
        figures: {
          'orders refused': this.refusedOrders,
          ...orders.acknowledged,
          'notifications refused': this.refusedNotifications,
          acknowledged: visitors.acknowledged.length,
        },
      },
      {
        what: 'a start on a full disk',
        tried: this.starts - 1,
        failed: starting.count,
        faults: starting.first,
        figures: {},
      },
      { what: 'a start on a read-only disk', tried: 1, failed: readOnly.count, faults: readOnly.first, figures: {} },
    ];
  }

  private async start(): Promise<{ daemon: Daemon; shop: Shop }> {
    const daemon = await Daemon.start(this.dataDir, 8);
    return { daemon, shop: new Shop(daemon.url) };
  }

  /** An order and notifications while the disk becomes full, and again once there is room. */
  private async fill(when: string, shop: Shop): Promise<void> {
    const { draws, disk, orders } = this;
    const order = await orders.next(shop);
    try {
      const isFullBefore = draws.chance(50);
      if (isFullBefore) disk.leave(this.room());
      const sent = order.send(shop);
      if (!isFullBefore) {
        await delay(draws.below(WITHIN_MS));
        disk.leave(this.room());
      }
      for (let n = 0; n < NOTIFICATIONS; n++) await this.notify(when, shop);
      const { status, text } = await sent;
      await this.isAnswered(when, shop, [order]);
      if (status === 204) orders.done(order);
      else if (status === 503 && /disk|space/.test(text)) this.refusedOrders++;
      else this.working.add(`${when}: ${order.kind}: ${status} ${text}`);
    } catch (error) {
      this.working.add(`${when}: ${order.kind}: ${error instanceof Error ? error.message : error}`);
    } finally {
      disk.clear();
    }
    await this.isWhole(when, shop, this.working);
    const again = await orders.next(shop);
    const { status, text } = await again.send(shop);
    if (status === 204) orders.done(again);
    else this.working.add(`${when}: with room again, ${again.kind}: ${status} ${text}`);
  }

  private async notify(when: string, shop: Shop): Promise<void> {
    const { status, text } = await this.visitors.notify(shop);
    if (status === 503) this.refusedNotifications++;
    else if (status !== 204) this.working.add(`${when}: notification: ${status} ${text}`);
  }

  /** Answers queries though there is no room. */
  private async startWithout(when: string, faults: Faults): Promise<void> {
    this.starts++;
    let daemon: Daemon | undefined;
    try {
      daemon = await Daemon.start(this.dataDir, 8);
      const shop = new Shop(daemon.url);
      await shop.ready();
      const answered = await shop.answered();
      if (answered !== stateText(this.orders.state)) faults.add(`${when}: answers are of ${answered}`);
    } catch (error) {
      faults.add(`${when}: ${error instanceof Error ? error.message : error}`);
    }
    await daemon?.stop();
    if (daemon) this.addRaw(daemon, faults);
  }

  /** Answers are of the state, or of one that an order is making. */
  private async isAnswered(when: string, shop: Shop, may: readonly Order[]): Promise<void> {
    const texts = [this.orders.state, ...may.flatMap(({ to }) => to)].map(stateText);
    const answered = await shop.answered();
    if (!texts.includes(answered))
      this.working.add(`${when}: answers are of ${answered}, expected ${texts.join(' or ')}`);
  }

  /** Answers and exports are of the state. */
  private async isWhole(when: string, shop: Shop, faults: Faults): Promise<void> {
    const wanted = stateText(this.orders.state);
    try {
      await shop.takesImports();
      const answered = await shop.answered();
      if (answered !== wanted) faults.add(`${when}: answers are of ${answered}, expected ${wanted}`);
      const exported = await shop.exported();
      if (exported !== wanted) faults.add(`${when}: exports are of ${exported}, expected ${wanted}`);
    } catch (error) {
      faults.add(`${when}: ${error instanceof Error ? error.message : error}`);
    }
  }

  private addRaw(daemon: Daemon, faults: Faults): void {
    for (const line of daemon.errors) if (!line.startsWith('{')) faults.add(`a raw line: ${line}`);
  }

  /** Bytes; often none. */
  private room(): number {
    return this.draws.chance(40) ? 0 : this.draws.below(MOST_PAGES) * PAGE;
  }
}

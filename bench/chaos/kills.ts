/**
 * `kill -9` at random moments, again and again on one data folder, while visitors notify and catalogs, prices, pages
 * and rollbacks follow each other; also before the daemon has recovered from the last one. After each restart, answers
 * and exports are those of what was acknowledged last, or of the order that was cut off, and never a mixture; every
 * acknowledged notification is there, each once. Imports that were acknowledged while they waited are run after the restart,
 * in their order and each once: every one makes one generation of the catalog, but for one before them that was cut off.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../../scripts/setup/say.mjs';
import { type Draws, stream } from '../catalogs/chance.js';
import { Daemon } from '../harness/daemon.js';
import { quantile, whole } from '../harness/figures.js';
import { killAll, killDaemonAlone } from './kill.js';
import { type Order, Orders, WITH_QUEUES } from './orders.js';
import { Faults, type Trial } from './results.js';
import { Shop, stateText } from './shop.js';
import { Visitors } from './visitors.js';

/** A daemon is killed within this time from the moment at which it is at work again: some orders. */
const WORKING_MS = 600;
/** Percent of the kills that come earlier: within this time from the moment at which it listens. */
const EARLY = 20;
const STARTING_MS = 1_000;
const VISITORS = 4;
/** Of a round: the listing of notifications, which is compared, has a thousand. */
const MOST_NOTIFICATIONS = 900;
const SETTLED_WITHIN_MS = 60_000;
/** Percent of the kills that leave the ingest process. */
const DAEMON_ALONE = 20;
const SAY_EVERY = 50;

export interface KillOptions {
  kills: number;
  seed: number;
  /** Seconds after which no more are begun. */
  within?: number;
}

export function benchKills(folder: string, { kills, seed, within }: KillOptions): Promise<Trial[]> {
  const untilMs = performance.now() + (within ?? Number.POSITIVE_INFINITY) * 1_000;
  return new Kills(join(folder, 'data'), stream(`kills ${seed}`)).run(kills, untilMs);
}

class Kills {
  private readonly faults = new Faults();
  private readonly visitors = new Visitors();
  private readonly orders: Orders;
  /** Whose outcome is not known. */
  private cutOff?: Order;
  /** Of the catalog, before the last order; undefined after a rollback, which is a change of the catalog without a snapshot. */
  private generation: number | undefined;
  /** Whether no import has been acknowledged since the last rollback was ordered. */
  private rolledBack = false;
  private daemon!: Daemon;
  private shop!: Shop;
  private early = 0;
  private alone = 0;
  private ordersCutOff = 0;
  private queuesCutOff = 0;
  private readonly restartMs: number[] = [];

  constructor(
    private readonly dataDir: string,
    private readonly draws: Draws,
  ) {
    this.orders = new Orders(draws, WITH_QUEUES);
  }

  async run(kills: number, untilMs: number): Promise<Trial[]> {
    await this.start();
    await this.orders.fill(this.shop);
    let tried = 0;
    while (tried < kills && performance.now() < untilMs) {
      const round = ++tried;
      await this.round(round);
      if (round % SAY_EVERY === 0)
        say(`${round} kills, ${whole(this.visitors.acknowledged.length)} notifications, ${this.faults.count} faults`);
    }
    await this.settle(tried);
    await this.daemon.stop();
    for (const fault of await this.visitors.faults(join(this.dataDir, 'journal'))) this.faults.add(fault);
    const { faults, restartMs } = this;
    restartMs.sort((a, b) => a - b);
    return [
      {
        what: 'kill -9 amid notifications, imports and rollbacks',
        tried,
        failed: faults.count,
        faults: faults.first,
        figures: {
          'of the daemon alone': this.alone,
          'before recovery had ended': this.early,
          'orders cut off': this.ordersCutOff,
          'of these with imports that waited': this.queuesCutOff,
          'acknowledged notifications': this.visitors.acknowledged.length,
          ...this.orders.acknowledged,
          'listening to ready p50 ms': quantile(restartMs, 0.5),
          'p99 ms': quantile(restartMs, 0.99),
        },
      },
    ];
  }

  private async start(): Promise<void> {
    this.daemon = await Daemon.start(this.dataDir, 8);
    this.shop = new Shop(this.daemon.url);
  }

  /** Lets the daemon live until a random moment, kills it, and starts the next one. */
  private async round(round: number): Promise<void> {
    const { draws, daemon } = this;
    let killed = false;
    const isSettled = this.settle(round).then(
      () => true,
      (error: Error) => {
        if (!killed) this.faults.add(`round ${round}: ${error.message}`);
        return false;
      },
    );
    const life = isSettled.then(settled => (settled ? this.work(round, () => killed) : undefined));
    const moment = draws.chance(EARLY)
      ? delay(draws.below(STARTING_MS))
      : isSettled.then(() => delay(draws.below(WORKING_MS)));
    await Promise.race([moment, daemon.ended]);
    if (daemon.end !== undefined) this.faults.add(`round ${round}: the daemon ended by itself with ${daemon.end}`);
    for (const line of daemon.errors) this.faults.add(`round ${round}: ${line}`);
    killed = true;
    const alone = draws.chance(DAEMON_ALONE);
    if (alone) this.alone++;
    await (alone ? killDaemonAlone(daemon) : killAll(daemon));
    if (!(await isSettled)) this.early++;
    await life;
    await this.start();
  }

  /** Orders and notifications, until it is killed. */
  private async work(round: number, killed: () => boolean): Promise<void> {
    const most = this.visitors.count + MOST_NOTIFICATIONS;
    try {
      await Promise.all([
        this.order(round, killed),
        ...Array.from({ length: VISITORS }, () => this.visit(round, killed, most)),
      ]);
    } catch (error) {
      // Connections that the kill has broken.
      if (!killed()) this.faults.add(`round ${round}: ${error instanceof Error ? error.message : error}`);
    }
    if (this.cutOff) this.ordersCutOff++;
    if (this.cutOff && this.cutOff.acknowledged > 0) this.queuesCutOff++;
  }

  /** Everything agrees on a state that may be: answers at once, exports and answers once imports are taken. */
  private async settle(round: number): Promise<void> {
    const { shop, cutOff } = this;
    const started = performance.now();
    await shop.ready();
    this.restartMs.push(performance.now() - started);
    const states = [this.orders.state, ...(cutOff?.to ?? [])];
    const texts = states.map(stateText);
    const early = await shop.answered();
    if (!texts.includes(early)) this.faults.add(`round ${round}: at first ${early}, expected ${texts.join(' or ')}`);
    const known = await shop.notified();
    const lost = this.visitors.newest(MOST_NOTIFICATIONS).filter(customer => !known.has(customer));
    if (lost.length > 0) this.faults.add(`round ${round}: notifications of ${lost.slice(0, 5)} are lost`);
    await shop.takesImports();
    const exported = await shop.exported();
    for (let answered = early; answered !== exported; answered = await shop.answered()) {
      if (performance.now() - started < SETTLED_WITHIN_MS) continue;
      this.faults.add(`round ${round}: answers are of ${answered}, exports of ${exported}`);
      break;
    }
    // That whose answer was on its way may have been kept, too.
    const [least, most] = cutOff ? [cutOff.acknowledged, cutOff.answered + 1] : [0, 0];
    const made = texts.indexOf(exported);
    if (made < least || made > most) {
      const may = texts.slice(least, most + 1).join(' or ');
      this.faults.add(`round ${round}: exports are of ${exported}, expected ${may}`);
    }
    if (made >= 0) this.orders.state = states[made]!;
    if (cutOff?.kind === 'queues') await this.compareGenerations(round, Math.max(0, made - 1), made);
    this.cutOff = undefined;
  }

  private async compareGenerations(round: number, least: number, most: number): Promise<void> {
    if (this.generation === undefined) return;
    const { generation } = await this.shop.snapshots();
    if (generation === undefined) {
      this.faults.add(`round ${round}: the live snapshot is not the newest of those that are kept`);
      return;
    }
    const made = generation - this.generation;
    if (made < least || made > most)
      this.faults.add(`round ${round}: a queue has made ${made} generations, expected ${least} to ${most}`);
  }

  /** One order after the other. */
  private async order(round: number, killed: () => boolean): Promise<void> {
    while (!killed()) {
      const order = await this.orders.next(this.shop);
      this.generation = this.rolledBack ? undefined : (await this.shop.snapshots()).generation;
      this.cutOff = order;
      if (order.kind === 'rollbacks') this.rolledBack = true;
      const { status, text } = await order.send(this.shop);
      if (status !== 204) {
        if (!killed()) this.faults.add(`round ${round}: ${order.kind}: ${status} ${text}`);
        return;
      }
      this.orders.done(order);
      if (order.kind !== 'rollbacks') this.rolledBack = false;
      if (order.kind === 'queues') await this.compareGenerations(round, order.to.length, order.to.length);
      this.cutOff = undefined;
    }
  }

  /** One notification after the other. */
  private async visit(round: number, killed: () => boolean, most: number): Promise<void> {
    while (!killed() && this.visitors.count < most) {
      const { status, text } = await this.visitors.notify(this.shop);
      if (status !== 204 && !killed()) this.faults.add(`round ${round}: notification: ${status} ${text}`);
    }
  }
}

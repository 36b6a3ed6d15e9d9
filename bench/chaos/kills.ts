/**
 * `kill -9` at random moments, again and again on one data folder, while visitors notify and catalogs, prices, pages
 * and rollbacks follow each other; also before the daemon has recovered from the last one. After each restart, answers
 * and exports are those of what was acknowledged last, or of the order that was cut off, and never a mixture; every
 * acknowledged notification is there, each once.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../../scripts/setup/say.mjs';
import { replay } from '../../src/behaviour/index.js';
import { type Draws, stream } from '../catalogs/chance.js';
import { Daemon } from '../harness/daemon.js';
import { quantile, whole } from '../harness/figures.js';
import { killAll, killDaemonAlone } from './kill.js';
import { Faults, type Trial } from './results.js';
import { type Outcome, Shop, type State, stateText } from './shop.js';

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

const ORDERS = ['catalogs', 'prices', 'pages', 'rollbacks'] as const;
type Order = (typeof ORDERS)[number];

export interface KillOptions {
  kills: number;
  seed: number;
}

export function benchKills(folder: string, { kills, seed }: KillOptions): Promise<Trial[]> {
  return new Kills(join(folder, 'data'), stream(`kills ${seed}`)).run(kills);
}

class Kills {
  private readonly faults = new Faults();
  private readonly acknowledged = Object.fromEntries(ORDERS.map(order => [order, 0])) as Record<Order, number>;
  private readonly customers: string[] = [];
  private sent = 0;
  /** What was acknowledged last, and what an order that was cut off would have made of it. */
  private state: State = { edition: 1, price: 1, heading: 1 };
  private cutOff?: State;
  /** The highest number that was sent of anything. */
  private newest = 1;
  /** What kept snapshots say, by id. */
  private readonly stateOf = new Map<string, State>();
  private daemon!: Daemon;
  private shop!: Shop;
  private early = 0;
  private alone = 0;
  private ordersCutOff = 0;
  private readonly restartMs: number[] = [];

  constructor(
    private readonly dataDir: string,
    private readonly draws: Draws,
  ) {}

  async run(kills: number): Promise<Trial[]> {
    await this.start();
    const first = [await this.shop.putCatalog(1, 1), await this.shop.postPage(1)];
    for (const { status, text } of first) if (status !== 204) throw new Error(`import: ${status} ${text}`);
    await this.remember();
    for (let round = 1; round <= kills; round++) {
      await this.round(round);
      if (round % SAY_EVERY === 0)
        say(`${round} kills, ${whole(this.customers.length)} notifications, ${this.faults.count} faults`);
    }
    await this.settle(kills);
    await this.daemon.stop();
    await this.compareJournal();
    const { faults, restartMs } = this;
    restartMs.sort((a, b) => a - b);
    return [
      {
        what: 'kill -9 amid notifications, imports and rollbacks',
        tried: kills,
        failed: faults.count,
        faults: faults.first,
        figures: {
          'of the daemon alone': this.alone,
          'before recovery had ended': this.early,
          'orders cut off': this.ordersCutOff,
          'acknowledged notifications': this.customers.length,
          ...this.acknowledged,
          'restart to ready p50 ms': quantile(restartMs, 0.5),
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
    const most = this.sent + MOST_NOTIFICATIONS;
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
  }

  /** Everything agrees on a state that may be: answers at once, exports and answers once imports are taken. */
  private async settle(round: number): Promise<void> {
    const { shop } = this;
    const started = performance.now();
    await shop.ready();
    this.restartMs.push(performance.now() - started);
    const may = [this.state, ...(this.cutOff ? [this.cutOff] : [])];
    const texts = may.map(stateText);
    const early = await shop.answered();
    if (!texts.includes(early)) this.faults.add(`round ${round}: at first ${early}, expected ${texts.join(' or ')}`);
    const known = await shop.notified();
    const lost = this.customers.slice(-MOST_NOTIFICATIONS).filter(customer => !known.has(customer));
    if (lost.length > 0) this.faults.add(`round ${round}: notifications of ${lost.slice(0, 5)} are lost`);
    await shop.takesImports();
    const exported = await shop.exported();
    for (let answered = early; answered !== exported; answered = await shop.answered()) {
      if (performance.now() - started < SETTLED_WITHIN_MS) continue;
      this.faults.add(`round ${round}: answers are of ${answered}, exports of ${exported}`);
      break;
    }
    const found = may[texts.indexOf(exported)];
    if (found === undefined)
      this.faults.add(`round ${round}: exports are of ${exported}, expected ${texts.join(' or ')}`);
    else this.state = found;
    this.cutOff = undefined;
    await this.remember();
  }

  /** What the live snapshot says, for rollbacks to it. */
  private async remember(): Promise<string[]> {
    const { live, kept } = await this.shop.snapshots();
    if (live !== undefined) this.stateOf.set(live, this.state);
    return kept.filter(id => id !== live && this.stateOf.has(id));
  }

  /** One order after the other. */
  private async order(round: number, killed: () => boolean): Promise<void> {
    while (!killed()) {
      const others = await this.remember();
      const order = this.draws.pick(others.length === 0 ? ORDERS.slice(0, 3) : ORDERS);
      const id = this.draws.pick(others.length === 0 ? [''] : others);
      const next = this.after(order, id);
      this.cutOff = next;
      const { status, text } = await this.send(order, next, id);
      if (status !== 204) {
        if (!killed()) this.faults.add(`round ${round}: ${order}: ${status} ${text}`);
        return;
      }
      this.acknowledged[order]++;
      this.state = next;
      this.cutOff = undefined;
    }
  }

  private after(order: Order, id: string): State {
    if (order === 'rollbacks') return this.stateOf.get(id)!;
    const number = ++this.newest;
    switch (order) {
      case 'catalogs':
        return { ...this.state, edition: number, price: number };
      case 'prices':
        return { ...this.state, price: number };
      case 'pages':
        return { ...this.state, heading: number };
    }
  }

  private send(order: Order, { edition, price, heading }: State, id: string): Promise<Outcome> {
    switch (order) {
      case 'catalogs':
        return this.shop.putCatalog(edition, price);
      case 'prices':
        return this.shop.postPrices(price);
      case 'pages':
        return this.shop.postPage(heading);
      case 'rollbacks':
        return this.shop.rollback(id);
    }
  }

  /** One notification after the other. */
  private async visit(round: number, killed: () => boolean, most: number): Promise<void> {
    while (!killed() && this.sent < most) {
      const customer = `c${this.sent++}`;
      const status = await this.shop.notify(customer);
      if (status === 204) this.customers.push(customer);
      else if (!killed()) this.faults.add(`round ${round}: notification: ${status}`);
    }
  }

  /** The journal has every acknowledged notification, each once. */
  private async compareJournal(): Promise<void> {
    const found = new Map<string, number>();
    for await (const batch of replay(join(this.dataDir, 'journal'))) {
      for (const { record } of batch) found.set(record.customerKey!, (found.get(record.customerKey!) ?? 0) + 1);
    }
    const lost = this.customers.filter(customer => !found.has(customer));
    const twice = [...found].filter(([, times]) => times > 1);
    if (lost.length > 0) this.faults.add(`${lost.length} notifications are lost: ${lost.slice(0, 5)}`);
    if (twice.length > 0)
      this.faults.add(`${twice.length} notifications are in the journal twice: ${twice.slice(0, 5)}`);
  }
}

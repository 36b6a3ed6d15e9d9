/**
 * Damage to the files that a data folder has in a fleet, one of them in each way, while its daemon is stopped and while it
 * runs. Their daemon is alone in its fleet: what it needs comes from the copy of the file, or from the servers. No other daemon helps,
 * and it takes an import and a notification, which are there after a restart.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { damages } from '../damages.js';
import { Faults, type Trial } from '../results.js';
import { Shop, type State, stateText } from '../shop.js';
import { type Member, startMember } from './members.js';
import { hasNats, NatsServer } from './nats.js';

const FILES = ['daemon-id', 'fleet-id', 'shared-behaviour.json'].flatMap(name => [name, `${name}.copy`]);
const NAME = 'member';
const WITHIN_MS = 60_000;
const PAUSE_MS = 30;

export interface FleetFileOptions {
  seed: number;
  /** Words in the names of the damages to try; all without it. */
  how?: readonly string[];
  /** Names of files to damage; all without it. */
  kinds?: RegExp;
}

/** @returns nothing where there is no nats-server */
export async function damageFleetFiles(folder: string, { seed, how, kinds }: FleetFileOptions): Promise<Trial[]> {
  const files = FILES.filter(file => kinds?.test(file) ?? true);
  if (!hasNats || files.length === 0) return [];
  const servers = await NatsServer.startAll(folder, 1);
  try {
    const bench = new FleetFileBench(join(folder, NAME), () => startMember(folder, NAME, servers));
    const trials: Trial[] = [];
    await bench.fill();
    for (const [name, damage] of Object.entries(damages(seed))) {
      if (how?.every(word => !name.includes(word))) continue;
      trials.push(await bench.trial(name, files, damage));
    }
    return trials;
  } finally {
    await Promise.all(servers.map(server => server.kill()));
  }
}

class FleetFileBench {
  private readonly state: State = { edition: 1, price: 1, heading: 1 };
  private visitors = 0;

  constructor(
    private readonly dataDir: string,
    private readonly start: () => Promise<Member>,
  ) {}

  async fill(): Promise<void> {
    await this.withMember(async shop => {
      await shop.takesImports();
      await taken('the catalog', () => shop.putCatalog(this.state.edition, this.state.price));
      await taken('the page', () => shop.postPage(this.state.heading));
      await this.goesOn(shop);
    });
  }

  async trial(name: string, files: readonly string[], damage: (file: string) => void): Promise<Trial> {
    const faults = new Faults();
    let tried = 0;
    for (const file of files) {
      for (const when of ['stopped', 'running'] as const) {
        tried++;
        try {
          await this.try(file, when, damage);
        } catch (error) {
          faults.add(`${file}, ${when}: ${error instanceof Error ? error.message : error}`);
        }
      }
    }
    return { what: `in a fleet: ${name}`, tried, failed: faults.count, faults: faults.first, figures: {} };
  }

  private async try(file: string, when: 'stopped' | 'running', damage: (file: string) => void): Promise<void> {
    const harm = () => {
      const path = join(this.dataDir, file);
      if (!existsSync(path)) throw new Error('it is not there');
      damage(path);
    };
    if (when === 'stopped') harm();
    await this.withMember(async shop => {
      if (when === 'running') harm();
      await shop.ready();
      await this.goesOn(shop);
    });
    await this.withMember(async shop => {
      await shop.ready();
      await this.holds(shop);
      const found = await shop.notified();
      if (!found.has(`v-${this.visitors}`)) throw new Error('a notification is lost');
    });
  }

  /** An import and a notification are taken. */
  private async goesOn(shop: Shop): Promise<void> {
    this.state.price++;
    await taken('prices', () => shop.postPrices(this.state.price));
    this.visitors++;
    await taken('a notification', () => shop.notify(`v-${this.visitors}`));
    await this.holds(shop);
  }

  private async holds(shop: Shop): Promise<void> {
    const wanted = stateText(this.state);
    for (const read of [() => shop.answered(), () => shop.exported()]) {
      const found = await untilTaken(read);
      if (found !== wanted) throw new Error(`it is of ${found}, expected ${wanted}`);
    }
  }

  private async withMember(act: (shop: Shop) => Promise<void>): Promise<void> {
    const { daemon } = await this.start();
    try {
      await act(new Shop(daemon.url));
    } finally {
      await daemon.stop();
    }
    if (daemon.end !== 0) throw new Error(`the daemon ended with ${daemon.end}`);
    const raw = daemon.errors.find(line => !line.startsWith('{'));
    if (raw !== undefined) throw new Error(`a raw line: ${raw}`);
  }
}

/** Repeats what is refused with 503, as while the store is being opened. */
async function untilTaken(read: () => Promise<string>): Promise<string> {
  for (const started = performance.now(); ; await delay(PAUSE_MS)) {
    try {
      return await read();
    } catch (error) {
      if (!/: 503 /.test((error as Error).message) || performance.now() - started > WITHIN_MS) throw error;
    }
  }
}

/** Repeats what is refused for the moment. */
async function taken(what: string, order: () => Promise<{ status: number; text: string }>): Promise<void> {
  for (const started = performance.now(); ; await delay(PAUSE_MS)) {
    const { status, text } = await order();
    if (status === 204) return;
    if (status !== 503 || performance.now() - started > WITHIN_MS) throw new Error(`${what}: ${status} ${text}`);
  }
}

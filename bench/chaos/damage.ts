/**
 * Every file of a data folder, damaged in every way, while no daemon runs and while one does: in the end the shop is
 * answered for, exports, visitors and what campaigns have spent are whole, stored keys are taken, and so are notifications and imports, all without
 * help and without a raw stack; until then requests are refused with 503, or answered from an earlier snapshot.
 */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../../scripts/setup/say.mjs';
import { type Draws, stream } from '../catalogs/chance.js';
import { Daemon } from '../harness/daemon.js';
import { median } from '../harness/figures.js';
import { damages } from './damages.js';
import { damageFleetFiles } from './fleet/files.js';
import { Faults, type Trial } from './results.js';
import { type Outcome, Shop, type State, stateText } from './shop.js';
import { FAVORITES, fillUsedFolder, SPENT, STATE } from './used-folder.js';

const REPAIRED_WITHIN_MS = 60_000;
const PAUSE_MS = 30;
const NEXT: State = { ...STATE, price: 4 };

export interface DamageOptions {
  seed: number;
  /** Whether each file is damaged, or the first of each kind. */
  everyFile: boolean;
  /** Words in the names of the damages to try; all without it. */
  how?: readonly string[];
  /** Kinds of files to damage; all without it. */
  kinds?: RegExp;
  /** Of all damages to files every so many, from which one on, counted from 0. */
  slice?: { from: number; every: number };
  /** Seconds after which no file is damaged any more. */
  within?: number;
}

export async function benchDamage(folder: string, options: DamageOptions): Promise<Trial[]> {
  const { seed, everyFile, how, kinds, slice = { from: 0, every: 1 }, within = Number.POSITIVE_INFINITY } = options;
  const untilMs = performance.now() + within * 1_000;
  const template = join(folder, 'template');
  const { key, config } = await fillUsedFolder(template);
  const files = filesOf(template, everyFile).filter(file => kinds?.test(file) ?? true);
  say(`${files.length} files: ${files.join(', ')}`);
  const ways = (['stopped', 'running'] as const).flatMap(when =>
    Object.entries(damages(seed))
      .filter(([name]) => how?.some(word => name.includes(word)) ?? true)
      .map(([name, damage]) => {
        const bench = new DamageBench(template, join(folder, 'data'), { key, config }, damage);
        return { what: `${when}: ${name}`, when, bench };
      }),
  );
  const all = ways.flatMap(({ when, bench }) => files.map(file => ({ when, bench, file })));
  const mine = all.filter((_, number) => number % slice.every === slice.from);
  // So that all ways are tried where time ends before all is.
  for (const { when, bench, file } of shuffled(mine, stream(`damages ${seed}`))) {
    if (performance.now() < untilMs) await bench.try(when, file);
  }
  const trials = ways.map(({ what, bench }) => bench.trial(what));
  for (const { what, failed, tried } of trials) say(`${what}: ${failed} of ${tried} failed`);
  if (slice.from > 0) return trials;
  // By its own servers, which a copied folder would not go with.
  const fleet = await damageFleetFiles(join(folder, 'fleet'), { seed, how, kinds });
  for (const trial of fleet) say(`${trial.what}: ${trial.failed} of ${trial.tried} failed`);
  return [...trials, ...fleet];
}

function shuffled<T>(values: readonly T[], draws: Draws): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const other = draws.below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** Names in the folder, in order. @param all or the first of those that differ in numbers and hashes alone */
function filesOf(folder: string, all: boolean): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
  if (all) return names;
  const kinds = new Map<string, string>();
  for (const name of names) {
    const kind = name.replace(/[0-9a-f-]{8,}/g, '*');
    if (!kinds.has(kind)) kinds.set(kind, name);
  }
  return [...kinds.values()];
}

class DamageBench {
  private readonly faults = new Faults();
  private readonly repairedMs: number[] = [];
  private tried = 0;

  constructor(
    private readonly template: string,
    private readonly dataDir: string,
    private readonly use: { key: string; config: string },
    private readonly damage: (file: string) => void,
  ) {}

  async try(when: 'stopped' | 'running', file: string): Promise<void> {
    this.tried++;
    rmSync(this.dataDir, { recursive: true, force: true });
    cpSync(this.template, this.dataDir, { recursive: true });
    const harm = () => this.damage(join(this.dataDir, file));
    try {
      if (when === 'stopped') {
        harm();
        await this.withDaemon(shop => this.check(shop, file));
      } else {
        let isThere = true;
        await this.withDaemon(async shop => {
          isThere = existsSync(join(this.dataDir, file));
          if (!isThere) return;
          harm();
          await this.check(shop, file);
        });
        // A start has removed it.
        if (!isThere) {
          this.tried--;
          return;
        }
      }
      await this.withDaemon(shop => this.settles(shop, NEXT));
    } catch (error) {
      this.faults.add(`${file}: ${error instanceof Error ? error.message : error}`);
    }
  }

  trial(what: string): Trial {
    const { faults, repairedMs, tried } = this;
    return {
      what,
      tried,
      failed: faults.count,
      faults: faults.first,
      figures: {
        'whole again after ms, median': repairedMs.length === 0 ? 0 : Math.round(median(repairedMs)),
        most: Math.round(Math.max(0, ...repairedMs)),
      },
    };
  }

  private async withDaemon(act: (shop: Shop) => Promise<void>): Promise<void> {
    const daemon = await Daemon.start(this.dataDir, 8, ['--config', this.use.config]);
    try {
      const shop = new Shop(daemon.url, this.use.key);
      await shop.ready();
      await act(shop);
      if (daemon.end !== undefined) throw new Error(`the daemon ended with ${daemon.end}`);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`${message}; its log: ${daemon.errors.slice(-3).join(' ')}`, { cause: error });
    } finally {
      await daemon.stop();
    }
    if (daemon.end !== 0) throw new Error(`the daemon ended with ${daemon.end}`);
    const raw = daemon.errors.find(line => !line.startsWith('{'));
    if (raw !== undefined) throw new Error(`a raw line: ${raw}`);
  }

  private async check(shop: Shop, file: string): Promise<void> {
    const started = performance.now();
    await this.settles(shop, STATE);
    this.repairedMs.push(performance.now() - started);
    const favorites = await shop.favorites('anna');
    if (favorites !== FAVORITES) throw new Error(`the visitor has ${favorites} favourites, expected ${FAVORITES}`);
    await eventually('the accounts of campaigns', () =>
      shop
        .spent()
        .then(spent => (isRight(spent, file) ? undefined : `are ${spent}, expected ${SPENT.journal}`), refused),
    );
    await eventually('a notification is not taken', () => taken(shop.notify('eva')));
    await eventually('an import is not taken', () => taken(shop.postPrices(NEXT.price)));
    await this.settles(shop, NEXT);
  }

  /** In the end, answers and exports are of the state; until then they may be refused with 503. */
  private async settles(shop: Shop, state: State): Promise<void> {
    const wanted = stateText(state);
    await eventually('answers', () => shop.answered().then(differs(wanted), refused));
    await eventually('exports', () => shop.exported().then(differs(wanted), refused));
  }
}

/** A click that only a damaged journal has may be lost, and no other. */
function isRight(spent: string, damaged: string): boolean {
  return spent === SPENT.journal || (damaged.startsWith('journal/') && spent === SPENT.checkpoint);
}

const differs = (wanted: string) => (found: string) =>
  found === wanted ? undefined : `are of ${found}, expected ${wanted}`;

/** Where nothing whole is left until a snapshot is built again, or while the store is restored. */
function refused(error: Error): string {
  if (/: 503 /.test(error.message)) return error.message;
  throw error;
}

async function taken(sent: Promise<Outcome>): Promise<string | undefined> {
  const { status, text } = await sent;
  if (status === 204) return undefined;
  if (status === 503) return text;
  throw new Error(`${status} ${text}`);
}

/** @param fault what is not as it must be yet @throws Error with the last fault, once it is too late */
async function eventually(what: string, fault: () => Promise<string | undefined>): Promise<void> {
  for (const started = performance.now(); ; await delay(PAUSE_MS)) {
    const found = await fault();
    if (found === undefined) return;
    if (performance.now() - started > REPAIRED_WITHIN_MS) throw new Error(`${what}: ${found}`);
  }
}

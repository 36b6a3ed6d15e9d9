/**
 * Builds every part of every view from the catalog store, of all groups or of some, with the views distributed over
 * threads.
 */
import { availableParallelism } from 'node:os';
import type { CatalogStore } from '../catalog/catalog-store.js';
import type { GroupOutline } from '../catalog/group-outline.js';
import { ANY } from '../catalog/view.js';
import { searchedIn } from '../index/searched-texts.js';
import { removeUnfinished } from '../index/unfinished-files.js';
import { partsDir, type ViewManifest } from '../snapshot/manifest.js';
import { collectGarbage } from '../snapshot/release.js';
import { Watchdog } from '../threads/watchdog.js';
import type { BuildInput, BuildResult } from './input/build-input.js';
import { orderGroups } from './input/group-order.js';
import { BuildShard, type PlannedViews, type ShardPlan } from './shards/build-shard.js';
import { completed, planned } from './shards/planned-views.js';
import { RemoteShard } from './shards/remote-shard.js';
import type { GroupBatch } from './shards/shard-protocol.js';
import type { SpareShards } from './shards/spare-shards.js';
import type { BuiltView } from './views/market-builder.js';
import { MarketPartition } from './views/market-partition.js';

/** Groups in one message to a thread, and between two reports of progress. */
const BATCH = 200;
/** Keys that are entered in the catalog store between two batches. */
const KEYS_BETWEEN = 4000;
/**
 * Least number of products times views at which an additional thread is worth its start: a thread needs about as long
 * to compile and optimise the build's code as to build half that number.
 */
const WORTH_A_THREAD = 20_000;
/**
 * Least number of products at which each round starts new threads, so that the memory of one round is freed before the
 * next. Smaller builds keep their threads, and the code that those have compiled, for all rounds.
 */
const WORTH_FRESH_THREADS = 50_000;
/**
 * Most products, times threads, of a build whose threads are kept for the imports behind it: they hold memory until they
 * end, two threads of 100,000 products 230 to 390 MB. (Collecting their garbage would free half of that, and the engine would
 * drop the code for which they are kept with the last objects of its classes.)
 */
const MOST_KEPT_PRODUCTS = 300_000;

/** Receives the number of groups that are done. */
type GroupProgress = (done: number) => void;

/** @param spare keeps threads that have built everything */
export function buildAll(input: BuildInput, spare?: SpareShards): BuildResult {
  return buildGroups(input, input.store.groupOutlines(), input.store.counts.products, [], spare);
}

/**
 * Builds every part of every view, of some groups.
 * @param outlines those of the groups, in any order
 * @param products number of their products, about
 * @param bases views of which these become overlays
 * @param spare threads for views of too few products for threads of their own; of a build of everything, keeps its own
 */
export function buildGroups(
  { store, dataDir, settings, searched, progress, imports, earlier = dataDir }: BuildInput,
  outlines: Iterable<{ key: string; outline: GroupOutline }>,
  products: number,
  bases: readonly ViewManifest[] = [],
  spare?: SpareShards,
): BuildResult {
  const translations = [...store.translations()].map(({ translation }) => translation);
  const views = viewsOf(store);
  const partition = new MarketPartition(views);
  const keys = orderGroups(outlines, outline => partition.add(outline));
  // An overlay has the word vectors of its base.
  const texts = bases.length > 0 ? [] : (searched?.() ?? []);
  const sets = planned(partition.views(), bases).map(
    (set): PlannedViews => (texts.length > 0 ? { ...set, searched: searchedIn(texts, set, views) } : set),
  );
  const dir = partsDir(dataDir);
  const fixed = { dir, translations, settings, earlier: partsDir(earlier), ...(imports && { imports }) };
  const plan = (views: PlannedViews[]): ShardPlan => ({ ...fixed, views });
  const rounds = products * views.length < WORTH_A_THREAD ? undefined : roundsOf(sets);
  const builders = bases.length === 0 && rounds && areKept(rounds, products) ? spare : undefined;
  // Threads of its own need the memory.
  if (rounds && !builders) spare?.close();
  const kept = products < WORTH_FRESH_THREADS;
  const total = keys.length * (rounds?.length ?? 1);
  const built = rounds
    ? buildRounds(
        rounds.map(shards => shards.map(plan)),
        kept,
        keys,
        store,
        done => progress('build', done, total),
        dir,
        builders,
      )
    : buildHere(sets, plan, keys, store, done => progress('build', done, total), bases.length > 0 ? spare : undefined);
  progress('build', total, total);
  const inOrder = views.map(
    ({ market, locale }) => built.find(({ view }) => view.market === market && view.locale === locale)!,
  );
  const files = inOrder.flatMap(({ files }) => files);
  return {
    views: completed(inOrder, sets),
    files,
    counts: countsOf(store),
    // Threads verify what they have written.
    ...(rounds && { sound: new Set(files.map(({ file }) => file)) }),
  };
}

export function countsOf({ counts }: CatalogStore): BuildResult['counts'] {
  const { productGroups, products, variants, content } = counts;
  return { productGroups, products, variants, content };
}

/**
 * Plans rounds of threads that run at the same time. A thread builds the views of one locale only, because the
 * data that it collects before writing is large; reading the groups again in a further round costs little time.
 */
function roundsOf(planned: readonly PlannedViews[]): PlannedViews[][][] {
  const shards = Math.min(planned.length, availableParallelism());
  const rounds: PlannedViews[][][] = [];
  for (let from = 0; from < planned.length; from += shards) {
    rounds.push(planned.slice(from, from + shards).map(views => [views]));
  }
  return rounds;
}

/** Whether the threads of the last round are as many as imports behind the build could use, and do not hold too much. */
function areKept(rounds: readonly PlannedViews[][][], products: number): boolean {
  const threads = rounds.at(-1)!.length;
  return threads === rounds[0].length && products * threads <= MOST_KEPT_PRODUCTS;
}

/** The views of a snapshot of the store, in their order. */
export function viewsOf(store: CatalogStore): { market: string; locale: string }[] {
  return [...store.views.markets()].flatMap(([market, locales]) =>
    (store.views.acceptsAnyLocale(market) ? [...locales, ANY] : locales).map(locale => ({ market, locale })),
  );
}

/**
 * Builds all views in the calling thread, which holds the collected data of all of them until it is written; where
 * there are spare ones and views of several kinds, some or all of these there.
 */
function buildHere(
  planned: PlannedViews[],
  plan: (views: PlannedViews[]) => ShardPlan,
  keys: readonly string[],
  store: CatalogStore,
  progress: GroupProgress,
  spare: SpareShards | undefined,
): BuiltView[] {
  let shard: BuildShard | undefined;
  try {
    const { here, shards } = spare?.begin(planned, plan) ?? { here: planned, shards: [] };
    if (here.length > 0) shard = new BuildShard(plan(here));
    const stored = keys.map(key => store.groupBytes(key)!);
    if (shards.length > 0) {
      for (let from = 0; from < keys.length; from += BATCH) {
        const batch = pack(keys.slice(from, from + BATCH), stored.slice(from, from + BATCH));
        for (const other of shards) other.add(batch);
      }
    }
    const others = shards.map(other => other.finish());
    keys.forEach((key, i) => {
      if (i % BATCH === 0) progress(i);
      shard?.addGroup(key, stored[i]);
    });
    return [...(shard?.finish() ?? []), ...others.flatMap(finished => finished())];
  } catch (error) {
    spare?.close();
    shard?.abort();
    removeUnfinished(plan([]).dir);
    throw error;
  }
}

function* batchesOf(keys: readonly string[], store: CatalogStore): Iterable<GroupBatch> {
  for (let from = 0; from < keys.length; from += BATCH) {
    const batch = keys.slice(from, from + BATCH);
    const stored = batch.map(key => store.groupBytes(key)!);
    yield pack(batch, stored);
  }
}

/**
 * Builds the plans of a round side by side in threads, round after round. Where one thread fails, all are ended before
 * this returns, so that none of them writes files during the next build.
 * @param kept the threads of the first round build the others as well
 * @param dir folder of the parts
 * @param spare keeps the threads of the last round
 */
function buildRounds(
  rounds: readonly ShardPlan[][],
  kept: boolean,
  keys: readonly string[],
  store: CatalogStore,
  progress: GroupProgress,
  dir: string,
  spare: SpareShards | undefined,
): BuiltView[] {
  // What applying an import has left, before the threads need memory.
  if (!kept) collectGarbage();
  const watchdog = new Watchdog();
  let whole = false;
  try {
    const start = (own: readonly ShardPlan[][], isLast: boolean) =>
      own[0].map(
        (_, thread) =>
          new RemoteShard(
            own.flatMap(round => round[thread] ?? []),
            watchdog,
            isLast && spare !== undefined,
          ),
      );
    const all = kept ? start(rounds, true) : undefined;
    let last = all ?? [];
    const built = rounds.flatMap((plans, round) => {
      const shards = all?.slice(0, plans.length) ?? start([plans], round === rounds.length - 1);
      if (!all) last = shards;
      return buildInThreads(shards, keys, store, done => progress(round * keys.length + done));
    });
    whole = true;
    spare?.keep(watchdog, last);
    return built;
  } finally {
    if (!whole || !spare) watchdog.close();
    if (!whole) removeUnfinished(dir);
  }
}

/**
 * Builds one round in threads. The calling thread only reads the stored groups and sends them, so that it needs little
 * memory and the build threads do not wait for it.
 */
function buildInThreads(
  shards: readonly RemoteShard[],
  keys: readonly string[],
  store: CatalogStore,
  progress: GroupProgress,
): BuiltView[] {
  let done = 0;
  let areKeysLeft = true;
  for (const batch of batchesOf(keys, store)) {
    progress(done);
    for (const shard of shards) shard.add(batch);
    // The other threads are busy with the batch for longer.
    if (areKeysLeft) {
      areKeysLeft = store.enterKeys(KEYS_BETWEEN);
      // Of a first import these were many.
      if (!areKeysLeft && done > 0) collectGarbage();
    }
    done += batch.keys.length;
  }
  const results = shards.map(shard => shard.finish());
  return results.flatMap(result => result());
}

/** @param stored the groups of the keys */
function pack(keys: string[], stored: readonly Buffer[]): GroupBatch {
  const starts = [0];
  for (const { length } of stored) starts.push(starts[starts.length - 1] + length);
  const bytes = new SharedArrayBuffer(starts[starts.length - 1]);
  const into = new Uint8Array(bytes);
  stored.forEach((group, i) => {
    into.set(group, starts[i]);
  });
  return { keys, starts, bytes };
}

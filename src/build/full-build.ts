/** Builds every part of every view from the catalog store, the views spread over the processor's cores. */
import { availableParallelism } from 'node:os';
import type { CatalogStore } from '../catalog/catalog-store.js';
import { decodeRecord } from '../catalog/record-codec.js';
import type { ProductGroup } from '../catalog/records.js';
import { ANY } from '../catalog/view.js';
import { partsDir } from '../snapshot/manifest.js';
import type { BuildInput, Built } from './input/build-input.js';
import { orderGroups } from './input/group-order.js';
import { BuildShard, type BuiltView, type PlannedViews, type ShardPlan } from './shards/build-shard.js';
import { type GroupBatch, RemoteShard } from './shards/remote-shard.js';
import { AlikeMarkets, type AlikeViews } from './views/alike-markets.js';

/** Groups that are handed on together, and between two reports of progress. */
const BATCH = 200;
/** Products times views from which threads are worth their start. */
const WORTH_A_THREAD = 4000;

/** Told how many groups are done. */
type Progress = (done: number) => void;

export function buildAll({ store, dataDir, settings, progress }: BuildInput): Built {
  const translations = [...store.translations()].map(({ translation }) => translation);
  const { productGroups, products, variants, content } = store.counts;
  const views = viewsOf(store);
  const alike = new AlikeMarkets(views);
  const keys = orderGroups(store.groups(), group => alike.see(group));
  const planned = named(alike.views());
  const plan = (views: PlannedViews[]): ShardPlan => ({ dir: partsDir(dataDir), views, translations, settings });
  const rounds = products * views.length < WORTH_A_THREAD ? undefined : roundsOf(planned);
  const total = keys.length * (rounds?.length ?? 1);
  const built = rounds
    ? rounds.flatMap((lanes, round) =>
        buildInThreads(lanes.map(plan), keys, store, done => progress('build', round * keys.length + done, total)),
      )
    : buildHere(plan(planned), keys, store, done => progress('build', done, total));
  progress('build', total, total);
  const inOrder = views.map(
    ({ market, locale }) => built.find(({ view }) => view.market === market && view.locale === locale)!,
  );
  return {
    views: inOrder.map(({ view }) => view),
    files: inOrder.flatMap(({ files }) => files),
    counts: { productGroups, products, variants, content },
  };
}

/** Each with a name for the files that are being written for it. */
function named(alike: readonly AlikeViews[]): PlannedViews[] {
  let count = 0;
  return alike.map(({ locale, markets }) => ({
    locale,
    markets: markets.map(market => ({ market, name: `${process.pid}-${count++}` })),
  }));
}

/**
 * Rounds of lanes: each lane has the views of one locale at a time, since what is collected before it can be written
 * takes much more memory than reading the groups again takes time.
 */
function roundsOf(planned: readonly PlannedViews[]): PlannedViews[][][] {
  const lanes = Math.min(planned.length, availableParallelism());
  const rounds: PlannedViews[][][] = [];
  for (let from = 0; from < planned.length; from += lanes) {
    rounds.push(planned.slice(from, from + lanes).map(views => [views]));
  }
  return rounds;
}

/** The views there are to be, in their order. */
export function viewsOf(store: CatalogStore): { market: string; locale: string }[] {
  return [...store.markets()].flatMap(([market, locales]) =>
    (store.acceptsAnyLocale(market) ? [...locales, ANY] : locales).map(locale => ({ market, locale })),
  );
}

/** In this thread, which then holds all that is collected until it is written. */
function buildHere(plan: ShardPlan, keys: readonly string[], store: CatalogStore, progress: Progress): BuiltView[] {
  const lane = new BuildShard(plan);
  try {
    keys.forEach((key, i) => {
      if (i % BATCH === 0) progress(i);
      lane.addGroup(key, decodeRecord<ProductGroup>(store.groupBytes(key)!));
    });
    return lane.finish();
  } catch (error) {
    lane.abort();
    throw error;
  }
}

/**
 * In a thread for each plan, which ends with its memory. This one reads the groups, and does little else: so it stays as
 * small as it was, and the others never wait for it.
 */
function buildInThreads(
  plans: readonly ShardPlan[],
  keys: readonly string[],
  store: CatalogStore,
  progress: Progress,
): BuiltView[] {
  const lanes: RemoteShard[] = [];
  try {
    for (const plan of plans) lanes.push(new RemoteShard(plan));
    for (let from = 0; from < keys.length; from += BATCH) {
      progress(from);
      const batch = pack(keys.slice(from, from + BATCH), store);
      for (const lane of lanes) lane.add(batch);
    }
    for (const lane of lanes) lane.finish();
    return lanes.flatMap(lane => lane.result());
  } catch (error) {
    for (const lane of lanes) lane.abort();
    throw error;
  }
}

function pack(keys: string[], store: CatalogStore): GroupBatch {
  const stored = keys.map(key => store.groupBytes(key)!);
  const starts = [0];
  for (const { length } of stored) starts.push(starts[starts.length - 1] + length);
  const bytes = new SharedArrayBuffer(starts[starts.length - 1]);
  const into = new Uint8Array(bytes);
  stored.forEach((group, i) => {
    into.set(group, starts[i]);
  });
  return { keys, starts, bytes };
}

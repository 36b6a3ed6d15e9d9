/** Builds every part of every view from the catalog store, the views spread over the processor's cores. */
import { availableParallelism } from 'node:os';
import { decodeRecord } from '../../catalog/codec.js';
import type { ProductGroup } from '../../catalog/records.js';
import type { CatalogStore } from '../../catalog/store.js';
import { ANY } from '../../catalog/view.js';
import { partsDir } from '../../snapshot/manifest.js';
import { AlikeMarkets, type AlikeViews } from './alike-markets.js';
import type { BuildInput, Built } from './input.js';
import { type BuiltView, Lane, type LanePlan, type PlannedViews } from './lane.js';
import { orderGroups } from './order.js';
import { type GroupBatch, RemoteLane } from './remote-lane.js';

/** Groups that are handed on together, and between two reports of progress. */
const BATCH = 200;
/** Products times views from which further threads are worth their start. */
const WORTH_A_THREAD = 4000;

export function buildAll({ store, dataDir, settings, progress }: BuildInput): Built {
  const translations = [...store.translations()].map(({ translation }) => translation);
  const { productGroups, products, variants, content } = store.counts;
  const views = viewsOf(store);
  const alike = new AlikeMarkets(views);
  const keys = orderGroups(store.groups(), group => alike.see(group));
  const rounds = roundsOf(alike.views(), products).map(lanes =>
    lanes.map((views): LanePlan => ({ dir: partsDir(dataDir), views, translations, settings })),
  );
  const total = keys.length * rounds.length;
  const built = rounds.flatMap((plans, round) =>
    run(plans, keys, store, done => progress('build', round * keys.length + done, total)),
  );
  const inOrder = views.map(
    ({ market, locale }) => built.find(({ view }) => view.market === market && view.locale === locale)!,
  );
  return {
    views: inOrder.map(({ view }) => view),
    files: inOrder.flatMap(({ files }) => files),
    counts: { productGroups, products, variants, content },
  };
}

/**
 * Rounds of lanes of views. A small catalog is built in one go; of a large one, each lane has one view at a time, since
 * what is collected of a view before it can be written takes much more memory than reading the groups again takes time.
 */
function roundsOf(alike: readonly AlikeViews[], products: number): PlannedViews[][][] {
  let named = 0;
  const views = alike.map(({ locale, markets }) => ({
    locale,
    markets: markets.map(market => ({ market, name: `${process.pid}-${named++}` })),
  }));
  if (products * named < WORTH_A_THREAD) return [[views]];
  const lanes = Math.min(views.length, availableParallelism());
  const rounds: PlannedViews[][][] = [];
  for (let from = 0; from < views.length; from += lanes) {
    rounds.push(views.slice(from, from + lanes).map(view => [view]));
  }
  return rounds;
}

/** The views there are to be, in their order. */
export function viewsOf(store: CatalogStore): { market: string; locale: string }[] {
  return [...store.markets()].flatMap(([market, locales]) =>
    (store.isOpen(market) ? [...locales, ANY] : locales).map(locale => ({ market, locale })),
  );
}

/** The first plan is this thread's own. */
function run(
  [own, ...others]: LanePlan[],
  keys: readonly string[],
  store: CatalogStore,
  progress: (done: number) => void,
): BuiltView[] {
  if (own === undefined) return [];
  const remote: RemoteLane[] = [];
  const local = new Lane(own);
  try {
    for (const plan of others) remote.push(new RemoteLane(plan));
    for (let from = 0; from < keys.length; from += BATCH) {
      progress(from);
      const batch = keys.slice(from, from + BATCH);
      const stored = batch.map(key => store.groupBytes(key)!);
      if (remote.length > 0) {
        const shared = pack(batch, stored);
        for (const lane of remote) lane.add(shared);
      }
      batch.forEach((key, i) => {
        local.addGroup(key, decodeRecord<ProductGroup>(stored[i]));
      });
    }
    for (const lane of remote) lane.finish();
    const built = [...local.finish(), ...remote.flatMap(lane => lane.result())];
    progress(keys.length);
    return built;
  } catch (error) {
    local.abort();
    for (const lane of remote) lane.abort();
    throw error;
  }
}

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

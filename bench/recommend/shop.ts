/** The shop that is asked: a snapshot with what its visitors taught, and one with nothing learnt. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { DEFAULT_LEARNER_OPTIONS, Learner } from '../../src/behaviour/learning/index.js';
import { OfferContexts } from '../../src/query/filters/offer-context.js';
import { Recommender } from '../../src/recommend/recommender.js';
import { announcedSnapshot, loadSnapshot, Snapshot } from '../../src/snapshot/index.js';

const MARKET = 'uk';
const LOCALE = 'en-GB';

/** @returns {Promise<import('./sessions.js').SessionProduct[]>} of a catalog, .jsonl.gz */
export async function readProducts(file) {
  const products = [];
  const input = createReadStream(file).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    const { key: group, productGroup } = JSON.parse(line).replace ?? {};
    for (const [key, { defaults, colorInitial, variants }] of Object.entries(productGroup?.products ?? {})) {
      const [variantKey, variant] = Object.entries(variants)[0];
      products.push({
        key,
        group,
        variantKey,
        category: defaults.category?.[0] ?? '',
        gender: defaults.gender?.[0],
        brand: defaults.brand,
        color: colorInitial?.[0],
        price: variant.defaults.sellingPrice ?? variant.defaults.listPrice,
      });
    }
  }
  return products;
}

/** @param {import('./sessions.js').Activity[]} train in order of time */
export async function openShop(dataDir, train) {
  const id = await announcedSnapshot(dataDir);
  if (id === undefined) throw new Error(`${dataDir} has no snapshot`);
  const shared = await loadSnapshot(dataDir, id);
  const learner = new Learner(DEFAULT_LEARNER_OPTIONS);
  for (const activity of train) learner.learn(activity);
  const nowMs = train[train.length - 1].at;
  const [learnt, fresh] = [new Snapshot(shared), new Snapshot(shared)];
  learnt.learn(learner.compile(shared, nowMs));
  const desk = snapshot => {
    const view = snapshot.view(MARKET, LOCALE);
    return {
      view,
      recommender: new Recommender(view, nowMs),
      offers: new OfferContexts(view).of({ channels: { online: true, store: true }, stores: [] }),
    };
  };
  return {
    learnt: desk(learnt),
    fresh: desk(fresh),
    nowMs,
    close() {
      learnt.close();
      fresh.close();
    },
  };
}

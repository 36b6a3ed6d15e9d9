/** The shop that is asked: a snapshot with what its visitors taught, and one with nothing learned. */
import type { Activity } from '../../src/behaviour/activities/activity.js';
import { DEFAULT_LEARNER_OPTIONS, Learner } from '../../src/behaviour/learning/index.js';
import { finish } from '../../src/kernel/steps.js';
import { type OfferContext, OfferContexts } from '../../src/query/filters/offer-context.js';
import { Recommender } from '../../src/recommend/recommender.js';
import { Snapshot, type View } from '../../src/snapshot/index.js';
import { openAnnounced } from '../harness/own-pages.js';

const MARKET = 'uk';
const LOCALE = 'en-GB';

/** What lists are made with. */
export interface Recommendations {
  view: View;
  recommender: Recommender;
  offers: OfferContext;
}

export interface Shop {
  learned: Recommendations;
  fresh: Recommendations;
  /** When it is asked. */
  nowMs: number;
  close(): void;
}

/** @param train what visitors did, in order of time */
export async function openShop(dataDir: string, train: readonly Activity[]): Promise<Shop> {
  const shared = await openAnnounced(dataDir);
  const learner = new Learner(DEFAULT_LEARNER_OPTIONS);
  for (const activity of train) learner.learn(activity);
  const nowMs = train[train.length - 1].at;
  const [learned, fresh] = [new Snapshot(shared), new Snapshot(shared)];
  learned.learn(learner.compile(shared, nowMs));
  const over = (snapshot: Snapshot): Recommendations => {
    const view = snapshot.view(MARKET, LOCALE);
    return {
      view,
      recommender: finish(Recommender.of(view, nowMs)),
      offers: new OfferContexts(view).of({ channels: { online: true, store: true }, stores: [] }),
    };
  };
  return {
    learned: over(learned),
    fresh: over(fresh),
    nowMs,
    close() {
      learned.close();
      fresh.close();
    },
  };
}

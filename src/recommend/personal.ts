/**
 * What a visitor is likely to want, by what the visitor has looked at, kept and bought: products that share what those
 * have in common, those that other visitors look at and buy along with them, and of all these what sells.
 */
import { gather } from './postings.js';
import { promising, relate, type Workbench } from './workbench.js';

/** Postings that are walked. */
const BUDGET = 5_000;
/** Products of the shop's order that are looked at whatever the taste. */
const POPULAR = 500;
/**
 * All are logarithms of how much likelier a product becomes. Popularity is scaled by the logarithm of the best seller's
 * count, which is about this for a shop of some size. The bench of recommendations is what they were found by.
 */
const TASTE_WORTH = 0.8;
const RELATED_WORTH = 0.7;
const POPULARITY_WORTH = 7;
const SAMENESS = 0.3;
/** Below any score. */
const NO_FLOOR = -1_000;
/** A purchase says less of the next one than a look at something does. */
const BOUGHT_SHARE = 0.5;
/** Products of the history whose relations are followed: those that tell most. */
const MAX_FOLLOWED = 30;

/**
 * Best first, one of each group.
 * @param tastes products of the visitor's history, and how much each tells
 */
export function personal(bench: Workbench, tastes: ReadonlyMap<number, number>): Uint32Array {
  const { view, traits, standing, taste, scratch, prices, few } = bench;
  const { candidates, mixer } = scratch;
  const { popularity, seen, bought } = standing.signals;
  const telling = [...tastes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  taste.learn(telling, prices);
  const { productCount } = view.structure;
  candidates.start(productCount);
  const most = telling[0]?.[1] ?? 1;
  for (const [product, worth] of telling.slice(0, MAX_FOLLOWED)) {
    const share = worth / most;
    relate(candidates, seen, standing.usualSeen, product, share);
    relate(candidates, bought, standing.usualBought, product, share * BOUGHT_SHARE);
  }
  gather(candidates, taste.leads(TASTE_WORTH), BUDGET);
  candidates.addAll(standing.order.products, 0, Math.min(POPULAR, productCount), 0);
  if (few) candidates.addAll(few, 0, few.length, 0);
  const others = (p: number) => {
    const related = candidates.relatedOf(p);
    return (RELATED_WORTH * related) / (1 + related) + POPULARITY_WORTH * popularity[p];
  };
  const chosen = promising(bench, { related: RELATED_WORTH / 2, popularity: POPULARITY_WORTH });
  return mixer.order(
    chosen,
    p => TASTE_WORTH * taste.of(p, prices) + others(p),
    NO_FLOOR,
    SAMENESS,
    view,
    traits.kinds,
  );
}

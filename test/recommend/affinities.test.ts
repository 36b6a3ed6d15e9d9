/** What a thread has learned of visitors: entries are compared once for each visitor that is decoded. */
import t from 'tap';
import type { Visitor } from '../../src/behaviour/visitors/visitor.js';
import type { OfferContext } from '../../src/query/filters/offer-context.js';
import { Affinities } from '../../src/recommend/affinities.js';
import type { AffinityColumns } from '../../src/recommend/affinity-columns.js';
import type { View } from '../../src/snapshot/index.js';

t.test('the entries of a visitor that was decoded again are compared once', async t => {
  const none = { find: () => -1 };
  const view = { structure: { products: none, variants: none }, offers: {} } as unknown as View;
  const affinities = new Affinities(view, {} as AffinityColumns);
  let reads = 0;
  const decoded = () => {
    const lists = { favorites: [], cart: [], bought: [], boughtVariants: [] };
    return Object.defineProperty({ ...lists }, 'views', {
      get: () => {
        reads++;
        return [{ key: 'chair', at: 1 }];
      },
    }) as unknown as Visitor;
  };
  const readsOf = (visitor: Visitor) => {
    reads = 0;
    t.equal(affinities.of('anna', visitor, {} as OfferContext, 0), undefined);
    return reads;
  };
  const [first, second] = [decoded(), decoded()];
  t.ok(readsOf(first) > 0);
  t.equal(readsOf(first), 0);
  t.ok(readsOf(second) > 0);
  t.equal(readsOf(second), 0);
});

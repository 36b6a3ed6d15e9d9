/**
 * Keys of added groups are entered together and in order; the index and its conflicts are as if each were entered at
 * once.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { CatalogStore } from '../../src/catalog/catalog-store.js';
import { prepareGroup } from '../../src/catalog/prepared-group.js';
import type { ProductGroup } from '../../src/catalog/records.js';
import { testFolder } from '../folder.js';

const seed = 20261122;
/** Few, so that groups share some; they sort in another order than they are added in. */
const NAMES = ['b', 'a', 'c/1', 'c', 'c-1', 'B', '10', '9', 'a.', 'k9'];
const GROUPS = ['g3', 'g1', 'a', 'g20', 'g2'];

interface Step {
  group: string;
  keys: string[];
  /** How the step changes the group, and whether the owner of a key is asked for behind it. */
  as: 'add' | 'put' | 'remove';
  ask: boolean;
}

const steps = fc.array(
  fc.record<Step>({
    group: fc.constantFrom(...GROUPS),
    keys: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 2, maxLength: 6 }),
    as: fc.constantFrom('add', 'add', 'add', 'put', 'remove'),
    ask: fc.nat({ max: 3 }).map(n => n === 0),
  }),
  { minLength: 1, maxLength: 8 },
);

/** A group with the first half of the keys as products, the others as variants of the last product. */
function groupOf(keys: readonly string[]): ProductGroup {
  const products = keys.slice(0, Math.ceil(keys.length / 2));
  const variants = Object.fromEntries(keys.slice(products.length).map(key => [key, { defaults: { listPrice: 1 } }]));
  const last = products.length - 1;
  return {
    products: Object.fromEntries(
      products.map((key, i) => [key, { markets: ['uk'], defaults: {}, variants: i === last ? variants : {} }]),
    ),
  };
}

/** @param together whether groups are added so that their keys are entered later, some of them before the others */
function run(store: CatalogStore, all: readonly Step[], together: boolean, enteredFirst = 0): unknown {
  const seen: unknown[] = [];
  store.transaction(() => {
    for (const { group, keys, as, ask } of all) {
      if (keys.includes(group)) continue;
      if (as === 'remove') store.removeGroup(group);
      else if (as === 'add' && together && !store.getGroup(group)) store.addGroup(prepareGroup(group, groupOf(keys)));
      else store.putGroup(group, groupOf(keys));
      if (ask) seen.push(store.owner(keys[0]), store.owner(group));
    }
    seen.push(store.resolveKeyConflicts());
    store.enterKeys(enteredFirst);
  });
  return [...seen, ...[...NAMES, ...GROUPS].map(key => [key, store.owner(key) ?? 'free'])];
}

t.test(`owners and conflicts are those of entering each key at once (seed ${seed})`, async t => {
  const dir = testFolder(t);
  const together = CatalogStore.open(path.join(dir, 'together'));
  const apart = CatalogStore.open(path.join(dir, 'apart'));
  t.teardown(() => Promise.all([together.close(), apart.close()]));
  const property = fc.property(
    fc.array(steps, { minLength: 1, maxLength: 3 }),
    fc.nat({ max: 12 }),
    (transactions, first) => {
      for (const store of [together, apart]) {
        store.transaction(() => {
          for (const key of GROUPS) store.removeGroup(key);
        });
      }
      for (const transaction of transactions) {
        assert.deepEqual(run(together, transaction, true, first), run(apart, transaction, false));
      }
    },
  );
  fc.assert(property, { seed, numRuns: 150 });
});

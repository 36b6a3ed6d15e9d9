/** Bounds of number columns, over few and many hits, against a look at every hit. */
import assert from 'node:assert/strict';
import t from 'tap';
import { Deadline } from '../../../src/kernel/deadline.js';
import type { HitSet } from '../../../src/query/facets/faceted-hits.js';
import { Members } from '../../../src/query/facets/members.js';
import { ProductBounds } from '../../../src/query/facets/number-bounds.js';
import type { OfferContext } from '../../../src/query/filters/offer-context.js';
import type { View } from '../../../src/snapshot/index.js';

const SEED = 20261121;
/** The last block of 64 products is not whole, or is the first or the last of a region of 64 blocks. */
const SIZES = [6020, 4116, 4096];
const NOW = 1000;

/** Repeatable numbers from 0 to 1. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

for (const products of SIZES) {
  t.test(`the bounds of hits among ${products} are those that a look at each finds (seed ${SEED})`, t => {
    assertBounds(products);
    t.end();
  });
}

function assertBounds(products: number): void {
  const draw = draws(SEED);
  const column = (make: () => number) => Float64Array.from({ length: products }, make);
  const columns: Record<string, Float64Array> = {
    rating: column(() => Math.floor(draw() * 5)),
    // Half of them are still to come.
    release_date: column(() => Math.floor(draw() * 2 * NOW)),
    // Few have one.
    weight: column(() => (draw() < 0.01 ? draw() : Number.NaN)),
    none: column(() => Number.NaN),
  };
  const offers = {
    minSell: column(draw),
    maxSell: column(draw),
    minDiscount: column(() => 0),
    maxDiscount: column(draw),
  };
  const view = {
    structure: { productCount: products },
    numbers: {
      ids: () => Object.keys(columns),
      get: (id: string) => columns[id] && { id, level: 'product', values: columns[id] },
    },
  } as unknown as View;
  const rangesOfSome = (docs: Uint32Array) =>
    Object.fromEntries(
      Object.entries(offers).map(([id, values]) => [id, Float64Array.from(docs, doc => values[doc]!)]),
    );
  const query = () => ({
    view,
    offers: { ...offers, rangesOfSome } as unknown as OfferContext,
    nowMs: NOW,
    deadline: new Deadline(),
  });
  const known = query();
  const bounds = new ProductBounds(new Members());
  for (const share of [0, 0.0002, 0.01, 0.02, 0.1, 0.6, 1]) {
    for (let round = 0; round < 8; round++) {
      const docs = Uint32Array.from({ length: products }, (_, i) => i).filter(() => draw() < share);
      const hits: HitSet = { docs, count: docs.length };
      const first = query();
      for (const [id, values] of Object.entries({ ...columns, ...offers })) {
        const had = [...docs].map(doc => values[doc]!).filter(value => id !== 'release_date' || value <= NOW);
        const present = had.filter(value => !Number.isNaN(value));
        const expected = present.length === 0 ? undefined : { min: Math.min(...present), max: Math.max(...present) };
        assert.deepEqual(bounds.of(id, hits, known), expected, `${id} ${share}`);
        assert.deepEqual(bounds.of(id, hits, first), expected, `${id} ${share}, the first hits under other prices`);
      }
    }
  }
}

/**
 * Hits under facet selections. Which products pass is held against the naive engine by other tests; here, that each
 * selection is applied as often as needed, which the hits do not show: applied again it changes nothing but the time.
 */
import t from 'tap';
import { type Bitmap, emptyBitmap, setBit } from '../../../src/kernel/bitmap.js';
import { Deadline } from '../../../src/kernel/deadline.js';
import { FacetedHits } from '../../../src/query/facets/faceted-hits.js';
import type { Filter } from '../../../src/query/filters/filter.js';
import type { View } from '../../../src/snapshot/index.js';

const PRODUCTS = 70;
/** Two variants a product, so that a product passes by either. */
const productOf = Uint32Array.from({ length: 2 * PRODUCTS }, (_, variant) => variant >>> 1);
const structure = { productCount: PRODUCTS, variantCount: 2 * PRODUCTS, productOf, hasCollapsed: false };
const query = { view: { structure } as unknown as View, deadline: new Deadline() };
const all = Uint32Array.from({ length: PRODUCTS }, (_, product) => product);
const found = { docs: all, count: PRODUCTS, scores: new Float32Array(PRODUCTS) };

function bits(size: number, has: (ordinal: number) => boolean): Bitmap {
  const made = emptyBitmap(size);
  for (let i = 0; i < size; i++) if (has(i)) setBit(made, i);
  return made;
}

/** A filter that counts how often it is combined with others. */
class CountedFilter implements Filter {
  applied = 0;

  constructor(
    private readonly ofProducts: Bitmap,
    readonly variants: Bitmap | undefined,
  ) {}

  get products(): Bitmap {
    this.applied++;
    return this.ofProducts;
  }
}

t.test('a selection is applied once to the hits, and once for each facet that is counted without its own', async t => {
  const rules = new CountedFilter(
    bits(PRODUCTS, product => product !== 6),
    undefined,
  );
  const brand = new CountedFilter(
    bits(PRODUCTS, product => product % 2 === 0),
    undefined,
  );
  const size = new CountedFilter(
    bits(PRODUCTS, () => true),
    bits(2 * PRODUCTS, variant => variant % 6 === 1),
  );
  const selected = [
    { facet: 'brand', filter: brand },
    { facet: 'size', filter: size },
  ];
  const applied = () => [rules.applied, brand.applied, size.applied];
  const listing = new FacetedHits(query, found, rules, selected);
  t.same(applied(), [1, 1, 1]);
  const passing = (holds: (product: number) => boolean) => [...all].filter(product => product !== 6 && holds(product));
  const listed = ({ docs, count }: { docs: Uint32Array; count: number }) => [...docs.subarray(0, count)];
  t.same(
    listed(listing.hits),
    passing(product => product % 6 === 0),
  );
  t.same(
    listed(listing.hitsWithout('brand')),
    passing(product => product % 3 === 0),
  );
  t.same(applied(), [2, 1, 2]);
  t.same(
    listed(listing.hitsWithout('size')),
    passing(product => product % 2 === 0),
  );
  t.same(applied(), [3, 2, 2]);
  t.equal(
    listing.hitsWithout('color'),
    listing.hits,
    'without a selection of its own a facet is counted over the hits',
  );
  listing.hitsWithout('brand');
  t.same(applied(), [3, 2, 2], 'what is known is not computed again');
});

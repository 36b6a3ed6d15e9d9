/** Columns of prices and stock behind an import, which are made from those of the snapshot before. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Offers, OffersBuilder, type VariantOffer } from '../../../src/index/offers.js';
import { Part } from '../../../src/index/part.js';
import { Structure, StructureBuilder } from '../../../src/index/structure.js';
import { finish } from '../../../src/kernel/steps.js';
import { type OfferContext, OfferContexts } from '../../../src/query/filters/offer-context.js';
import type { View } from '../../../src/snapshot/index.js';

const SEED = 5519;
const VARIANTS = 3;
const ORDINARY = { channels: { online: true, store: false }, stores: [] };

const price = fc.integer({ min: 1, max: 4 });
const offer = fc.record({ listPrice: price, sellingPrice: price, stock: fc.integer({ min: 0, max: 1 }) });
const offers = fc.array(offer, { minLength: VARIANTS, maxLength: 40 * VARIANTS });
/** Snapshots one behind the other: each changes some variants of the one before. */
const changes = fc.array(fc.dictionary(fc.nat(119).map(String), offer, { maxKeys: 6 }), { maxLength: 4 });

function offersOf(all: readonly VariantOffer[]): Offers {
  const builder = new OffersBuilder();
  for (const one of all) builder.add(one);
  return new Offers(new Part(builder.finish().share()));
}

function structureOf(variants: number): Structure {
  const builder = new StructureBuilder();
  for (let v = 0; v < variants; v++) {
    if (v % VARIANTS === 0) {
      builder.addGroup(`g${v}`, false);
      builder.addProduct(`p${v}`);
    }
    builder.addVariant(`v${v}`);
  }
  return new Structure(new Part(builder.finish().share()));
}

function contextOf(structure: Structure, offers: Offers, market: string): OfferContext {
  return new OfferContexts({ market, structure, offers } as View).of(ORDINARY);
}

function columnsOf({ minSell, maxSell, minDiscount, maxDiscount, discount, inStock }: OfferContext) {
  return { minSell, maxSell, minDiscount, maxDiscount, discount, ...inStock };
}

t.test(`columns are those of the offers, whatever came before (seed ${SEED})`, async () => {
  fc.assert(
    fc.property(offers, changes, fc.boolean(), (first, imports, prepared) => {
      const structure = structureOf(first.length);
      let all = first;
      for (const changed of [{}, ...imports]) {
        all = all.map((one, variant) => changed[variant] ?? one);
        // The other market has its own.
        for (const market of ['uk', 'se']) {
          const own = offersOf(market === 'uk' ? all : all.toReversed());
          const context = contextOf(structure, own, market);
          if (prepared) finish(context.prepare());
          assert.deepEqual(columnsOf(context), columnsOf(contextOf(structureOf(all.length), own, market)));
        }
      }
    }),
    { seed: SEED, numRuns: 150 },
  );
});

t.test('what an import of stock leaves as it was is the same column', async t => {
  const all = Array.from({ length: 9 }, (_, v) => ({ listPrice: 9, sellingPrice: 5 + (v % 3), stock: 3 }));
  const structure = structureOf(all.length);
  const before = contextOf(structure, offersOf(all), 'uk');
  finish(before.prepare());
  const stocked = contextOf(structure, offersOf(all.map(one => ({ ...one, stock: 2 }))), 'uk');
  finish(stocked.prepare());
  t.equal(stocked.minSell, before.minSell);
  t.equal(stocked.discount, before.discount);
  t.equal(stocked.inStock.products, before.inStock.products, 'so priors need not be computed again');
  const cheaper = contextOf(
    structure,
    offersOf(all.map((one, v) => (v === 4 ? { ...one, sellingPrice: 1 } : one))),
    'uk',
  );
  finish(cheaper.prepare());
  t.not(cheaper.minSell, before.minSell);
  t.same([...cheaper.minSell], [5, 1, 5]);
  t.same([...before.minSell], [5, 5, 5], 'queries read what was there before');
});

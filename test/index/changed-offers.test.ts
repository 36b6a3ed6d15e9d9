import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { type OffersByProduct, withChangedOffers, writeChangedOffers } from '../../src/index/changed-offers.js';
import { OffersBuilder, type VariantOffer } from '../../src/index/offers.js';
import { Part, type PartWriter } from '../../src/index/part.js';
import { contentBytes, PART_CHECKSUM_BYTES } from '../../src/index/part-seal.js';
import { Structure, StructureBuilder } from '../../src/index/structure.js';

const seed = 7411;
const price = fc.integer({ min: 1, max: 900 });
const prices = fc.record({ listPrice: price, sellingPrice: price });
const stock = fc.integer({ min: 0, max: 9 });
const plain = fc.record({ listPrice: price, sellingPrice: price, stock });
const some = <T>(values: fc.Arbitrary<T>, keys: string[]) =>
  fc.dictionary(fc.constantFrom(...keys), values, { maxKeys: keys.length, noNullPrototype: true });
const rich: fc.Arbitrary<VariantOffer> = fc.record({
  listPrice: price,
  sellingPrice: price,
  stock,
  stores: some(stock, ['north', 'south']),
  customPrices: some(prices, ['club', 'staff']),
});

/** Products in the order of a view, which is not that of their keys, with the offers of their variants. */
const products = fc.array(fc.array(rich, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
const keyOf = (product: number) => `p${(product * 7) % 13}`;

function part(writer: PartWriter): Part {
  return new Part(writer.share());
}

function build(all: readonly (readonly VariantOffer[])[]): SharedArrayBuffer {
  const builder = new OffersBuilder();
  for (const offer of all.flat()) builder.add(offer);
  return builder.finish().share();
}

function structureOf(all: readonly (readonly VariantOffer[])[]): Structure {
  const builder = new StructureBuilder();
  all.forEach((variants, product) => {
    builder.addGroup(`g${product}`, false);
    builder.addProduct(keyOf(product));
    for (let v = 0; v < variants.length; v++) builder.addVariant(`${keyOf(product)}-${v}`);
  });
  return new Structure(part(builder.finish()));
}

/** What becomes of the offers of some products. */
function check(change: fc.Arbitrary<(offer: VariantOffer) => VariantOffer>): void {
  const cases = products.chain(all =>
    fc.tuple(
      fc.constant(all),
      fc.array(fc.tuple(fc.boolean(), fc.array(change, { minLength: 3, maxLength: 3 })), {
        minLength: all.length,
        maxLength: all.length,
      }),
    ),
  );
  fc.assert(
    fc.property(cases, ([all, changes]) => {
      const after = all.map((variants, product) => {
        const [isChanged, by] = changes[product]!;
        return isChanged ? variants.map((offer, v) => by[v]!(offer)) : variants;
      });
      const changed: OffersByProduct = new Map(
        after.flatMap((variants, product) => (changes[product]![0] ? [[keyOf(product), variants] as const] : [])),
      );
      const before = build(all);
      const held = Buffer.from(new Uint8Array(before).slice());
      const made = withChangedOffers(structureOf(all), before, part(writeChangedOffers(changed)));
      assert.ok(Buffer.from(new Uint8Array(made)).equals(Buffer.from(new Uint8Array(build(after)))));
      assert.ok(Buffer.from(new Uint8Array(before)).equals(held), 'queries read what was there before');
    }),
    { seed, numRuns: 200 },
  );
}

t.test('offers behind an import of prices and stock are those of a build, byte by byte', async () => {
  const numbers = fc.tuple(plain, fc.func(fc.nat(9)));
  check(
    numbers.map(([one, draw]) => offer => ({
      ...offer,
      ...one,
      ...(offer.stores && { stores: mapped(offer.stores, key => draw(key)) }),
      ...(offer.customPrices && {
        customPrices: mapped(offer.customPrices, id => ({ listPrice: 5 + draw(id, 1), sellingPrice: 4 + draw(id, 2) })),
      }),
    })),
  );
});

t.test('so are those behind one that takes variants to stores and price ids, or from them', async () => {
  check(rich.map(one => () => one));
});

t.test('offers of an earlier version keep the last of their variants', async t => {
  const before: VariantOffer[][] = Array.from({ length: 12 }, () => [{ listPrice: 9, sellingPrice: 8, stock: 7 }]);
  const after = before.map((variants, product) => (product === 0 ? [{ ...variants[0]!, stock: 3 }] : variants));
  const changed: OffersByProduct = new Map([[keyOf(0), after[0]!]]);
  const made = withChangedOffers(structureOf(before), unsealed(build(before)), part(writeChangedOffers(changed)));
  t.ok(Buffer.from(made).equals(Buffer.from(build(after))));
});

/** A part as it was written before there were checksums of pages. */
function unsealed(sealed: SharedArrayBuffer): SharedArrayBuffer {
  const content = contentBytes(sealed.byteLength);
  const bytes = Buffer.from(new SharedArrayBuffer(content + PART_CHECKSUM_BYTES));
  bytes.set(new Uint8Array(sealed, 0, content));
  bytes.writeUInt32LE(1, 8);
  return bytes.buffer as unknown as SharedArrayBuffer;
}

function mapped<T>(record: Record<string, unknown>, value: (key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.keys(record).map(key => [key, value(key)]));
}

/**
 * `npm run bench -- facets`: ways to count the values of facets over hits of the invented catalog, from few hits to many
 * and from few values to many: value by value of each hit; sets of values, which attributes that go together have in common;
 * bitmaps of values, of which the common bits with the hits are counted, in JavaScript and
 * in WebAssembly with SIMD. All have to come to the same counts.
 */
import { Attributes, AttributesBuilder } from '../../src/index/attributes.js';
import { Part } from '../../src/index/part.js';
import { FacetCounter } from '../../src/query/facets/facet-counts.js';
import { SetTally } from '../../src/query/facets/set-tally.js';
import { lines } from '../catalogs/invented-catalog.js';
import { CommonBits } from './common-bits.js';

const PRODUCTS = 100_000;
const BLOCKS = 4;
const ROUNDS = 20;
const IDS = /** @type {const} */ ({
  gender: 'gender',
  'custom.season': 'season',
  'custom.material': 'material',
  'custom.color': 'color',
  product_type: 'productType',
  category: 'category',
  brand: 'brand',
});

export async function benchFacets() {
  const attributes = await readAttributes();
  const { combinations } = attributes;
  const view = { attributes, structure: { productCount: PRODUCTS } };
  const counter = new FacetCounter();
  const columns = Array.from({ length: combinations.width }, (_, column) =>
    Object.keys(IDS).filter(id => attributes.get(id).sets.column === column),
  );
  console.log(`Columns: ${columns.map(ids => ids.join(' and ')).join('; ')}\n`);
  console.log('| hits | facets | values | by hit µs | sets µs | bitmaps µs | SIMD µs | quickest |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const hits of hitSets(attributes)) {
    const row = (what, values, times) => {
      const [quickest] = Object.keys(times).sort((a, b) => times[a] - times[b]);
      const cells = Object.values(times).map(time => time.toFixed(1));
      console.log(`| ${hits.count} | ${what} | ${values} | ${cells.join(' | ')} | ${quickest} |`);
    };
    columns.forEach((ids, column) => {
      const facets = ids.map(id => attributes.get(id));
      const bitmaps = facets.map(facet => new Bitmaps(facet, hits));
      for (const [i, facet] of facets.entries()) compare(facet, hits, bitmaps[i], counter, view);
      const tally = new SetTally();
      const ways = {
        'by hit': () => facets.map(facet => byHit(facet, hits)),
        sets: () => tally.count(combinations, { ...hits }, column, column + 1),
        bitmaps: () => bitmaps.map(one => one.inScript()),
        SIMD: () => bitmaps.map(one => one.inAssembly()),
      };
      row(ids.join(', '), facets.map(({ size }) => size).join(' + '), measure(ways));
    });
    const whole = new SetTally();
    const all = measure({
      sets: () => whole.count(combinations, { ...hits }, 0, combinations.width),
      engine: () => {
        const fresh = { ...hits };
        for (const id of Object.keys(IDS)) counter.count(attributes.get(id), fresh, view);
      },
    });
    console.log(
      `| ${hits.count} | all | | | ${all.sets.toFixed(1)} | | | the engine, values too: ${all.engine.toFixed(1)} |`,
    );
  }
}

/** All ways have to come to the same. */
function compare(facet, hits, bitmaps, counter, view) {
  const { counts } = counter.count(facet, { ...hits }, view);
  const found = [byHit(facet, hits), counts.subarray(0, facet.size), bitmaps.inScript(), bitmaps.inAssembly()];
  if (new Set(found.map(String)).size !== 1) throw new Error(`counts of ${facet.id} over ${hits.count} hits differ`);
}

/** Attributes of the products in the order of an index: by category. */
async function readAttributes() {
  /** @type {Record<string, string | string[]>[]} */
  const products = [];
  for (const line of lines(PRODUCTS)) {
    for (const { defaults } of Object.values(JSON.parse(line).replace?.productGroup?.products ?? {})) {
      products.push({ ...defaults, ...defaults.customLabels });
    }
  }
  products.sort((a, b) => (a.category[0] < b.category[0] ? -1 : 1));
  const builder = new AttributesBuilder();
  products.forEach((product, owner) => {
    for (const [id, member] of Object.entries(IDS)) {
      for (const value of [product[member] ?? []].flat()) builder.add(id, 'product', owner, value);
    }
  });
  const variantStart = Uint32Array.from({ length: products.length + 1 }, (_, i) => i);
  const bytes = builder.finish(products.length, products.length, variantStart).part.encode();
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return new Attributes(new Part(shared));
}

/** Products of a brand, of a type, of a colour, and every second one. */
function* hitSets(attributes) {
  const owners = (id, n) => {
    const { owners, ownersStart, size } = attributes.get(id);
    const values = Array.from({ length: size }, (_, i) => i);
    const count = i => ownersStart[i + 1] - ownersStart[i];
    const value = values.sort((a, b) => Math.abs(count(a) - n) - Math.abs(count(b) - n))[0];
    return owners.subarray(ownersStart[value], ownersStart[value + 1]);
  };
  const half = Uint32Array.from({ length: PRODUCTS / 2 }, (_, i) => i * 2);
  for (const docs of [
    owners('brand', 300),
    owners('brand', 3000),
    owners('product_type', 20000),
    owners('custom.color', 30000),
    half,
  ]) {
    yield { docs, count: docs.length };
  }
}

function byHit({ start, of, size }, { docs, count }) {
  const counts = new Uint32Array(size);
  for (let i = 0; i < count; i++) for (let k = start[docs[i]]; k < start[docs[i] + 1]; k++) counts[of[k]]++;
  return counts;
}

/** A bitmap for each value of an attribute, and one of hits. */
class Bitmaps {
  constructor({ size, ownersStart, owners }, { docs, count }) {
    this.size = size;
    this.common = new CommonBits(PRODUCTS, size);
    const set = (bitmap, doc) => {
      bitmap[doc >>> 5] |= 1 << (doc & 31);
    };
    for (let i = 0; i < count; i++) set(this.common.one, docs[i]);
    this.values = Array.from({ length: size }, (_, value) => {
      const bitmap = this.common.other(value);
      for (let i = ownersStart[value]; i < ownersStart[value + 1]; i++) set(bitmap, owners[i]);
      return bitmap;
    });
  }

  inAssembly() {
    this.common.count();
    return this.common.counts;
  }

  inScript() {
    const counts = new Uint32Array(this.size);
    const { one } = this.common;
    for (let value = 0; value < this.size; value++) {
      const bitmap = this.values[value];
      let total = 0;
      for (let i = 0; i < one.length; i++) {
        let w = one[i] & bitmap[i];
        w -= (w >>> 1) & 0x55555555;
        w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
        total += Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
      }
      counts[value] = total;
    }
    return counts;
  }
}

/**
 * Microseconds of each way: the median over blocks of rounds, in which they take turns; the first block warms up. Within
 * a block a way finds the cache as it left it, or megabytes of bitmaps would cost the others more than themselves.
 * @param {Record<string, () => unknown>} ways
 */
function measure(ways) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(ways).map(name => [name, []]));
  for (let block = 0; block < BLOCKS; block++) {
    for (const [name, way] of Object.entries(ways)) {
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now();
        way();
        if (block > 0) times[name].push((performance.now() - started) * 1000);
      }
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, all.sort((x, y) => x - y)[all.length >> 1]]),
  );
}

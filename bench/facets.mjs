/**
 * `npm run bench -- facets`: ways to count the values of facets over hits of the invented catalog, from few hits to many
 * and from few values to many: value by value of each hit; the sets of all columns in one pass, as the engine does, its
 * share of the pass counted; bitmaps of values, of which the common bits with the hits are counted, in JavaScript and
 * in WebAssembly with SIMD. All have to come to the same counts.
 */
import { Attributes, AttributesBuilder } from '../dist/index/attributes.js';
import { Part } from '../dist/index/part.js';
import { FacetCounter } from '../dist/query/facet-counts.js';
import { lines } from './catalog.mjs';
import { simdCounter } from './simd.mjs';

const PRODUCTS = 100_000;
const ROUNDS = 60;
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
  const engine = new FacetCounter();
  const view = { attributes, structure: {} };
  console.log(`| hits | facet | values | by hit µs | sets µs | bitmaps µs | SIMD µs | quickest |`);
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [name, hits] of hitSets(attributes)) {
    for (const id of Object.keys(IDS)) {
      const attribute = attributes.get(id);
      const bitmaps = new Bitmaps(attribute, hits);
      const ways = {
        'by hit': () => byHit(attribute, hits),
        sets: () => [...engine.count(attribute, { ...hits }, view).counts.subarray(0, attribute.size)],
        bitmaps: () => bitmaps.inScript(),
        SIMD: () => bitmaps.inAssembly(),
      };
      const counts = Object.values(ways).map(way => String([...way()]));
      if (new Set(counts).size !== 1) throw new Error(`counts of ${id} over ${name} differ`);
      const times = measure({
        ...ways,
        sets: () => engine.count(attribute, { ...hits }, view),
      });
      // One pass counts the sets of all columns.
      times.sets /= Object.keys(IDS).length;
      const [quickest] = Object.keys(times).sort((a, b) => times[a] - times[b]);
      const cells = Object.values(times).map(time => time.toFixed(1));
      console.log(`| ${name} | ${id} | ${attribute.size} | ${cells.join(' | ')} | ${quickest} |`);
    }
  }
}

/** Attributes of the products in the order of an index: by category. */
async function readAttributes() {
  /** @type {Record<string, any>[]} */
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
    yield [docs.length, { docs, count: docs.length }];
  }
}

function byHit({ start, of, size }, { docs, count }) {
  const counts = new Uint32Array(size);
  for (let i = 0; i < count; i++) for (let k = start[docs[i]]; k < start[docs[i] + 1]; k++) counts[of[k]]++;
  return counts;
}

/** A bitmap for each value of an attribute, and one of hits, in memory that both sides see. */
class Bitmaps {
  constructor({ size, ownersStart, owners }, { docs, count }) {
    this.size = size;
    this.bytes = Math.ceil(PRODUCTS / 128) * 16;
    const needed = this.bytes * (size + 1) + size * 4;
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(needed / 65536) });
    this.words = new Uint32Array(this.memory.buffer);
    this.out = this.bytes * (size + 1);
    const set = (bitmap, doc) => {
      this.words[(this.bytes / 4) * bitmap + (doc >>> 5)] |= 1 << (doc & 31);
    };
    for (let i = 0; i < count; i++) set(0, docs[i]);
    for (let value = 0; value < size; value++) {
      for (let i = ownersStart[value]; i < ownersStart[value + 1]; i++) set(value + 1, owners[i]);
    }
    this.count = simdCounter(this.memory);
  }

  inAssembly() {
    this.count(0, this.bytes, this.bytes, this.size, this.out);
    return new Uint32Array(this.memory.buffer, this.out, this.size);
  }

  inScript() {
    const counts = new Uint32Array(this.size);
    const { words } = this;
    const length = this.bytes / 4;
    for (let value = 0; value < this.size; value++) {
      const from = (value + 1) * length;
      let total = 0;
      for (let i = 0; i < length; i++) {
        let w = words[i] & words[from + i];
        w -= (w >>> 1) & 0x55555555;
        w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
        total += Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
      }
      counts[value] = total;
    }
    return counts;
  }
}

/** Microseconds of each way: the median over rounds in which they take turns. */
function measure(ways) {
  const times = Object.fromEntries(Object.keys(ways).map(name => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const started = performance.now();
      way();
      if (round >= ROUNDS / 3) times[name].push((performance.now() - started) * 1000);
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, all.sort((a, b) => a - b)[all.length >> 1]]),
  );
}

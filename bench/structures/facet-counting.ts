/**
 * `npm run bench -- facets`: ways to count the values of facets over hits of the invented catalog, from few hits to
 * many and from few values to many: value by value of each hit; sets of values, which attributes that go together have
 * in common; bitmaps of values, of which the common bits with the hits are counted, in JavaScript and in WebAssembly
 * with SIMD. All have to come to the same counts.
 */
import type { Attribute } from '../../src/index/attributes.js';
import { Deadline } from '../../src/kernel/deadline.js';
import { FacetCounter } from '../../src/query/facets/facet-counts.js';
import type { HitSet } from '../../src/query/facets/faceted-hits.js';
import { SetTally } from '../../src/query/facets/set-tally.js';
import { median } from '../harness/figures.js';
import { FACET_IDS, type FacetView, facetView } from './facet-view.js';
import { ValueBitmaps } from './value-bitmaps.js';

const PRODUCTS = 100_000;
const BLOCKS = 4;
const ROUNDS = 20;
const HEAD = ['hits', 'facets', 'values', 'by hit µs', 'sets µs', 'bitmaps µs', 'SIMD µs', 'quickest'];

/** Without a limit. */
const deadline = new Deadline();

type Way = 'by hit' | 'sets' | 'bitmaps' | 'SIMD';

export function benchFacets(): void {
  const view = facetView(PRODUCTS);
  const { valueSets: combinations } = view.attributes;
  const columns = Array.from({ length: combinations.width }, (_, column) =>
    FACET_IDS.map(id => view.facet(id)).filter(facet => facet.sets?.column === column),
  );
  console.log(`Columns: ${columns.map(facets => facets.map(({ id }) => id).join(' and ')).join('; ')}\n`);
  printRow(HEAD);
  console.log(`|${HEAD.map(() => '---').join('|')}|`);
  for (const hits of hitSets(view)) {
    columns.forEach((facets, column) => {
      printRow(compareWays(view, hits, facets, column));
    });
    printRow(compareEngine(view, hits));
  }
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** The ways to count the facets of one column. */
function compareWays(view: FacetView, hits: HitSet, facets: readonly Attribute[], column: number): string[] {
  const { valueSets: combinations } = view.attributes;
  const bitmaps = facets.map(facet => new ValueBitmaps(facet, hits, PRODUCTS));
  for (const [i, facet] of facets.entries()) requireSameCounts(view, facet, hits, bitmaps[i]);
  const tally = new SetTally();
  const times = timed<Way>({
    'by hit': () => facets.map(facet => countByHit(facet, hits)),
    // Other hits each time, or the tally would give what it has counted already.
    sets: () => tally.count(combinations, { ...hits }, [column], deadline),
    bitmaps: () => bitmaps.map(one => one.count()),
    SIMD: () => bitmaps.map(one => one.countWithSimd()),
  });
  const [[quickest]] = [...times].sort(([, a], [, b]) => a - b);
  return [
    String(hits.count),
    facets.map(({ id }) => id).join(', '),
    facets.map(({ size }) => size).join(' + '),
    ...[...times.values()].map(time => time.toFixed(1)),
    quickest,
  ];
}

/** The pass over all columns, and all that the engine does for the counts of all facets. */
function compareEngine(view: FacetView, hits: HitSet): string[] {
  const { valueSets: combinations } = view.attributes;
  const tally = new SetTally();
  const counter = new FacetCounter();
  const all = Array.from({ length: combinations.width }, (_, column) => column);
  const times = timed<'sets' | 'engine'>({
    sets: () => tally.count(combinations, { ...hits }, all, deadline),
    engine: () => {
      const fresh = { ...hits };
      for (const id of FACET_IDS) counter.count(view.facet(id), fresh, { view, deadline }, all);
    },
  });
  const [sets, engine] = [...times.values()].map(time => time.toFixed(1));
  return [String(hits.count), 'all', '', '', sets, '', '', `the engine, values too: ${engine}`];
}

/** @throws Error where the ways do not come to the same */
function requireSameCounts(view: FacetView, facet: Attribute, hits: HitSet, bitmaps: ValueBitmaps): void {
  const { counts } = new FacetCounter().count(facet, { ...hits }, { view, deadline });
  const found = [countByHit(facet, hits), counts.subarray(0, facet.size), bitmaps.count(), bitmaps.countWithSimd()];
  if (new Set(found.map(String)).size !== 1) throw new Error(`counts of ${facet.id} over ${hits.count} hits differ`);
}

/** Products of a brand, of a type, of a colour, and every second one. */
function hitSets(view: FacetView): HitSet[] {
  /** The products of the value that has nearly `wanted` of them. */
  const ownersOf = (id: string, wanted: number) => {
    const { owners, ownersStart, size } = view.facet(id);
    const distance = (value: number) => Math.abs(ownersStart[value + 1] - ownersStart[value] - wanted);
    const [value] = Array.from({ length: size }, (_, i) => i).sort((a, b) => distance(a) - distance(b));
    return owners.subarray(ownersStart[value], ownersStart[value + 1]);
  };
  return [
    ownersOf('brand', 300),
    ownersOf('brand', 3_000),
    ownersOf('product_type', 20_000),
    ownersOf('custom.color', 30_000),
    Uint32Array.from({ length: PRODUCTS / 2 }, (_, i) => i * 2),
  ].map(docs => ({ docs, count: docs.length }));
}

function countByHit({ start, of, size }: Attribute, { docs, count }: HitSet): Uint32Array {
  const counts = new Uint32Array(size);
  for (let i = 0; i < count; i++) for (let k = start[docs[i]]; k < start[docs[i] + 1]; k++) counts[of[k]]++;
  return counts;
}

/**
 * Microseconds of each way: the median over blocks of rounds, in which they take turns; the first block warms up.
 * Within a block a way finds the cache as it left it, or megabytes of bitmaps would cost the others more than
 * themselves.
 */
function timed<Name extends string>(ways: Readonly<Record<Name, () => unknown>>): Map<Name, number> {
  const names = Object.keys(ways) as Name[];
  const times = new Map(names.map((name): [Name, number[]] => [name, []]));
  for (let block = 0; block < BLOCKS; block++) {
    for (const [name, micros] of times) {
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now();
        ways[name]();
        if (block > 0) micros.push((performance.now() - started) * 1000);
      }
    }
  }
  return new Map([...times].map(([name, micros]) => [name, median(micros)]));
}

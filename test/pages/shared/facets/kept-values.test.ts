/**
 * Encoded values of facets are kept beside the responses up to a limit for each view, and written alike, kept or not,
 * in WebAssembly or in JavaScript.
 */
import t from 'tap';
import { Assembly } from '../../../../src/kernel/assembly.js';
import { Bytes } from '../../../../src/kernel/bytes.js';
import { Deadline } from '../../../../src/kernel/deadline.js';
import { planFacets, type ValueFacet } from '../../../../src/pages/shared/facets/facet-plan.js';
import { FacetTally } from '../../../../src/pages/shared/facets/facet-tally.js';
import { FacetsWriter } from '../../../../src/pages/shared/facets/facets-writer.js';
import { DEFAULT_PAGE_SETTINGS } from '../../../../src/pages/shared/page-settings.js';
import { FacetedHits } from '../../../../src/query/facets/faceted-hits.js';
import { OfferContexts } from '../../../../src/query/filters/offer-context.js';
import { RulePlanner } from '../../../../src/query/filters/rule-planner.js';
import { Snapshot } from '../../../../src/snapshot/index.js';
import { Builder, CONTEXT, NOW } from '../../shop.js';

const brands = ['Sol', 'Vind', 'Jord'];
const product = (i: number) => ({
  markets: ['se'],
  defaults: {
    title: `Lamp ${i}`,
    brand: brands[i % 3]!,
    series: `Series ${i % 4}`,
    productType: [i % 2 ? 'Lamp' : 'Shade'],
    url: `/${i}`,
    dataLocale: 'sv-SE',
  },
  variants: { [`v${i}`]: { defaults: { listPrice: 10 + i, stock: i } } },
});
const groups = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`g${i}`, { products: { [`p${i}`]: product(i) } }]),
);
const shop = new Builder(t).open({ groups, translations: [] });
t.teardown(() => shop.close());
const snapshot = new Snapshot(shop.shared);
t.teardown(() => snapshot.close());
const view = snapshot.view('se', 'sv-SE');
const facets = planFacets(view, DEFAULT_PAGE_SETTINGS.facets);
const sizes = facets
  .filter((facet): facet is ValueFacet => 'labels' in facet)
  .map(({ labels: { json } }) => json!.all().length + json!.starts().byteLength);

function facetsJson(writer: FacetsWriter, out: Bytes, assembly: boolean): string {
  const all = Uint32Array.from({ length: view.structure.productCount }, (_, i) => i);
  const query = { view, offers: new OfferContexts(view).of(CONTEXT), nowMs: NOW, deadline: new Deadline() };
  const found = { docs: all, count: all.length, scores: new Float32Array(all.length) };
  const listing = new FacetedHits(query, found, {}, []);
  const input = { listing, facets, maxFacets: 100, selections: [], hidesSizes: false, rules: new RulePlanner(view) };
  out.start();
  writer.write(new FacetTally(1000, assembly).tally(input, query));
  return Buffer.from(out.written()).toString();
}

t.test('facets that fit one by one, but not together, are kept up to the limit', async t => {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const largest = Math.max(...sizes);
  t.ok(sizes.length >= 3 && largest < total - 1);
  t.equal(new FacetsWriter(new Bytes()).keep(facets), total);
  for (const limit of [0, largest, total - 1]) {
    const kept = new FacetsWriter(new Bytes(), limit).keep(facets);
    t.ok(kept <= limit, `${kept} of at most ${limit} bytes`);
    t.ok(limit === 0 || kept > 0);
  }
});

t.test('the limit is for each view: what one keeps takes nothing from the next', async t => {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const writer = new FacetsWriter(new Bytes(), total);
  t.equal(writer.keep(facets), total);
  t.equal(writer.keep(facets), total);
});

t.test('what a closed writer has kept makes room for the next', async t => {
  const out = new Bytes();
  const first = new FacetsWriter(out);
  first.keep(facets);
  out.start();
  const { at } = out;
  const json = facetsJson(first, out, false);
  first.close();
  const second = new FacetsWriter(out);
  second.keep(facets);
  t.equal(facetsJson(second, out, false), json);
  out.start();
  t.equal(out.at, at);
});

t.test('values are written the same, kept or not, in WebAssembly or not', async t => {
  const limits = [0, Math.max(...sizes), Number.POSITIVE_INFINITY];
  const written = [...limits, ...limits].map((limit, i) => {
    const inAssembly = i >= limits.length;
    const out = new Bytes(1 << 10, 0, inAssembly ? Assembly.make(1 << 10) : undefined);
    t.equal(out.functions !== undefined, inAssembly);
    const writer = new FacetsWriter(out, limit);
    writer.keep(facets);
    return facetsJson(writer, out, inAssembly);
  });
  t.match(written[0], /"id":"brand".*"label":"Sol","selected":false,"count":4/);
  for (const other of written) t.equal(other, written[0]);
});

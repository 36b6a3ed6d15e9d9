import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { Product, VariantData } from '../../src/catalog/records.js';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type { SearchPageRequest } from '../../src/pages/shared/requests.js';
import type { SnapshotManifest } from '../../src/snapshot/index.js';
import { testFolder } from '../folder.js';
import { catalogs, offers } from '../pages/random-catalog.js';
import { facetSelections, offerSelections, ruleExpressions, sortOrders } from '../pages/random-request.js';
import { type Asked, type Catalog, Shop, searchRequest, share } from '../pages/shop.js';
import { Importer, linesOf } from './importer.js';
import { withoutContexts } from './same-answers.js';

const seed = 20260901;
/** So many that without cleaning, card files would have grown to a multiple. */
const PATCHES = 60;

type Wish = Partial<SearchPageRequest>;

const wishes: fc.Arbitrary<Wish[]> = fc.array(
  fc
    .record({
      q: fc.constantFrom('', '', 'shirt', 'blue boots', 'nike', 'bluu', 'red nothing'),
      offers: offerSelections,
      rules: fc.oneof(fc.constant<RuleExpression>([]), ruleExpressions([])),
      facets: facetSelections,
      sort: sortOrders,
      presentCustom: fc.constantFrom<string[]>([], ['fit', 'number.watt', 'variant.fabric']),
      presentPrices: fc.constantFrom<string[]>([], ['VIP', 'B2B']),
    })
    .map(({ offers, ...rest }): Wish => ({ ...rest, ...offers })),
  { minLength: 12, maxLength: 12 },
);

/** Asks both snapshots everything, in every view. */
function assertSameAnswers(one: Importer, other: Importer, asked: readonly Wish[]): void {
  const shops = [one, other].map(({ dataDir, manifest }) => new Shop(share(dataDir, manifest.id)));
  try {
    const [a, b] = shops as [Shop, Shop];
    assert.deepEqual(a.views, b.views);
    assert.deepEqual(one.manifest.counts, other.manifest.counts);
    for (const view of a.views) {
      for (const wish of [{}, ...asked]) {
        const request = searchRequest({ ...view, ...wish } as Asked<SearchPageRequest>);
        assert.equal(withoutContexts(a.text(request)), withoutContexts(b.text(request)), JSON.stringify(request));
        const autocomplete = { ...request, query: 'autocomplete' as const };
        assert.equal(withoutContexts(a.text(autocomplete)), withoutContexts(b.text(autocomplete)));
      }
    }
  } finally {
    for (const shop of shops) shop.close();
  }
}

/** Imports what `daemon` holds into a new one. */
async function rebuilt(daemon: Importer, parent: string): Promise<Importer> {
  const fresh = new Importer(parent);
  await fresh.import('replace', daemon.dump());
  return fresh;
}

type Edit = { which: number; data: VariantData };
const edits: fc.Arbitrary<Edit[]> = fc.array(fc.record({ which: fc.nat(1000), data: offers }), {
  minLength: 1,
  maxLength: 2,
});

/** Every variant of the catalog, by what `editAttributes` needs. */
function variantKeys(catalog: Catalog): string[] {
  return Object.values(catalog.groups).flatMap(({ products }) =>
    Object.values(products).flatMap(({ variants }) => Object.keys(variants)),
  );
}

t.test('a snapshot whose prices and stock were patched answers as one built anew', async t => {
  const parent = testFolder(t);
  const filler: Product = {
    markets: ['se'],
    defaults: { title: 'Filler', url: '/f', dataLocale: 'en-GB' },
    variants: { 'filler-v': { defaults: { listPrice: 1 } } },
  };
  let patches = 0;
  await fc.assert(
    fc.asyncProperty(
      catalogs(6),
      fc.array(edits, { minLength: 1, maxLength: 3 }),
      wishes,
      async (catalog, rounds, asked) => {
        // Few groups of many must change, or everything is built anew: there are some to make up the number.
        const groups = { ...catalog.groups };
        for (let i = 0; i < 12; i++) {
          groups[`filler${i}`] = {
            products: { [`f${i}`]: { ...filler, variants: { [`f${i}-v`]: filler.variants['filler-v']! } } },
          };
        }
        const daemon = new Importer(parent);
        await daemon.import('replace', linesOf({ ...catalog, groups }));
        const keys = variantKeys(catalog);
        for (const round of rounds) {
          const lines = round.map(({ which, data }) => ({
            editAttributes: { key: keys[which % keys.length], variant: { defaults: data } },
          }));
          await daemon.import('update', lines);
        }
        patches += daemon.builds.filter(kind => kind === 'offers').length;
        const fresh = await rebuilt(daemon, parent);
        // All parts but the cards are the same files; cards lie in more files than those of a new build.
        daemon.manifest.views.forEach(({ parts: { cards: _, ...parts } }, i) => {
          const { cards: __, ...expected } = fresh.manifest.views[i]!.parts;
          assert.deepEqual(parts, expected);
        });
        assertSameAnswers(daemon, fresh, asked);
        await daemon.close();
        await fresh.close();
      },
    ),
    { seed, numRuns: 6 },
  );
  t.ok(patches >= 6, `${patches} builds were patches`);
});

t.test('cards stay right, and their files small, when patches pile up', async t => {
  const parent = testFolder(t);
  const [catalog] = fc
    .sample(catalogs(12), { seed, numRuns: 30 })
    .filter(({ groups }) => Object.keys(groups).length >= 10);
  const [asked] = fc.sample(wishes, { seed, numRuns: 1 });
  const daemon = new Importer(parent);
  await daemon.import('replace', linesOf(catalog!));
  const keys = variantKeys(catalog!);
  for (let i = 0; i < PATCHES; i++) {
    const data = { listPrice: 100 + i, sellingPrice: 90 + i, stock: i };
    await daemon.import('update', [{ editAttributes: { key: keys[i % keys.length], variant: { defaults: data } } }]);
  }
  t.equal(daemon.builds.filter(kind => kind === 'offers').length, PATCHES);
  const fresh = await rebuilt(daemon, parent);
  const cardBytes = ({ files }: SnapshotManifest) =>
    files.filter(({ file }) => file.endsWith('.data')).reduce((sum, { bytes }) => sum + bytes, 0);
  const [now, least] = [cardBytes(daemon.manifest), cardBytes(fresh.manifest)];
  t.ok(now < 2 * least, `${now} bytes of cards, ${least} when built anew`);
  t.doesNotThrow(() => assertSameAnswers(daemon, fresh, asked!));
  await daemon.close();
  await fresh.close();
});

t.test('instructions one after the other lead to the very snapshot that a full import builds', async t => {
  const parent = testFolder(t);
  await fc.assert(
    fc.asyncProperty(
      catalogs(5),
      catalogs(5),
      fc.array(fc.nat(7), { maxLength: 4 }),
      wishes,
      async (first, second, steps, asked) => {
        const daemon = new Importer(parent);
        await daemon.import('replace', linesOf(first));
        await daemon.import('update', linesOf(second));
        for (const step of steps) await daemon.import('update', instruction(step, second));
        if (daemon.service.store.counts.products > 0) {
          const fresh = await rebuilt(daemon, parent);
          assert.deepEqual(daemon.manifest.views, fresh.manifest.views, 'the same parts');
          assertSameAnswers(daemon, fresh, asked.slice(0, 3));
          await fresh.close();
        }
        await daemon.close();
      },
    ),
    { seed, numRuns: 6 },
  );
});

/** One change that needs a build of everything. */
function instruction(step: number, { groups }: Catalog): object[] {
  const [key, group] = Object.entries(groups)[0]!;
  const [product] = Object.keys(group.products);
  switch (step) {
    case 0:
      return [{ edit: { key, productGroup: { products: { [product!]: { defaults: { brand: 'Edited' } } } } } }];
    case 1:
      return [{ replace: { key: 't9', translation: { locale: 'sv-SE', values: { Nike: 'Najk', wide: 'vid' } } } }];
    case 2:
      return [{ clearTranslations: { locale: 'sv-SE' } }];
    case 3:
      return [{ removePartial: { market: 'no', productGroup: key } }];
    case 4:
      return [{ replace: { key, productGroup: { ...group, suppressDuplicates: true } } }];
    case 5:
      return [{ remove: { productGroup: key } }, { replace: { key, productGroup: group } }];
    case 6:
      return [
        { replace: { key: 'c', content: { markets: ['se'], type: 'link', defaults: { title: 'C', url: '/c' } } } },
      ];
    default:
      return [
        { replace: { key, productGroup: group } },
        { editAttributes: { key: product, product: { defaults: { title: 'Renamed' } } } },
      ];
  }
}

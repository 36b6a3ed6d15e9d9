/** Vectors of products of views with overlays: as the base of each view would make them. */
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { testFolder } from '../../folder.js';
import { share } from '../../pages/shop.js';
import { ALWAYS, Importer } from '../importer.js';
import { titles } from './themed-products.js';

const LOCALE = 'en-GB';
const MARKETS = ['large', 'small', 'tiny'];
const LEAST = 200;
const shop = titles(600, 9);
const words = { wordVectors: { enabled: true, leastProducts: LEAST, mostProducts: 1e6 } };

/** The first forty are sold everywhere, of the others each market has its own. */
function marketsOf(product: number): string[] {
  if (product < 40) return MARKETS;
  return [product < 300 ? 'small' : product < 310 ? 'tiny' : 'large'];
}

function line(product: number, title: string): object {
  const defaults = { title, url: `/${product}`, dataLocale: LOCALE };
  const variants = { [`p${product}-v`]: { defaults: { listPrice: 10, stock: 1 } } };
  const markets = marketsOf(product);
  const productGroup: ProductGroup = { products: { [`p${product}`]: { markets, defaults, variants } } };
  return { replace: { key: `g${product}`, productGroup } };
}

t.test('what an overlay changes gets the vectors of the words of its own base, until it is rolled back', async t => {
  const importer = new Importer(testFolder(t), ALWAYS, { ...DEFAULT_INDEX_SETTINGS, ...words });
  t.teardown(() => importer.close());
  /** By market, the vectors of products by key. */
  const vectors = () => {
    const snapshot = new Snapshot(share(importer.dataDir, importer.manifest.id));
    const found = MARKETS.map(market => {
      const { meaning, structure } = snapshot.view(market, LOCALE);
      const at = (place: number) => meaning!.products.vectors.slice(place * 64, (place + 1) * 64);
      const keys = Array.from({ length: meaning ? structure.productCount : 0 }, (_, i) => structure.products.at(i));
      return [market, new Map(keys.map((key, place) => [key, [...at(place)]]))] as const;
    });
    snapshot.close();
    return Object.fromEntries(found);
  };
  await importer.import(
    'replace',
    shop.map((title, i) => line(i, title)),
  );
  const { id } = importer.manifest;
  const before = vectors();
  t.same(
    MARKETS.map(market => before[market]!.size),
    [330, 300, 0],
    'a market of too few products has none',
  );
  t.notSame(before['large']!.get('p1'), before['small']!.get('p1'), 'words mean what they do in each market');
  // Of these groups the markets have the same products.
  await importer.import('update', [line(0, shop[1]!), line(2, 'unheard of')]);
  t.equal(importer.manifest.changed?.length, 1);
  const after = vectors();
  for (const market of ['large', 'small']) {
    const own = before[market]!;
    const expected = new Map(own).set('p0', own.get('p1')!).set('p2', new Array<number>(64).fill(0));
    t.same(after[market], expected, market);
  }
  t.equal(after['tiny']!.size, 0);
  await importer.rollback(id);
  t.same(vectors(), before);
});

/** Markets and keys of a snapshot, against sets: in all its markets, whatever the keys look like. */
import fc from 'fast-check';
import t from 'tap';
import { KnownKeys } from '../../src/behaviour/known-keys.js';
import { StructureBuilder } from '../../src/index/structure.js';
import type { SharedSnapshot } from '../../src/snapshot/index.js';

const seed = 20260901;

interface Shop {
  /** Product → variants, by market. */
  markets: Record<string, Record<string, string[]>>;
  content: string[];
}

/** Only what is looked at. */
function snapshotOf({ markets, content }: Shop): SharedSnapshot {
  const parts = new Map<string, SharedArrayBuffer>();
  const share = (file: string, bytes: Buffer) => {
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    parts.set(file, shared);
  };
  const views = Object.entries(markets).flatMap(([market, products]) => {
    const builder = new StructureBuilder();
    for (const [product, variants] of Object.entries(products)) {
      builder.addGroup(`group of ${product}`, false);
      builder.addProduct(product);
      for (const variant of variants) builder.addVariant(variant);
    }
    share(`structure-${market}`, builder.finish().encode());
    // Some content is in one market alone, and the last market has none.
    const own = content.filter((_, i) => market !== 'empty' && (i % 2 === 0 || market === 'uk'));
    const contents = new StructureBuilder();
    for (const item of own) contents.addProduct(item);
    share(`content-${market}`, contents.finish().encode());
    const withContent = own.length > 0 ? { content: { parts: { structure: `content-${market}` } } } : {};
    const common = { market, parts: { structure: `structure-${market}` }, ...withContent };
    return ['a', 'b'].map(locale => ({ ...common, locale }));
  });
  return { id: 'x', dataDir: '', manifest: { views }, parts } as unknown as SharedSnapshot;
}

t.test(`every key that is there is found, and no other (seed ${seed})`, async t => {
  const key = fc.stringMatching(/^[A-Za-z0-9#+./_-]{1,6}$/);
  const shops = fc
    .tuple(fc.uniqueArray(key, { maxLength: 40 }), fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' })))
    .map(([keys, content]): Shop & { keys: string[] } => {
      const markets: Shop['markets'] = { se: {}, uk: {}, empty: {} };
      keys.forEach((one, i) => {
        for (const market of i % 3 === 0 ? ['se', 'uk'] : [i % 3 === 1 ? 'se' : 'uk']) {
          markets[market]![one] = [`${one}~1`, `${one}~2`];
        }
      });
      return { markets, content, keys };
    });
  fc.assert(
    fc.property(shops, key, ({ keys, content, ...rest }, other) => {
      const known = new KnownKeys(snapshotOf({ ...rest, content }));
      for (const one of [...keys, other]) {
        if (known.hasProduct(one) !== keys.includes(one)) return false;
        if (known.groupOfProduct(one) !== (keys.includes(one) ? `group of ${one}` : undefined)) return false;
        if (known.productOfVariant(`${one}~2`) !== (keys.includes(one) ? one : undefined)) return false;
        if (known.productOfVariant(one) !== undefined || known.hasProduct(`${one}~1`)) return false;
      }
      return content.every(one => known.hasContent(one)) && known.hasContent(other) === content.includes(other);
    }),
    { seed },
  );
  t.same([...new KnownKeys(snapshotOf({ markets: { se: {}, uk: {} }, content: [] })).markets], ['se', 'uk']);
});

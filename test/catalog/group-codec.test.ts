import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { decodeGroup, decodeOutline, encodeGroup } from '../../src/catalog/group-codec.js';
import { outlineOf } from '../../src/catalog/group-outline.js';
import { encodeRecord } from '../../src/catalog/record-codec.js';
import type { ProductGroup } from '../../src/catalog/records.js';
import { catalogs } from '../pages/random-catalog.js';

const seed = 20261122;
const groups = catalogs(4).map(({ groups }) => Object.values(groups));

t.test(`every group reads back with its outline, from this format and from the one before (seed ${seed})`, async t => {
  const property = fc.property(groups, drawn => {
    for (const group of drawn) {
      for (const bytes of [encodeGroup(group), Buffer.from(encodeRecord(group))]) {
        if (JSON.stringify(decodeGroup(bytes)) !== JSON.stringify(group)) return false;
        if (!isDeepStrictEqual(decodeOutline(bytes), outlineOf(group))) return false;
      }
    }
    return true;
  });
  t.doesNotThrow(() => fc.assert(property, { seed, numRuns: 50 }));
});

const defaults = { title: 'Lamp\n\u{2028}“Ö”', url: '/l' };
const variants = { v: { defaults: { listPrice: 1 } } };

t.test('texts with line ends, and names that mean something to objects', async t => {
  const customJson = { constructor: { toJSON: 'x' }, '10': { a: null } };
  const group: ProductGroup = { products: { p: { markets: ['uk'], defaults: { ...defaults, customJson }, variants } } };
  t.equal(JSON.stringify(decodeGroup(encodeGroup(group))), JSON.stringify(group));
});

t.test('the outline has what places a group and what sets markets apart', async t => {
  const prices = { 'se|*': { listPrice: 2 }, 'uk|*': { size: 'M' } };
  const outline = outlineOf({
    products: {
      p: {
        markets: ['uk', 'se'],
        defaults: { ...defaults, ontology: 'Home' },
        overrides: { '*|sv-SE': { title: 'L' }, 'se|sv-SE': { title: 'L' } },
        variants: { v: { defaults: {}, overrides: prices }, w: { defaults: {}, limitedMarkets: ['se'] } },
        images: { i: { limitedMarkets: ['se'], overrides: { 'se|*': { alt: 'a' } } } },
      },
      q: { markets: ['uk', 'se'], defaults: { ...defaults, category: ['Other'] }, variants },
    },
  });
  t.strictSame(outline, {
    category: 'Home',
    limits: [['uk', 'se'], ['se']],
    overrides: ['se|sv-SE', 'uk|*', 'se|*'],
  });
});

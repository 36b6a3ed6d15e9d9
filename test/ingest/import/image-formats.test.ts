/** Images in other formats are left out with a warning; SVG is taken where the shop is configured so. */
import t from 'tap';
import { CONFIGURATION_KEY } from '../../../src/catalog/site/configuration.js';
import { isImage } from '../../../src/ingest/import/image-formats.js';
import { bench } from './apply-lines.js';

const URLS = [
  ...['/a.webp', '/b.png', '/c.JPG', 'https://shop.example/d.bmp?w=300&f=x.gif', '/e.jpeg#top'],
  ...['/f.svg', '/g.gif', '/h', '/i.png/', 'https://shop.example/?file=j.png'],
];
const VALID = URLS.slice(0, 5);

const variants = { v: { defaults: { listPrice: 1 } } };
const defaults = { title: 'T', url: '/t' };
const images = { i: { defaults: { urls: URLS.map(url => ({ url })) } } };
const lines = [
  { replace: { key: 'g', productGroup: { products: { p: { markets: ['se'], defaults, variants, images } } } } },
  { replace: { key: 'c', content: { markets: ['se'], type: 'link', defaults, image: { defaults: { urls: URLS } } } } },
];

t.test('the end of the path tells the format, not the query', async t => {
  t.same(
    URLS.filter(url => isImage(url, false)),
    VALID,
  );
  t.same(
    URLS.filter(url => isImage(url, true)),
    [...VALID, '/f.svg'],
  );
});

for (const [mode, worthThreads] of [
  ['one by one', undefined],
  ['in threads', 0],
] as const) {
  t.test(`sources of other formats are left out with warnings, read ${mode}`, async t => {
    const { apply, store } = bench(t, worthThreads);
    const stored = () => {
      const ofProduct = store.getGroup('g')!.products['p']!.images!['i']!.defaults!.urls;
      const ofContent = store.getContent('c')!.image!.defaults!.urls;
      return [ofProduct, ofContent].map(sources => sources!.map(({ url }) => url));
    };
    const { result, message } = apply('replace', lines);
    t.equal(message, undefined);
    t.same(stored(), [VALID, VALID]);
    t.equal(result!.counts.warnings, 2 * (URLS.length - VALID.length));
    t.match(
      result!.warnings.join('\n'),
      /defaults\.urls: expected images in webp, png, jpg or bmp, found \.gif: left out/,
    );
    store.transaction(() => store.documents.put(CONFIGURATION_KEY, { markets: {}, svgImages: true }));
    apply('replace', lines);
    t.same(stored(), [
      [...VALID, '/f.svg'],
      [...VALID, '/f.svg'],
    ]);
  });
}

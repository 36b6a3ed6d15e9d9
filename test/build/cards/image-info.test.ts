/** What cards say of images: which count for the effect, which is the thumbnail, and what describes them. */
import t from 'tap';
import { Builder } from '../../pages/shop.js';

const VIEW = { market: 'se', locale: 'sv-SE' };
const wide = (url: string) => ({ url, width: 800 });
const narrow = (url: string) => ({ url, width: 80 });

/** `imageInfo` of a product called Lampa "Sol" with images of some sources. */
function infoOf(images: object[]): unknown {
  const product = {
    markets: ['se'],
    defaults: { title: 'Lampa "Sol"', url: '/p', dataLocale: 'sv-SE' },
    images: Object.fromEntries(images.map((defaults, i) => [`i${i}`, { defaults }])),
    variants: { v: { defaults: { listPrice: 1, stock: 1 } } },
  };
  const { primaryList } = new Builder(t).with({ groups: { g: { products: { p: product } } }, translations: [] }, shop =>
    shop.search(VIEW),
  );
  return (primaryList.productGroups[0]!.products[0] as unknown as { imageInfo: unknown }).imageInfo;
}

t.test('an image of thumbnails alone is none of its own for the effect', async t => {
  const [front, back, side] = ['/f.jpg', '/b.jpg', '/s.jpg'].map(url => ({ urls: [wide(url)], alt: url }));
  const small = { urls: [narrow('/t.jpg')], alt: 'small' };
  t.match(infoOf([front!, small]), { effect: 'NONE', thumbnail: '/t.jpg' });
  t.match(infoOf([front!, back!, small]), { effect: 'SWAP' });
  t.match(infoOf([small, front!, back!, side!]), { effect: 'GALLERY', thumbnail: '/t.jpg' });
  t.match(infoOf([small]), { effect: 'NONE', images: [{ alt: 'small', sources: [narrow('/t.jpg')] }] });
});

t.test('an image without a text of its own is described by the title', async t => {
  const urls = [wide('/f.jpg')];
  t.match(infoOf([{ urls }, { urls, alt: 'Back' }, { urls, alt: '' }]), {
    images: [{ alt: 'Lampa "Sol"' }, { alt: 'Back' }, { alt: '' }],
  });
  t.same(infoOf([]), { effect: 'NONE', images: [] });
});

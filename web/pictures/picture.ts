/**
 * The picture of a product: our own drawing where the address names one, otherwise the shop's image, and the neutral
 * drawing where that does not load. Drawings are a script of their own, a quarter of the page's: texts and prices need not wait for
 * it, and a shop with images of its own need not load it.
 */
import type { Image, Product } from '../api/responses.js';
import type { Drawing } from './draw.js';

type Drawings = typeof import('./draw.js');

const ADDRESS = /(?:^|\/)pictures\/([a-z0-9]+)-([0-9a-f]{6}|multi|clear)((?:-[a-z]+)*)\.svg$/;

let drawings: Drawings | undefined;
let coming: Promise<void> | undefined;

/** Texts and prices are painted first, also where the script is in the browser's cache. */
async function load(): Promise<void> {
  const painted = new Promise<void>(done => {
    requestAnimationFrame(() => setTimeout(done));
  });
  [drawings] = await Promise.all([import('./draw.js'), painted]);
}

/** @returns a drawing, or what keeps its place until drawings can be made */
function drawn(draw: (drawings: Drawings) => Element): Element {
  if (drawings) return draw(drawings);
  const place = document.createElement('span');
  coming ??= load().catch(() => {
    // The next picture asks for the script again.
    coming = undefined;
  });
  void coming.then(() => drawings && place.replaceWith(draw(drawings)));
  return place;
}

const neutral = (alt: string) => drawn(({ drawNeutral }) => drawNeutral(alt));

/** @returns undefined for any other address, which is that of an image */
function parseAddress(url: string): Drawing | undefined {
  const [, shape, colour, words = ''] = ADDRESS.exec(url) ?? [];
  return shape && colour ? { shape, colour, words: words.split('-') } : undefined;
}

/** @returns undefined where the address is that of an image */
export function drawing(url: string, alt: string): Element | undefined {
  const wanted = parseAddress(url);
  return wanted && drawn(({ drawPicture }) => drawPicture(wanted, alt));
}

/** @param alt overrides the image's own; empty for decoration */
export function picture(image: Image | undefined, alt = image?.alt ?? ''): Element {
  const sources = image?.sources ?? [];
  const [first] = sources;
  if (!first) return neutral(alt);
  const ours = drawing(first.url, alt);
  if (ours) return ours;
  const node = document.createElement('img');
  node.loading = 'lazy';
  node.decoding = 'async';
  node.alt = alt;
  if (sources.length > 1 && sources.every(source => source.width)) {
    node.srcset = sources.map(source => `${source.url} ${source.width}w`).join(', ');
    node.sizes = '(max-width: 640px) 45vw, 280px';
  }
  node.addEventListener('error', () => node.replaceWith(neutral(alt)), { once: true });
  node.src = first.url;
  return node;
}

/** The small picture of a product, for suggestions. */
export function thumbnail({ imageInfo: { thumbnail, images } }: Product): Element {
  return picture(thumbnail ? { alt: '', sources: [{ url: thumbnail }] } : images[0], '');
}

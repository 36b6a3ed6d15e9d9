/**
 * The picture of a product: our own drawing where the address names one, otherwise the shop's image, and the neutral
 * drawing where that does not load.
 */
import type { Image, Product } from '../api/responses.js';
import { drawNeutral, drawPicture } from './draw.js';

/** @param alt overrides the image's own; empty for decoration */
export function picture(image: Image | undefined, alt = image?.alt ?? ''): Element {
  const sources = image?.sources ?? [];
  const [first] = sources;
  if (!first) return drawNeutral(alt);
  const drawn = drawPicture(first.url, alt);
  if (drawn) return drawn;
  const node = document.createElement('img');
  node.loading = 'lazy';
  node.decoding = 'async';
  node.alt = alt;
  if (sources.length > 1 && sources.every(source => source.width)) {
    node.srcset = sources.map(source => `${source.url} ${source.width}w`).join(', ');
    node.sizes = '(max-width: 640px) 45vw, 280px';
  }
  node.addEventListener('error', () => node.replaceWith(drawNeutral(alt)), { once: true });
  node.src = first.url;
  return node;
}

/** The small picture of a product, for suggestions. */
export function thumbnail({ imageInfo: { thumbnail, images } }: Product): Element {
  return picture(thumbnail ? { alt: '', sources: [{ url: thumbnail }] } : images[0], '');
}

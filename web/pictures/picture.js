/**
 * The picture of a product: our own drawing where the address names one, otherwise the shop's image, and the neutral
 * drawing where that does not load.
 */
import { drawNeutral, drawPicture } from './draw.js';

/**
 * @param {{sources: {url: string, width?: number}[], alt?: string} | undefined} image
 * @param {string} [alt] overrides the image's own; empty for decoration
 */
export function picture(image, alt = image?.alt ?? '') {
  const [first, ...others] = image?.sources ?? [];
  if (!first) return drawNeutral(alt);
  const drawn = drawPicture(first.url, alt);
  if (drawn) return drawn;
  const node = document.createElement('img');
  node.loading = 'lazy';
  node.decoding = 'async';
  node.alt = alt;
  if (others.length > 0 && image.sources.every(source => source.width)) {
    node.srcset = image.sources.map(source => `${source.url} ${source.width}w`).join(', ');
    node.sizes = '(max-width: 640px) 45vw, 280px';
  }
  node.addEventListener('error', () => node.replaceWith(drawNeutral(alt)), { once: true });
  node.src = first.url;
  return node;
}

/** The small picture of a product, for suggestions. */
export function thumbnail(product) {
  const url = product.imageInfo.thumbnail;
  return picture(url ? { sources: [{ url }] } : product.imageInfo.images[0], '');
}

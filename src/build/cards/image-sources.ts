/** Selects the sources of an image that responses list. */
import type { ImageSource } from '../../catalog/records.js';

/** Sources at most this wide are thumbnails, in CSS pixels. */
export const THUMBNAIL_WIDTH = 100;

/** @returns the sources that are no thumbnails, or the first source where all are */
export function shownSources(urls: readonly ImageSource[]): ImageSource[] {
  const wide = urls.filter(({ width }) => width === undefined || width > THUMBNAIL_WIDTH);
  return (wide.length > 0 ? wide : urls.slice(0, 1)).map(({ url, width, height }) => ({ url, width, height }));
}

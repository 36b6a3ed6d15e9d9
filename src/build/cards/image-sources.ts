/** Which sources of an image responses list. */
import type { ImageSource } from '../../catalog/records.js';

/** Sources at most this wide are thumbnails, in CSS pixels. */
export const THUMBNAIL_WIDTH = 100;

/** All that are no thumbnails; where there is nothing else, the first. */
export function shownSources(urls: readonly ImageSource[]): ImageSource[] {
  const wide = urls.filter(({ width }) => width === undefined || width > THUMBNAIL_WIDTH);
  return (wide.length > 0 ? wide : urls.slice(0, 1)).map(({ url, width, height }) => ({ url, width, height }));
}

/** Selects the sources of an image that responses list. */
/** Sources at most this wide are thumbnails, in CSS pixels. */
export const THUMBNAIL_WIDTH = 100;

/** @returns the sources that are no thumbnails, or the first source where all are */
export function shownSources<T extends { width?: number | undefined }>(urls: readonly T[]): readonly T[] {
  const wide = urls.filter(({ width }) => width === undefined || width > THUMBNAIL_WIDTH);
  return wide.length > 0 ? wide : urls.slice(0, 1);
}

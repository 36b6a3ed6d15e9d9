/** Selects the sources of an image that responses list. */
/** Sources at most this wide are thumbnails, in CSS pixels. */
const THUMBNAIL_WIDTH = 100;

interface Sized {
  width?: number | undefined;
}

export function isThumbnail({ width }: Sized): boolean {
  return width !== undefined && width <= THUMBNAIL_WIDTH;
}

/** @returns the sources that are no thumbnails, or the first source where all are */
export function shownSources<T extends Sized>(urls: readonly T[]): readonly T[] {
  const wide = urls.filter(source => !isThumbnail(source));
  return wide.length > 0 ? wide : urls.slice(0, 1);
}

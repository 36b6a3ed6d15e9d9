/** The formats that images of a catalog may have, told by the end of the path of their URL. */

const FORMAT = /\.(?:webp|png|jpe?g|bmp)$/i;
const SVG = /\.svg$/i;

export const IMAGE_FORMATS = 'webp, png, jpg or bmp';

/** @param svg whether SVG is one of them */
export function isImage(url: string, svg: boolean): boolean {
  const path = pathOf(url);
  return FORMAT.test(path) || (svg && SVG.test(path));
}

/** The end of a URL's path that tells its format, with the dot; empty where there is none. */
export function extensionOf(url: string): string {
  return /\.[a-z0-9]{1,8}$/i.exec(pathOf(url))?.[0].toLowerCase() ?? '';
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** Small line drawings for buttons, as path data on a field of 24 × 24. */
export const ICONS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4',
  close: 'M6 6l12 12M18 6L6 18',
  recent: 'M12 7v5l3 2M12 4a8 8 0 1 0 8 8 8 8 0 0 0-8-8',
  trend: 'M4 16l6-6 4 4 6-7M15 7h5v5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  heart: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10',
  article: 'M6 4h9l3 3v13H6zM9 10h6M9 13.5h6M9 17h4',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  back: 'M15 5l-7 7 7 7',
  forth: 'M9 5l7 7-7 7',
};

const SVG = 'http://www.w3.org/2000/svg';

/** @param d one of `ICONS` */
export function icon(d: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', d);
  svg.append(path);
  return svg;
}

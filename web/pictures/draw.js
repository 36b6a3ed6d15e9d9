/**
 * Pictures of products, drawn in the page: an address such as `/pictures/rainjacket-efc437-striped-small.svg` names
 * shape, colour, pattern and view. Addresses of other catalogs are not ours to draw: `drawPicture` returns undefined
 * for them and the page shows the image itself.
 */

import { CLOTHES } from './shapes-clothes.js';
import { HOME } from './shapes-home.js';
import { OUTDOOR } from './shapes-outdoor.js';
import { TABLE } from './shapes-table.js';
import { WORN } from './shapes-worn.js';
import { shade, TONES } from './tones.js';

const SHAPES = { ...CLOTHES, ...WORN, ...HOME, ...TABLE, ...OUTDOOR };

/** What a shape that we cannot draw looks like: a parcel. */
const NEUTRAL = [
  ['base', 'M34 88 L100 60 L166 88 V174 L100 204 L34 174Z'],
  ['light', 'M34 88 L100 60 L166 88 L100 116Z'],
  ['dark', 'M100 116 L166 88 V174 L100 204Z'],
  ['glow', 'M62 76 L128 104 V128 L138 124 V100 L72 72Z'],
];

const ADDRESS = /(?:^|\/)pictures\/([a-z0-9]+)-([0-9a-f]{6}|multi|clear)((?:-[a-z]+)*)\.svg$/;
const SVG = 'http://www.w3.org/2000/svg';
const MULTI = ['#3f7fb5', '#e0a63a', '#c9545b', '#4c9a74', '#7a5ea8'];

const CLEAR = '#cfdfe4';

let patterns = 0;

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, String(value));
  node.append(...children);
  return node;
}

/** Shape, colour and the words after them; undefined for any other address. */
export function parseAddress(url) {
  const match = ADDRESS.exec(url);
  if (!match) return undefined;
  const [, shape, colour, rest] = match;
  const words = rest.split('-').filter(word => word !== '');
  return { shape, colour, pattern: words.find(word => word in PATTERNS), detail: words.includes('detail') };
}

const PATTERNS = {
  striped: ink => [12, element('rect', { width: 12, height: 5, fill: ink })],
  checked: ink => [
    20,
    element('rect', { width: 20, height: 7, fill: ink, opacity: 0.7 }),
    element('rect', { width: 7, height: 20, fill: ink, opacity: 0.7 }),
  ],
  dotted: ink => [
    16,
    element('circle', { cx: 4, cy: 4, r: 2.6, fill: ink }),
    element('circle', { cx: 12, cy: 12, r: 2.6, fill: ink }),
  ],
  floral: ink => [
    26,
    ...[
      [8, 4],
      [12, 8],
      [8, 12],
      [4, 8],
    ].map(([cx, cy]) => element('circle', { cx, cy, r: 3, fill: ink })),
    element('circle', { cx: 8, cy: 8, r: 2, fill: '#e9b949' }),
    element('circle', { cx: 21, cy: 20, r: 2.4, fill: ink }),
  ],
  multi: () => [30, ...MULTI.map((fill, i) => element('rect', { x: 0, y: i * 6, width: 30, height: 6, fill }))],
};

function patternFill(name, ink) {
  const [size, ...marks] = PATTERNS[name](ink);
  const id = `pattern-${++patterns}`;
  return [id, element('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse' }, ...marks)];
}

function draw(shape, colour, { pattern, detail, clear }, alt) {
  const viewBox = detail ? '52 64 96 115' : '0 0 200 240';
  const svg = element('svg', { viewBox, class: 'drawing', preserveAspectRatio: 'xMidYMid meet' });
  if (alt === '') svg.setAttribute('aria-hidden', 'true');
  else {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', alt);
  }
  const fill = pattern ? patternFill(pattern, shade(colour, 'pattern')) : undefined;
  if (fill) svg.append(element('defs', {}, fill[1]));
  for (const [tone, d] of shape) {
    svg.append(element('path', { d, ...TONES[tone](colour) }));
    if (tone === 'base' && fill) svg.append(element('path', { d, fill: `url(#${fill[0]})`, 'fill-rule': 'evenodd' }));
  }
  if (clear) svg.setAttribute('opacity', '0.75');
  return svg;
}

/** The drawing for images that are missing or do not load. */
export const drawNeutral = alt => draw(NEUTRAL, '#b9a48a', {}, alt);

/**
 * @param {string} url address of the image
 * @param {string} alt what it shows; empty for decoration
 * @returns {SVGElement | undefined} a drawing that fills its box, or undefined when the address is not one of ours
 */
export function drawPicture(url, alt) {
  const wanted = parseAddress(url);
  if (!wanted) return undefined;
  const shape = SHAPES[wanted.shape] ?? NEUTRAL;
  if (wanted.colour === 'multi') return draw(shape, MULTI[0], { ...wanted, pattern: 'multi' }, alt);
  if (wanted.colour === 'clear') return draw(shape, CLEAR, { ...wanted, clear: true }, alt);
  return draw(shape, `#${wanted.colour}`, wanted, alt);
}

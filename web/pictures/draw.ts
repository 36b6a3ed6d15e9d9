/**
 * Draws pictures of products in the page, of shapes, colours, patterns and views that their addresses name. Loaded by `picture.ts` when
 * the first is to be drawn.
 */
import { CLOTHES } from './shapes-clothes.js';
import { HOME } from './shapes-home.js';
import { OUTDOOR } from './shapes-outdoor.js';
import { TABLE } from './shapes-table.js';
import { WORN } from './shapes-worn.js';
import { type Attributes, patternInk, type Shape, TONES } from './tones.js';

/** What an address such as `/pictures/rainjacket-efc437-striped-small.svg` says of a drawing. */
export interface Drawing {
  shape: string;
  /** Six hexadecimal digits, `multi` or `clear`. */
  colour: string;
  /** Pattern and view. */
  words: string[];
}

const SHAPES = new Map(Object.entries({ ...CLOTHES, ...WORN, ...HOME, ...TABLE, ...OUTDOOR }));

/** What a shape that we cannot draw looks like: a parcel. */
const NEUTRAL: Shape = [
  ['base', 'M34 88 L100 60 L166 88 V174 L100 204 L34 174Z'],
  ['light', 'M34 88 L100 60 L166 88 L100 116Z'],
  ['dark', 'M100 116 L166 88 V174 L100 204Z'],
  ['glow', 'M62 76 L128 104 V128 L138 124 V100 L72 72Z'],
];

const SVG = 'http://www.w3.org/2000/svg';
const MULTI_GROUND = '#3f7fb5';
const MULTI = [MULTI_GROUND, '#e0a63a', '#c9545b', '#4c9a74', '#7a5ea8'];

/** Glass. */
const CLEAR = '#cfdfe4';

let patterns = 0;

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: Node[]
): SVGElementTagNameMap[Name] {
  const node = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, String(value));
  node.append(...children);
  return node;
}

const isPattern = (word: string): word is Pattern => Object.hasOwn(PATTERNS, word);

/** The width of a tile of the pattern, and what is on it. */
type Tile = [size: number, ...marks: SVGElement[]];
type Pattern = 'striped' | 'checked' | 'dotted' | 'floral' | 'multi';

const PATTERNS: Record<Pattern, (ink: string) => Tile> = {
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
    ...(
      [
        [8, 4],
        [12, 8],
        [8, 12],
        [4, 8],
      ] as const
    ).map(([cx, cy]) => element('circle', { cx, cy, r: 3, fill: ink })),
    element('circle', { cx: 8, cy: 8, r: 2, fill: '#e9b949' }),
    element('circle', { cx: 21, cy: 20, r: 2.4, fill: ink }),
  ],
  multi: () => [30, ...MULTI.map((fill, i) => element('rect', { x: 0, y: i * 6, width: 30, height: 6, fill }))],
};

/** @returns the id of the pattern, and its definition */
function patternFill(name: Pattern, ink: string): [id: string, definition: SVGElement] {
  const [size, ...marks] = PATTERNS[name](ink);
  const id = `pattern-${++patterns}`;
  return [id, element('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse' }, ...marks)];
}

interface Look {
  pattern?: Pattern | undefined;
  /** Seen from nearby. */
  detail?: boolean;
  clear?: boolean;
}

function draw(shape: Shape, colour: string, { pattern, detail, clear }: Look, alt: string): SVGElement {
  const viewBox = detail ? '52 64 96 115' : '0 0 200 240';
  const svg = element('svg', { viewBox, class: 'drawing', preserveAspectRatio: 'xMidYMid meet' });
  if (alt === '') svg.setAttribute('aria-hidden', 'true');
  else {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', alt);
  }
  const fill = pattern ? patternFill(pattern, patternInk(colour)) : undefined;
  if (fill) svg.append(element('defs', {}, fill[1]));
  for (const [tone, d] of shape) {
    svg.append(element('path', { d, ...TONES[tone](colour) }));
    if (tone === 'base' && fill) svg.append(element('path', { d, fill: `url(#${fill[0]})`, 'fill-rule': 'evenodd' }));
  }
  if (clear) svg.setAttribute('opacity', '0.75');
  return svg;
}

/** The drawing for images that are missing or do not load. */
export const drawNeutral = (alt: string): SVGElement => draw(NEUTRAL, '#b9a48a', {}, alt);

/**
 * @param alt what it shows; empty for decoration
 * @returns a drawing that fills its box
 */
export function drawPicture({ shape: name, colour, words }: Drawing, alt: string): SVGElement {
  const look = { pattern: words.find(isPattern), detail: words.includes('detail') };
  const shape = SHAPES.get(name) ?? NEUTRAL;
  if (colour === 'multi') return draw(shape, MULTI_GROUND, { ...look, pattern: 'multi' }, alt);
  if (colour === 'clear') return draw(shape, CLEAR, { ...look, clear: true }, alt);
  return draw(shape, `#${colour}`, look, alt);
}

/**
 * Tones of a drawing: what a part of a shape looks like, given the product's colour. A white shirt needs darker
 * seams, a black one lighter seams, and both an edge that shows on any ground.
 */

/** Red, green and blue of `#rrggbb`, 0 to 255. */
type Channels = [number, number, number];

const channels = (hex: string) => [1, 3, 5].map(i => Number.parseInt(hex.slice(i, i + 2), 16)) as Channels;
const toHex = (rgb: number[]) => `#${rgb.map(c => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
const mix = (hex: string, other: string, share: number) => {
  const to = channels(other);
  return toHex(channels(hex).map((c, i) => c + (to[i]! - c) * share));
};

/** Perceived lightness, 0 to 1. */
function lightness(hex: string): number {
  const [r, g, b] = channels(hex);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/** Colours derived from the one of the product. */
const WAYS = {
  dark: (colour: string) => (lightness(colour) < 0.16 ? mix(colour, '#ffffff', 0.13) : mix(colour, '#10131a', 0.2)),
  deep: (colour: string) => (lightness(colour) < 0.16 ? mix(colour, '#000000', 0.45) : mix(colour, '#10131a', 0.52)),
  light: (colour: string) => mix(colour, '#ffffff', lightness(colour) > 0.85 ? 0.6 : 0.22),
  line: (colour: string) => (lightness(colour) < 0.3 ? mix(colour, '#ffffff', 0.38) : mix(colour, '#10131a', 0.32)),
  edge: (colour: string) => (lightness(colour) < 0.2 ? mix(colour, '#ffffff', 0.2) : mix(colour, '#10131a', 0.18)),
  pattern: (colour: string) => (lightness(colour) < 0.55 ? mix(colour, '#ffffff', 0.62) : mix(colour, '#1b2436', 0.55)),
};

/** The colour of a pattern on the product. */
export const patternInk = WAYS.pattern;

export type Attributes = Record<string, string | number>;
type Paint = (colour: string) => Attributes;

const filled =
  (way: keyof typeof WAYS): Paint =>
  colour => ({ fill: WAYS[way](colour), 'fill-rule': 'evenodd' });
const fixed =
  (fill: string, opacity = 1): Paint =>
  () => ({ fill, opacity, 'fill-rule': 'evenodd' });
const stroked =
  (stroke: (colour: string) => string, width: number): Paint =>
  colour => ({
    fill: 'none',
    stroke: stroke(colour),
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });

/** Tone → attributes of its path. */
export const TONES = {
  base: (colour: string) => ({
    fill: colour,
    'fill-rule': 'evenodd',
    stroke: WAYS.edge(colour),
    'stroke-width': 1.2,
    'stroke-linejoin': 'round',
  }),
  dark: filled('dark'),
  deep: filled('deep'),
  light: filled('light'),
  line: stroked(WAYS.line, 1.8),
  stitch: stroked(colour => (lightness(colour) > 0.8 ? '#b9ad97' : '#d8ac5c'), 1.8),
  strap: stroked(WAYS.dark, 9),
  'strap-wide': stroked(colour => colour, 17),
  'strap-thin': stroked(WAYS.deep, 3),
  ink: stroked(() => '#2b2f36', 4),
  white: fixed('#fbfaf7'),
  wood: fixed('#a9794d'),
  metal: fixed('#a7adb4'),
  leaf: fixed('#4d8a58'),
  glow: fixed('#f7d774', 0.45),
  flame: fixed('#f2a63b'),
  glass: fixed('#2a2d33', 0.82),
  mirror: fixed('#d7e4ea'),
  shine: fixed('#ffffff', 0.5),
  tile: fixed('#ece9e3'),
} satisfies Record<string, Paint>;

/** Parts of a drawing from back to front, each with its path. */
export type Shape = readonly (readonly [tone: keyof typeof TONES, path: string])[];

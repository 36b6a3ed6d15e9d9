/**
 * The palette of the colour facet: seventeen ids, and which of them a hex code or CSS name belongs to: the id that most of
 * the nearest anchors have, weighed by their distance in CIELAB (D65, Euclidean). The anchors are the colours that a
 * survey has names for, the CSS named colours, classed by hand, and a few dark cloth shades: of surveyed names that say one
 * id alone, 95 in 100 are classed as they say by the other anchors. Codes do not tell metallic and mixed colours: GOLD,
 * SILVER, MULTI and TRANSPARENT come from their names alone.
 */
import { colorsNamed, converter, formatHex, parse } from 'culori';
import { SURVEYED } from './surveyed-colors.js';

export const COLOR_IDS = [
  'BLACK',
  'WHITE',
  'GREY',
  'BROWN',
  'BEIGE',
  'RED',
  'PINK',
  'ORANGE',
  'YELLOW',
  'GREEN',
  'TURQUOISE',
  'BLUE',
  'PURPLE',
  'GOLD',
  'SILVER',
  'MULTI',
  'TRANSPARENT',
] as const;
export type ColorId = (typeof COLOR_IDS)[number];

/** CSS colour of an id. MULTI and TRANSPARENT have none: storefronts draw a sign for them by id. */
const CSS: Readonly<Record<ColorId, string>> = {
  BLACK: '#000000',
  WHITE: '#ffffff',
  GREY: '#808080',
  BROWN: '#8b4513',
  BEIGE: '#e8d8b9',
  RED: '#d9262e',
  PINK: '#ffa8bd',
  ORANGE: '#ff8c00',
  YELLOW: '#ffe135',
  GREEN: '#2e8b3d',
  TURQUOISE: '#40e0d0',
  BLUE: '#1f5fd0',
  PURPLE: '#800080',
  GOLD: '#d4af37',
  SILVER: '#c0c0c0',
  MULTI: 'transparent',
  TRANSPARENT: 'transparent',
};

const ANCHORS: Partial<Record<ColorId, string>> = {
  BLACK: 'black #1a1a1a #141418',
  WHITE: 'white snow ghostwhite floralwhite ivory mintcream azure aliceblue honeydew seashell whitesmoke',
  GREY: `gray darkgray lightgray dimgray silver gainsboro slategray lightslategray darkslategray #36454f #3a3a3a
    #4a4a4a`,
  BROWN: 'brown saddlebrown sienna chocolate peru rosybrown #654321 #4b3621 #3b2314 #5c4033 #7b5b3a',
  BEIGE: `beige antiquewhite bisque blanchedalmond cornsilk linen oldlace wheat tan burlywood papayawhip moccasin
    navajowhite peachpuff khaki darkkhaki #c8b89a`,
  RED: 'red darkred firebrick crimson maroon indianred tomato #5e1224 #800020 #722f37',
  PINK: `pink lightpink hotpink deeppink palevioletred mediumvioletred mistyrose lavenderblush lightcoral salmon
    fuchsia`,
  ORANGE: 'orange darkorange orangered coral lightsalmon darksalmon sandybrown',
  YELLOW: `yellow gold lightyellow lemonchiffon lightgoldenrodyellow palegoldenrod goldenrod darkgoldenrod`,
  GREEN: `green lime forestgreen darkgreen seagreen mediumseagreen olive darkolivegreen olivedrab yellowgreen lawngreen
    chartreuse palegreen lightgreen limegreen springgreen mediumspringgreen darkseagreen greenyellow #4b5320 #1e3d2b`,
  TURQUOISE: `turquoise mediumturquoise darkturquoise paleturquoise aquamarine mediumaquamarine aqua teal darkcyan
    lightseagreen lightcyan cadetblue`,
  BLUE: `blue navy darkblue mediumblue royalblue cornflowerblue dodgerblue deepskyblue skyblue lightskyblue lightblue
    steelblue lightsteelblue powderblue midnightblue #1f2a44 #14213d #3b5b85`,
  PURPLE: `purple indigo rebeccapurple darkviolet blueviolet darkorchid mediumorchid orchid violet plum thistle
    mediumpurple lavender darkmagenta slateblue darkslateblue mediumslateblue #3c1f3f`,
};

interface Anchor {
  id: ColorId;
  l: number;
  a: number;
  b: number;
}

/** How many of the nearest anchors decide. */
const NEAREST = 5;
/** Square of the distance from which on an anchor weighs less than one of the same colour: a difference hardly seen. */
const SAME_COLOR = 3;

const toLab = converter('lab65');
const IDS: ReadonlySet<string> = new Set(COLOR_IDS);

let anchors: readonly Anchor[] | undefined;

/** Made when a colour is first classed: most threads never do, and would start later. */
function allAnchors(): readonly Anchor[] {
  return (anchors ??= COLOR_IDS.flatMap(id => {
    const surveyed = SURVEYED[id]?.split(/\s+/).map(digits => `#${digits}`) ?? [];
    return [...surveyed, ...(ANCHORS[id]?.split(/\s+/) ?? [])].map(text => {
      const { l, a, b } = toLab(text)!;
      return { id, l, a, b };
    });
  }));
}

/** The CSS colour code of an id. */
export function cssOf(id: ColorId): string {
  return CSS[id];
}

/** `#rrggbb` in lower case for a hex code or a CSS colour name (case ignored), or undefined. */
export function hexOf(text: string): string | undefined {
  const color = read(text.trim().toLowerCase());
  return color === undefined ? undefined : formatHex(color);
}

/** The palette id of an id (case ignored), a hex code or a CSS colour name; undefined for any other text. */
export function colorIdOf(text: string): ColorId | undefined {
  const trimmed = text.trim();
  const upper = trimmed.toUpperCase();
  if (IDS.has(upper)) return upper as ColorId;
  if (upper === 'GRAY') return 'GREY';
  const color = read(trimmed.toLowerCase());
  if (color === undefined) return undefined;
  if (color.alpha === 0) return 'TRANSPARENT';
  return namedMost(toLab(color));
}

/** The id that the nearest anchors say. */
function namedMost({ l, a, b }: Omit<Anchor, 'id'>): ColorId {
  const near: { id: ColorId; distance: number }[] = [];
  for (const anchor of allAnchors()) {
    const distance = (anchor.l - l) ** 2 + (anchor.a - a) ** 2 + (anchor.b - b) ** 2;
    if (near.length === NEAREST && distance >= near[NEAREST - 1].distance) continue;
    const place = near.findIndex(other => distance < other.distance);
    near.splice(place < 0 ? near.length : place, 0, { id: anchor.id, distance });
    if (near.length > NEAREST) near.pop();
  }
  const votes = new Map<ColorId, number>();
  for (const { id, distance } of near) votes.set(id, (votes.get(id) ?? 0) + 1 / (distance + SAME_COLOR));
  return [...votes].reduce((most, vote) => (vote[1] > most[1] ? vote : most))[0];
}

/** culori also reads hex digits without `#`, which would make colours of words such as `bed` and `facade`. */
function read(lower: string): ReturnType<typeof parse> {
  return lower.startsWith('#') || Object.hasOwn(colorsNamed, lower) ? parse(lower) : undefined;
}

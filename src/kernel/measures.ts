/**
 * Lengths, volumes and weights in the units a catalog may use, and their conversion. Each dimension has a base unit
 * (millimetre, millilitre, gram) in which every factor below is exact by definition of the unit: comparing two
 * measures in base units needs no rounding rules. Fluid ounce, pint, quart and gallon are the US liquid ones.
 */
export type Dimension = 'length' | 'volume' | 'weight';

const FACTORS = {
  length: { mm: 1, cm: 10, dm: 100, m: 1_000, km: 1_000_000, in: 25.4, ft: 304.8, yd: 914.4 },
  volume: {
    ml: 1,
    cl: 10,
    dl: 100,
    l: 1_000,
    m3: 1_000_000,
    cm3: 1,
    floz: 29.5735295625,
    pt: 473.176473,
    qt: 946.352946,
    gal: 3_785.411784,
  },
  weight: { mg: 0.001, g: 1, hg: 100, kg: 1_000, t: 1_000_000, oz: 28.349523125, lb: 453.59237 },
} as const;

/** The unit of a bound of a measure that names none, e.g. `length [10, 20]` or `f.length.min=10`. */
export const DEFAULT_UNITS: Readonly<Record<Dimension, string>> = { length: 'cm', volume: 'l', weight: 'kg' };

interface Unit {
  dimension: Dimension;
  /** Base units in one of these. */
  factor: number;
}

const UNITS = new Map<string, Unit>();
for (const dimension of ['length', 'volume', 'weight'] as const) {
  for (const [unit, factor] of Object.entries(FACTORS[dimension])) UNITS.set(unit, { dimension, factor });
}

/** The units of a dimension, smallest metric first, for messages. */
export function unitsOf(dimension: Dimension): string[] {
  return Object.keys(FACTORS[dimension]);
}

/** What a unit measures, or undefined when there is no such unit. Units are lower case. */
export function dimensionOf(unit: string): Dimension | undefined {
  return UNITS.get(unit)?.dimension;
}

/**
 * `amount` of `from`, in `to`.
 * @throws RangeError when a unit is unknown or the two measure different things; ask `dimensionOf` first for input.
 */
export function convert(amount: number, from: string, to: string): number {
  const source = known(from);
  const target = known(to);
  if (source.dimension !== target.dimension) throw new RangeError(`cannot convert ${from} to ${to}`);
  return source === target ? amount : (amount * source.factor) / target.factor;
}

/**
 * The amount in the base unit of its dimension: mm, ml or g.
 * @throws RangeError when the unit is unknown.
 */
export function toBase(measure: { amount: number; unit: string }): number {
  return measure.amount * known(measure.unit).factor;
}

function known(unit: string): Unit {
  const found = UNITS.get(unit);
  if (found === undefined) throw new RangeError(`unknown unit ${unit}`);
  return found;
}

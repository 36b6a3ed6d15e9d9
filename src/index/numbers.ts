/**
 * Part `numbers`: number columns that change seldom (rating, release date, measures, custom numbers and lengths). A
 * column holds one value for each product or for each variant, NaN where there is none.
 *
 *   ID f64[P or V] for each column; meta lists {id, level, units?}
 *   ID.units u8[P or V] for each column of measures: of each value, its place in `units` counted from 1, or 0
 *   "same product" f64[P] a column that is no attribute: see build/views/same-product.ts
 *
 * Measures are stored in base units (mm, ml, g), with the units in which they were imported: the unit that most values
 * have is that of the column.
 */
import { type Growable, growableF64, growableU8 } from '../kernel/growable.js';
import { toBase } from '../kernel/measures.js';
import { type Part, PartWriter } from './part.js';

/** The id of the column by which products are told that are the same under another key. */
export const SAME_PRODUCT = 'same product';

export type Level = 'product' | 'variant';

export interface NumberColumn {
  /** Rule attribute name: `rating`, `release_date`, `length`, `custom.number.x`, `custom.length.x`. */
  id: string;
  level: Level;
  /** Display unit of a measure: that of most values. */
  unit?: string;
  values: Float64Array;
  /** The units of a measure. */
  units?: UnitColumn;
}

/** The units in which the values of a column were imported. */
export interface UnitColumn {
  names: readonly string[];
  /** Of each value, the place of its unit in `names` counted from 1; 0 where there is no value. */
  of: Uint8Array;
}

interface ColumnBuilder {
  values: Growable<Float64Array>;
  /** The unit of each value, by its place in `names` counted from 1. */
  units: Growable<Uint8Array>;
  names: string[];
}

export class NumbersBuilder {
  private readonly columns = { product: new Map<string, ColumnBuilder>(), variant: new Map<string, ColumnBuilder>() };

  /**
   * Sets the value of one product or variant; a second one for the same owner is ignored.
   * @param owner its ordinal, ascending within a column
   */
  set(id: string, level: Level, owner: number, value: number | { amount: number; unit: string }): void {
    // A column with values on both levels is stored by variant, as in AttributesBuilder.
    const columns = this.columns[level];
    let column = columns.get(id);
    if (!column) columns.set(id, (column = { values: growableF64(), units: growableU8(), names: [] }));
    while (column.values.length < owner) {
      column.values.push(Number.NaN);
      column.units.push(0);
    }
    if (column.values.length > owner) return;
    if (typeof value === 'number') {
      column.values.push(value);
      column.units.push(0);
    } else {
      column.values.push(toBase(value));
      if (!column.names.includes(value.unit)) column.names.push(value.unit);
      column.units.push(column.names.indexOf(value.unit) + 1);
    }
  }

  finish(products: number, variants: number, productOf: Uint32Array): PartWriter {
    const ids = [...new Set([...this.columns.product.keys(), ...this.columns.variant.keys()])].sort();
    const columns = ids.map((id): NumberColumn => {
      const product = this.columns.product.get(id);
      const variant = this.columns.variant.get(id);
      const names = [...new Set([...(product?.names ?? []), ...(variant?.names ?? [])])].sort();
      const level: Level = variant ? 'variant' : 'product';
      const size = level === 'variant' ? variants : products;
      const values = new Float64Array(size).fill(Number.NaN);
      const of = new Uint8Array(size);
      const set = (owner: number, from: ColumnBuilder, at: number): void => {
        if (at >= from.values.length || Number.isNaN(from.values.get(at)) || !Number.isNaN(values[owner])) return;
        values[owner] = from.values.get(at);
        const unit = from.units.get(at);
        if (unit > 0) of[owner] = names.indexOf(from.names[unit - 1]) + 1;
      };
      for (let owner = 0; owner < size; owner++) {
        if (variant) set(owner, variant, owner);
        if (product) set(owner, product, variant ? productOf[owner] : owner);
      }
      return { id, level, values, ...(names.length > 0 && { units: { names, of } }) };
    });
    return writeNumbers(columns);
  }
}

/** @param columns sorted by id */
export function writeNumbers(columns: readonly NumberColumn[]): PartWriter {
  const part = new PartWriter('numbers', {
    columns: columns.map(({ id, level, units }) => (units ? { id, level, units: units.names } : { id, level })),
  });
  for (const { id, values, units } of columns) {
    part.add(id, values);
    if (units) part.add(`${id}.units`, units.of);
  }
  return part;
}

/** The unit of most values; of several, the first by name. */
function mostFrequent({ names, of }: UnitColumn): string {
  const counts = new Uint32Array(names.length + 1);
  for (let i = 0; i < of.length; i++) counts[of[i]]++;
  let best = 1;
  for (let unit = 2; unit <= names.length; unit++) if (counts[unit] > counts[best]) best = unit;
  return names[best - 1];
}

export class NumberColumns {
  private readonly byId = new Map<string, NumberColumn>();
  private readonly hidden: NumberColumn | undefined;

  constructor(part: Part) {
    const meta = part.meta as { columns: { id: string; level: Level; units?: string[] }[] };
    for (const { id, level, units: names } of meta.columns) {
      const units = names && { names, of: part.u8(`${id}.units`) };
      const measure = units && { unit: mostFrequent(units), units };
      this.byId.set(id, { id, level, values: part.f64(id), ...measure });
    }
    this.hidden = this.byId.get(SAME_PRODUCT);
    this.byId.delete(SAME_PRODUCT);
  }

  /**
   * By product: what it has in common with those that are the same product under another key, and with no others; NaN
   * where that cannot be told.
   */
  get sameProduct(): Float64Array | undefined {
    return this.hidden?.values;
  }

  /** All columns, that of `sameProduct` too. */
  stored(): NumberColumn[] {
    return [...this.byId.values(), ...(this.hidden ? [this.hidden] : [])];
  }

  get(id: string): NumberColumn | undefined {
    return this.byId.get(id);
  }

  ids(): Iterable<string> {
    return this.byId.keys();
  }
}

/** Converts a stored measure to the display unit; other numbers are returned unchanged. */
export function toDisplayUnit(column: NumberColumn, value: number): number {
  return column.unit ? Number((value / toBase({ amount: 1, unit: column.unit })).toPrecision(12)) : value;
}

/** Relative tolerance of bounds: displayed ones are rounded, and conversions between units are inexact. */
const SLACK = 1e-11;

/** Converts bounds to the base unit of the column. @param unit that of the bounds, by default the display unit */
export function toBaseRange(
  column: NumberColumn,
  min: number,
  max: number,
  unit = column.unit,
): { min: number; max: number } {
  if (!unit) return { min, max };
  const low = toBase({ amount: min, unit });
  const high = toBase({ amount: max, unit });
  return {
    min: Number.isFinite(low) ? low - Math.abs(low) * SLACK : low,
    max: Number.isFinite(high) ? high + Math.abs(high) * SLACK : high,
  };
}

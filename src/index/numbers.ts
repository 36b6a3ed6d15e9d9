/**
 * Part `numbers`: number columns that change seldom (rating, release date, measures, custom numbers and lengths). A
 * column holds one value for each product or for each variant, NaN where there is none.
 *
 *   ID f64[P or V] for each column; meta lists {id, level, unit?}
 *
 * Measures are stored in base units (mm, ml, g); `unit` is the unit in which most values were imported.
 */
import { type Growable, growableF64 } from '../kernel/growable.js';
import { toBase } from '../kernel/measures.js';
import { type Part, PartWriter } from './part.js';

export type Level = 'product' | 'variant';

export interface NumberColumn {
  /** Rule attribute name: `rating`, `release_date`, `length`, `custom.number.x`, `custom.length.x`. */
  id: string;
  level: Level;
  /** Display unit of a measure. */
  unit?: string;
  values: Float64Array;
}

interface ColumnBuilder {
  values: Growable<Float64Array>;
  units: Map<string, number>;
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
    if (!column) columns.set(id, (column = { values: growableF64(), units: new Map() }));
    while (column.values.length < owner) column.values.push(Number.NaN);
    if (column.values.length > owner) return;
    if (typeof value === 'number') {
      column.values.push(value);
    } else {
      column.values.push(toBase(value));
      column.units.set(value.unit, (column.units.get(value.unit) ?? 0) + 1);
    }
  }

  finish(products: number, variants: number, productOf: Uint32Array): PartWriter {
    const ids = [...new Set([...this.columns.product.keys(), ...this.columns.variant.keys()])].sort();
    const columns = ids.map(id => {
      const product = this.columns.product.get(id);
      const variant = this.columns.variant.get(id);
      const units = new Map([...(product?.units ?? [])]);
      for (const [unit, count] of variant?.units ?? []) units.set(unit, (units.get(unit) ?? 0) + count);
      const unit = [...units].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
      const level: Level = variant ? 'variant' : 'product';
      const values = new Float64Array(level === 'variant' ? variants : products).fill(Number.NaN);
      if (variant) values.set(variant.values.view());
      else values.set(product!.values.view());
      if (variant && product) {
        for (let v = 0; v < variants; v++) {
          const own = product.values.length > productOf[v] ? product.values.get(productOf[v]) : Number.NaN;
          if (Number.isNaN(values[v])) values[v] = own;
        }
      }
      return { id, level, unit, values };
    });
    const part = new PartWriter('numbers', {
      columns: columns.map(({ id, level, unit }) => (unit ? { id, level, unit } : { id, level })),
    });
    for (const column of columns) part.add(column.id, column.values);
    return part;
  }
}

export class NumberColumns {
  private readonly byId = new Map<string, NumberColumn>();

  constructor(part: Part) {
    const meta = part.meta as { columns: { id: string; level: Level; unit?: string }[] };
    for (const column of meta.columns) this.byId.set(column.id, { ...column, values: part.f64(column.id) });
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

/** Joins the parts that are columns by ordinal: offers, numbers, vectors and card indexes. */
import { placed } from '../../kernel/array-blocks.js';
import { type CardIndex, writeCardIndex } from '../cards.js';
import { type Level, type NumberColumn, type NumberColumns, type UnitColumn, writeNumbers } from '../numbers.js';
import { type Offers, type SparsePriceColumns, type StoreColumn, writeOffers } from '../offers.js';
import type { PartWriter } from '../part.js';
import {
  type EmbeddingColumn,
  type ProductVectors,
  paddedDimensions,
  writeProductVectors,
} from '../product-vectors.js';
import type { Structure } from '../structure.js';
import type { JoinedOrdinals } from './join-structure.js';
import { BASE, firstFrom, MergedOrder } from './merged-order.js';

export function joinOffers(base: Offers, overlay: Offers, { variants }: JoinedOrdinals): PartWriter {
  return writeOffers({
    list: variants.gather(base.list, overlay.list),
    sell: variants.gather(base.sell, overlay.sell),
    stock: variants.gather(base.stock, overlay.stock),
    stores: new Map(
      union(base.stores, overlay.stores).map(key => [
        key,
        joinStore(storeOf(base, key), storeOf(overlay, key), variants),
      ]),
    ),
    prices: new Map(
      union(base.priceIds, overlay.priceIds).map(id => [
        id,
        joinPrices(pricesOf(base, id), pricesOf(overlay, id), variants),
      ]),
    ),
  });
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}

const NO_STOCK: StoreColumn = { variants: new Uint32Array(0), stock: new Int32Array(0) };
const NO_PRICES: SparsePriceColumns = {
  variants: new Uint32Array(0),
  list: new Float64Array(0),
  sell: new Float64Array(0),
};

function storeOf(offers: Offers, key: string): StoreColumn {
  const index = offers.storeIndex(key);
  return index < 0 ? NO_STOCK : offers.storeColumn(index);
}

function pricesOf(offers: Offers, id: string): SparsePriceColumns {
  const index = offers.priceIndex(id);
  return index < 0 ? NO_PRICES : offers.priceColumn(index);
}

function joinStore(base: StoreColumn, overlay: StoreColumn, order: MergedOrder): StoreColumn {
  const { entries, variants } = joinEntries(base.variants, overlay.variants, order);
  return { variants, stock: entries.gather(base.stock, overlay.stock) };
}

function joinPrices(base: SparsePriceColumns, overlay: SparsePriceColumns, order: MergedOrder): SparsePriceColumns {
  const { entries, variants } = joinEntries(base.variants, overlay.variants, order);
  return { variants, list: entries.gather(base.list, overlay.list), sell: entries.gather(base.sell, overlay.sell) };
}

/** The order of the entries of two sparse columns, and their variants in the union. @param order of the variants */
function joinEntries(base: Uint32Array, overlay: Uint32Array, order: MergedOrder) {
  const entries = new MergedOrder();
  const variants = placed(Uint32Array, base.length + overlay.length);
  const next = [0, 0];
  let at = 0;
  for (const { segment, from, to } of order.runs) {
    const own = segment === BASE ? base : overlay;
    const first = firstFrom(next[segment], own.length, entry => own[entry] < from);
    let entry = first;
    for (let n = entries.size; entry < own.length && own[entry] < to; entry++) variants[n++] = own[entry] - from + at;
    entries.add(segment, first, entry);
    next[segment] = entry;
    at += to - from;
  }
  return { entries, variants: variants.subarray(0, entries.size) };
}

export function joinNumbers(
  base: { numbers: NumberColumns; structure: Structure },
  overlay: { numbers: NumberColumns; structure: Structure },
  { products, variants }: JoinedOrdinals,
): PartWriter {
  const stored = [base.numbers.stored(), overlay.numbers.stored()];
  const [own, added] = stored.map(columns => columns.map(({ id }) => id));
  const ids = union(own, added).sort();
  const columns = ids.flatMap((id): NumberColumn[] => {
    const sides = stored.map(columns => columns.find(column => column.id === id));
    const level: Level = sides.some(column => column?.level === 'variant') ? 'variant' : 'product';
    const [a, b] = sides.map((column, i) => columnAt(level, column, i === 0 ? base.structure : overlay.structure));
    const owners = level === 'variant' ? variants : products;
    const values = owners.gather(a.values, b.values);
    if (values.every(Number.isNaN)) return [];
    if (!a.units && !b.units) return [{ id, level, values }];
    return [{ id, level, values, units: joinUnits(a, b, owners) }];
  });
  return writeNumbers(columns);
}

/** Both have the spaces of the same settings. */
export function joinVectors(base: ProductVectors, overlay: ProductVectors, { products }: JoinedOrdinals): PartWriter {
  const { dimensions } = base;
  const vectors = products.gather(base.vectors, overlay.vectors, dimensions);
  const spaces = base.spaceNames().map(name => joinSpace(base.space(name)!, overlay.space(name)!, products));
  return writeProductVectors({ dimensions, vectors, spaces });
}

/** Where one side has no vectors of a space, its products are without; where neither has, the column stays empty. */
function joinSpace(base: EmbeddingColumn, overlay: EmbeddingColumn, products: MergedOrder): EmbeddingColumn {
  if (base.scale.length + overlay.scale.length === 0) return base;
  const { name, dimensions } = base;
  const vectors = products.gather(base.vectors, overlay.vectors, paddedDimensions(dimensions));
  return { name, dimensions, vectors, scale: products.gather(base.scale, overlay.scale) };
}

type ColumnValues = Pick<NumberColumn, 'values' | 'units'>;

/** The values of a column by product or variant; a variant without its own has that of its product. */
function columnAt(level: Level, column: NumberColumn | undefined, structure: Structure): ColumnValues {
  const size = level === 'variant' ? structure.variantCount : structure.productCount;
  if (!column) return { values: placed(Float64Array, size).fill(Number.NaN) };
  if (column.level === level) return column;
  const values = Float64Array.from(structure.productOf, product => column.values[product]);
  if (!column.units) return { values };
  const { names, of } = column.units;
  return { values, units: { names, of: Uint8Array.from(structure.productOf, product => of[product]) } };
}

function joinUnits(base: ColumnValues, overlay: ColumnValues, owners: MergedOrder): UnitColumn {
  const all = union(base.units?.names ?? [], overlay.units?.names ?? []).sort();
  const [a, b] = [base, overlay].map(({ values, units }) => {
    if (!units) return placed(Uint8Array, values.length);
    const places = Uint8Array.from([0, ...units.names.map(name => all.indexOf(name) + 1)]);
    return units.of.map(unit => places[unit]);
  });
  const of = owners.gather(a, b);
  const used = all.filter((_, i) => of.includes(i + 1));
  const places = Uint8Array.from([0, ...all.map(name => used.indexOf(name) + 1)]);
  return { names: used, of: used.length === all.length ? of : of.map(unit => places[unit]) };
}

export function joinCards(base: CardIndex, overlay: CardIndex, groups: MergedOrder): PartWriter {
  const files = [...base.files, ...overlay.files];
  return writeCardIndex(files, {
    file: groups.gather(
      base.file,
      overlay.file.map(file => file + base.files.length),
    ),
    offset: groups.gather(base.offset, overlay.offset),
    length: groups.gather(base.length, overlay.length),
    hot: groups.gather(base.hot, overlay.hot),
  });
}

/**
 * Part `attributes`: the text attributes of a view. It holds for each attribute its distinct values, the values of each
 * owner, and the owners of each value. Facets count by owner; rules and selections look up by value.
 *
 *   ID.values (strings)     value ids in byte order; of spellings that differ in case alone, the most frequent
 *   ID.start u32[N+1], ID.of u32|u16     values of each owner (CSR), ascending
 *   ID.ownersStart u32[K+1], ID.owners u32    owners of each value (CSR), ascending
 *   sets u16[P × W], ID.sets.start u32[C+1], ID.sets.values u32    see value-sets.ts
 *
 * Owners are products, or variants for an attribute that any variant has. A product with a hierarchical value (`A > B`)
 * also has its ancestors (`A`), so that a rule for a value matches the levels below it.
 */

import { orderByBytes } from '../kernel/byte-order.js';
import { growableU32 } from '../kernel/growable.js';
import { sparseRows, transposed } from '../kernel/sparse-rows.js';
import type { Level } from './numbers.js';
import { type Part, PartWriter } from './part.js';
import type { PagedSection } from './part-reader.js';
import { Strings, writeStrings } from './strings.js';
import { foldName } from './value-labels.js';
import { type Pairs, ValuePairs } from './value-pairs.js';
import { ValueSetColumns, type ValueSets, ValueSetTable, writeValueSets } from './value-sets.js';
import { WordNumbers } from './word-numbers.js';

/** Attributes whose values are paths of levels joined by ` > `. */
export const HIERARCHICAL = new Set(['category', 'ontology']);

export const LEVEL_SEPARATOR = ' > ';

export class AttributeBuilder {
  /** Numbered in the order of their addition. */
  readonly values = new WordNumbers();
  private readonly added = new ValuePairs();

  ordinalOf(value: string): number {
    return this.values.numberOf(value);
  }

  addAll(owner: number, ordinals: readonly number[]): void {
    for (let i = 0; i < ordinals.length; i++) this.added.add(owner, ordinals[i]);
  }

  /** How often each value was added, by order of first addition. */
  counts(): Uint32Array {
    return this.added.counts(this.values.size);
  }

  /** The added pairs as two arrays. @param rank final ordinal of each value, by order of first addition */
  pairs(rank: Uint32Array): Pairs {
    return this.added.pairs(rank);
  }
}

export class AttributesBuilder {
  private readonly product = new Map<string, AttributeBuilder>();
  private readonly variant = new Map<string, AttributeBuilder>();

  /**
   * Adds one value, and the ancestors of a hierarchical one.
   * @param owner ordinal of the product or variant
   */
  add(id: string, level: Level, owner: number, value: string): void {
    this.addOrdinals(id, level, owner, this.ordinalsOf(id, level, value));
  }

  /** The ordinals of a value, and of the ancestors of a hierarchical one, for `addOrdinals`. */
  ordinalsOf(id: string, level: Level, value: string): number[] {
    const attribute = this.attribute(id, level);
    const ordinals = [attribute.ordinalOf(value)];
    if (HIERARCHICAL.has(id)) {
      for (let at = value.lastIndexOf(LEVEL_SEPARATOR); at > 0; at = value.lastIndexOf(LEVEL_SEPARATOR, at - 1)) {
        ordinals.push(attribute.ordinalOf(value.slice(0, at)));
      }
    }
    return ordinals;
  }

  addOrdinals(id: string, level: Level, owner: number, ordinals: readonly number[]): void {
    this.attribute(id, level).addAll(owner, ordinals);
  }

  /** The values of one attribute; made at the first call, from which on the part has the attribute. */
  attribute(id: string, level: Level): AttributeBuilder {
    const side = level === 'product' ? this.product : this.variant;
    let attribute = side.get(id);
    if (!attribute) side.set(id, (attribute = new AttributeBuilder()));
    return attribute;
  }

  /**
   * To be called once: it frees what was added.
   * @param variantStart first variant of each product, and behind the last one the number of variants
   * @returns the part, and the attributes with their values by ordinal
   */
  finish(
    products: number,
    variants: number,
    variantStart: Uint32Array,
  ): { part: PartWriter; attributes: { id: string; values: string[] }[] } {
    const finished = this.finishEach(products, variants, variantStart);
    const attributes: { id: string; values: string[] }[] = [];
    for (let step = finished.next(); ; step = finished.next()) {
      if (step.done) return { part: step.value, attributes };
      attributes.push(step.value);
    }
  }

  /**
   * As `finish`, one attribute after the other, each of which is freed before the next.
   * @param spillDir see `PartWriter`
   * @returns the part, behind the attributes with their values by ordinal
   */
  *finishEach(
    products: number,
    variants: number,
    variantStart: Uint32Array,
    spillDir?: string,
  ): Generator<{ id: string; values: string[] }, PartWriter> {
    const ids = [...new Set([...this.product.keys(), ...this.variant.keys()])].sort();
    const meta: PartMeta = { attributes: [], sets: [] };
    const part = new PartWriter('attributes', meta, spillDir);
    const columns = new ValueSetColumns(products, variantStart);
    for (const id of ids) {
      const section = this.compile(id, products, variants, variantStart);
      this.product.delete(id);
      this.variant.delete(id);
      const { level, values, single } = section;
      meta.attributes.push({ id, level, values: values.length, single });
      writeStrings(part, `${id}.values`, values);
      part.add(`${id}.start`, section.start).add(`${id}.of`, section.of);
      part.add(`${id}.ownersStart`, section.ownersStart).add(`${id}.owners`, section.owners);
      columns.add(section);
      yield { id, values };
    }
    const joined = columns.joined();
    meta.sets = joined.map(({ members }) => members.map(({ id }) => id));
    writeValueSets(part, joined, products);
    return part;
  }

  private compile(id: string, products: number, variants: number, variantStart: Uint32Array) {
    const product = this.product.get(id);
    const variant = this.variant.get(id);
    const { values, ranks } = commonSpellings([product, variant]);
    const [productRanks, variantRanks] = ranks;

    // If any variant has values of this attribute, its owners are variants: a product's value is that of its variants.
    const level: Level = variant ? 'variant' : 'product';
    const sides: Pairs[] = [];
    if (product) {
      const pairs = product.pairs(productRanks);
      sides.push(variant ? ofVariants(pairs, variantStart) : pairs);
    }
    if (variant) sides.push(variant.pairs(variantRanks));
    const { owners, values: ordinals } = sides.length === 1 ? sides[0] : concatenated(sides);
    const ownerCount = variant ? variants : products;
    const byValue = sparseRows(ordinals, owners, values.length, ownerCount);
    const byOwner = transposed(byValue, ownerCount);
    let single = true;
    for (let i = 0; i < ownerCount && single; i++) single = byOwner.start[i + 1] - byOwner.start[i] <= 1;
    return {
      id,
      level,
      values,
      single,
      start: byOwner.start,
      of: byOwner.items,
      ownersStart: byValue.start,
      owners: byValue.items,
    };
  }
}

/** The values of products as those of each of their variants. */
function ofVariants({ owners, values }: Pairs, variantStart: Uint32Array): Pairs {
  const variants = growableU32();
  const ordinals = growableU32();
  for (let i = 0; i < owners.length; i++) {
    for (let variant = variantStart[owners[i]]; variant < variantStart[owners[i] + 1]; variant++) {
      variants.push(variant);
      ordinals.push(values[i]);
    }
  }
  return { owners: variants.view(), values: ordinals.view() };
}

function concatenated(sides: readonly Pairs[]): Pairs {
  const length = sides.reduce((sum, { owners }) => sum + owners.length, 0);
  const owners = new Uint32Array(length);
  const values = new Uint32Array(length);
  let at = 0;
  for (const side of sides) {
    owners.set(side.owners, at);
    values.set(side.values, at);
    at += side.owners.length;
  }
  return { owners, values };
}

/**
 * Spellings that differ in case alone are one value, by the most frequent of them.
 * @returns the values in byte order, and of each side the position of each of its spellings among them, by order of
 * addition
 */
function commonSpellings(sides: readonly (AttributeBuilder | undefined)[]): { values: string[]; ranks: Uint32Array[] } {
  const joint = sides.length > 1 && sides[0] && sides[1] ? jointCounts(sides[0], sides[1]) : undefined;
  // In typed arrays but for the values themselves: some attributes have as many as there are products.
  const names = new WordNumbers();
  const best: string[] = [];
  const bestCount = growableU32();
  const numbers = sides.map(side => {
    const counts = side?.counts();
    return new Uint32Array(side?.values.size ?? 0).map((_, ordinal) => {
      const value = side!.values.at(ordinal);
      const count = joint?.get(value) ?? counts![ordinal];
      const number = names.numberOf(foldName(value));
      if (number === best.length) {
        best.push(value);
        bestCount.push(count);
      } else if (count > bestCount.get(number) || (count === bestCount.get(number) && value < best[number])) {
        best[number] = value;
        bestCount.set(number, count);
      }
      return number;
    });
  });
  const order = orderByBytes(best);
  const rank = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) rank[order[place]] = place;
  return { values: Array.from(order, i => best[i]), ranks: numbers.map(list => list.map(number => rank[number])) };
}

/** How often the values were added on both sides. */
function jointCounts(...sides: readonly AttributeBuilder[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const side of sides) {
    side.counts().forEach((count, ordinal) => {
      const value = side.values.at(ordinal);
      counts.set(value, (counts.get(value) ?? 0) + count);
    });
  }
  return counts;
}

/** What the part says beside its sections; `sets`: the attributes of each column of value sets. */
interface PartMeta {
  attributes: AttributeMeta[];
  sets: string[][];
}

/** What the part says of an attribute beside its sections. */
interface AttributeMeta {
  id: string;
  level: Level;
  /** Number of distinct values. */
  values: number;
  single: boolean;
}

export class Attribute {
  readonly id: string;
  readonly level: Level;
  /** Number of distinct values. */
  readonly size: number;
  /** Whether no owner has more than one value. */
  readonly single: boolean;
  readonly values: Strings;
  private readonly byOwner: { start: PagedSection<Uint32Array>; values: PagedSection<Uint32Array> };
  private readonly byValue: { start: PagedSection<Uint32Array>; owners: PagedSection<Uint32Array> };

  constructor(
    part: Part,
    { id, level, values, single }: AttributeMeta,
    /** Position among the attributes of the part, and of the `labels` part. */
    readonly index: number,
    /** Undefined where too few products share a set of values. */
    readonly sets: ValueSets | undefined,
  ) {
    this.id = id;
    this.level = level;
    this.size = values;
    this.single = single;
    this.values = new Strings(part, `${id}.values`);
    this.byOwner = { start: part.pagedU32(`${id}.start`), values: part.pagedU32(`${id}.of`) };
    this.byValue = { start: part.pagedU32(`${id}.ownersStart`), owners: part.pagedU32(`${id}.owners`) };
  }

  /** CSR: the values of owner `o` are `of[start[o] … start[o + 1])`. */
  get start(): Uint32Array {
    return this.byOwner.start.whole;
  }

  get of(): Uint32Array {
    return this.byOwner.values.whole;
  }

  /** The values of an owner, without reading those of others: a view. */
  valuesOf(owner: number): Uint32Array {
    const start = this.byOwner.start.range(owner, owner + 2);
    const [from, to] = [start[owner], start[owner + 1]];
    return this.byOwner.values.range(from, to).subarray(from, to);
  }

  /** CSR: the owners of value `v` are `owners[ownersStart[v] … ownersStart[v + 1])`. */
  get ownersStart(): Uint32Array {
    return this.byValue.start.whole;
  }

  get owners(): Uint32Array {
    return this.byValue.owners.whole;
  }

  /** The owners of a value, without reading those of others: a view. */
  ownersOf(value: number): Uint32Array {
    const start = this.byValue.start.range(value, value + 2);
    const [from, to] = [start[value], start[value + 1]];
    return this.byValue.owners.range(from, to).subarray(from, to);
  }

  /** Number of pairs of an owner and its value. */
  get pairCount(): number {
    return this.byValue.owners.length;
  }
}

export class Attributes {
  readonly all: readonly Attribute[];
  readonly valueSets: ValueSetTable;
  /** The ids of the attributes of each column of sets. */
  readonly setColumns: readonly (readonly string[])[];
  private readonly byId: Map<string, Attribute>;

  constructor(part: Part) {
    const meta = part.meta as PartMeta;
    this.setColumns = meta.sets;
    this.valueSets = new ValueSetTable(part, meta.sets);
    this.all = meta.attributes.map((one, index) => {
      return new Attribute(part, one, index, this.valueSets.byId.get(one.id));
    });
    this.byId = new Map(this.all.map(attribute => [attribute.id, attribute]));
  }

  get(id: string): Attribute | undefined {
    return this.byId.get(id);
  }
}

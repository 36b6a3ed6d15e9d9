/**
 * What products of a view are like, as far as their attributes tell: those worth comparing, how rare each value is,
 * and one kind for each product (the deepest category it stands in). Derived once per view and thread.
 */
import type { Attribute } from '../index/attributes.js';
import { LEVEL_SEPARATOR } from '../index/attributes.js';
import type { View } from '../snapshot/index.js';

/** What an attribute says of a product; what custom attributes say is not known. */
export type Role =
  | 'category'
  | 'ontology'
  | 'product_type'
  | 'brand'
  | 'series'
  | 'gender'
  | 'age'
  | 'department'
  | 'color'
  | 'pattern'
  | 'custom';

const BUILT_IN: readonly Role[] = [
  'category',
  'ontology',
  'product_type',
  'brand',
  'series',
  'gender',
  'age',
  'department',
  'color',
  'pattern',
];
const MAX_CUSTOM = 4;
/** A custom attribute whose values stand on fewer products on average tells products apart rather than together. */
const LEAST_OWNERS = 4;
/** Goes with every other value of its attribute. */
const NEUTRAL = /^unisex$/i;

export interface Trait {
  role: Role;
  attribute: Attribute;
  /** Values of a product: those of `values` from `start[place]` to `start[place + 1]`, see `Traits.place`. */
  start: Uint32Array;
  values: Uint32Array;
  /** By value, 0 to 1: near 0 where almost every product has it. */
  rarity: Float32Array;
  /** A value that contradicts no other, or -1. */
  neutral: number;
}

export class Traits {
  readonly all: readonly Trait[];
  readonly kinds: Kinds;
  private readonly variantStart: Uint32Array;
  private readonly rows: Uint16Array;
  private readonly width: number;

  constructor(view: View) {
    const { attributes } = view;
    this.variantStart = view.structure.variantStart;
    this.rows = attributes.valueSets.rows;
    this.width = attributes.valueSets.width;
    const builtIn = BUILT_IN.flatMap(role => {
      const attribute = attributes.get(role);
      return attribute && attribute.size > 0 ? [trait(role, attribute)] : [];
    });
    const custom = attributes.all
      .filter(({ id, size, owners }) => id.startsWith('custom.') && size > 1 && owners.length >= size * LEAST_OWNERS)
      .sort((a, b) => b.owners.length - a.owners.length || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_CUSTOM)
      .map(attribute => trait('custom', attribute));
    this.all = [...builtIn, ...custom];
    this.kinds = new Kinds(view);
  }

  /**
   * Where the values of a product are found. Where products share sets of values, those of all attributes are told by
   * one row of memory, and comparing takes half the time. Of other values on variants, those of the first one count.
   */
  place({ attribute: { sets, level } }: Trait, product: number): number {
    if (sets) return this.rows[product * this.width + sets.column] - sets.base;
    return level === 'product' ? product : this.variantStart[product];
  }
}

function trait(role: Role, attribute: Attribute): Trait {
  const { size, ownersStart, start, values, of, sets } = attribute;
  const owners = start.length - 1;
  const rarity = new Float32Array(size);
  let neutral = -1;
  for (let value = 0; value < size; value++) {
    const frequency = ownersStart[value + 1] - ownersStart[value];
    rarity[value] = Math.log(1 + owners / (frequency + 0.5)) / Math.log(1 + owners / 0.5);
    if (role === 'gender' && NEUTRAL.test(values.at(value))) neutral = value;
  }
  return { role, attribute, start: sets?.start ?? start, values: sets?.values ?? of, rarity, neutral };
}

const NO_VALUES = new Uint32Array(1);

/** One kind a product, so that lists can be mixed and kinds be counted; those of `-1` are of no kind. */
export class Kinds {
  readonly of: Int32Array;
  readonly count: number;
  /** The kind's place above, -1 at the top. */
  readonly parent: Int32Array;
  private readonly start: Uint32Array;
  private readonly owners: Uint32Array;

  constructor({ attributes, structure }: View) {
    const attribute = ['category', 'ontology', 'product_type']
      .map(id => attributes.get(id))
      .find(found => found?.level === 'product');
    this.count = attribute?.size ?? 0;
    this.of = new Int32Array(structure.productCount).fill(-1);
    this.parent = new Int32Array(this.count).fill(-1);
    this.start = attribute?.ownersStart ?? NO_VALUES;
    this.owners = attribute?.owners ?? NO_VALUES;
    if (attribute) this.fill(attribute);
  }

  private fill({ values, start, of }: Attribute): void {
    const names = Array.from({ length: this.count }, (_, value) => values.at(value));
    const ordinals = new Map(names.map((name, value) => [name, value]));
    const depth = Uint8Array.from(names, name => Math.min(255, name.split(LEVEL_SEPARATOR).length));
    names.forEach((name, value) => {
      const at = name.lastIndexOf(LEVEL_SEPARATOR);
      if (at > 0) this.parent[value] = ordinals.get(name.slice(0, at)) ?? -1;
    });
    for (let product = 0; product < this.of.length; product++) {
      let deepest = -1;
      for (let i = start[product]; i < start[product + 1]; i++) {
        if (deepest < 0 || depth[of[i]] > depth[deepest]) deepest = of[i];
      }
      this.of[product] = deepest;
    }
  }

  /** Products of a kind or of one below it, ascending. */
  products(kind: number): Uint32Array {
    return this.owners.subarray(this.start[kind], this.start[kind + 1]);
  }
}

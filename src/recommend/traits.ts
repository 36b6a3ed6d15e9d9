/**
 * The attributes of products that recommendations compare, the rarity of each value, and one kind for each product (the
 * deepest category it stands in). Derived once per view and thread.
 */
import type { Attribute } from '../index/attributes.js';
import { LEVEL_SEPARATOR } from '../index/attributes.js';
import type { View } from '../snapshot/index.js';
import { SharedByParts } from './shared-by-parts.js';

/** The role of an attribute in comparisons; custom attributes share one. */
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
/**
 * A custom attribute with fewer products per value on average identifies products rather than groups them, and is not
 * compared.
 */
const LEAST_OWNERS = 4;
/** Names of values that agree with every other value of their attribute. */
const NEUTRAL = /^unisex$/i;

export interface Trait {
  role: Role;
  attribute: Attribute;
  /** Values of a product: those of `values` from `start[place]` to `start[place + 1]`, see `Traits.place`. */
  start: Uint32Array;
  values: Uint32Array;
  /** By value, 0 to 1: near 0 where almost every product has it. */
  rarity: Float32Array;
  /** The neutral value, which contradicts no other, or -1. */
  neutral: number;
}

const known = new SharedByParts<Traits>();

/** The traits of the products of a view. */
export function traitsOf(view: View): Traits {
  return known.get(view.structure, view.attributes, () => new Traits(view));
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
      .filter(({ id, size, pairCount }) => id.startsWith('custom.') && size > 1 && pairCount >= size * LEAST_OWNERS)
      .sort((a, b) => b.pairCount - a.pairCount || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_CUSTOM)
      .map(attribute => trait('custom', attribute));
    this.all = [...builtIn, ...custom];
    this.kinds = new Kinds(view);
  }

  /**
   * The index into `start` for a product. Where products share sets of values, one row of memory has the sets of all
   * attributes, which halves the time of comparisons. Otherwise an attribute of variants counts by the first variant.
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

/** The kind of each product: one, so that lists can be diversified and kinds counted; -1 for none. */
export class Kinds {
  readonly of: Int32Array;
  readonly count: number;
  /** The kind above it; -1 at the top. */
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

  /** Products of a kind and the kinds below it, ascending. */
  products(kind: number): Uint32Array {
    return this.owners.subarray(this.start[kind], this.start[kind + 1]);
  }
}

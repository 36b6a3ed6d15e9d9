/**
 * The attributes that rules, facets and product filters can name: the built-in ones with their spellings and kinds, and
 * the three families of custom ones. Every attribute name in a request or an import is resolved here, so that the code
 * below knows one spelling.
 */
import type { Dimension } from '../../kernel/measures.js';

export type AttributeKind = 'text' | 'number' | 'measure' | 'days' | 'boolean' | 'key';

export interface Attribute {
  /** snake_case, or `custom.…` as given. */
  name: string;
  /** camelCase: the spelling of facet ids. The same as `name` for custom attributes and single words. */
  alias: string;
  kind: AttributeKind;
  /** The records that have its data; with `either`, a product has a value when it or one of its variants has it. */
  level: 'product' | 'variant' | 'either';
  /** Values are paths (`A > B`): a rule that names one matches it and all paths below it. */
  hierarchical: boolean;
  /** Set only for measures. */
  dimension?: Dimension;
}

const TABLE: readonly (readonly [
  name: string,
  kind: AttributeKind,
  level: Attribute['level'],
  dimension?: Dimension,
])[] = [
  ['product_key', 'key', 'product'],
  ['variant_key', 'key', 'variant'],
  ['product_group_key', 'key', 'product'],
  ['brand', 'text', 'product'],
  ['name', 'text', 'product'],
  ['title', 'text', 'product'],
  ['series', 'text', 'product'],
  ['category', 'text', 'product'],
  ['ontology', 'text', 'product'],
  ['product_type', 'text', 'product'],
  ['department', 'text', 'product'],
  ['gender', 'text', 'product'],
  ['age', 'text', 'product'],
  ['pattern', 'text', 'product'],
  ['color', 'text', 'product'],
  ['size', 'text', 'variant'],
  ['price', 'number', 'variant'],
  ['list_price', 'number', 'variant'],
  ['discount', 'number', 'variant'],
  ['rating', 'number', 'product'],
  ['newness', 'days', 'product'],
  ['in_stock', 'boolean', 'variant'],
  ['stock_number', 'number', 'variant'],
  ['length', 'measure', 'either', 'length'],
  ['width', 'measure', 'either', 'length'],
  ['height', 'measure', 'either', 'length'],
  ['depth', 'measure', 'either', 'length'],
  ['volume', 'measure', 'either', 'volume'],
  ['weight', 'measure', 'either', 'weight'],
];

const HIERARCHICAL: ReadonlySet<string> = new Set(['category', 'ontology']);

/** All built-in attributes, in the order of the table. */
export const BUILT_IN_ATTRIBUTES: readonly Attribute[] = TABLE.map(([name, kind, level, dimension]) => ({
  name,
  alias: name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  kind,
  level,
  hierarchical: HIERARCHICAL.has(name),
  ...(dimension === undefined ? {} : { dimension }),
}));

const bySpelling = new Map<string, Attribute>();
for (const attribute of BUILT_IN_ATTRIBUTES) {
  bySpelling.set(attribute.name, attribute);
  bySpelling.set(attribute.alias, attribute);
}

/** Whitespace, brackets, quotes and commas end a name in a rule. */
const CUSTOM_NAME = /^[^\s{}[\]",]+$/;

/**
 * The attribute of a name in either spelling; undefined for an unknown name. A custom name is resolved whether or not
 * the catalog has such an attribute. `custom.number.x` is a number and `custom.length.x` a length; any other `custom.x`
 * is text.
 */
export function resolveAttribute(name: string): Attribute | undefined {
  const builtIn = bySpelling.get(name);
  if (builtIn !== undefined) return builtIn;
  if (!name.startsWith('custom.') || !CUSTOM_NAME.test(name)) return undefined;
  const custom = (kind: AttributeKind, prefix: string, dimension?: Dimension): Attribute | undefined =>
    name.length === prefix.length
      ? undefined
      : {
          name,
          alias: name,
          kind,
          level: 'either',
          hierarchical: false,
          ...(dimension === undefined ? {} : { dimension }),
        };
  if (name.startsWith('custom.number.')) return custom('number', 'custom.number.');
  if (name.startsWith('custom.length.')) return custom('measure', 'custom.length.', 'length');
  return custom('text', 'custom.');
}

/** Whether ranges apply: prices, ratings, measures, custom numbers and the like. */
export function isNumeric(attribute: Attribute): boolean {
  return attribute.kind === 'number' || attribute.kind === 'measure' || attribute.kind === 'days';
}

/**
 * The part of an error message that says what was expected instead of an unknown name: a similar name, or all kinds.
 */
export function unknownAttributeMessage(name: string): string {
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  const folded = fold(name);
  for (const attribute of BUILT_IN_ATTRIBUTES) {
    const distance = editDistance(folded.slice(0, 40), fold(attribute.name));
    if (distance < least) {
      least = distance;
      nearest = attribute.name;
    }
  }
  if (nearest !== undefined) return `expected a known attribute; did you mean ${nearest}?`;
  return 'expected a built-in attribute (brand, category, price, …), custom.NAME, custom.number.NAME or custom.length.NAME';
}

function fold(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

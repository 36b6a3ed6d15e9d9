/**
 * An attribute of a view that is being built, with what its values come to: where each is indexed, under which label, and
 * what it means for the heads of titles and for phrases. Values recur over products, so all of that is found by one
 * look-up of the value.
 */
import { type AttributesBuilder, LEVEL_SEPARATOR } from '../../index/attributes.js';
import { FIELD } from '../../index/fields.js';
import type { Level } from '../../index/numbers.js';
import type { AnalysedValue, TextIndexBuilder } from '../../index/text-index-builder.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';

/** Entries of each generation of a column's cache. */
const KEPT_VALUES = 1 << 14;

/** What a value comes to in the view. */
export interface KnownValue {
  /** Of the value and of the levels above it. */
  ordinals: readonly number[];
  /** What is indexed of a product with the value. */
  texts: readonly { field: number; text: AnalysedValue }[];
  /** The terms of the label. */
  text: AnalysedValue;
  /** Those of the levels above the last one of a path. */
  above: AnalysedValue | undefined;
  /** The label as phrases have it; the last level of a path. */
  shown: string;
}

/** What columns have in common. */
export interface ColumnContext {
  attributes: AttributesBuilder;
  text: TextIndexBuilder;
  labelOf(attribute: string, id: string): string;
  /** A text as phrases have it. */
  shown(text: string): string;
}

export interface ColumnOptions {
  /** Where its values are indexed; absent for an attribute that is indexed otherwise. */
  field?: number;
  level?: Level;
  /** Whether its values are paths of levels: the last level is indexed in `field`, the levels above it in ONTOLOGY. */
  path?: boolean;
}

export class ValueColumn {
  private readonly values = new TwoGenerationCache<KnownValue>(KEPT_VALUES);
  private readonly field: number | undefined;
  private readonly level: Level;
  private readonly path: boolean;

  constructor(
    private readonly context: ColumnContext,
    readonly id: string,
    { field, level = 'product', path = false }: ColumnOptions = {},
  ) {
    this.field = field;
    this.level = level;
    this.path = path;
  }

  /**
   * Adds a value of a product or variant, and its texts to those of the current product.
   * @param owner ordinal of the product or variant
   */
  add(owner: number, value: string): KnownValue {
    const known = this.get(value);
    this.context.attributes.addOrdinals(this.id, this.level, owner, known.ordinals);
    for (const { field, text } of known.texts) this.context.text.addAnalysed(field, text);
    return known;
  }

  /** What a value comes to; to be called for values that are added too. */
  get(value: string): KnownValue {
    let known = this.values.get(value);
    if (known === undefined) this.values.set(value, (known = this.meet(value)));
    return known;
  }

  private meet(value: string): KnownValue {
    const { attributes, text, labelOf, shown } = this.context;
    const label = labelOf(this.id, value);
    const at = this.path ? label.lastIndexOf(LEVEL_SEPARATOR) : -1;
    return {
      ordinals: attributes.ordinalsOf(this.id, this.level, value),
      texts: this.path ? this.levels(value, label) : this.texts(value, label),
      text: text.analyse(label),
      above: at < 0 ? undefined : text.analyse(label.slice(0, at)),
      shown: shown(this.path ? lastLevel(label) : label),
    };
  }

  /** A value is indexed by its label, and by its id where that differs. */
  private texts(id: string, label: string): KnownValue['texts'] {
    const { field } = this;
    if (field === undefined) return [];
    const { text } = this.context;
    const indexed = [{ field, text: text.analyse(label) }];
    if (label !== id && this.id !== 'color') indexed.push({ field, text: text.analyse(id) });
    return indexed;
  }

  private levels(id: string, label: string): KnownValue['texts'] {
    const { text } = this.context;
    return [...new Set([id, label])].flatMap(name => {
      const at = name.lastIndexOf(LEVEL_SEPARATOR);
      const last = text.analyse(lastLevel(name));
      // A level with two heads, as "Jackets & coats", does not tell which of them a product is.
      const indexed = [{ field: last.heads.length > 1 ? FIELD.ONTOLOGY : this.field!, text: last }];
      if (at > 0) indexed.push({ field: FIELD.ONTOLOGY, text: text.analyse(name.slice(0, at)) });
      return indexed;
    });
  }
}

function lastLevel(path: string): string {
  const at = path.lastIndexOf(LEVEL_SEPARATOR);
  return at < 0 ? path : path.slice(at + LEVEL_SEPARATOR.length);
}

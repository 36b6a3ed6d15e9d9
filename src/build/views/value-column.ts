/**
 * Indexes the values of one attribute while a view is built. For each distinct value it caches the ordinals, the
 * analysed texts and the label, because values recur over products: a repeated value costs one look-up.
 */
import type { AnalysedValue } from '../../index/analysed-value.js';
import { type AttributeBuilder, type AttributesBuilder, LEVEL_SEPARATOR } from '../../index/attributes.js';
import { FIELD } from '../../index/fields.js';
import type { Level } from '../../index/numbers.js';
import type { TextIndexBuilder } from '../../index/text-index-builder.js';
import { RecurringCache, type RecurringText } from '../../kernel/tape-texts.js';
import { NO_NAME, type PhraseName } from './phrase-miner.js';

/** The indexed form of a value in the view. */
export interface KnownValue {
  /** Ordinals of the value and of the levels above it. */
  ordinals: readonly number[];
  /** Texts to index for each product with the value, and their fields. */
  texts: readonly { field: number; text: AnalysedValue }[];
  /** The terms of the label; of a path, of its last level. */
  text: AnalysedValue;
  /** The terms of the levels above the last one of a path. */
  above: AnalysedValue | undefined;
  /** The label as part of suggested phrases; of a path, only its last level. See `suggested`. */
  shown: PhraseName;
}

/** Builders and look-ups that all columns of a view share. */
export interface ColumnContext {
  attributes: AttributesBuilder;
  text: TextIndexBuilder;
  labelOf(attribute: string, id: string): string;
  /** A text as part of suggested phrases. */
  phraseName(text: string): PhraseName;
}

export interface ColumnOptions {
  /** Text field in which the values are indexed; absent for an attribute whose texts are not indexed by its column. */
  field?: number;
  level?: Level;
  /** Whether its values are parts of suggested phrases; `shown` is that of no phrase otherwise. */
  suggested?: boolean;
  /** Whether its values are paths of levels: the last level is indexed in `field`, the levels above it in ONTOLOGY or SHELF. */
  path?: boolean;
}

export class ValueColumn {
  private readonly values = new RecurringCache<KnownValue>();
  private readonly field: number | undefined;
  private readonly level: Level;
  private readonly path: boolean;
  private readonly suggested: boolean;
  /** Set once the attribute has a value. */
  private attribute: AttributeBuilder | undefined;

  constructor(
    private readonly context: ColumnContext,
    readonly id: string,
    { field, level = 'product', path = false, suggested = false }: ColumnOptions = {},
  ) {
    this.field = field;
    this.level = level;
    this.path = path;
    this.suggested = suggested;
  }

  /**
   * Adds a value of a product or variant, and its texts to those of the current product.
   * @param owner ordinal of the product or variant
   */
  add(owner: number, value: RecurringText): KnownValue {
    const known = this.get(value);
    const { attributes, text } = this.context;
    this.attribute ??= attributes.attribute(this.id, this.level);
    this.attribute.addAll(owner, known.ordinals);
    for (let i = 0; i < known.texts.length; i++) text.addAnalysed(known.texts[i].field, known.texts[i].text);
    return known;
  }

  /** The indexed form of a value, from the cache where possible; adds nothing to any product. */
  get(value: RecurringText): KnownValue {
    let known = this.values.get(value);
    if (known === undefined) this.values.set(value, (known = this.meet(value.text)));
    return known;
  }

  private meet(value: string): KnownValue {
    const { attributes, text, labelOf, phraseName } = this.context;
    const label = labelOf(this.id, value);
    const at = this.path ? label.lastIndexOf(LEVEL_SEPARATOR) : -1;
    // In this order: terms are numbered as they are met.
    const ordinals = attributes.ordinalsOf(this.id, this.level, value);
    const levels = this.path ? this.levels(value, label) : undefined;
    const last = this.path ? lastLevel(label) : label;
    const own = text.analyse(last);
    return {
      ordinals,
      texts: levels ?? this.texts(value, label, own),
      text: own,
      above: at < 0 ? undefined : text.analyse(label.slice(0, at)),
      shown: this.suggested ? phraseName(last) : NO_NAME,
    };
  }

  /** A value is indexed by its label, and by its id where that differs. */
  private texts(id: string, label: string, whole: AnalysedValue): KnownValue['texts'] {
    const { field } = this;
    if (field === undefined) return [];
    const isShelf = field === FIELD.DEPARTMENT && whole.heads.length > 1;
    const indexed = [{ field: isShelf ? FIELD.SHELF : field, text: whole }];
    if (label !== id && this.id !== 'color')
      indexed.push({ field: indexed[0].field, text: this.context.text.analyse(id) });
    return indexed;
  }

  private levels(id: string, label: string): KnownValue['texts'] {
    const { text } = this.context;
    return [...new Set([id, label])].flatMap(name => {
      const at = name.lastIndexOf(LEVEL_SEPARATOR);
      const last = text.analyse(lastLevel(name));
      // A level with two heads, as "Jackets & coats", leaves open which of them names the product.
      const indexed = [{ field: last.heads.length > 1 ? FIELD.SHELF : this.field!, text: last }];
      if (at > 0) indexed.push(...this.above(name.slice(0, at)));
      return indexed;
    });
  }

  /** The levels above the last one: those that join several things apart from those that name one. */
  private above(path: string): KnownValue['texts'] {
    const { text } = this.context;
    const levels = path.split(LEVEL_SEPARATOR);
    const isShared = levels.map(level => text.analyse(level).heads.length > 1);
    return [FIELD.ONTOLOGY, FIELD.SHELF].flatMap(field => {
      const own = levels.filter((_, i) => isShared[i] === (field === FIELD.SHELF));
      return own.length === 0 ? [] : [{ field, text: text.analyse(own.join(LEVEL_SEPARATOR)) }];
    });
  }
}

function lastLevel(path: string): string {
  const at = path.lastIndexOf(LEVEL_SEPARATOR);
  return at < 0 ? path : path.slice(at + LEVEL_SEPARATOR.length);
}

/**
 * The words of every product of a view, read from its record, with the fields they stand in; what the catalog's values
 * are called; and what a word in a product is worth, straight from the formula. Shares with the engine the analysis of
 * text (words, stems, heads of titles), which has tests of its own.
 */
import { FIELD } from '../../src/index/fields.js';
import { colorIdOf } from '../../src/kernel/colors.js';
import { type Analyzer, analyzerFor, headOfTitle, headsOfName } from '../../src/text/index.js';
import { colorLabel } from '../pages/facet-oracle.js';
import type { Item, Oracle } from '../pages/oracle.js';

export interface Occurrence {
  /** A bit each. */
  fields: number;
  /** Of the first time it stands in the title. */
  place?: { position: number; length: number };
}

export interface Entity {
  attribute: string;
  value: string;
}

const MEASURES = ['depth', 'height', 'length', 'volume', 'weight', 'width'] as const;
const NAMING = 'brand product_type category ontology color gender age department pattern series'.split(' ');
const HIERARCHIES = new Set(['category', 'ontology']);
const SHORTEST_KEY_PART = 3;
const LEVEL = ' > ';

const BETWEEN_DESCRIPTIONS = 16;

/** What the products of a group say of themselves. */
interface Described {
  /** By stem, how many words are before the first. */
  places: Map<string, number>;
  words: number;
  last: string | undefined;
}

export class WordsOracle {
  readonly analyzer: Analyzer;
  /** Products that have a word, and those of which it says what they are. */
  readonly terms = new Map<string, { products: number; heads: number }>();
  private readonly words = new Map<Item, Map<string, Occurrence>>();
  private readonly headStarts = new Map<Item, number>();
  private readonly descriptions = new Map<string, Described>();
  private readonly entities = new Map<string, Entity[]>();

  constructor(readonly oracle: Oracle) {
    this.analyzer = analyzerFor(oracle.locale);
    for (const item of oracle.items) {
      const { found: words, headStart } = new ProductWords(item, oracle, this.analyzer);
      this.words.set(item, words);
      this.describe(item);
      this.headStarts.set(item, headStart);
      for (const [word, { fields }] of words) {
        const known = this.terms.get(word) ?? { products: 0, heads: 0 };
        const isHead = (fields & (1 << FIELD.HEAD)) !== 0;
        this.terms.set(word, { products: known.products + 1, heads: known.heads + (isHead ? 1 : 0) });
      }
    }
    this.nameValues();
  }

  occurrence(word: string, item: Item): Occurrence | undefined {
    return this.words.get(item)!.get(word);
  }

  /** Where the head of the product's title begins, or -1. */
  headStart(item: Item): number {
    return this.headStarts.get(item)!;
  }

  /** Where the descriptions of the product's group first have a stem; undefined: nowhere. */
  describedPlace(stem: string, { group }: Item): number | undefined {
    return this.descriptions.get(group)!.places.get(stem);
  }

  /** How many groups there are, and how many of them have a stem in their descriptions. */
  described(stem: string): { groups: number; frequency: number } {
    const all = [...this.descriptions.values()];
    return { groups: all.length, frequency: all.filter(({ places }) => places.has(stem)).length };
  }

  private describe({ group, product }: Item): void {
    const own = this.descriptions.get(group) ?? { places: new Map(), words: 0, last: undefined };
    this.descriptions.set(group, own);
    const { description } = product.data;
    if (description === undefined || description === own.last) return;
    own.last = description;
    for (const { text } of this.analyzer.tokenize(description)) {
      const stem = this.analyzer.stem(text);
      if (!this.analyzer.isStopWord(text) && !own.places.has(stem)) own.places.set(stem, own.words);
      own.words++;
    }
    own.words += BETWEEN_DESCRIPTIONS;
  }

  /** In the order of bytes. */
  termsBeginningWith(text: string): string[] {
    return [...this.terms.keys()].filter(word => word.startsWith(text)).sort(inBytes);
  }

  /** Other words of a stem. */
  formsOf(word: string): string[] {
    const stem = this.analyzer.stem(word);
    return [...this.terms.keys()].filter(other => other !== word && this.analyzer.stem(other) === stem).sort(inBytes);
  }

  /** Values that are called so; of attributes that products have, not their variants. */
  named(stems: string): readonly Entity[] {
    return this.entities.get(stems) ?? [];
  }

  has({ product }: Item, { attribute, value }: Entity): boolean {
    return this.oracle.values(attribute, product, product.variants[0]!).includes(value);
  }

  private nameValues(): void {
    const { items } = this.oracle;
    const custom = new Set(items.flatMap(({ product }) => Object.keys(product.data.customLabels ?? {})));
    const ofVariants = new Set(
      items.flatMap(({ product }) => product.variants.flatMap(({ data }) => Object.keys(data.customLabels ?? {}))),
    );
    const attributes = [...NAMING, ...[...custom, ...ofVariants].map(name => `custom.${name}`)];
    for (const attribute of [...new Set(attributes)].sort()) {
      const values = items.flatMap(({ product }) =>
        product.variants.flatMap(variant => this.oracle.values(attribute, product, variant)),
      );
      for (const value of [...new Set(values)].sort()) {
        for (const name of new Set([value, labelOf(this.oracle, attribute, value)])) {
          this.name(HIERARCHIES.has(attribute) ? name.split(LEVEL).at(-1)! : name, { attribute, value });
        }
      }
    }
  }

  private name(name: string, entity: Entity): void {
    const words = this.analyzer.tokenize(name).filter(({ part }) => !part);
    const telling = words.filter(({ text }) => !this.analyzer.isStopWord(text));
    const key = (telling.length > 0 ? telling : words).map(({ text }) => this.analyzer.stem(text)).join(' ');
    if (key === '') return;
    const known = this.entities.get(key) ?? [];
    if (known.some(({ attribute, value }) => attribute === entity.attribute && value === entity.value)) return;
    this.entities.set(key, [...known, entity]);
  }
}

function inBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function labelOf(oracle: Oracle, attribute: string, id: string): string {
  const label = oracle.label(attribute, id);
  return attribute === 'color' && label === id ? colorLabel(id, oracle.locale) : label;
}

/** The words of one product. */
class ProductWords {
  readonly found = new Map<string, Occurrence>();
  headStart = -1;

  constructor(
    { group, product }: Item,
    private readonly oracle: Oracle,
    private readonly analyzer: Analyzer,
  ) {
    const { data } = product;
    this.title(data.title ?? '', product);
    for (const [attribute, value, field] of [
      ['name', data.name, FIELD.NAME],
      ['brand', data.brand, FIELD.BRAND],
      ['series', data.series, FIELD.SERIES],
      ['product_type', data.productType, FIELD.TYPE],
      ['department', data.department, FIELD.DEPARTMENT],
      ['gender', data.gender, FIELD.AUDIENCE],
      ['age', data.age, FIELD.AUDIENCE],
      ['pattern', data.pattern, FIELD.LABEL],
      ['color', product.colors.flatMap(color => colorIdOf(color) ?? []), FIELD.COLOR],
    ] as const) {
      for (const id of [value ?? []].flat()) this.value(attribute, id, field);
    }
    for (const path of data.category ?? []) this.path('category', path, FIELD.CATEGORY);
    if (data.ontology !== undefined) this.path('ontology', data.ontology, FIELD.TYPE);
    this.custom(data);
    for (const key of [group, product.key, ...product.variants.map(({ key }) => key)]) this.key(key);
    for (const variant of product.variants) {
      for (const { size } of variant.sizes) this.text(size, FIELD.SIZE);
      this.custom(variant.data);
    }
  }

  private mark(word: string, field: number): Occurrence {
    const known = this.found.get(word) ?? { fields: 0 };
    known.fields |= 1 << field;
    this.found.set(word, known);
    return known;
  }

  private title(title: string, product: Item['product']): void {
    const tokens = this.analyzer.tokenize(title);
    const wordsOf = (names: readonly string[]) =>
      names.flatMap(name => this.analyzer.tokenize(name).map(({ text }) => text));
    const skipped = new Set(wordsOf(this.above(product)));
    for (const word of this.kinds(product)) skipped.delete(word);
    for (const word of wordsOf(this.beside(product))) skipped.add(word);
    const head = headOfTitle(title, tokens, this.analyzer.language, skipped);
    if (head >= 0) this.mark(tokens[head]!.text, FIELD.HEAD);
    this.headStart = head < 0 ? -1 : tokens[head]!.start;
    const length = tokens.filter(({ part }) => !part).length;
    for (const { text, part, position } of tokens) {
      const occurrence = this.mark(text, part ? FIELD.PART : FIELD.TITLE);
      if (!part) occurrence.place ??= { position, length };
    }
  }

  private text(text: string, field: number): void {
    const tokens = this.analyzer.tokenize(text);
    for (const token of tokens) this.mark(token.text, token.part ? FIELD.PART : field);
    if (field !== FIELD.TYPE && field !== FIELD.CATEGORY) return;
    for (const head of headsOfName(text, tokens, this.analyzer.language)) this.mark(tokens[head]!.text, FIELD.HEAD);
  }

  private value(attribute: string, id: string, field: number): void {
    const label = labelOf(this.oracle, attribute, id);
    this.text(label, field);
    if (attribute !== 'color') this.text(id, field);
  }

  /** The last level says what the thing is, those above where it stands. */
  private path(attribute: string, id: string, field: number): void {
    for (const name of new Set([id, labelOf(this.oracle, attribute, id)])) {
      const levels = name.split(LEVEL);
      this.text(levels.at(-1)!, field);
      if (levels.length > 1) this.text(levels.slice(0, -1).join(LEVEL), FIELD.ONTOLOGY);
    }
  }

  private custom(data: Item['product']['data'] | Item['product']['variants'][number]['data']): void {
    for (const [name, ids] of Object.entries(data.customLabels ?? {})) {
      for (const id of ids) this.value(`custom.${name}`, id, FIELD.LABEL);
    }
    for (const [name, value] of Object.entries(data.customNumbers ?? {})) this.text(`${value} ${name}`, FIELD.LABEL);
    for (const measure of MEASURES.flatMap(name => data[name] ?? [])) {
      for (const amount of [measure.amount, Number(measure.amount.toPrecision(2))]) {
        this.text(`${amount}${measure.unit}`, FIELD.LABEL);
      }
    }
  }

  private key(key: string): void {
    for (const { text, part } of this.analyzer.tokenize(key)) {
      if (!part) this.mark(text, FIELD.KEY);
      else if (text.length >= SHORTEST_KEY_PART) this.mark(text, FIELD.PART);
    }
  }

  private labels(attribute: string, ids: readonly string[] | undefined): string[] {
    return (ids ?? []).map(id => labelOf(this.oracle, attribute, id));
  }

  /** The names of what is above the product's categories. */
  private above({ data }: Item['product']): string[] {
    const above = this.labels('category', data.category).map(name => name.split(LEVEL).slice(0, -1).join(LEVEL));
    return above.filter(name => name !== '');
  }

  /** The words that say in its types and categories what the product is. */
  private kinds({ data }: Item['product']): string[] {
    const categories = this.labels('category', data.category).map(name => name.split(LEVEL).at(-1)!);
    return [...this.labels('product_type', data.productType), ...categories].flatMap(name => {
      const tokens = this.analyzer.tokenize(name);
      return headsOfName(name, tokens, this.analyzer.language).map(head => tokens[head]!.text);
    });
  }

  /** What titles name beside the thing itself: who makes it, whom it is for, its colours. */
  private beside({ data, colors }: Item['product']): string[] {
    return [
      ...[data.brand ?? []].flat().map(brand => labelOf(this.oracle, 'brand', brand)),
      ...colors.flatMap(color => colorIdOf(color) ?? []).map(color => labelOf(this.oracle, 'color', color)),
      ...this.labels('gender', data.gender),
      ...this.labels('age', data.age),
    ];
  }
}

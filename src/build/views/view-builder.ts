/**
 * Builds the parts of the views of one locale, for one market or for several whose views are equal but for prices and
 * stock. Products are added group by group in the order of their ordinals; once a product is added, only its
 * entries in the parts are kept.
 */
import type { TranslatedLabels as CatalogLabels } from '../../catalog/translated-labels.js';
import { AttributesBuilder } from '../../index/attributes.js';
import { colorName } from '../../index/color-names.js';
import { DescriptionsBuilder } from '../../index/descriptions-builder.js';
import { FIELD } from '../../index/fields.js';
import { type Level, NumbersBuilder, SAME_PRODUCT } from '../../index/numbers.js';
import type { PartFile, PartWriter } from '../../index/part.js';
import type { EmbeddingColumn } from '../../index/product-vectors.js';
import { StructureBuilder } from '../../index/structure.js';
import { writeSuggestedPhrases } from '../../index/suggested-phrases.js';
import { TextIndexBuilder } from '../../index/text-index-builder.js';
import { ValueLabelsWriter, type ValueNames } from '../../index/value-labels.js';
import type { BaseVocabulary } from '../../index/vocabulary.js';
import { type ColorId, cssOf } from '../../kernel/colors.js';
import { isoTime } from '../../kernel/iso-time.js';
import type { JsonTape } from '../../kernel/json-tape.js';
import { RecurringCache, type RecurringText } from '../../kernel/tape-texts.js';
import { type Analyzer, analyzerFor } from '../../text/index.js';
import type { CardsBuilder } from '../cards/cards-builder.js';
import {
  type FlatMembers,
  type FlatProduct,
  type FlatSize,
  type FlatVariant,
  MEASURES,
  NO_DATA,
} from '../input/flat-records.js';
import { GroupReader } from '../input/group-reader.js';
import type { ChosenProducts } from '../vectors/chosen-products.js';
import { type EmbeddingOptions, NO_EMBEDDINGS, ViewEmbeddings } from '../vectors/view-embeddings.js';
import type { BuiltView, MarketBuilder, SharedFiles } from './market-builder.js';
import { NumberTexts } from './number-texts.js';
import { PaletteColors } from './palette-colors.js';
import { NO_NAME, PhraseMiner } from './phrase-miner.js';
import { SameProduct } from './same-product.js';
import { type ColumnContext, type KnownValue, ValueColumn } from './value-column.js';
import { addEntities } from './value-entities.js';
import { noRoles, type ValueRoles } from './value-roles.js';

/** Attributes that are never facets: only rules use them. */
const UNLISTED = new Set(['title', 'name']);

/** Placeholders for a missing format and size type in the id of a size, `TYPE;FORMAT;SIZE`. */
const NO_FORMAT = 'NO_FORMAT';
const NO_TYPE = 'NO_TYPE';

/** The attributes of products but titles and custom ones, by the members that they come from. */
const COLUMNS = {
  name: { id: 'name', field: FIELD.NAME },
  brand: { id: 'brand', field: FIELD.BRAND, suggested: true },
  series: { id: 'series', field: FIELD.SERIES, suggested: true },
  productType: { id: 'product_type', field: FIELD.TYPE, suggested: true },
  category: { id: 'category', field: FIELD.CATEGORY, path: true, suggested: true },
  ontology: { id: 'ontology', field: FIELD.TYPE, path: true },
  department: { id: 'department', field: FIELD.DEPARTMENT },
  gender: { id: 'gender', field: FIELD.AUDIENCE, suggested: true },
  age: { id: 'age', field: FIELD.AUDIENCE },
  pattern: { id: 'pattern', field: FIELD.LABEL },
  color: { id: 'color', field: FIELD.COLOR },
} as const;

interface KnownSize extends Pick<KnownValue, 'ordinals' | 'text'> {
  type: string | undefined;
  format: string | undefined;
}

/** Of the parts that views of the same markets have in common in all locales, those that one of them writes. */
export interface CommonParts {
  structure: boolean;
  /** The markets whose offers are written. */
  offers: readonly string[];
}

interface ViewOptions {
  /** Whether the products are an overlay; default: no. */
  isOverlay?: boolean | undefined;
  /** The vocabulary of its base, where that has one. */
  base?: BaseVocabulary | undefined;
  /** Whether the part `structure` is written; default: yes. */
  withStructure?: boolean | undefined;
  /** Whether descriptions are searched; default: yes. */
  withDescriptions?: boolean | undefined;
  /** A folder on disk where much of what is collected waits until parts are written; default: it does in memory. */
  spillDir?: string | undefined;
  /** Takes note of products; default: none does. */
  chosen?: ChosenProducts | undefined;
  /** Vectors of products that are kept, or made; default: none. */
  embeddings?: EmbeddingOptions | undefined;
}

export class ViewBuilder {
  private readonly analyzer: Analyzer;
  private readonly reader: GroupReader;
  private readonly structure = new StructureBuilder();
  private readonly numbers = new NumbersBuilder();
  private readonly attributes = new AttributesBuilder();
  private readonly text: TextIndexBuilder;
  private readonly descriptions: DescriptionsBuilder;
  /** Undefined for an overlay: phrases stay those of the base. */
  private readonly phrases: PhraseMiner | undefined;
  private readonly embeddings: ViewEmbeddings;
  private readonly chosen: ChosenProducts | undefined;
  private readonly colors = new PaletteColors();
  private readonly sameProduct: SameProduct;
  /** Times by imported date text. */
  private readonly times = new RecurringCache<number>();
  private readonly context: ColumnContext;
  private readonly columns: Record<keyof typeof COLUMNS, ValueColumn>;
  private readonly customColumns = { product: new Map<string, ValueColumn>(), variant: new Map<string, ValueColumn>() };
  private readonly numberTexts: NumberTexts;
  private readonly sizes = new RecurringCache<KnownSize>();
  private readonly base: BaseVocabulary | undefined;
  private readonly withStructure: boolean;
  private readonly withDescriptions: boolean;

  /** @param markets at least one */
  constructor(
    private readonly markets: readonly MarketBuilder[],
    readonly locale: string,
    private readonly labels: CatalogLabels,
    private readonly cards: CardsBuilder,
    {
      isOverlay = false,
      base,
      withStructure = true,
      withDescriptions = true,
      spillDir,
      chosen,
      embeddings = NO_EMBEDDINGS,
    }: ViewOptions = {},
  ) {
    this.embeddings = new ViewEmbeddings(embeddings, (attribute, id) => this.labelOf(attribute, id));
    this.chosen = chosen;
    this.base = base;
    this.withStructure = withStructure;
    this.withDescriptions = withDescriptions;
    this.analyzer = analyzerFor(locale);
    this.reader = new GroupReader(
      markets.map(({ market }) => market),
      locale,
      markets.map(({ withOffers }) => withOffers),
    );
    this.sameProduct = new SameProduct(this.analyzer);
    this.text = new TextIndexBuilder(this.analyzer, true, base, spillDir);
    this.numberTexts = new NumberTexts(this.text);
    this.descriptions = new DescriptionsBuilder(this.analyzer, spillDir);
    this.phrases = isOverlay ? undefined : new PhraseMiner(this.analyzer);
    this.context = {
      attributes: this.attributes,
      text: this.text,
      labelOf: (attribute, id) => this.labelOf(attribute, id),
      phraseName: text => this.phrases?.nameOf(text) ?? NO_NAME,
    };
    const columns = Object.entries(COLUMNS).map(([name, { id, ...options }]) => [
      name,
      new ValueColumn(this.context, id, options),
    ]);
    this.columns = Object.fromEntries(columns);
  }

  /** @param tape of the group's JSON */
  addGroup(key: string, tape: JsonTape): void {
    const { products, suppressDuplicates, category } = this.reader.read(tape);
    if (products.length === 0) return;
    this.structure.addGroup(this.written(key), suppressDuplicates, category);
    this.cards.beginGroup(key);
    let same: number | undefined;
    for (let i = 0; i < products.length; i++) {
      const product = products[i];
      const ordinal = this.structure.productCount;
      this.addProduct(key, product);
      // A group is one product: what its first one is, all of it are.
      if (i === 0) same = this.sameProduct.numberOf(product, this.text.title);
      if (same !== undefined) this.numbers.set(SAME_PRODUCT, 'product', ordinal, same);
      this.cards.add(product);
      for (let i = 0; i < this.markets.length; i++) this.markets[i].addOffers(product.offers[i]);
    }
    this.cards.endGroup();
    if (this.withDescriptions) this.descriptions.endGroup();
  }

  /**
   * Writes the parts into `dir`, and finishes the card file. To be called once.
   * @param wrote called before the first part, after each, and after each step of a large one: what is garbage then
   *   may be collected
   * @returns a view for each market
   */
  finish(dir: string, wrote: () => void): BuiltView[] {
    const write = (part: PartWriter): PartFile => {
      const file = part.write(dir);
      wrote();
      return file;
    };
    const { productCount, variantCount } = this.structure;
    // What arrays were before they grew.
    wrote();
    const words = this.base ? undefined : this.text.finishVocabulary();
    const vocabulary = words && write(words);
    const cards = this.cards.finish();
    wrote();
    // Parts are finished one after the other, the largest last, as each frees its collected data when it is written.
    const offers = this.markets.map(market => {
      const file = market.finishOffers(dir);
      wrote();
      return file;
    });
    const parts = {
      ...this.finishValues(dir, write, wrote),
      numbers: write(this.numbers.finish(productCount, variantCount, this.structure.productsOfVariants())),
      ...(this.withStructure && { structure: write(this.structure.finish()) }),
      phrases: write(writeSuggestedPhrases(this.phrases?.finish() ?? new Map(), text => this.analyzer.normalize(text))),
      descriptions: write(this.descriptions.finish()),
      text: write(this.text.finish(wrote)),
      cards: cards.part,
    };
    const shared: SharedFiles = {
      locale: this.locale,
      products: productCount,
      parts,
      cardFile: cards.file,
      vocabulary,
    };
    return this.markets.map((market, i) => market.finish(offers[i], shared));
  }

  finishEmbeddings(): EmbeddingColumn[] {
    return this.embeddings.finish(this.structure.productCount);
  }

  /** Finishes attributes and labels, and adds the names of values to the text index, one attribute after the other. */
  private finishValues(dir: string, write: (part: PartWriter) => PartFile, wrote: () => void): SharedFiles['parts'] {
    const { structure } = this;
    const { productCount, variantCount } = structure;
    const labels = new ValueLabelsWriter(UNLISTED, this.locale, dir);
    const finished = this.attributes.finishEach(productCount, variantCount, structure.variantStarts(), dir);
    for (let index = 0; ; index++) {
      const step = finished.next();
      if (step.done) return { attributes: write(step.value), labels: write(labels.part) };
      const { id, values } = step.value;
      const named = values.map(value => this.namesOf(id, value));
      addEntities(this.text, id, index, named);
      labels.add(id, named);
      wrote();
    }
  }

  private addProduct(groupKey: string, product: FlatProduct): void {
    const ordinal = this.structure.productCount;
    const { data } = product;
    this.structure.addProduct(this.written(product.key), data.styleWith);
    this.chosen?.add(product.key, ordinal);
    const roles = this.addValues(ordinal, product);
    const head = this.text.addTitle(data.title ?? '', roles.names);
    if (data.title !== undefined) this.attributes.add('title', 'product', ordinal, data.title);
    if (data.description !== undefined && this.withDescriptions) this.descriptions.add(data.description);
    this.addCustomData(data, 'product', ordinal);
    this.embeddings.add(ordinal, data);
    if (data.rating !== undefined) this.numbers.set('rating', 'product', ordinal, data.rating);
    if (data.releaseDate !== undefined)
      this.numbers.set('release_date', 'product', ordinal, this.time(data.releaseDate));
    this.text.addKey(groupKey);
    this.text.addKey(product.key);
    for (const variant of product.variants) this.addVariant(product, variant);
    this.text.endDoc();
    this.phrases?.add(data.title ?? '', head, roles);
  }

  /** Adds the attributes of a product but its title and custom ones. @returns their roles in title and phrases */
  private addValues(ordinal: number, { data, colors }: FlatProduct): ValueRoles {
    const { columns } = this;
    const roles = noRoles();
    const { things, owners, names } = roles;
    const add = (column: ValueColumn, value: RecurringText): KnownValue => column.add(ordinal, value);
    if (data.name !== undefined) add(columns.name, data.name);
    if (data.brand !== undefined) {
      const brand = add(columns.brand, data.brand);
      owners.push(brand.shown);
      names.others.push(brand.text);
    }
    if (data.series !== undefined) owners.push(add(columns.series, data.series).shown);
    for (const value of data.productType) {
      const type = add(columns.productType, value);
      things.push(type.shown);
      names.things.push(type.text);
    }
    for (const value of data.category) {
      const category = add(columns.category, value);
      things.push(category.shown);
      names.things.push(category.text);
      if (category.above) names.above.push(category.above);
    }
    if (data.ontology !== undefined) add(columns.ontology, data.ontology);
    for (const value of data.department) add(columns.department, value);
    for (const value of data.gender) {
      const gender = add(columns.gender, value);
      if (data.gender.length === 1) roles.audience = gender.shown;
      names.others.push(gender.text);
    }
    for (const value of data.age) names.others.push(add(columns.age, value).text);
    for (const value of data.pattern) add(columns.pattern, value);
    for (const color of this.colors.of(colors)) names.others.push(add(columns.color, color).text);
    for (const { name, value: values } of data.customLabels) {
      if (name !== 'color') continue;
      for (const value of values) {
        const color = this.customColumn('color', 'product').get(value);
        roles.colors.push(color.shown);
        names.others.push(color.text);
      }
    }
    return roles;
  }

  /** A key as the structure has it: where that is not written, keys are counted alone. */
  private written(key: string): string {
    return this.withStructure ? key : '';
  }

  private addVariant(product: FlatProduct, variant: FlatVariant): void {
    const ordinal = this.structure.variantCount;
    this.structure.addVariant(this.written(variant.key));
    for (const size of variant.sizes) {
      const known = this.knownSize(product.data.sizeType?.text, size);
      this.attributes.addOrdinals('size', 'variant', ordinal, known.ordinals);
      this.text.addAnalysed(FIELD.SIZE, known.text);
    }
    if (variant.data !== NO_DATA) this.addCustomData(variant.data, 'variant', ordinal);
    this.text.addKey(variant.key);
  }

  /** Adds the custom attributes and measures of a product or variant. */
  private addCustomData(data: FlatMembers, level: Level, owner: number): void {
    for (const { name, value: values } of data.customLabels) {
      const column = this.customColumn(name, level);
      for (const value of values) column.add(owner, value);
    }
    for (const { name, value } of data.customNumbers) {
      const column = this.numberTexts.column(name);
      this.numbers.set(column.id, level, owner, value);
      this.text.addAnalysed(FIELD.LABEL, this.numberTexts.of(column, value));
    }
    for (const { name, value } of data.customLengths) this.numbers.set(`custom.length.${name}`, level, owner, value);
    for (const name of MEASURES) {
      const value = data[name];
      if (!value) continue;
      this.numbers.set(name, level, owner, value);
      this.text.addValue(FIELD.LABEL, `${value.amount}${value.unit}`);
      // Rounded too, so that a query for 20 l finds 19.5 l.
      const rounded = Number(value.amount.toPrecision(2));
      if (rounded !== value.amount) this.text.addValue(FIELD.LABEL, `${rounded}${value.unit}`);
    }
  }

  private customColumn(name: string, level: Level): ValueColumn {
    const columns = this.customColumns[level];
    let column = columns.get(name);
    if (!column) {
      const field = /^colou?r$/i.test(name) ? FIELD.COLOR : FIELD.LABEL;
      const suggested = name === 'color';
      columns.set(name, (column = new ValueColumn(this.context, `custom.${name}`, { field, level, suggested })));
    }
    return column;
  }

  private knownSize(type: string | undefined, { format, size }: FlatSize): KnownSize {
    const known = this.sizes.get(size);
    // Neighbours have sizes of one type and format.
    if (known !== undefined && known.format === format && known.type === type) return known;
    const id = `${type ?? NO_TYPE};${format ?? NO_FORMAT};${size.text}`;
    const ordinals = this.attributes.ordinalsOf('size', 'variant', id);
    const met = { type, format, ordinals, text: this.text.analyse(size.text) };
    this.sizes.set(size, met);
    return met;
  }

  private time(date: RecurringText): number {
    let time = this.times.get(date);
    if (time === undefined) this.times.set(date, (time = isoTime(date.text)));
    return time;
  }

  private labelOf(attribute: string, id: string): string {
    const label = this.labels.label(attribute, id);
    return attribute === 'color' && label === id ? colorName(id as ColorId, this.analyzer.language) : label;
  }

  private namesOf(attribute: string, id: string): ValueNames {
    // Titles have no translations.
    if (attribute === 'title') return { id, label: id };
    if (attribute === 'color') return { id, label: this.labelOf(attribute, id), color: cssOf(id as ColorId) };
    if (attribute !== 'size') return { id, label: this.labelOf(attribute, id) };
    const size = id.slice(id.indexOf(';', id.indexOf(';') + 1) + 1);
    return { id, label: this.labels.label('size', size), aliases: [size] };
  }
}

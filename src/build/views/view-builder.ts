/**
 * Builds the parts of the views of one locale, for one market or for several whose views are equal but for prices and
 * stock. Products are added group by group in the order of their ordinals; nothing of a product is kept but what the
 * parts hold.
 */

import type { ProductGroup } from '../../catalog/records.js';
import { type ResolvedProduct, type ResolvedVariant, resolveProduct, resolveVariants } from '../../catalog/resolve.js';
import type { TranslatedLabels as CatalogLabels } from '../../catalog/translated-labels.js';
import { AttributesBuilder, HIERARCHICAL, LEVEL_SEPARATOR } from '../../index/attributes.js';
import { colorName } from '../../index/color-names.js';
import { FIELD } from '../../index/fields.js';
import type { IndexSettings } from '../../index/index-settings.js';
import { type Level, NumbersBuilder } from '../../index/numbers.js';
import type { PartFile, PartWriter } from '../../index/part.js';
import { StructureBuilder } from '../../index/structure.js';
import { writeSuggestedPhrases } from '../../index/suggested-phrases.js';
import { TextIndexBuilder } from '../../index/text-index-builder.js';
import { type ValueNames, writeValueLabels } from '../../index/value-labels.js';
import { type ColorId, colorIdOf, cssOf } from '../../kernel/colors.js';
import { isoTime } from '../../kernel/iso-time.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import type { ViewManifest } from '../../snapshot/manifest.js';
import { type Analyzer, analyzerFor } from '../../text/index.js';
import { CardEncoder } from '../cards/card-encoder.js';
import type { MarketBuilder, SharedParts } from './market-builder.js';
import { PhraseMiner } from './phrase-miner.js';

const MEASURES = ['depth', 'height', 'length', 'volume', 'weight', 'width'] as const;

/** Attributes whose values queries recognise. */
const RECOGNISED = new Set([
  'brand',
  'product_type',
  'category',
  'ontology',
  'color',
  'gender',
  'age',
  'department',
  'pattern',
  'series',
]);
/** Attributes that are never facets: only rules use them. */
const UNLISTED = new Set(['title', 'name']);

/** Stand for a missing format and size type in the id of a size, `TYPE;FORMAT;SIZE`. */
const NO_FORMAT = 'NO_FORMAT';
const NO_TYPE = 'NO_TYPE';

const KEPT_COLORS = 1 << 12;
const NO_COLOR = '';

export class ViewBuilder {
  private readonly analyzer: Analyzer;
  private readonly structure = new StructureBuilder();
  private readonly numbers = new NumbersBuilder();
  private readonly attributes = new AttributesBuilder();
  private readonly text: TextIndexBuilder;
  private readonly phrases: PhraseMiner;
  private readonly cardWriter: CardEncoder;
  /** Colours of the palette by imported text. */
  private readonly colors = new TwoGenerationCache<ColorId | typeof NO_COLOR>(KEPT_COLORS);

  /** @param markets at least one */
  constructor(
    private readonly markets: readonly MarketBuilder[],
    readonly locale: string,
    private readonly labels: CatalogLabels,
    settings: IndexSettings,
  ) {
    this.analyzer = analyzerFor(locale);
    this.text = new TextIndexBuilder(this.analyzer);
    this.phrases = new PhraseMiner(this.analyzer);
    this.cardWriter = new CardEncoder(labels, this.analyzer.language, settings);
  }

  addGroup(key: string, group: ProductGroup): void {
    const [first, ...others] = this.markets;
    const products: ResolvedProduct[] = [];
    for (const productKey of Object.keys(group.products)) {
      const product = resolveProduct(productKey, group.products[productKey], first.market, this.locale);
      if (product) products.push(product);
    }
    if (products.length === 0) return;
    this.structure.addGroup(key, group.suppressDuplicates === true);
    for (const product of products) {
      this.addProduct(key, product);
      first.addVariants(product.variants);
    }
    const head = CardEncoder.groupHead(key);
    const blocks = products.map(product => this.cardWriter.encode(product));
    first.addCards(head, blocks);
    for (const other of others) {
      const repriced = products.map((product, i) => {
        const variants = resolveVariants(group.products[product.key], other.market, this.locale);
        other.addVariants(variants);
        return this.cardWriter.reprice(variants, blocks[i], 0, blocks[i].length);
      });
      other.addCards(head, repriced);
    }
  }

  /**
   * Writes the parts into `dir`, and finishes the card files. To be called once.
   * @param wrote called after each part
   * @returns a view for each market
   */
  finish(dir: string, wrote: () => void): { view: ViewManifest; files: PartFile[] }[] {
    const write = (part: PartWriter): PartFile => {
      const file = part.write(dir);
      wrote();
      return file;
    };
    const { productCount, variantCount } = this.structure;
    // Parts are finished one after the other, the largest last, as each frees what it has collected.
    const shared: SharedParts = {
      ...this.finishValues(write),
      numbers: write(this.numbers.finish(productCount, variantCount, this.structure.productsOfVariants())),
      structure: write(this.structure.finish()),
      phrases: write(writeSuggestedPhrases(this.phrases.finish(), text => this.analyzer.normalize(text))),
      text: write(this.text.finish()),
    };
    return this.markets.map(market => market.finish(dir, this.locale, productCount, shared));
  }

  /** Finishes attributes and labels, and adds the names of values to the text index. */
  private finishValues(write: (part: PartWriter) => PartFile): Pick<SharedParts, 'attributes' | 'labels'> {
    const { structure, text } = this;
    const { productCount, variantCount } = structure;
    const { part, attributes } = this.attributes.finish(productCount, variantCount, structure.variantStarts());
    const named = attributes.map(({ id, values }) => ({ id, values: values.map(value => this.namesOf(id, value)) }));
    named.forEach(({ id, values }, index) => {
      if (!RECOGNISED.has(id) && !id.startsWith('custom.')) return;
      values.forEach((value, ordinal) => {
        for (const name of new Set([value.id, value.label])) text.addEntity(lastLevel(id, name), index, ordinal);
      });
    });
    return { attributes: write(part), labels: write(writeValueLabels(named, UNLISTED, this.locale)) };
  }

  private addProduct(groupKey: string, product: ResolvedProduct): void {
    const ordinal = this.structure.productCount;
    const { data } = product;
    this.structure.addProduct(product.key, data.styleWith);
    this.text.addTitle(data.title ?? '', this.nonHeadNames(product));
    this.addTextAttribute('title', ordinal, data.title);
    this.addTextValue('name', ordinal, data.name, FIELD.NAME);
    this.addTextValue('brand', ordinal, data.brand, FIELD.BRAND);
    this.addTextValue('series', ordinal, data.series, FIELD.SERIES);
    for (const value of data.productType ?? []) this.addTextValue('product_type', ordinal, value, FIELD.TYPE);
    for (const value of data.category ?? []) this.addPath('category', ordinal, value, FIELD.CATEGORY);
    if (data.ontology !== undefined) this.addPath('ontology', ordinal, data.ontology, FIELD.TYPE);
    for (const value of data.department ?? []) this.addTextValue('department', ordinal, value, FIELD.DEPARTMENT);
    for (const value of data.gender ?? []) this.addTextValue('gender', ordinal, value, FIELD.AUDIENCE);
    for (const value of data.age ?? []) this.addTextValue('age', ordinal, value, FIELD.AUDIENCE);
    for (const value of data.pattern ?? []) this.addTextValue('pattern', ordinal, value, FIELD.LABEL);
    for (const color of new Set(product.colors.map(color => this.colorOf(color)))) {
      if (color) this.addTextValue('color', ordinal, color, FIELD.COLOR);
    }
    this.addCustomData(data, 'product', ordinal);
    if (data.rating !== undefined) this.numbers.set('rating', 'product', ordinal, data.rating);
    if (data.releaseDate !== undefined) {
      this.numbers.set('release_date', 'product', ordinal, isoTime(data.releaseDate));
    }
    this.text.addKey(groupKey);
    this.text.addKey(product.key);
    for (const variant of product.variants) this.addVariant(product, variant);
    this.text.endDoc(ordinal);
    this.phrases.add(product, (attribute, id) => this.labelOf(attribute, id));
  }

  private addVariant(product: ResolvedProduct, variant: ResolvedVariant): void {
    const ordinal = this.structure.variantCount;
    this.structure.addVariant(variant.key);
    for (const { format, size } of variant.sizes) {
      const id = `${product.data.sizeType ?? NO_TYPE};${format ?? NO_FORMAT};${size}`;
      this.attributes.add('size', 'variant', ordinal, id);
      this.text.addValue(FIELD.SIZE, size);
    }
    this.addCustomData(variant.data, 'variant', ordinal);
    this.text.addKey(variant.key);
  }

  /** Adds the custom attributes and measures of a product or variant. */
  private addCustomData(data: ResolvedProduct['data'] | ResolvedVariant['data'], level: Level, owner: number): void {
    for (const name in data.customLabels) {
      const field = /^colou?r$/i.test(name) ? FIELD.COLOR : FIELD.LABEL;
      for (const value of data.customLabels[name]) {
        this.attributes.add(`custom.${name}`, level, owner, value);
        this.indexValue(field, `custom.${name}`, value);
      }
    }
    for (const name in data.customNumbers) {
      const value = data.customNumbers[name];
      this.numbers.set(`custom.number.${name}`, level, owner, value);
      // Indexed as words, for queries such as "4 persons"; a name in camel case is split.
      this.text.addValue(FIELD.LABEL, `${value} ${name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')}`);
    }
    for (const name in data.customLengths) {
      this.numbers.set(`custom.length.${name}`, level, owner, data.customLengths[name]);
    }
    for (const name of MEASURES) {
      const value = data[name];
      if (!value) continue;
      this.numbers.set(name, level, owner, value);
      // Rounded too, so that a query for 20 l finds 19.5 l.
      for (const amount of new Set([value.amount, Number(value.amount.toPrecision(2))])) {
        this.text.addValue(FIELD.LABEL, `${amount}${value.unit}`);
      }
    }
  }

  /** Names in titles that are not the head: brand, audience, colours, higher levels of categories. */
  private nonHeadNames({ data, colors }: ResolvedProduct): string[] {
    const audiences = [...(data.gender ?? []).map(id => ['gender', id]), ...(data.age ?? []).map(id => ['age', id])];
    const above = (data.category ?? [])
      .map(id => this.labelOf('category', id))
      .filter(at => at.includes(LEVEL_SEPARATOR));
    const named = (data.customLabels?.color ?? []).map(id => this.labelOf('custom.color', id));
    const ids = colors
      .map(color => this.colorOf(color))
      .flatMap(color => (color ? [this.labelOf('color', color)] : []));
    const brand = data.brand === undefined ? [] : [this.labelOf('brand', data.brand)];
    const whose = audiences.map(([attribute, id]) => this.labelOf(attribute!, id!));
    const levels = above.map(name => name.slice(0, name.lastIndexOf(LEVEL_SEPARATOR)));
    return [...new Set([...brand, ...named, ...ids, ...whose, ...levels])];
  }

  private colorOf(text: string): ColorId | undefined {
    let color = this.colors.get(text);
    if (color === undefined) this.colors.set(text, (color = colorIdOf(text) ?? NO_COLOR));
    return color === NO_COLOR ? undefined : color;
  }

  private addTextAttribute(id: string, ordinal: number, value: string | undefined): void {
    if (value !== undefined) this.attributes.add(id, 'product', ordinal, value);
  }

  private addTextValue(id: string, ordinal: number, value: string | undefined, field: number): void {
    if (value === undefined) return;
    this.attributes.add(id, 'product', ordinal, value);
    this.indexValue(field, id, value);
  }

  /** Adds a path of levels: the last level is indexed in `field`, the levels above it in ONTOLOGY. */
  private addPath(id: string, ordinal: number, value: string, field: number): void {
    this.attributes.add(id, 'product', ordinal, value);
    for (const name of new Set([value, this.labelOf(id, value)])) {
      const at = name.lastIndexOf(LEVEL_SEPARATOR);
      const last = at < 0 ? name : name.slice(at + LEVEL_SEPARATOR.length);
      // A level with two heads, as "Jackets & coats", does not tell which of them a product is.
      this.text.addValue(this.text.countHeads(last) > 1 ? FIELD.ONTOLOGY : field, last);
      if (at > 0) this.text.addValue(FIELD.ONTOLOGY, name.slice(0, at));
    }
  }

  /** Indexes a value by its label, and by its id where that differs. */
  private indexValue(field: number, attribute: string, id: string): void {
    const label = this.labelOf(attribute, id);
    this.text.addValue(field, label);
    if (label !== id && attribute !== 'color') this.text.addValue(field, id);
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

function lastLevel(attribute: string, name: string): string {
  return HIERARCHICAL.has(attribute) ? name.split(LEVEL_SEPARATOR).at(-1)! : name;
}

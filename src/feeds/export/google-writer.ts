/**
 * Google Merchant Center: RSS 2.0 with the namespace `g:`, an item for each variant. What Google has no attribute for stands
 * in the namespace for own attributes, `c:`, which Google passes over: by it `vitrine import feed --format google` makes the
 * same products again.
 */
import type { Measure } from '../../catalog/records.js';
import type { ResolvedVariant } from '../../catalog/resolve.js';
import { audienceName } from '../items/audience-words.js';
import { type FeedWriter, Lacking } from './feed-writer.js';
import {
  type FeedTarget,
  linkOf,
  MEASURE_NAMES,
  moneyOf,
  type SoldGroup,
  type SoldGroups,
  type SoldProduct,
  shortened,
} from './sold-items.js';

const LONGEST_TITLE = 150;
const LONGEST_DESCRIPTION = 5000;
const MOST_FURTHER_IMAGES = 10;
const MOST_COLORS = 3;

/** What is known of a variant elsewhere. */
interface Identifiers {
  gtin?: string;
  mpn?: string;
  google_product_category?: string;
}

export class GoogleWriter implements FeedWriter {
  private readonly missing = new Lacking();
  readonly lacking = this.missing.counts;

  /** @param own whether attributes of the namespace `c:` are written */
  constructor(
    private readonly target: FeedTarget,
    private readonly own: boolean,
  ) {}

  head(): string {
    const { base, market, locale } = this.target;
    const namespaces = `xmlns:g="http://base.google.com/ns/1.0"${this.own ? ' xmlns:c="http://base.google.com/cns/1.0"' : ''}`;
    return (
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${namespaces}>\n<channel>\n` +
      `<title>${escaped(base.host)}</title>\n<link>${escaped(base.href)}</link>\n` +
      `<description>${escaped(`Products of ${market} in ${locale}`)}</description>\n`
    );
  }

  group(group: SoldGroup, groups: SoldGroups): string {
    let text = '';
    for (const sold of group.products) {
      const shared = this.shared(group, sold);
      for (const variant of sold.product.variants)
        text += `<item>\n${this.variant(sold, variant, groups)}${shared}</item>\n`;
    }
    return text;
  }

  tail(): string {
    return '</channel>\n</rss>\n';
  }

  /** What all variants of a product have. */
  private shared({ key, suppressDuplicates }: SoldGroup, sold: SoldProduct): string {
    const { product, images, labels, brand } = sold;
    const { data } = product;
    const { material = [], color = [], ...others } = labels;
    const [image, ...further] = images;
    if (brand === undefined) this.missing.note('brand');
    if (image === undefined) this.missing.note('image_link');
    const text = new Attributes(this.own);
    text.google('item_group_id', key);
    text.google(
      'description',
      data.description === undefined ? undefined : shortened(data.description, LONGEST_DESCRIPTION),
    );
    text.google('image_link', image);
    for (const url of further.slice(0, MOST_FURTHER_IMAGES)) text.google('additional_image_link', url);
    text.google('brand', brand);
    for (const category of sold.category) text.google('product_type', category);
    this.audience(text, sold);
    if (sold.pattern.length === 1) text.google('pattern', sold.pattern[0]);
    else for (const pattern of sold.pattern) text.custom('pattern', pattern);
    const joined = (values: string[], most: number): string | undefined =>
      values.length > 0 && values.length <= most && !values.some(value => value.includes('/'))
        ? values.join('/')
        : undefined;
    text.google('color', joined(color, MOST_COLORS));
    text.google('material', joined(material, Number.POSITIVE_INFINITY));
    if (joined(material, Number.POSITIVE_INFINITY) === undefined) others['material'] = material;
    text.custom('product_key', product.key);
    for (const code of product.colors) text.custom('color_code', code);
    if (sold.ontology !== sold.category[0]) text.custom('ontology', sold.ontology);
    for (const type of sold.productType) text.custom('product_type', type);
    for (const department of sold.department) text.custom('department', department);
    text.custom('name', data.name);
    text.custom('series', data.series);
    text.custom('size_type', data.sizeType);
    text.custom('rating', data.rating?.toString());
    text.custom('release_date', data.releaseDate);
    for (const other of data.styleWith ?? []) text.custom('style_with', other);
    if (suppressDuplicates) text.custom('suppress_duplicates', 'true');
    for (const name of MEASURE_NAMES) text.custom(name, measureText(data[name]));
    for (const [name, values] of Object.entries(others))
      for (const value of values) text.custom(`label.${name}`, value);
    for (const [name, number] of Object.entries(data.customNumbers ?? {}))
      text.custom(`number.${name}`, number.toString());
    for (const [name, length] of Object.entries(data.customLengths ?? {}))
      text.custom(`measure.${name}`, measureText(length));
    for (const [name, json] of Object.entries(data.customJson ?? {})) text.custom(`json.${name}`, JSON.stringify(json));
    return text.text;
  }

  private audience(text: Attributes, { gender, age }: SoldProduct): void {
    for (const [words, google, custom] of [
      [gender, 'gender', 'gender'],
      [age, 'age_group', 'age'],
    ] as const) {
      const name = words.length === 1 ? audienceName(words[0]!, this.target.locale) : undefined;
      if (name !== undefined) text.google(google, name);
      else for (const word of words) text.custom(custom, word);
    }
  }

  private variant(sold: SoldProduct, variant: ResolvedVariant, groups: SoldGroups): string {
    const { key, data, sizes } = variant;
    const { target } = this;
    const text = new Attributes(this.own);
    const { identifiers } = (data.customJson ?? {}) as { identifiers?: Identifiers };
    text.google('id', key);
    text.plain('title', shortened(sold.product.data.title ?? key, LONGEST_TITLE));
    text.plain('link', linkOf(sold, variant, target));
    text.google('price', moneyOf(data.listPrice, target));
    if (data.sellingPrice < data.listPrice) text.google('sale_price', moneyOf(data.sellingPrice, target));
    text.google('availability', data.stock > 0 ? 'in_stock' : 'out_of_stock');
    text.google('condition', sold.labels['condition'] ? undefined : 'new');
    text.google('cost_of_goods_sold', data.cost === undefined ? undefined : moneyOf(data.cost, target));
    text.google('gtin', identifiers?.gtin);
    text.google('mpn', identifiers?.mpn);
    text.google('google_product_category', identifiers?.google_product_category);
    const [size] = sizes;
    text.google('size', size?.size);
    text.custom('size_format', size?.format);
    if (data.label !== (size?.size ?? '')) text.custom('label', data.label);
    text.custom('stock', data.stock.toString());
    for (const [store, stock] of Object.entries(data.stores ?? {})) text.custom('store', `${store}:${stock}`);
    for (const [id, price] of Object.entries(data.customPrices ?? {}))
      text.custom(`price.${id}`, moneyOf(price.sellingPrice, target));
    for (const [name, values] of Object.entries(groups.customLabels(data))) {
      for (const value of values) text.custom(`variant.${name}`, value);
    }
    return text.text;
  }
}

function measureText(measure: Measure | undefined): string | undefined {
  return measure && `${measure.amount} ${measure.unit}`;
}

/** Lines of an item; values that are absent are left out. */
class Attributes {
  text = '';

  constructor(private readonly own: boolean) {}

  plain(name: string, value: string | undefined): void {
    if (value !== undefined && value !== '') this.text += `<${name}>${escaped(value)}</${name}>\n`;
  }

  google(name: string, value: string | undefined): void {
    this.plain(`g:${name}`, value);
  }

  custom(name: string, value: string | undefined): void {
    // Names of custom attributes are names of XML, but for a second colon and what ids of prices may have.
    if (this.own && /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name)) this.plain(`c:${name}`, value);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 cannot have.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text.replace(NOT_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

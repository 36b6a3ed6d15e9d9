/**
 * The product feed of OpenAI, in the flat form of its published specification (file upload, stable): a row for each variant,
 * as JSON lines or as CSV. Products can be found by it; checkout takes an agreement of its own and is not offered.
 */
import type { ResolvedVariant } from '../../catalog/resolve.js';
import { audienceName } from '../items/audience-words.js';
import { type FeedWriter, Lacking } from './feed-writer.js';
import { type FeedTarget, linkOf, moneyOf, type SoldGroup, type SoldProduct, shortened } from './sold-items.js';

const LONGEST_TITLE = 150;
const LONGEST_DESCRIPTION = 5000;
const COLUMNS = [
  'is_eligible_search',
  'is_eligible_checkout',
  'item_id',
  'title',
  'description',
  'url',
  'brand',
  'image_url',
  'additional_image_urls',
  'price',
  'sale_price',
  'availability',
  'condition',
  'product_category',
  'material',
  'color',
  'size',
  'gender',
  'age_group',
  'gtin',
  'mpn',
  'group_id',
  'item_group_title',
  'listing_has_variations',
  'variant_dict',
  'seller_name',
  'seller_url',
  'target_countries',
  'store_country',
] as const;

type Row = { [K in (typeof COLUMNS)[number]]?: string | boolean | string[] | Record<string, string> | undefined };

const REQUIRED = ['title', 'description', 'url', 'brand', 'image_url', 'price'] as const;

export interface OpenAiOptions {
  form: 'jsonl' | 'csv';
  seller: string;
  /** ISO 3166-1 code of the country of the shop. */
  country: string;
}

export class OpenAiWriter implements FeedWriter {
  private readonly missing = new Lacking();
  readonly lacking = this.missing.counts;

  constructor(
    private readonly target: FeedTarget,
    private readonly options: OpenAiOptions,
  ) {}

  head(): string {
    return this.options.form === 'csv' ? `${COLUMNS.join(',')}\n` : '';
  }

  group(group: SoldGroup): string {
    const variants = group.products.reduce((sum, { product }) => sum + product.variants.length, 0);
    let text = '';
    for (const sold of group.products) {
      for (const variant of sold.product.variants) text += this.line(this.row(group, sold, variant, variants > 1));
    }
    return text;
  }

  tail(): string {
    return '';
  }

  private row(group: SoldGroup, sold: SoldProduct, variant: ResolvedVariant, varies: boolean): Row {
    const { target, options } = this;
    const { product, images, labels } = sold;
    const { data, sizes, key } = variant;
    const { identifiers } = (data.customJson ?? {}) as { identifiers?: { gtin?: string; mpn?: string } };
    const color = labels['color']?.join('/');
    const size = sizes[0]?.size;
    const [image, ...further] = images;
    const word = (words: string[]): string | undefined =>
      words.length === 1 ? audienceName(words[0]!, target.locale) : undefined;
    const row: Row = {
      is_eligible_search: true,
      is_eligible_checkout: false,
      item_id: key,
      title: shortened(product.data.title ?? key, LONGEST_TITLE),
      description: shortened(product.data.description ?? product.data.title ?? key, LONGEST_DESCRIPTION),
      url: linkOf(sold, variant, target),
      brand: sold.brand,
      image_url: image,
      additional_image_urls: further.length > 0 ? further : undefined,
      price: moneyOf(data.listPrice, target),
      sale_price: data.sellingPrice < data.listPrice ? moneyOf(data.sellingPrice, target) : undefined,
      availability: data.stock > 0 ? 'in_stock' : 'out_of_stock',
      condition: labels['condition']?.[0] ?? 'new',
      product_category: sold.ontology ?? sold.category[0],
      material: labels['material']?.join(', '),
      color,
      size,
      gender: word(sold.gender),
      age_group: word(sold.age),
      gtin: identifiers?.gtin,
      mpn: identifiers?.mpn,
      group_id: group.key,
      item_group_title: group.products[0]!.product.data.title,
      listing_has_variations: varies,
      variant_dict: varies ? { ...(color && { color }), ...(size && { size }) } : undefined,
      seller_name: options.seller,
      seller_url: target.base.href,
      target_countries: [options.country],
      store_country: options.country,
    };
    for (const name of REQUIRED) if (row[name] === undefined) this.missing.note(name);
    return row;
  }

  private line(row: Row): string {
    if (this.options.form === 'jsonl') return `${JSON.stringify(row)}\n`;
    return `${COLUMNS.map(column => cell(row[column])).join(',')}\n`;
  }
}

function cell(value: Row[keyof Row]): string {
  const text =
    value === undefined
      ? ''
      : Array.isArray(value)
        ? value.join(',')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

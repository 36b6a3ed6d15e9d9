/**
 * Products of Shopify: the table that its administration exports (a row for each variant, of which the first has what all
 * share; rows with nothing but a picture), or `products.json`, whose objects become such rows.
 */
import { addField, type FeedRow } from '../readers/feed-row.js';
import type { JsonObject } from '../readers/json-values.js';
import type { FeedFormat, RowRelations } from './feed-format.js';
import { setOption, textOf } from './options.js';

const NUMBERS = [1, 2, 3];

export const shopify: FeedFormat = {
  preset: {
    fields: {
      id: ['Variant SKU', 'computed.id'],
      group: 'Handle',
      title: 'Title',
      description: 'Body (HTML)',
      url: { template: '/products/{Handle}' },
      brand: 'Vendor',
      category: ['Product Category', 'Type'],
      ontology: 'Product Category',
      productType: 'Type',
      gender: { from: ['Google Shopping / Gender', 'Gender (product.metafields.shopify.target-gender)'], split: ';' },
      age: { from: ['Google Shopping / Age Group', 'Age group (product.metafields.shopify.age-group)'], split: ';' },
      color: ['option.color', 'Color (product.metafields.shopify.color-pattern)'],
      size: 'option.size',
      images: ['Variant Image', 'Image Src'],
      listPrice: 'computed.list_price',
      sellingPrice: 'computed.selling_price',
      cost: 'Cost per item',
      availability: 'computed.availability',
      stock: 'Variant Inventory Qty',
      published: ['Status', 'Published'],
      releaseDate: 'Published At',
      weight: 'computed.weight',
      'customLabels.tag': { from: 'Tags', split: ',' },
      'customLabels.condition': 'Google Shopping / Condition',
      'variantLabels.*': 'option.*',
      'identifiers.gtin': 'Variant Barcode',
      'identifiers.mpn': 'Google Shopping / MPN',
    },
    ignore: [
      'ID',
      'Command',
      'Published',
      'Published Scope',
      'Option1*',
      'Option2*',
      'Option3*',
      'Variant *',
      'Image *',
      'Gift Card',
      'SEO *',
      'Google Shopping *',
      'Included *',
      'Price *',
      'Compare At Price *',
      'Template Suffix',
      'Tax *',
      'Unit Price *',
      'Total Inventory Qty',
      'Fulfillment Service',
    ],
  },

  fromJson(product, line) {
    const variants = listOf(product['variants']);
    const options = listOf(product['options']);
    const images = listOf(product['images']);
    const rows = (variants.length > 0 ? variants : [{}]).map((variant, at): FeedRow => {
      const row: FeedRow = { line, fields: new Map() };
      const put = (name: string, value: unknown): void => {
        if (['string', 'number', 'boolean'].includes(typeof value)) addField(row.fields, name, String(value));
      };
      put('Handle', product['handle'] ?? product['id']);
      if (at === 0) putShared(put, product);
      for (const [number, option] of options.entries()) {
        put(`Option${number + 1} Name`, option['name'] ?? option);
        put(`Option${number + 1} Value`, variant[`option${number + 1}`]);
      }
      put('Variant SKU', variant['sku'] || variant['id']);
      put('Variant Price', variant['price']);
      put('Variant Compare At Price', variant['compare_at_price']);
      put('Variant Barcode', variant['barcode']);
      put('Variant Grams', variant['grams']);
      put('Variant Inventory Qty', variant['inventory_quantity']);
      if (variant['inventory_policy'] !== undefined) put('Variant Inventory Policy', variant['inventory_policy']);
      if (variant['available'] !== undefined)
        put('computed.availability', variant['available'] ? 'in_stock' : 'out_of_stock');
      put('Variant Image', objectOf(variant['featured_image'])['src']);
      return row;
    });
    const first = rows[0]!;
    for (const image of images) {
      const { src } = image;
      if (typeof src === 'string') addField(first.fields, 'Image Src', src);
    }
    return rows;
  },

  relator() {
    // Rows behind the first name no options: those of the first row are theirs.
    let names: OptionNames = { handle: undefined, names: [] };
    return row => {
      names = optionNames(row, names);
      return relate(row, names.names);
    };
  },
};

interface OptionNames {
  handle: string | undefined;
  names: (string | undefined)[];
}

function optionNames(row: FeedRow, last: OptionNames): OptionNames {
  const handle = textOf(row, 'Handle');
  if (handle === last.handle) return last;
  return { handle, names: NUMBERS.map(number => textOf(row, `Option${number} Name`)) };
}

function relate(row: FeedRow, names: readonly (string | undefined)[]): RowRelations {
  const price = textOf(row, 'Variant Price');
  if (price === undefined) return { role: 'extra' };
  const values = NUMBERS.map(number => textOf(row, `Option${number} Value`));
  for (const [at, value] of values.entries()) {
    const name = textOf(row, `Option${at + 1} Name`) ?? names[at];
    if (name !== undefined && value !== undefined) setOption(row, name, value);
  }
  addPrices(row, price);
  addStock(row);
  const grams = textOf(row, 'Variant Grams');
  if (grams !== undefined && Number(grams) > 0) row.fields.set('computed.weight', [`${grams} g`]);
  const options = values.filter(value => value !== undefined && value !== 'Default Title');
  const id = [textOf(row, 'Handle') ?? '', ...options].join('-');
  row.fields.set('computed.id', [id]);
  return { role: 'variant' };
}

function addPrices({ fields }: FeedRow, price: string): void {
  const compared = fields.get('Variant Compare At Price')?.[0];
  if (compared !== undefined && Number(compared) > Number(price)) {
    fields.set('computed.list_price', [compared]);
    fields.set('computed.selling_price', [price]);
  } else fields.set('computed.list_price', [price]);
}

function addStock(row: FeedRow): void {
  if (row.fields.has('computed.availability')) return;
  const quantity = textOf(row, 'Variant Inventory Qty');
  // What is not counted is always sold; so is what may be ordered beyond what there is.
  const isCounted = quantity !== undefined && (textOf(row, 'Variant Inventory Tracker') ?? 'shopify') !== '';
  const mayOversell = textOf(row, 'Variant Inventory Policy') === 'continue';
  const state = !isCounted || Number(quantity) > 0 ? 'in_stock' : mayOversell ? 'backorder' : 'out_of_stock';
  row.fields.set('computed.availability', [state]);
}

function putShared(put: (name: string, value: unknown) => void, product: JsonObject): void {
  put('Title', product['title']);
  put('Body (HTML)', product['body_html']);
  put('Vendor', product['vendor']);
  put('Type', product['product_type']);
  const { tags } = product;
  put('Tags', Array.isArray(tags) ? tags.join(',') : tags);
  put('Status', product['status']);
  put('Published At', product['published_at']);
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as JsonObject[]) : [];
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

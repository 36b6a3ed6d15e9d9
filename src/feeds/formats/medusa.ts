/**
 * Products of Medusa: the table of its product import and export (a row for each variant; names of columns with and without
 * `Variant` in front, as its first and second version write them), or the JSON of its interface.
 */
import { addField, type FeedRow } from '../readers/feed-row.js';
import type { JsonObject } from '../readers/json-values.js';
import type { FeedFormat, RowRelations } from './feed-format.js';
import { setOption, textOf } from './options.js';

const MOST_OPTIONS = 10;

export const medusa: FeedFormat = {
  preset: {
    fields: {
      id: ['Variant SKU', 'Variant Sku', 'Variant Id', 'computed.id'],
      group: ['Product Handle', 'Product Id'],
      title: 'Product Title',
      name: 'Product Subtitle',
      description: 'Product Description',
      url: { template: '/products/{Product Handle}' },
      series: ['Product Collection Title', 'Product Collection'],
      category: 'computed.category',
      productType: ['Product Type', 'Product Type Value'],
      color: 'option.color',
      size: 'option.size',
      images: ['computed.image', 'Product Thumbnail'],
      listPrice: 'computed.list_price',
      sellingPrice: 'computed.selling_price',
      availability: 'computed.availability',
      stock: 'Variant Inventory Quantity',
      published: 'computed.published',
      releaseDate: 'Product Created At',
      weight: 'computed.weight',
      'customLabels.material': ['Product Material', 'Variant Material'],
      'customLabels.tag': 'computed.tag',
      'variantLabels.*': 'option.*',
      'identifiers.gtin': ['Variant EAN', 'Variant Barcode', 'Variant UPC'],
    },
    ignore: [
      'Product Id',
      'Product Handle',
      'Product Status',
      'Product Weight',
      'Product Length',
      'Product Width',
      'Product Height',
      'Product HS Code',
      'Product Origin Country',
      'Product MID Code',
      'Product Mid Code',
      'Product Collection*',
      'Product Category*',
      'Product Tag*',
      'Product Profile*',
      'Product Discountable',
      'Product External Id',
      'Product Image*',
      'Product Created At',
      'Product Updated At',
      'Product Deleted At',
      'Product Is Giftcard',
      'Product Sales Channel*',
      'Product Shipping Profile Id',
      'Product Type*',
      'Variant *',
      'Option *',
      'Price *',
      'Image *',
      'Sales Channel *',
    ],
  },

  fromJson(product, line) {
    const rows = objects(product['variants']).map((variant): FeedRow => {
      const row: FeedRow = { line, fields: new Map() };
      const put = (name: string, value: unknown): void => {
        if (['string', 'number', 'boolean'].includes(typeof value)) addField(row.fields, name, String(value));
      };
      putProduct(put, product);
      putVariant(put, product, variant);
      return row;
    });
    return rows;
  },

  relator:
    () =>
    (row): RowRelations => {
      const status = textOf(row, 'Product Status');
      if (status !== undefined && status !== 'published') return { role: 'variant', unsold: `its status is ${status}` };
      for (let number = 1; number <= MOST_OPTIONS; number++) {
        for (const start of ['Variant Option', 'Option']) {
          const name = textOf(row, `${start} ${number} Name`);
          const value = textOf(row, `${start} ${number} Value`);
          if (name !== undefined && value !== undefined) setOption(row, name, value);
        }
      }
      for (const [name, texts] of [...row.fields]) {
        const [, currency] = /^(?:Variant )?Price (?:.* \[)?([A-Z]{3})\]?$/.exec(name) ?? [];
        if (currency !== undefined) addField(row.fields, 'computed.list_price', `${texts[0]} ${currency}`);
        if (/^(?:Product )?Image \d+(?: Url)?$/i.test(name)) addField(row.fields, 'computed.image', texts[0]!);
        if (/^Product Tag \d+$/.test(name)) addField(row.fields, 'computed.tag', texts[0]!);
        if (/^Product Category \d+(?: Name)?$/.test(name)) addField(row.fields, 'computed.category', texts[0]!);
      }
      addField(row.fields, 'computed.tag', (textOf(row, 'Product Tags') ?? '').split(',')[0]!);
      const grams = textOf(row, 'Variant Weight') ?? textOf(row, 'Product Weight');
      if (grams !== undefined && Number(grams) > 0) row.fields.set('computed.weight', [`${grams} g`]);
      addStock(row);
      const id = [textOf(row, 'Product Handle'), textOf(row, 'Variant Title')]
        .filter(text => text !== undefined)
        .join('-');
      if (id !== '') row.fields.set('computed.id', [id]);
      return { role: 'variant' };
    },
};

function addStock(row: FeedRow): void {
  const isManaged = textOf(row, 'Variant Manage Inventory')?.toLowerCase() !== 'false';
  const mayOversell = textOf(row, 'Variant Allow Backorder')?.toLowerCase() === 'true';
  const quantity = textOf(row, 'Variant Inventory Quantity');
  const isThere = !isManaged || quantity === undefined || Number(quantity) > 0;
  row.fields.set('computed.availability', [isThere ? 'in_stock' : mayOversell ? 'backorder' : 'out_of_stock']);
}

function putProduct(put: (name: string, value: unknown) => void, product: JsonObject): void {
  put('Product Handle', product['handle'] ?? product['id']);
  put('Product Title', product['title']);
  put('Product Subtitle', product['subtitle']);
  put('Product Description', product['description']);
  put('Product Status', product['status']);
  put('Product Thumbnail', product['thumbnail']);
  put('Product Material', product['material']);
  put('Product Created At', product['created_at']);
  put('Product Collection Title', object(product['collection'])['title']);
  put('Product Type', object(product['type'])['value']);
  for (const [at, image] of objects(product['images']).entries()) put(`Product Image ${at + 1} Url`, image['url']);
  for (const [at, tag] of objects(product['tags']).entries()) put(`Product Tag ${at + 1}`, tag['value']);
  for (const [at, category] of objects(product['categories']).entries())
    put(`Product Category ${at + 1}`, category['name']);
}

function putVariant(put: (name: string, value: unknown) => void, product: JsonObject, variant: JsonObject): void {
  put('Variant Id', variant['id']);
  put('Variant SKU', variant['sku']);
  put('Variant Title', variant['title']);
  put('Variant EAN', variant['ean']);
  put('Variant Barcode', variant['barcode']);
  put('Variant Weight', variant['weight'] ?? product['weight']);
  put('Variant Inventory Quantity', variant['inventory_quantity']);
  put('Variant Manage Inventory', variant['manage_inventory']);
  put('Variant Allow Backorder', variant['allow_backorder']);
  const titles = new Map(objects(product['options']).map(option => [option['id'], option['title']]));
  for (const [at, option] of objects(variant['options']).entries()) {
    put(`Variant Option ${at + 1} Name`, object(option['option'])['title'] ?? titles.get(option['option_id']));
    put(`Variant Option ${at + 1} Value`, option['value']);
  }
  const calculated = object(variant['calculated_price']);
  const { calculated_amount: amount, original_amount: original, currency_code: code } = calculated;
  if (amount !== undefined) {
    put('computed.list_price', `${original ?? amount} ${String(code ?? '').toUpperCase()}`);
    put('computed.selling_price', `${amount} ${String(code ?? '').toUpperCase()}`);
  }
  for (const price of objects(variant['prices'])) {
    put(`Variant Price ${String(price['currency_code']).toUpperCase()}`, price['amount']);
  }
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'object' && one !== null) : [];
}

function object(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

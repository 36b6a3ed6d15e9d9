/**
 * Products of WooCommerce: the table of its exporter. Rows of the type `variable` have what their variations share, which
 * name them by `SKU` or `id:NUMBER`; columns `Attribute 1 name`, `Attribute 1 value(s)` … have the options.
 */
import type { FeedRow } from '../readers/feed-row.js';
import type { FeedFormat, RowRelations } from './feed-format.js';
import { setOption, textOf } from './options.js';

const SOLD = /\b(?:simple|variation|external|virtual|downloadable|subscription)\b/;

export const woocommerce: FeedFormat = {
  preset: {
    fields: {
      id: ['SKU', 'computed.id'],
      group: 'computed.group',
      title: 'Name',
      description: ['Description', 'Short description'],
      url: ['Permalink', 'computed.url'],
      brand: ['Brands', 'option.Brand'],
      category: { from: 'Categories', split: ',' },
      color: { from: 'option.color', split: ',' },
      size: 'option.size',
      images: 'Images',
      listPrice: ['Regular price', 'Price'],
      sellingPrice: 'Sale price',
      salePeriod: { template: '{Date sale price starts}/{Date sale price ends}' },
      availability: 'computed.availability',
      stock: 'Stock',
      published: 'Published',
      weight: 'computed.weight',
      length: 'computed.length',
      width: 'computed.width',
      height: 'computed.height',
      'customLabels.tag': { from: 'Tags', split: ',' },
      'variantLabels.*': 'option.*',
      'identifiers.gtin': 'GTIN, UPC, EAN, or ISBN',
    },
    ignore: [
      'ID',
      'Type',
      'Parent',
      'Is featured?',
      'Visibility in catalog',
      'Short description',
      'Date sale price *',
      'Tax *',
      'In stock?',
      'Low stock amount',
      'Backorders allowed?',
      'Sold individually?',
      'Weight (*',
      'Length (*',
      'Width (*',
      'Height (*',
      'Allow customer reviews?',
      'Purchase note',
      'Shipping class',
      'Download *',
      'Grouped products',
      'Upsells',
      'Cross-sells',
      'External URL',
      'Button text',
      'Position',
      'Attribute *',
      'Meta: *',
    ],
  },

  relator:
    () =>
    (row): RowRelations => {
      const id = textOf(row, 'ID');
      const type = textOf(row, 'Type') ?? 'simple';
      if (id !== undefined) row.fields.set('computed.id', [id]);
      addOptions(row);
      addMeasures(row);
      const inStock = textOf(row, 'In stock?');
      if (inStock !== undefined) row.fields.set('computed.availability', [inStock]);
      if (id !== undefined) row.fields.set('computed.url', [`/?p=${id}`]);
      if (/\bvariable\b/.test(type)) {
        // What a parent lists are all values that its variations have.
        for (const name of [...row.fields.keys()]) if (name.startsWith('option.')) row.fields.delete(name);
        row.fields.set('computed.group', [textOf(row, 'SKU') ?? `id:${id}`]);
        return { role: 'parent', ...(id !== undefined && { aliases: [`id:${id}`] }) };
      }
      if (!SOLD.test(type))
        return { role: 'variant', unsold: `products of the type ${type} have no price of their own` };
      const parent = textOf(row, 'Parent');
      if (parent !== undefined) row.fields.set('computed.group', [parent]);
      return { role: 'variant' };
    },
};

function addOptions(row: FeedRow): void {
  for (let number = 1; number <= 50; number++) {
    const name = textOf(row, `Attribute ${number} name`);
    const value = textOf(row, `Attribute ${number} value(s)`);
    if (name === undefined && !row.fields.has(`Attribute ${number} value(s)`) && number > 10) return;
    if (name !== undefined && value !== undefined) setOption(row, name, value);
  }
}

function addMeasures({ fields }: FeedRow): void {
  for (const [name, texts] of [...fields]) {
    const [, measure, unit] = /^(Weight|Length|Width|Height) \((\w+)\)$/.exec(name) ?? [];
    if (measure !== undefined)
      fields.set(`computed.${measure.toLowerCase()}`, [`${texts[0]} ${unit === 'lbs' ? 'lb' : unit}`]);
  }
}

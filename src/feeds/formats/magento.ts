/**
 * Products of Magento and Adobe Commerce: the table `catalog_product` of their import and export. Configurable products list
 * their variants in `configurable_variations` (`sku=…,color=…|…`); `additional_attributes` has all that has no column.
 */
import { addField, type FeedRow } from '../readers/feed-row.js';
import type { FeedFormat, RowRelations } from './feed-format.js';
import { setOption, textOf } from './options.js';

export const magento: FeedFormat = {
  preset: {
    fields: {
      id: 'sku',
      group: 'computed.group',
      title: 'name',
      description: ['description', 'short_description'],
      url: 'computed.url',
      brand: ['option.manufacturer', 'option.brand', 'manufacturer'],
      category: 'computed.category',
      gender: { from: ['option.gender', 'gender'], split: '|' },
      pattern: { from: 'option.pattern', split: '|' },
      color: { from: ['option.color', 'color'], split: '|' },
      size: ['option.size', 'size'],
      images: 'computed.image',
      listPrice: 'price',
      sellingPrice: 'special_price',
      salePeriod: 'computed.sale_period',
      cost: 'cost',
      availability: 'is_in_stock',
      stock: 'qty',
      published: ['product_online', 'status'],
      releaseDate: 'computed.release_date',
      'variantLabels.*': 'option.*',
    },
    ignore: [
      'store_view_code',
      'attribute_set_code',
      'product_type',
      'categories',
      'product_websites',
      'short_description',
      'weight',
      'tax_class_name',
      'visibility',
      'special_price_*',
      'url_key',
      'meta_*',
      '*_image',
      'base_image*',
      'small_image*',
      'thumbnail_image*',
      'swatch_image*',
      'additional_image*',
      'created_at',
      'updated_at',
      'new_from_date',
      'new_to_date',
      'display_product_options_in',
      'map_*',
      'msrp_*',
      'gift_message_available',
      'custom_*',
      'page_layout',
      'product_options_container',
      'country_of_manufacture',
      'additional_attributes',
      'out_of_stock_qty',
      'use_config_*',
      'is_qty_decimal',
      'allow_backorders',
      'min_cart_qty',
      'max_cart_qty',
      'notify_on_stock_below',
      'manage_stock',
      'qty_increments',
      'enable_qty_increments',
      'is_decimal_divided',
      'website_id',
      'deferred_stock_update',
      'related_*',
      'crosssell_*',
      'upsell_*',
      'hide_from_product_page',
      'bundle_*',
      'grouped_*',
      'associated_skus',
      'configurable_*',
      'downloadable_*',
    ],
  },

  relator:
    () =>
    (row): RowRelations => {
      const type = textOf(row, 'product_type') ?? 'simple';
      const sku = textOf(row, 'sku');
      if (textOf(row, 'store_view_code') !== undefined && sku === undefined)
        return { role: 'variant', unsold: 'it has no sku' };
      for (const [name, value] of pairs(textOf(row, 'additional_attributes') ?? '')) setOption(row, name, value);
      addUrl(row);
      addCategories(row);
      addImages(row);
      addDates(row);
      if (type === 'configurable') {
        if (sku !== undefined) row.fields.set('computed.group', [sku]);
        const variations = (textOf(row, 'configurable_variations') ?? '').split('|');
        const members = variations.flatMap(one =>
          [...pairs(one)].filter(([name]) => name === 'sku').map(([, value]) => value),
        );
        return { role: 'parent', members };
      }
      if (type === 'bundle' || type === 'grouped') {
        return { role: 'variant', unsold: `products of the type ${type} have no price of their own` };
      }
      return { role: 'variant' };
    },
};

/** `a=1,b=2`; commas that no name follows belong to the value. */
function* pairs(text: string): Generator<[string, string]> {
  for (const part of text.split(/,(?=\s*[\w-]+=)/)) {
    const at = part.indexOf('=');
    if (at > 0)
      yield [
        part.slice(0, at).trim(),
        part
          .slice(at + 1)
          .trim()
          .replace(/^"|"$/g, ''),
      ];
  }
}

/** Variants of a configurable product mostly have no page of their own. */
function addUrl(row: FeedRow): void {
  const key = textOf(row, 'url_key');
  const hasPage = textOf(row, 'visibility') !== 'Not Visible Individually';
  if (key !== undefined && hasPage) row.fields.set('computed.url', [`/${key}.html`]);
}

/** `Default Category/Women/Tops,Default Category/New`: the first level is the root of the shop. */
function addCategories({ fields }: FeedRow): void {
  for (const path of fields.get('categories')?.[0]?.split(',') ?? []) {
    const levels = path.split('/').slice(1);
    if (levels.length > 0) addField(fields, 'computed.category', levels.join(' > '));
  }
}

/** Paths are from the folder of the media of products. */
function addImages({ fields }: FeedRow): void {
  for (const name of ['base_image', 'additional_images']) {
    for (const path of fields.get(name)?.[0]?.split(',') ?? []) {
      addField(
        fields,
        'computed.image',
        /^https?:/.test(path) ? path : `/media/catalog/product/${path.replace(/^\//, '')}`,
      );
    }
  }
}

function addDates({ fields }: FeedRow): void {
  const from = dateOf(fields.get('special_price_from_date')?.[0]);
  const to = dateOf(fields.get('special_price_to_date')?.[0]);
  if (from !== '' || to !== '') fields.set('computed.sale_period', [`${from}/${to}`]);
  const created = dateOf(fields.get('new_from_date')?.[0] ?? fields.get('created_at')?.[0]);
  if (created !== '') fields.set('computed.release_date', [created]);
}

/** The day of `3/31/16, 9:05 AM` or `2016-03-31 09:05:00`; empty where there is none. */
function dateOf(text = ''): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})/.exec(text) ?? [];
  if (month !== undefined) return `${year!.padStart(4, '20')}-${month.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';
}

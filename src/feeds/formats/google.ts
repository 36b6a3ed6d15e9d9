/**
 * Feeds of Google Merchant Center, as XML (RSS 2.0 or Atom) or as a table. The namespace `c:` has what Google has no
 * attribute for: `vitrine export feed` writes it, and shops may.
 */
import type { FeedFormat, RowRelations } from './feed-format.js';

export const google: FeedFormat = {
  preset: {
    fields: {
      id: 'id',
      group: ['c:group_key', 'item_group_id'],
      product: 'c:product_key',
      title: ['title', 'structured_title.content'],
      description: ['description', 'structured_description.content'],
      url: ['link', 'canonical_link'],
      brand: 'brand',
      name: 'c:name',
      series: 'c:series',
      category: 'product_type',
      ontology: ['c:ontology', 'google_product_category'],
      productType: 'c:product_type',
      department: 'c:department',
      gender: ['c:gender', 'gender'],
      age: ['c:age', 'age_group'],
      pattern: ['c:pattern', 'pattern'],
      sizeType: 'c:size_type',
      size: 'size',
      sizeFormat: ['c:size_format', 'size_system'],
      label: 'c:label',
      color: ['color', 'colour'],
      colorCode: 'c:color_code',
      images: ['image_link', 'additional_image_link'],
      modelImages: 'lifestyle_image_link',
      listPrice: 'price',
      sellingPrice: 'sale_price',
      salePeriod: 'sale_price_effective_date',
      cost: 'cost_of_goods_sold',
      availability: 'availability',
      stock: ['c:stock', 'quantity', 'sell_on_google_quantity'],
      stores: 'c:store',
      rating: 'c:rating',
      releaseDate: ['c:release_date', 'availability_date'],
      expires: 'expiration_date',
      styleWith: 'c:style_with',
      suppressDuplicates: 'c:suppress_duplicates',
      weight: ['c:weight', 'product_weight'],
      length: ['c:length', 'product_length'],
      width: ['c:width', 'product_width'],
      height: ['c:height', 'product_height'],
      depth: 'c:depth',
      volume: 'c:volume',
      'customLabels.material': { from: 'material', split: '/' },
      // What is new is not worth a facet.
      'customLabels.condition': { from: 'condition', values: { new: '', New: '' } },
      'customLabels.energy_efficiency_class': 'energy_efficiency_class',
      'identifiers.gtin': 'gtin',
      'identifiers.mpn': 'mpn',
      'customLabels.*': ['c:label.*', 'detail.*'],
      'variantLabels.*': 'c:variant.*',
      'customNumbers.*': 'c:number.*',
      'customLengths.*': 'c:measure.*',
      'customJson.*': 'c:json.*',
      'customPrices.*': 'c:price.*',
    },
    ignore: [
      'shipping*',
      'tax*',
      'ads_*',
      'adwords_*',
      'custom_label_*',
      'mobile_link*',
      'ships_from_country',
      'transit_time_label',
      'max_handling_time',
      'min_handling_time',
      'return_policy_label',
      'identifier_exists',
      'adult',
      'is_bundle',
      'multipack',
      'included_destination',
      'excluded_destination',
      'shopping_ads_excluded_country',
      'promotion_id',
      'installment*',
      'subscription_cost*',
      'loyalty_*',
      'unit_pricing_*',
      'certification*',
      'structured_*',
      'product_detail*',
      'product_highlight',
      'size_type',
      'min_energy_efficiency_class',
      'max_energy_efficiency_class',
      'pause',
      'external_seller_id',
      'display_ads_*',
      'pickup_*',
      'link_template',
      'maximum_retail_price*',
      'virtual_model_link',
      'video_link',
      'guid',
      'pubdate',
      'updated',
      'published',
      'summary',
    ],
  },
  relator:
    () =>
    (row): RowRelations => {
      // Tables may name attributes with capitals and spaces.
      for (const [name, texts] of [...row.fields]) {
        if (!/[A-Z ]/.test(name) || name.startsWith('c:')) continue;
        row.fields.delete(name);
        row.fields.set(name.toLowerCase().replaceAll(' ', '_'), texts);
      }
      const names = row.fields.get('product_detail.attribute_name') ?? [];
      const values = row.fields.get('product_detail.attribute_value') ?? [];
      if (names.length === values.length)
        for (const [at, name] of names.entries()) row.fields.set(`detail.${name}`, [values[at]!]);
      return { role: 'variant' };
    },
};

/**
 * The mapping file of feeds: which fields of a feed become which members of the catalog. A mapping goes above the preset
 * of its format, member by member; a target that is null is left empty.
 */
import Type, { type Static } from 'typebox';
import { LazyValidator } from '../../kernel/lazy-validator.js';

const closed = { additionalProperties: false };
const Names = Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })], {
  description: 'the name of a field, or a list of names',
});

const SourceObject = Type.Object(
  {
    from: Type.Optional(Names),
    template: Type.Optional(
      Type.String({ minLength: 1, description: 'a text with names of fields in braces, as in /products/{Handle}' }),
    ),
    value: Type.Optional(Type.String({ minLength: 1, description: 'a text that all items have' })),
    split: Type.Optional(Type.String({ minLength: 1, description: 'a text between several values of one field' })),
    level: Type.Optional(
      Type.Union([Type.Literal('first'), Type.Literal('last')], {
        description: 'first or last: that level of a path with >',
      }),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'an object of texts by what the feed has in their place',
      }),
    ),
  },
  { ...closed, description: 'an object with from, template or value' },
);

const FieldSource = Type.Union([Names, SourceObject, Type.Null()], {
  description: 'names of fields, an object with from, template or value, or null',
});

export const FEED_MAPPING = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    fields: Type.Optional(
      Type.Record(Type.String(), FieldSource, {
        description:
          'Sources by target. Of several fields, a target with one value takes the first that has one, a list takes all. ' +
          'A target such as customLabels.* takes all fields that fit a name such as c:label.*',
      }),
    ),
    ignore: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: 'Fields that have no place and are not reported; * at the end stands for anything.',
      }),
    ),
    item: Type.Optional(Type.String({ minLength: 1, description: 'Name of the XML elements that are items.' })),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'a currency code like EUR' })),
    decimal: Type.Optional(
      Type.Union([Type.Literal('.'), Type.Literal(',')], { description: '. or , between units and cents of prices' }),
    ),
    colors: Type.Optional(
      Type.Record(Type.String(), Type.String({ pattern: '^(#[0-9a-fA-F]{6}|Gold|Silver|Multi|Transparent)$' }), {
        description: 'codes like #10204B, Gold, Silver, Multi or Transparent by the name of a colour',
      }),
    ),
    stock: Type.Optional(
      Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
        description:
          'numbers of items by availability, where a feed has none: in_stock, out_of_stock, preorder, backorder',
      }),
    ),
    splitColors: Type.Optional(
      Type.Boolean({ description: 'Whether each colour of a group is a product of its own. Default true.' }),
    ),
    keyPrefix: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9#+./_-]{0,20}$',
        description: 'a beginning of all keys, of at most 20 characters',
      }),
    ),
  },
  { ...closed, description: 'an object' },
);

export type FeedMapping = Static<typeof FEED_MAPPING>;
export type FieldSource = Static<typeof FieldSource>;
export type SourceObject = Static<typeof SourceObject>;

export const feedMapping = new LazyValidator(FEED_MAPPING);

/** The published form of the schema. */
export function mappingSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Mapping of a product feed to the catalog',
    ...FEED_MAPPING,
  };
}

/** `mapping` above `preset`. */
export function mergeMappings(preset: FeedMapping, mapping: FeedMapping): FeedMapping {
  return {
    ...preset,
    ...mapping,
    fields: { ...preset.fields, ...mapping.fields },
    ignore: [...(preset.ignore ?? []), ...(mapping.ignore ?? [])],
    colors: { ...preset.colors, ...mapping.colors },
    stock: { ...preset.stock, ...mapping.stock },
  };
}

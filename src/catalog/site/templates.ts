/**
 * Response templates: the members of products and variants that a query returns. Stored as one document, template id →
 * settings.
 */
import { type Static, Type } from 'typebox';

export const TEMPLATES_KEY = 'templates';
export const MAX_TEMPLATES = 5;

const MEASURES = ['depth', 'height', 'length', 'volume', 'weight', 'width'] as const;
/** `measures` selects all six measures. */
export const PRODUCT_FIELDS = [
  'title',
  'name',
  'brand',
  'series',
  'description',
  'badges',
  'imageInfo',
  'swatch',
  'rating',
  'inStock',
  'listPrice',
  'sellingPrice',
  'link',
  'measures',
  ...MEASURES,
  'sponsored',
] as const;
export const VARIANT_FIELDS = [
  'label',
  'size',
  'link',
  'listPrice',
  'sellingPrice',
  'inStock',
  'stockNumber',
  'availability',
  'prices',
  'measures',
  ...MEASURES,
] as const;

/**
 * `custom.x` selects a label, `custom.number.x`, `custom.length.x` and `custom.json.x` a typed attribute, `*` for `x`
 * all of a kind.
 */
const CUSTOM = '^custom\\..+$';
const fields = (names: readonly string[], of: string) =>
  Type.Array(
    Type.String({ pattern: `^(${names.join('|')})$|${CUSTOM}`, description: `a member of ${of} or custom.NAME` }),
    {
      description: 'a list of member names',
    },
  );

export const VariantTemplate = Type.Object(
  { fields: fields(VARIANT_FIELDS, 'variants') },
  { additionalProperties: false, description: 'a variant template' },
);
export const VariantMapping = Type.Object(
  {
    all: Type.Optional(VariantTemplate),
    first: Type.Optional(VariantTemplate),
    rest: Type.Optional(VariantTemplate),
  },
  { additionalProperties: false, description: 'templates of variants: all, or first and rest' },
);
export const ProductTemplate = Type.Object(
  {
    fields: fields(PRODUCT_FIELDS, 'products'),
    maxVariants: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'a whole number of 0 or more' }),
    ),
    variants: Type.Optional(VariantMapping),
  },
  { additionalProperties: false, description: 'a product template' },
);
export const ProductMapping = Type.Object(
  {
    all: Type.Optional(ProductTemplate),
    first: Type.Optional(ProductTemplate),
    rest: Type.Optional(ProductTemplate),
  },
  { additionalProperties: false, description: 'templates of products: all, or first and rest' },
);

export const TemplateSettings = Type.Object(
  { products: ProductMapping },
  { additionalProperties: false, description: 'the settings of a template' },
);

export const TemplateId = Type.String({
  pattern: '^[a-zA-Z0-9]{1,25}$',
  description: 'a template id: 1 to 25 letters and digits',
});

/** Body of the import that replaces all templates, and of the export. */
export const Templates = Type.Record(TemplateId, TemplateSettings, {
  additionalProperties: false,
  description: 'template settings by id',
});

/** Body of the import that changes some templates. */
export const TemplateAmendment = Type.Object(
  {
    edit: Type.Optional(Templates),
    remove: Type.Optional(Type.Array(TemplateId, { description: 'a list of template ids' })),
  },
  { additionalProperties: false, description: 'edit and remove' },
);

const NOTHING = { fields: [], maxVariants: 0 };
const BRIEF = ['title', 'brand', 'rating', 'inStock', 'listPrice', 'sellingPrice', 'link', 'sponsored'];

/**
 * Templates that every shop has, for what agents are told. Their ids have a hyphen, which those that a shop imports
 * cannot have.
 */
export const BUILT_IN_TEMPLATES = {
  /** Of a list: what tells products apart. */
  'agents-list': { products: { first: { fields: BRIEF, maxVariants: 0 }, rest: NOTHING } },
  /** As before, with the variants, by whose keys products are asked for. */
  'agents-lookup': {
    products: {
      first: { fields: BRIEF, variants: { all: { fields: ['label', 'size', 'inStock', 'sellingPrice'] } } },
      rest: NOTHING,
    },
  },
  /** What a catalog says of a product. */
  'agents-catalog': {
    products: {
      first: {
        fields: [...BRIEF, 'description', 'imageInfo'],
        variants: { all: { fields: ['label', 'size', 'inStock', 'listPrice', 'sellingPrice'] } },
      },
      rest: NOTHING,
    },
  },
} satisfies Record<string, TemplateSettings>;

export type BuiltInTemplate = keyof typeof BUILT_IN_TEMPLATES;

export type Templates = Static<typeof Templates>;
export type TemplateSettings = Static<typeof TemplateSettings>;
export type ProductTemplate = Static<typeof ProductTemplate>;
export type VariantTemplate = Static<typeof VariantTemplate>;

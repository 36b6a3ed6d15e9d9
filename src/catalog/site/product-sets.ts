/** Product sets: named rules that slices of pages refer to by id. Stored as one document, id → set. */
import { type Static, Type } from 'typebox';

export const PRODUCT_SETS_KEY = 'product-sets';

export const ProductSet = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, description: 'text of 1 to 200 characters' }),
    rules: Type.String({ description: 'a product rule expression' }),
  },
  { additionalProperties: false, description: 'a product set' },
);

/** Body of the import, which replaces all sets, and of the export. */
export const ProductSets = Type.Record(
  Type.String({ pattern: '^[\\s\\S]{1,200}$', description: 'an id of 1 to 200 characters' }),
  ProductSet,
  { additionalProperties: false, description: 'product sets by id' },
);

export type ProductSet = Static<typeof ProductSet>;
export type ProductSets = Static<typeof ProductSets>;

/** Settings that decide what a snapshot contains. The configuration file may override the defaults given here. */
import { type Static, Type } from 'typebox';

/** Names of spaces of vectors. */
export const EMBEDDING_SPACE = '^[A-Za-z][A-Za-z0-9_-]{0,49}$';

export const IndexSettingsSchema = Type.Object(
  {
    /** Custom attributes whose values are shown as badges, by theme. */
    badgeThemes: Type.Object(
      {
        THEME_1: Type.Optional(Type.String()),
        THEME_2: Type.Optional(Type.String()),
        THEME_3: Type.Optional(Type.String()),
      },
      {
        additionalProperties: false,
        description: 'Theme → custom attribute whose values become badges of that theme.',
      },
    ),
    wordVectors: Type.Object(
      {
        enabled: Type.Boolean({
          description: 'Whether searches also list products that are near to the text by what words mean in this shop.',
        }),
        leastProducts: Type.Integer({
          minimum: 1,
          description: 'Views with fewer products have no word vectors: what words mean is told by many products.',
        }),
        mostProducts: Type.Integer({
          minimum: 1,
          description: 'Views with more products have no word vectors: to make them takes longer the more there are.',
        }),
      },
      { additionalProperties: false },
    ),
    embeddings: Type.Record(Type.String({ pattern: EMBEDDING_SPACE }), Type.Integer({ minimum: 2, maximum: 2048 }), {
      maxProperties: 4,
      description: 'Spaces of vectors that imports bring: name → dimensions of its vectors.',
    }),
    discountThreshold: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Discount, in percent, from which a product carries a DISCOUNT badge rather than SALE.',
    }),
    descriptions: Type.Boolean({
      description: 'Whether products that lack words of a text are raised where their descriptions have them.',
    }),
  },
  { additionalProperties: false },
);

/** The space of an encoder, whose vectors a build makes of the texts of products that bring none. */
export interface EncodedSpace {
  folder: string;
  space: string;
  /** Of the model, and of all else that decides what vectors it makes. */
  digest: string;
}

/** The encoder is found when the daemon starts. */
export type IndexSettings = Static<typeof IndexSettingsSchema> & { encoder?: EncodedSpace };

export const DEFAULT_INDEX_SETTINGS: IndexSettings = {
  badgeThemes: { THEME_1: 'badge' },
  wordVectors: { enabled: true, leastProducts: 1000, mostProducts: 1_000_000 },
  embeddings: {},
  discountThreshold: 5,
  descriptions: true,
};

/**
 * The configuration of a shop: its markets with their locales and settings, stored as one document. Where it lists any
 * market, the catalog has exactly those markets and locales; otherwise it has those that its records name.
 */
import { type Static, Type } from 'typebox';

export const CONFIGURATION_KEY = 'configuration';

const text = (max: number) =>
  Type.String({ minLength: 1, maxLength: max, description: `text of 1 to ${max} characters` });

export const AppSettings = Type.Object(
  {
    name: Type.Optional(text(200)),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'a currency code like EUR' })),
    pageBaseUrl: Type.Optional(text(2000)),
    searchPageUrl: Type.Optional(text(2000)),
    navigationUrl: Type.Optional(text(2000)),
  },
  { additionalProperties: false, description: 'settings of a market' },
);

const Locales = Type.Array(
  Type.String({ pattern: '^[a-z]{2}(-([A-Z]{2}|[0-9]{3}))?$', description: 'a locale like en or en-GB' }),
  { minItems: 1, uniqueItems: true, description: 'a list of at least one locale, each named once' },
);

export const MarketConfiguration = Type.Object(
  { locales: Locales, appSettings: Type.Optional(AppSettings) },
  { additionalProperties: false, description: 'a market' },
);

/** Absent members keep their stored values. */
export const MarketAmendment = Type.Partial(MarketConfiguration, {
  additionalProperties: false,
  description: 'changes to a market',
});

/** The stored document, and the body of the export. */
export const Configuration = Type.Object(
  { markets: Type.Record(Type.String(), MarketConfiguration, { description: 'markets by id' }) },
  { additionalProperties: false, description: 'a configuration' },
);

/** Body of the import; it has exactly one of its members. */
export const ConfigurationImport = Type.Object(
  {
    edit: Type.Optional(
      Type.Object(
        { markets: Type.Record(Type.String(), MarketAmendment, { description: 'markets by id' }) },
        { additionalProperties: false, description: 'markets to add or change' },
      ),
    ),
    replace: Type.Optional(Configuration),
    remove: Type.Optional(
      Type.Object(
        { markets: Type.Array(Type.String({ description: 'the id of a market' }), { description: 'a list of ids' }) },
        { additionalProperties: false, description: 'markets to remove' },
      ),
    ),
  },
  { additionalProperties: false, description: 'one of edit, replace and remove' },
);

export type MarketConfiguration = Static<typeof MarketConfiguration>;
export type MarketAmendment = Static<typeof MarketAmendment>;
export type Configuration = Static<typeof Configuration>;
export type ConfigurationImport = Static<typeof ConfigurationImport>;

/**
 * The configuration of a shop, stored as one document: its markets with their locales and settings, facet templates
 * that pages name, and whether images may be SVG. Where it lists markets, the catalog has exactly those and their
 * locales; otherwise it has those that its records name.
 */
import { type Static, Type } from 'typebox';
import { FacetTemplate } from './facet-settings.js';

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

const facetTemplates = Type.Record(Type.String(), FacetTemplate, { description: 'facet templates by id' });
const svgImages = Type.Boolean({ description: 'whether catalog imports take images in SVG' });

const ids = (what: string) =>
  Type.Array(Type.String({ description: `the id of ${what}` }), { description: 'a list of ids' });

/** The stored document, and the body of the export. */
export const Configuration = Type.Object(
  {
    markets: Type.Record(Type.String(), MarketConfiguration, { description: 'markets by id' }),
    facetTemplates: Type.Optional(facetTemplates),
    svgImages: Type.Optional(svgImages),
  },
  { additionalProperties: false, description: 'a configuration' },
);

/** Absent members keep what is stored. */
export const ConfigurationAmendment = Type.Object(
  {
    markets: Type.Optional(Type.Record(Type.String(), MarketAmendment, { description: 'markets by id' })),
    facetTemplates: Type.Optional(facetTemplates),
    svgImages: Type.Optional(svgImages),
  },
  { additionalProperties: false, minProperties: 1, description: 'what to add or change' },
);

export const ConfigurationRemoval = Type.Object(
  { markets: Type.Optional(ids('a market')), facetTemplates: Type.Optional(ids('a facet template')) },
  { additionalProperties: false, minProperties: 1, description: 'what to remove' },
);

/** Body of the import; it has exactly one of its members. */
export const ConfigurationImport = Type.Object(
  {
    edit: Type.Optional(ConfigurationAmendment),
    replace: Type.Optional(Configuration),
    remove: Type.Optional(ConfigurationRemoval),
  },
  { additionalProperties: false, description: 'one of edit, replace and remove' },
);

export type MarketConfiguration = Static<typeof MarketConfiguration>;
export type MarketAmendment = Static<typeof MarketAmendment>;
export type Configuration = Static<typeof Configuration>;
export type ConfigurationAmendment = Static<typeof ConfigurationAmendment>;
export type ConfigurationRemoval = Static<typeof ConfigurationRemoval>;
export type ConfigurationImport = Static<typeof ConfigurationImport>;

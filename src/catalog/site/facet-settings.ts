/** Settings of facets: those that a page has of its own, and the templates of a shop that pages name. */
import { type Static, Type } from 'typebox';
import { list, strictObject } from './schema-members.js';

export const MAX_FACET_TEMPLATES = 1000;

export const FacetSetting = strictObject('settings of a facet', {
  attribute: Type.String({ minLength: 1, description: 'the name of an attribute' }),
  sortOrder: Type.Optional(Type.Enum(['RELEVANCE', 'ALPHABETIC', 'NATURAL'])),
  unit: Type.Optional(Type.String({ minLength: 1, description: 'a unit' })),
  useDefaults: Type.Optional(Type.Boolean()),
  visualization: Type.Optional(Type.Enum(['RANGE', 'VALUES'])),
});

/**
 * Where both are given, `facets` tells which facets there are, and `templateId` the settings of those with
 * `useDefaults`.
 */
export const FacetsOverride = strictObject('settings of facets', {
  enabled: Type.Optional(Type.Boolean()),
  facets: Type.Optional(list(FacetSetting, 'facet settings')),
  templateId: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'an id or null' })),
});

export const FacetTemplate = strictObject('a facet template', { facets: list(FacetSetting, 'facet settings', 200) });

export type FacetSetting = Static<typeof FacetSetting>;
export type FacetsOverride = Static<typeof FacetsOverride>;
export type FacetTemplate = Static<typeof FacetTemplate>;

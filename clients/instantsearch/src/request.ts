/**
 * What InstantSearch asks for, as it asks Algolia, in the terms of a listing: facets that are selected with `or` are
 * parameters, those with `and`, exclusions and `filters` are rules, bounds are ranges, and the order is told by the index's name.
 */
import type { Parameters, Selection } from '@vitrine/client';
import { BEYOND, both, type Conjunction, parseFilters } from './filters.js';

/** Parameters of a search as Algolia has them, those that are understood. */
export interface SearchParams {
  query?: string;
  page?: number;
  hitsPerPage?: number;
  offset?: number;
  length?: number;
  facets?: string | readonly string[];
  maxValuesPerFacet?: number;
  filters?: string;
  facetFilters?: string | readonly (string | readonly string[])[];
  numericFilters?: string | readonly (string | readonly string[])[];
  highlightPreTag?: string;
  highlightPostTag?: string;
  facetName?: string;
  facetQuery?: string;
  maxFacetHits?: number;
  analytics?: boolean;
  [other: string]: unknown;
}

export interface SearchRequest {
  indexName: string;
  params?: SearchParams;
}

export type Sort = NonNullable<Parameters<'searchPage'>['sort']>;

/** Names and ids, where a shop's differ from those of Vitrine. */
export interface Naming {
  /** The facet of an attribute. */
  facetOf(attribute: string): string;
  /** The id of a value that was listed by its label; the label where none was. */
  idOf(facet: string, label: string): string;
  /** The order of an index. */
  sortOf(indexName: string): Sort | undefined;
}

export interface ListingRequest {
  q: string;
  limit: number;
  skip: number;
  /** Of no page of hits: facets alone are wanted. */
  isEmpty: boolean;
  selection: Selection;
  /** What parameters cannot say, as rules of which one has to hold; one without restrictions where there is nothing. */
  rules: Conjunction[];
  sort: Sort | undefined;
}

/** What would change the hits, and is not understood: to leave it out would be to show something else. */
const NOT_UNDERSTOOD = ['tagFilters', 'aroundLatLng', 'insideBoundingBox', 'insidePolygon'];
const DEFAULT_HITS = 20;
const MAX_SKIP = 10_000;
const NUMERIC = /^(.+?)\s*(<=|>=|!=|<|>|=)\s*(-?[\d.]+(?:e[-+]?\d+)?)$/i;
/** A level of a hierarchy, `category.lvl1`, is the facet of all levels. */
const LEVEL = /\.lvl(\d+)$/;

export const withoutLevel = (attribute: string) => attribute.replace(LEVEL, '');
export const levelOf = (attribute: string) => (LEVEL.test(attribute) ? Number(LEVEL.exec(attribute)![1]) : undefined);

/** @throws Error for parameters that would be left out silently otherwise */
export function listingRequest({ indexName, params = {} }: SearchRequest, naming: Naming): ListingRequest {
  for (const name of NOT_UNDERSTOOD) {
    const value = params[name];
    if (value !== undefined && String(value) !== '') throw new Error(`${name} is not understood: found "${value}"`);
  }
  const { query = '', page = 0, hitsPerPage = DEFAULT_HITS, offset, length } = params;
  const limit = length ?? hitsPerPage;
  const { selection, rules } = selected(params, naming);
  return {
    q: query,
    limit: Math.max(1, limit),
    skip: Math.min(MAX_SKIP, offset ?? page * limit),
    isEmpty: limit === 0,
    selection,
    rules,
    sort: naming.sortOf(indexName),
  };
}

function selected({ filters = '', facetFilters = [], numericFilters = [] }: SearchParams, naming: Naming) {
  const selection: Record<string, string[] | { min?: number; max?: number } | true> = {};
  const restrictions: string[] = [];
  const restrict = (word: 'incl' | 'excl', facet: string, values: string[]) =>
    restrictions.push(`${word} ${facet} {${values.map(value => JSON.stringify(value)).join(', ')}}`);

  for (const filter of asList(facetFilters)) {
    const terms = asList(filter).map(text => term(text, naming));
    const [first] = terms;
    if (first === undefined) continue;
    if (terms.some(({ facet, isExcluded }) => facet !== first.facet || (isExcluded && terms.length > 1))) {
      throw new Error(`facetFilters are not understood: found ${JSON.stringify(filter)}, expected one attribute`);
    }
    const values = terms.map(({ value }) => value);
    if (first.facet === 'onlyInStock') {
      if (values.includes('true') && !first.isExcluded) selection[first.facet] = true;
    } else if (Array.isArray(filter) && !first.isExcluded && selection[first.facet] === undefined) {
      selection[first.facet] = terms.map(({ facet, value }) => naming.idOf(facet, value));
    } else {
      restrict(first.isExcluded ? 'excl' : 'incl', first.facet, values);
    }
  }

  for (const filter of asList(numericFilters)) {
    const [text = '', ...alternatives] = asList(filter);
    const [, attribute, operator, amount] = NUMERIC.exec(text) ?? [];
    if (attribute === undefined || operator === '!=' || alternatives.length > 0) {
      throw new Error(`numericFilters are not understood: found ${JSON.stringify(filter)}, expected price>=100`);
    }
    const facet = naming.facetOf(attribute);
    const bounds = (selection[facet] ??= {}) as { min?: number; max?: number };
    const bound = Number(amount);
    if (operator === '>=' || operator === '=') bounds.min = bound;
    if (operator === '<=' || operator === '=') bounds.max = bound;
    if (operator === '>') bounds.min = bound + BEYOND;
    if (operator === '<') bounds.max = bound - BEYOND;
  }
  const asked = filters.trim() === '' ? [[]] : parseFilters(filters, name => naming.facetOf(withoutLevel(name)));
  return { selection, rules: both([[restrictions], asked]) };
}

/** @param always what the shop's own rules say. @returns undefined where nothing is restricted */
export function rulesText(always: string | undefined, rules: readonly Conjunction[]): string | undefined {
  const text = both([alternativesIn(always), rules])
    .filter(one => one.length > 0)
    .map(one => `rule ${one.join(' ')}`)
    .join(' ');
  return text === '' ? undefined : text;
}

/** The rules of an expression, each as it is written behind its word. */
function alternativesIn(expression = ''): Conjunction[] {
  const words = [...expression.matchAll(/"(?:[^"\\]|\\.)*"|\brule\b/gi)].filter(([text]) => !text.startsWith('"'));
  if (words.length === 0) return [[]];
  return words.map(({ index, 0: word }, at) => [expression.slice(index + word.length, words[at + 1]?.index).trim()]);
}

/** `brand:Usva`; excluded with a minus before the value, which a value itself has escaped. */
function term(text: string, naming: Naming) {
  const colon = text.indexOf(':');
  const written = text.slice(colon + 1);
  const isExcluded = written.startsWith('-');
  const value = isExcluded ? written.slice(1) : written.replace(/^\\-/, '-');
  return { facet: naming.facetOf(withoutLevel(text.slice(0, colon))), value, isExcluded };
}

function asList<Item>(given: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(given) ? (given as readonly Item[]) : [given as Item];
}

/** The vector of a search as a view has its space. */
import { badRequest } from '../../errors/problem.js';
import type { EmbeddingColumn } from '../../index/product-vectors.js';
import type { VectorQuery } from '../../query/search/vector-search.js';
import type { Searchable } from '../../snapshot/index.js';
import type { RequestedVector, SearchPageRequest } from '../shared/requests.js';

/**
 * The vector of a request, in the space that it names, of which a view may have no vectors yet.
 * @returns undefined where it counts nothing
 * @throws Problem where the settings name no such space, or one of other dimensions
 */
export function vectorOf({ vector }: SearchPageRequest, { embeddings }: Searchable): VectorQuery | undefined {
  if (!vector) return undefined;
  const { space, values, weight, leastSimilarity } = vector;
  const column = embeddings?.space(space);
  if (leastSimilarity !== undefined) return ofText(vector, column, leastSimilarity);
  if (!column) {
    const known = embeddings?.spaceNames().join(', ') || 'none';
    const expected = `expected a space of the setting index.embeddings, which has ${known}`;
    throw badRequest('/vector/space', `found ${JSON.stringify(space)}, ${expected}`);
  }
  if (values.length !== column.dimensions) {
    throw badRequest('/vector/values', `expected ${column.dimensions} numbers, found ${values.length}`);
  }
  return weight === 0 ? undefined : { column, values, weight };
}

/** The vector of a text; undefined where the view is of a time before the encoder, or no product has one. */
function ofText(
  { values, weight }: RequestedVector,
  column: EmbeddingColumn | undefined,
  leastSimilarity: number,
): VectorQuery | undefined {
  if (column?.dimensions !== values.length || column.scale.length === 0) return undefined;
  return weight === 0 ? undefined : { column, values, weight, leastSimilarity };
}

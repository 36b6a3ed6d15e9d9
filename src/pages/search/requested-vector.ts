/** The vector of a search as a view has its space. */
import { badRequest } from '../../errors/problem.js';
import type { VectorQuery } from '../../query/search/vector-search.js';
import type { Searchable } from '../../snapshot/index.js';
import type { SearchPageRequest } from '../shared/requests.js';

/**
 * The vector of a request, in the space that it names.
 * @throws Problem where the view has no such space, or one of other dimensions
 */
export function vectorOf({ vector }: SearchPageRequest, { embeddings }: Searchable): VectorQuery | undefined {
  if (!vector || vector.weight === 0) return undefined;
  const { space, values, weight } = vector;
  const column = embeddings?.space(space);
  if (!column) {
    const known = embeddings?.spaceNames().join(', ') || 'none';
    throw badRequest('/vector/space', `no product has vectors of ${JSON.stringify(space)}; expected one of: ${known}`);
  }
  if (values.length !== column.dimensions) {
    throw badRequest('/vector/values', `expected ${column.dimensions} numbers, found ${values.length}`);
  }
  return { column, values, weight };
}

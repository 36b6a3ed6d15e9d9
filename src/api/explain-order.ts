/**
 * The request to explain a query: a storefront query in JSON, parsed by the parser of storefront queries, so that the
 * same query has the same errors. Errors name their place in this request.
 */
import Type, { type Static } from 'typebox';
import { missing, Problem } from '../errors/problem.js';
import { LazyValidator } from '../kernel/lazy-validator.js';
import { checked, escapePointer } from '../kernel/schema-faults.js';
import type { StorefrontRequest } from '../pages/shared/requests.js';
import type { TicketSecret } from '../pages/shared/tickets/ticket-secret.js';
import { readJson } from './json-body.js';
import { parseStorefrontQuery, QUERIES_WITH_BODY } from './parse-query.js';
import { QUERY_PARAMETERS, type QueryName } from './query-parameters.js';

/** Most products that one request may ask about. */
export const MAX_ASKED_PRODUCTS = 50;

const ParameterValue = Type.Union(
  [Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String({ description: 'text' }))],
  { description: 'text, a number, true or false, or a list of texts' },
);

export const ExplainOrder = Type.Object(
  {
    query: Type.Enum(Object.keys(QUERY_PARAMETERS) as QueryName[], {
      description: 'The name of the storefront query.',
    }),
    parameters: Type.Optional(
      Type.Record(Type.String(), ParameterValue, {
        description: 'parameters of the query by name; touchpoint and visitor may be left out',
      }),
    ),
    body: Type.Optional(Type.Unknown({ description: 'The body of the query, as JSON.' })),
    products: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100, description: 'a product key' }), {
        maxItems: MAX_ASKED_PRODUCTS,
        description: `a list of at most ${MAX_ASKED_PRODUCTS} product keys`,
      }),
    ),
  },
  { additionalProperties: false },
);

const explainOrder = new LazyValidator(ExplainOrder);

/** Defaults: without a visitor in the request, the query runs without a visitor's data. */
const DEFAULTS = { touchpoint: 'DESKTOP', userContext: 'SYNTHETIC' };

export interface ParsedExplainOrder {
  request: StorefrontRequest;
  products: string[];
}

/**
 * @param contentType the header, if any
 * @throws Problem BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE.
 */
export function parseExplainOrder(
  contentType: string | undefined,
  bytes: Uint8Array | undefined,
  ticketSecret: TicketSecret,
): ParsedExplainOrder {
  const json = readJson(contentType, bytes);
  if (json === undefined) throw missing('body', 'expected {"query": "search-page", "parameters": {…}}', 'body_missing');
  const { query, parameters = {}, body, products = [] } = checked(explainOrder, json);
  const method = body !== undefined || QUERIES_WITH_BODY.has(query) ? 'POST' : 'GET';
  const encoded = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const raw = rawQuery({ ...DEFAULTS, ...parameters });
  try {
    const request = parseStorefrontQuery(
      query,
      { method, rawQuery: raw, contentType: 'application/json', body: encoded },
      { ticketSecret },
    );
    return { request, products };
  } catch (error) {
    throw inOrder(error);
  }
}

/** A fault of the query with its place in the request; other errors as they are. */
export function inOrder(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.errors) return error;
  const faults = error.errors.map(({ path, message }) => ({ path: placeOf(path), message }));
  const [first] = faults;
  return new Problem(error.code, `${first!.path}: ${first!.message}`, faults);
}

/** JSON pointers point into the query's body; all other paths are names of parameters. */
function placeOf(path: string): string {
  if (path === 'body' || path === '/') return '/body';
  return path.startsWith('/') ? `/body${path}` : `/parameters/${escapePointer(path)}`;
}

/** The parameters as a query string. */
function rawQuery(parameters: NonNullable<Static<typeof ExplainOrder>['parameters']>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    query.set(name, Array.isArray(value) ? value.join('|') : String(value));
  }
  return query.toString();
}

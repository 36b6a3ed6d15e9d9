/**
 * Builds the OpenAPI 3.1 document of the whole interface from the tables of operations, the tables of parameters and
 * the schemas that requests are checked by. Paths of the old administration interface are described as deprecated, with
 * the date of their end.
 */

import { ERRORS } from '../errors/error-table.js';
import type { Access } from './access.js';
import { ADMIN_OPERATIONS } from './openapi-admin.js';
import { AGENT_OPERATIONS } from './openapi-agents.js';
import { QUERY_OPERATIONS } from './openapi-queries.js';
import { componentSchemas, type JsonSchema, schemaOf } from './openapi-schemas.js';
import { type Body, json, type Operation, PUBLIC_OPERATIONS, type Reply, type Tag } from './openapi-table.js';
import type { ParameterDescription } from './parameter-table.js';
import { ErrorResponse } from './response-parts.js';
import { OLD_ADMIN, SUNSET } from './sunset.js';

type Json = JsonSchema;

const OPERATIONS = [...QUERY_OPERATIONS, ...AGENT_OPERATIONS, ...PUBLIC_OPERATIONS, ...ADMIN_OPERATIONS];
const NEW_ADMIN = '/api/admin/v4/';

/** What the operations under one path prefix share. */
interface Area {
  /** Its name in names of errors. */
  name: string;
  /** Statuses of errors that any of its requests can have. */
  errors: readonly number[];
  /** Names of headers that all of its replies have. */
  headers: readonly string[];
}

const STOREFRONT: Area = {
  name: 'Storefront',
  errors: [400, 404, 421, 500, 503],
  headers: ['X-Response-Time', 'Server-Timing'],
};
const AGENTS: Area = { name: 'Agents', errors: [405, 500], headers: STOREFRONT.headers };
const OLD: Area = { name: 'OldAdmin', errors: [400, 404, 405, 500, 503], headers: ['Deprecation', 'Sunset'] };
const ADMIN: Area = { name: 'Admin', errors: OLD.errors, headers: [] };
const PUBLIC: Area = { name: 'Public', errors: [400, 405, 500], headers: [] };

function areaOf(path: string): Area {
  if (path.startsWith('/api/storefront/')) return STOREFRONT;
  if (path === '/mcp' || path === '/mcp/admin' || path === '/ucp/mcp') return AGENTS;
  if (path.startsWith('/ucp/') || path === '/.well-known/ucp') return STOREFRONT;
  if (path.startsWith(OLD_ADMIN)) return OLD;
  return path.startsWith('/api/') ? ADMIN : PUBLIC;
}

/** By status. */
const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  400: 'Something in the request is wrong: the message names it, what was found there and what was expected.',
  403: 'The Api-Key is missing or unknown, was revoked, or lacks the scope; or a page of another site asks what agents do.',
  404: 'There is no such thing, or the daemon does not answer to the host name of the request.',
  405: 'The path does not have the method, or not in the present state.',
  406: 'The client takes neither gzip nor an uncompressed reply.',
  409: 'Another import is in progress.',
  412: 'What the request is about has changed since the client read it.',
  413: 'The body is too long, as sent or inflated.',
  415: 'The body is of another type or in another encoding than is taken here.',
  421: 'The daemon does not hold the market: others of its fleet do, which the message names.',
  500: 'The daemon failed; its log has the details under the id.',
  503: 'Busy, starting, shutting down, or nothing there to answer from: the message tells.',
};
const ERROR_HEADERS: Readonly<Record<number, readonly string[]>> = {
  405: ['Allow'],
  409: ['Retry-After'],
  421: ['Vitrine-Market-At'],
  503: ['Retry-After'],
};

const HEADERS: Readonly<Record<string, Json>> = {
  'X-Response-Time': { description: 'Milliseconds that the request took.', schema: { type: 'integer', minimum: 0 } },
  'Server-Timing': { description: 'The same time, for the tools of browsers.', schema: { type: 'string' } },
  Deprecation: { description: 'Since when the path is deprecated (RFC 9745).', schema: { type: 'string' } },
  Sunset: { description: 'When the path ends (RFC 8594).', schema: { type: 'string' } },
  Allow: { description: 'The methods that the path has.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
  'Vitrine-Market-At': {
    description: 'Addresses of daemons that hold the market, separated by commas.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Names this very content.', schema: { type: 'string' } },
  'Vitrine-Import': {
    description: 'The id of the import, whose status has counts and warnings.',
    schema: { type: 'string' },
  },
};

const TAGS: Readonly<Record<Tag, string>> = {
  Queries: 'What storefronts ask.',
  Agents: 'What agents of shoppers and of the shop ask, in protocols of their own.',
  Notifications: 'What visitors do, as storefronts and shops report it.',
  Imports:
    'Catalog, pages, navigation, templates, product sets, search settings and configuration on their way in. One at a time.',
  Exports: 'The same on their way out.',
  Snapshots: 'The states of the shop that are kept.',
  Fleet: 'Daemons that share a shop.',
  Backups: 'All that the daemon keeps, to be kept elsewhere.',
  Visitors: 'What is remembered of customers, to hand over or to forget.',
  Topics: 'What is suggested to visitors, on its way to storefronts.',
  Explanations: 'Why queries answer as they do.',
  Operation: 'For those who run the daemon, without a key.',
};

/** @param version of the daemon */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    for (const path of pathsOf(operation)) {
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationAt(path, operation) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version,
      summary: 'Product discovery for online shops.',
      description:
        'Paths that answer GET answer HEAD as well; storefront paths answer OPTIONS, for pages of other origins. ' +
        'Names of parameters are case-sensitive, unknown ones are ignored, and an empty value counts as none. ' +
        'A request with X-Request-Id (up to 128 letters, digits and _.:/+=@-), or with traceparent, goes by that ' +
        'name in the log, and its reply repeats it as X-Request-Id.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(),
      responses: sharedErrors(),
      headers: HEADERS,
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Api-Key',
          description:
            'A key of the data folder; `vitrine keys` makes, lists and revokes them. The roles of an operation are the scopes ' +
            'of which it needs one. The scope `import` has all that begin with it, and where `import` is needed, each of ' +
            'these suffices. A key may be read-only, be for some markets alone, and expire. What is wrong with a key is 403: ' +
            '`api_key_refused`, `api_key_expired`, `scope_missing`, `key_read_only` or `market_refused`.',
        },
      },
    },
  };
}

function pathsOf({ path, oldToo }: Operation): string[] {
  return oldToo ? [path, path.replace(NEW_ADMIN, OLD_ADMIN)] : [path];
}

function operationAt(path: string, operation: Operation): Json {
  const { id, tag, summary, description, access, parameters, body } = operation;
  const area = areaOf(path);
  const old = area === OLD;
  return {
    operationId: old ? `${id}V3` : id,
    tags: [tag],
    summary,
    ...((description || access) && { description: [description, access && needsOf(access)].filter(Boolean).join(' ') }),
    ...(old && { deprecated: true, 'x-sunset': SUNSET.toISOString().slice(0, 10) }),
    // None is said as well: readers of the description should not have to guess.
    security: (access?.scopes ?? []).map(scope => ({ ApiKey: [scope] })),
    ...(parameters && { parameters: parameters.map(parameterOf) }),
    ...(body && { requestBody: bodyOf(body) }),
    responses: responsesOf(area, operation),
  };
}

/** The needs that a list of scopes does not tell. */
function needsOf({ writes, ofMarket }: Access): string {
  const limits = writes ? 'A read-only key does not suffice. ' : '';
  return limits + (ofMarket ? 'A key of the markets that it is about suffices.' : 'It takes a key of all markets.');
}

function parameterOf({ name, in: place, description, schema, required, piped }: ParameterDescription): Json {
  return {
    name,
    in: place,
    description,
    ...(required && { required }),
    ...(piped && { style: 'pipeDelimited', explode: false }),
    schema: schemaOf(schema),
  };
}

function bodyOf({ required, description, content }: Body): Json {
  return { ...(description && { description }), required, content: contentOf(content) };
}

function responsesOf(area: Area, operation: Operation): Json {
  const replies = Object.entries(operation.answers).map(([status, reply]) => [status, replyOf(area, reply)]);
  const errors = errorsOf(area, operation).map(status => [
    status,
    { $ref: `#/components/responses/${errorName(area, status)}` },
  ]);
  return Object.fromEntries([...replies, ...errors]);
}

/** The error replies of an operation. */
function errorsOf(area: Area, { access, body, answers, errors = [] }: Operation): number[] {
  const all = [...area.errors, ...(access ? [403] : []), ...(body ? [413, 415] : []), ...errors];
  return all.filter(status => !(status in answers));
}

function replyOf(area: Area, { description, content, headers = [] }: Reply): Json {
  const names = [...area.headers, ...headers];
  return {
    description,
    ...(names.length > 0 && { headers: headersOf(names) }),
    ...(content && { content: contentOf(content) }),
  };
}

function contentOf(content: Body['content']): Json {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema: schemaOf(schema) }]));
}

function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The error replies of all areas, by name. */
function sharedErrors(): Record<string, Json> {
  const shared: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    for (const path of pathsOf(operation)) {
      const area = areaOf(path);
      for (const status of errorsOf(area, operation)) shared[errorName(area, status)] ??= errorReply(area, status);
    }
  }
  return shared;
}

function errorReply(area: Area, status: number): Json {
  const description = `${STATUS_MEANINGS[status]!}\n\n${codesOf(status)}`;
  return replyOf(area, { ...json(description, ErrorResponse), headers: ERROR_HEADERS[status] ?? [] });
}

/** The error codes of a status as a table in Markdown. */
function codesOf(status: number): string {
  const rows = Object.entries(ERRORS).filter(([, entry]) => entry.status === status);
  const lines = rows.map(([code, { happened, remedy }]) => `| \`${code}\` | ${happened} | ${remedy} |`);
  return ['| code | what happened | what to do |', '|---|---|---|', ...lines].join('\n');
}

function errorName({ name }: Area, status: number): string {
  return `${name}Error${status}`;
}

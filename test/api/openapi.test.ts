/** The interface description as a document, without a daemon. */
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import t from 'tap';
import { openApiDocument } from '../../src/api/openapi.js';

const DOCUMENT_SCHEMA = 'https://spec.openapis.org/oas/3.1/schema-base';
const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

type Json = string | number | boolean | null | Json[] | JsonObject;
interface JsonObject {
  [member: string]: Json;
}

const description = openApiDocument('1.2.3') as JsonObject;
const { paths, components } = description as unknown as {
  paths: Record<string, Record<string, JsonObject>>;
  components: Record<string, Record<string, JsonObject>>;
};

/** Every object in a part of the document, with the JSON pointer of where it stands. */
function* objectsIn(value: unknown, path = ''): Generator<[path: string, object: JsonObject]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as JsonObject];
  for (const [name, member] of Object.entries(value)) yield* objectsIn(member, `${path}/${name}`);
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

t.test('the document is valid OpenAPI 3.1, and its schemas of the dialect of that', async t => {
  const output = await validate(DOCUMENT_SCHEMA, description, 'BASIC');
  t.ok(output.valid, JSON.stringify(output).slice(0, 2000));
  t.equal(description['openapi'], '3.1.0');
  t.hasStrict(description['info'], { version: '1.2.3' });

  const { openapi: _, ...headless } = description;
  t.notOk((await validate(DOCUMENT_SCHEMA, headless)).valid, 'what is not valid is found out');
  const broken = { ...description, components: { schemas: { Wrong: { type: 'no such type' } } } };
  t.notOk((await validate(DOCUMENT_SCHEMA, broken)).valid);
});

t.test('every schema is valid JSON Schema 2020-12', async t => {
  const valid = await validate(META_SCHEMA);
  const named = Object.entries(components['schemas']!);
  const inline = [...objectsIn(paths, '/paths'), ...objectsIn(components, '/components')].flatMap(([path, object]) =>
    typeof object['schema'] === 'object' ? [[`${path}/schema`, object['schema']] as const] : [],
  );
  t.ok(named.length > 60);
  t.ok(inline.length > 100);
  for (const [name, schema] of [...named, ...inline]) if (!valid(schema).valid) t.fail(name);
});

t.test('every reference leads somewhere, and every component is referred to', t => {
  const referred = new Set<string>();
  for (const [path, { $ref }] of objectsIn(description)) {
    if (typeof $ref !== 'string') continue;
    referred.add($ref);
    const [, kind, name] = /^#\/components\/(\w+)\/([\w-]+)$/.exec($ref) ?? [];
    t.ok(components[kind!]?.[name!], `${path}: ${$ref}`);
  }
  for (const kind of ['schemas', 'responses', 'headers']) {
    for (const name of Object.keys(components[kind]!)) t.ok(referred.has(`#/components/${kind}/${name}`), name);
  }
  t.end();
});

t.test('an object that stands in two places has a name', t => {
  const places = new Map<string, string>();
  const schemas = [...objectsIn(paths), ...objectsIn(components['schemas'])];
  for (const [path, schema] of schemas) {
    if (schema['type'] !== 'object' || schema['properties'] === undefined) continue;
    // Parameters stand beside their operations, whatever those share.
    if (path.includes('/parameters/')) continue;
    const text = JSON.stringify(schema);
    t.notOk(places.get(text), path);
    places.set(text, path);
  }
  t.end();
});

t.test('operations have ids of their own, and a summary that is a sentence', t => {
  const ids = operations.map(({ operation }) => operation['operationId']);
  t.equal(new Set(ids).size, ids.length);
  for (const { path, operation } of operations) t.match(operation['summary'], /^[A-Z].*\.$/, path);
  t.end();
});

t.test('every operation says what it answers when all goes well, and how it refuses', t => {
  for (const { path, method, operation } of operations) {
    const statuses = Object.keys(operation['responses'] as JsonObject).map(Number);
    t.ok(
      statuses.some(status => status < 300),
      `${method} ${path}`,
    );
    for (const status of [400, 500]) t.ok(statuses.includes(status), `${method} ${path}: ${status}`);
    const keyed = path.startsWith('/api/admin/') || path === '/mcp/admin';
    const ofAgents = path === '/mcp' || path === '/ucp/mcp';
    t.equal(statuses.includes(403), keyed || ofAgents, `${method} ${path}: 403`);
    t.equal((operation['security'] as unknown[]).length > 0, keyed, `${method} ${path}: security`);
    t.equal(statuses.includes(415), operation['requestBody'] !== undefined, `${method} ${path}: 415`);
  }
  t.end();
});

t.test('the old administration is deprecated, path by path, and the new one is not', t => {
  const old = operations.filter(({ path }) => path.startsWith('/api/admin/v3/'));
  t.ok(old.length > 15);
  for (const { path, operation } of operations) {
    const outgoing = path.startsWith('/api/admin/v3/');
    t.equal(operation['deprecated'], outgoing || undefined, path);
    t.equal(operation['x-sunset'], outgoing ? '2026-12-31' : undefined, path);
    if (outgoing) t.ok(paths[path.replace('/v3/', '/v4/')], path);
  }
  t.end();
});

t.test('parameters have the limits that requests are held to', t => {
  const parameters = (path: string) => paths[path]!['get']!['parameters'] as JsonObject[];
  const search = parameters('/api/storefront/v3/queries/search-page');
  const named = (name: string) => search.find(parameter => parameter['name'] === name);
  t.hasStrict(named('limit'), { in: 'query', schema: { type: 'integer', minimum: 1, maximum: 600, default: 60 } });
  t.hasStrict(named('market'), { required: true, schema: { type: 'string' } });
  t.hasStrict(named('stores'), { style: 'pipeDelimited', explode: false, schema: { type: 'array' } });
  t.match(named('touchpoint'), { schema: { enum: ['DESKTOP', 'MOBILE', 'desktop', 'mobile'] } });
  t.end();
});

/**
 * Writes docs/reference/: a page for each group of operations of the interface description, with their parameters,
 * bodies and replies, and the examples of docs/_examples/, which are run by a test like every command of the
 * documentation. Run it when the interface has changed; a test compares.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './setup/build.mjs';

/**
 * What is read of a JSON schema and of the description.
 * @typedef {{
 *   $ref?: string, type?: string | string[], enum?: unknown[], const?: unknown, default?: unknown, format?: string,
 *   description?: string, items?: Schema, anyOf?: Schema[], allOf?: Schema[], properties?: Record<string, Schema>,
 *   required?: string[], minimum?: number, maximum?: number, maxLength?: number, minItems?: number, maxItems?: number,
 *   additionalProperties?: boolean | Schema, patternProperties?: Record<string, Schema>,
 * }} Schema
 * @typedef {{ name: string, in: string, description?: string, required?: boolean, schema: Schema }} Parameter
 * @typedef {{ $ref?: string, description?: string, content?: Record<string, { schema: Schema }> }} Reply
 * @typedef {{
 *   tags: string[], summary: string, description?: string, deprecated?: boolean, parameters?: Parameter[],
 *   requestBody?: { required?: boolean, content: Record<string, { schema: Schema }> },
 *   responses: Record<string, Reply>, security?: Record<string, string[]>[],
 * }} Operation
 * @typedef {{
 *   tags: { name: string, description: string }[], paths: Record<string, Record<string, Operation>>,
 *   components: { schemas: Record<string, Schema>, responses: Record<string, Reply> },
 * }} Description
 * @typedef {{ path: string, methods: Map<string, Operation> }} Route
 */

/** Where the pages of the reference begin among all: see bundle-docs.mjs. */
const FIRST = 500;
const ERRORS = /^[45]/;

/**
 * @param {Description} description
 * @param {(tag: string) => string} examplesOf Markdown: a heading with method and path, then what is run
 * @returns {Map<string, string>} pages by file name
 */
export function reference(description, examplesOf) {
  const pages = new Map();
  description.tags.forEach(({ name, description: about }, at) => {
    const routes = routesOf(description, name);
    if (routes.length === 0) return;
    const { before, examples } = readExamples(examplesOf(name));
    const shared = sharedParameters(routes);
    const page = [
      '---',
      `title: ${name}`,
      `description: ${JSON.stringify(about)}`,
      `order: ${FIRST + 1 + at}`,
      '---',
      '',
      `# ${name}`,
      '',
      about,
      '',
      before,
      '',
      ...(shared.length > 0 ? ['## Parameters of all of these', '', ...parameterTable(shared)] : []),
      ...routes.flatMap(route => describe(description, route, shared, examples)),
    ];
    if (examples.size > 0)
      throw new Error(`${name}: no operation for the example of ${[...examples.keys()].join(', ')}`);
    pages.set(`${name.toLowerCase()}.md`, markdown(page));
  });
  pages.set('schemas.md', markdown(schemaPage(description)));
  return pages;
}

/** @param {string[]} lines */
const markdown = lines =>
  `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;

/** @param {Description} description */
function schemaPage({ components, tags }) {
  return [
    '---',
    'title: Schemas',
    'description: The shapes of bodies and replies.',
    `order: ${FIRST + 1 + tags.length}`,
    '---',
    '',
    '# Schemas',
    '',
    'The shapes of bodies and replies, by name. `/openapi.json` has them as JSON schemas, with all their limits.',
    ...Object.entries(components.schemas).flatMap(([name, schema]) => [
      '',
      `## ${name}`,
      '',
      ...(schema.description === undefined ? [] : [schema.description, '']),
      ...(schema.properties === undefined ? [values(schema)] : memberTable(schema)),
    ]),
  ];
}

/** @param {Schema} schema of an object */
function memberTable({ properties = {}, required = [] }) {
  return [
    '| member | values | |',
    '|---|---|---|',
    ...Object.entries(properties).map(([name, member]) => {
      const label = `${code(name)}${required.includes(name) ? ', required' : ''}`;
      return `| ${label} | ${values(member)} | ${cell(member.description ?? '')} |`;
    }),
  ];
}

/**
 * Without paths that are deprecated.
 * @param {Description} description
 * @param {string} tag
 */
function routesOf({ paths }, tag) {
  /** @type {Route[]} */
  const routes = [];
  for (const [path, item] of Object.entries(paths)) {
    const methods = Object.entries(item).filter(([, one]) => one.tags?.includes(tag) && !one.deprecated);
    if (methods.length > 0) routes.push({ path, methods: new Map(methods) });
  }
  return routes;
}

/** @param {Parameter} parameter */
const identity = parameter => JSON.stringify(parameter);

/** @param {Route[]} routes */
function sharedParameters(routes) {
  const all = routes.flatMap(({ methods }) => [...methods.values()].map(({ parameters = [] }) => parameters));
  if (all.length < 4) return [];
  return (all[0] ?? []).filter(one => all.every(others => others.some(other => identity(other) === identity(one))));
}

/**
 * @param {Description} description
 * @param {Route} route
 * @param {Parameter[]} shared
 * @param {Map<string, string>} examples what is used is taken out
 */
function describe(description, { path, methods }, shared, examples) {
  const names = [...methods.keys()].map(method => method.toUpperCase());
  const [first] = methods.values();
  if (first === undefined) return [];
  const known = new Set(shared.map(identity));
  const own = new Map(
    [...methods.values()].flatMap(({ parameters = [] }) =>
      parameters.filter(one => !known.has(identity(one))).map(one => [`${one.in} ${one.name}`, one]),
    ),
  );
  const bodies = [...methods].filter(([, { requestBody }]) => requestBody !== undefined);
  return [
    `## ${names.join(', ')} ${path}`,
    '',
    ...[...methods].flatMap(([method, one]) => [
      ...(methods.size > 1 && one.summary !== first.summary
        ? [`${method.toUpperCase()}: ${one.summary}`]
        : one === first
          ? [one.summary]
          : []),
      ...(one.description !== undefined && (one === first || one.description !== first.description)
        ? ['', one.description]
        : []),
      '',
    ]),
    ...scopes(methods),
    ...(own.size > 0 ? parameterTable([...own.values()]) : []),
    ...bodies.slice(-1).flatMap(([method, { requestBody }]) => bodyTable(description, method, requestBody)),
    ...replyTable(description, methods),
    ...names.flatMap(name => {
      const key = `${name} ${path}`;
      const example = examples.get(key);
      if (example === undefined) return [];
      examples.delete(key);
      return [example, ''];
    }),
  ];
}

/** @param {Map<string, Operation>} methods */
function scopes(methods) {
  const needed = new Set(
    [...methods.values()].flatMap(({ security = [] }) => security.flatMap(one => one['ApiKey'] ?? [])),
  );
  return needed.size === 0 ? [] : [`Scope of the key: ${[...needed].map(code).join(' or ')}.`, ''];
}

/** @param {Parameter[]} parameters */
function parameterTable(parameters) {
  return [
    '| parameter | values | |',
    '|---|---|---|',
    ...parameters.map(({ name, in: place, required, schema, description = '' }) => {
      const label = `${code(name)}${place === 'header' ? ' (header)' : ''}${required ? ', required' : ''}`;
      return `| ${label} | ${values(schema)} | ${cell(description)} |`;
    }),
    '',
  ];
}

/**
 * @param {Description} description
 * @param {string} method
 * @param {Operation['requestBody']} body
 */
function bodyTable(description, method, body) {
  const [[type = '', { schema = {} } = {}] = []] = Object.entries(body?.content ?? {});
  const whole = resolve(description, schema);
  const said = `Body of ${method.toUpperCase()}${body?.required ? '' : ', if any'}: ${code(type)}`;
  if (whole.properties === undefined) {
    const about = whole.description ?? schema.description;
    return [`${said}.${about === undefined ? '' : ` ${about}`}`, ''];
  }
  return [`${said} with`, '', ...memberTable(whole), ''];
}

/**
 * @param {Description} description
 * @param {Map<string, Operation>} methods
 */
function replyTable({ components }, methods) {
  /** @type {Map<string, string>} */
  const replies = new Map();
  const errors = new Set();
  for (const { responses } of methods.values()) {
    for (const [status, reply] of Object.entries(responses)) {
      const { description = '', content } =
        reply.$ref === undefined ? reply : (components.responses[last(reply.$ref)] ?? {});
      const [[type = '', { schema = {} } = {}] = []] = Object.entries(content ?? {});
      if (ERRORS.test(status)) errors.add(status);
      else
        replies.set(
          status,
          `| ${status} | ${cell(description)} | ${type === '' ? '' : `${code(type)} ${values(schema)}`} |`,
        );
    }
  }
  const failing = [...errors].sort().map(status => code(String(status)));
  return [
    '| status | | body |',
    '|---|---|---|',
    ...replies.values(),
    '',
    ...(failing.length > 0 ? [`Errors: ${failing.join(', ')}. See [errors](../errors.md).`, ''] : []),
  ];
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function values(schema) {
  const { $ref, type, enum: choices, items, anyOf, default: normal, minimum, maximum, maxLength, maxItems } = schema;
  const parts = [];
  if ($ref !== undefined) parts.push(`[${last($ref)}](schemas.md#${last($ref).toLowerCase()})`);
  else if (schema.const !== undefined) parts.push(code(JSON.stringify(schema.const)));
  else if (choices !== undefined) parts.push(choices.map(one => code(String(one))).join(', '));
  else if (anyOf !== undefined) parts.push(anyOf.map(values).join(' or '));
  else if (items !== undefined) parts.push(`list of ${values(items)}`);
  else if (type !== undefined) parts.push([type].flat().join(' or '));
  if (minimum !== undefined) parts.push(`from ${minimum}`);
  if (maximum !== undefined) parts.push(`to ${maximum}`);
  if (maxLength !== undefined) parts.push(`at most ${maxLength} characters`);
  if (maxItems !== undefined) parts.push(`at most ${maxItems}`);
  if (normal !== undefined) parts.push(`default ${code(String(normal))}`);
  return parts.join(', ').replaceAll('|', '\\|');
}

/**
 * @param {Description} description
 * @param {Schema} schema
 * @returns {Schema}
 */
function resolve({ components }, schema) {
  return schema.$ref === undefined ? schema : (components.schemas[last(schema.$ref)] ?? {});
}

/** @param {string} reference */
const last = reference => reference.slice(reference.lastIndexOf('/') + 1);
/** @param {string} text */
const code = text => `\`${text}\``;
/** @param {string} text */
const cell = text => text.replaceAll('\n', ' ').replaceAll('|', '\\|');

/** @param {string} markdown */
function readExamples(markdown) {
  const [before = '', ...parts] = markdown.split(/^## /m);
  /** By method and path. @type {Map<string, string>} */
  const examples = new Map();
  for (const part of parts) {
    const end = part.indexOf('\n');
    examples.set(part.slice(0, end).trim(), part.slice(end).trim());
  }
  return { before: before.trim(), examples };
}

/** @param {string} root @returns tells the examples of a group of operations */
export const examplesIn = root => (/** @type {string} */ tag) => {
  const file = join(root, 'docs', '_examples', `${tag.toLowerCase()}.md`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (!build(root)) process.exit(1);
  const { openApiDocument } = await import(join(root, 'dist/api/openapi.js'));
  const folder = join(root, 'docs', 'reference');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const [name, text] of reference(openApiDocument(version), examplesIn(root)))
    writeFileSync(join(folder, name), text);
}

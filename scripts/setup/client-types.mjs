/**
 * The types that `@vitrine/client` has of the interface: `clients/client/src/openapi.ts`, made of the daemon's own
 * description. It is kept in the repository, so that a change of the interface shows what it changes for clients, and
 * names the description that it was made of by a hash, by which a test tells when it is stale: to make it again takes
 * seconds.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * What clients have no use for: what is not for shops, the older paths of administration, and errors, which are of one
 * schema.
 */
const FOR_SHOPS = /^\/api\/(?!admin\/v3\/)/;
const ERROR = /^[45]/;

/**
 * @typedef {{ parameters?: unknown[], responses: Record<string, unknown> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: Record<string, unknown> }} Description
 */

/**
 * The part of the description that becomes types.
 * @param {Description} document as `/openapi.json` has it
 */
export function described({ paths, components }) {
  const kept = Object.entries(paths)
    .filter(([path]) => FOR_SHOPS.test(path))
    .map(([path, methods]) => [path, Object.fromEntries(Object.entries(methods).map(withoutErrors))]);
  return {
    openapi: '3.1.0',
    info: { title: 'Vitrine', version: '1' },
    paths: Object.fromEntries(kept),
    components: { ...components, responses: {} },
  };
}

/** @type {(method: [name: string, operation: Operation]) => [name: string, operation: Operation]} */
const withoutErrors = ([name, operation]) => [
  name,
  {
    ...operation,
    responses: Object.fromEntries(Object.entries(operation.responses).filter(([status]) => !ERROR.test(status))),
  },
];

/**
 * @param {Description} document
 * @returns {string} the first line of the types that are made of it
 */
export function firstLine(document) {
  const { version } = createRequire(import.meta.url)('openapi-typescript/package.json');
  const hash = createHash('sha256')
    .update(version)
    .update(JSON.stringify(described(document)))
    .digest('hex');
  return `// Made of /openapi.json by npm run client-types; do not edit. ${hash.slice(0, 16)}`;
}

/** @param {string} root of the repository */
export const typesFile = root => join(root, 'clients', 'client', 'src', 'openapi.ts');

/**
 * Writes the types, unless they are of this description.
 * @param {string} root
 * @param {Description} document
 * @returns {Promise<boolean>} whether they were stale
 */
export async function writeTypes(root, document) {
  const file = typesFile(root);
  const line = firstLine(document);
  if (readFileSync(file, 'utf8').startsWith(`${line}\n`)) return false;
  const { default: openapi, astToString } = await import('openapi-typescript');
  const types = astToString(await openapi(/** @type {never} */ (described(document)), { alphabetize: true }));
  writeFileSync(file, `${line}\n${types}`);
  return true;
}

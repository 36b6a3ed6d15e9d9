/**
 * The faults that a schema finds in a value, worded for the response: where, what was found, what was expected. TypeBox
 * reports every failing keyword of every alternative; here each path gets one fault.
 */
import type { Static, TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { type Fault, Problem } from '../errors/problem.js';
import { quote } from './quote.js';

/** What has a schema's validator; see lazy-validator.ts. */
interface Compiled<Schema extends TSchema> {
  readonly validator: Validator<Record<never, never>, Schema>;
}

/** The faults that a schema finds in a value, by JSON pointer (`/` for the whole), at most 20; none when it fits. */
export function faultsOf({ validator }: Compiled<TSchema>, value: unknown): Fault[] {
  if (validator.Check(value)) return [];
  // The beginning of a value mostly has as many faults as are told; all of a large one takes long to go through.
  const faults = faultsIn(validator, beginningOf(value), value);
  return faults.length > 0 ? faults : faultsIn(validator, value, value);
}

/** @param part of the value, which is gone through */
function faultsIn(validator: Validator, part: unknown, value: unknown): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of relevant(errorsOf(validator, part))) {
    for (const [path, expected] of expectations(validator, error)) {
      if (faults.size === MAX_FAULTS) return [...faults.values()];
      const found = valueAt(value, path);
      const isLeftOut = error.keyword === 'required' && found !== undefined;
      if (faults.has(path) || isLeftOut) continue;
      faults.set(path, { path, message: `found ${describe(found)}, ${expected}` });
    }
  }
  return [...faults.values()];
}

/** The value with the first items and members of each list and object. */
function beginningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, BEGINNING).map(beginningOf);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).slice(0, BEGINNING);
  return Object.fromEntries(members.map(([name, member]) => [name, beginningOf(member)]));
}

/**
 * The value, as the type its schema describes.
 * @throws Problem BAD_REQUEST that lists every fault by JSON pointer.
 */
export function checked<Schema extends TSchema>(compiled: Compiled<Schema>, value: unknown): Static<Schema> {
  if (compiled.validator.Check(value)) return value as Static<Schema>;
  const faults = faultsOf(compiled, value);
  const [first] = faults;
  throw new Problem('body_invalid', `${first!.path}: ${first!.message}`, faults);
}

const MAX_FAULTS = 20;
/** More than lists of requests may have items. */
const BEGINNING = 300;

/** TypeBox stops at 8 errors by default; alternatives of unions alone make more than that. */
function errorsOf(validator: Validator, value: unknown): TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: 1_000 });
  try {
    return validator.Errors(value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

/** A part of a schema, and the part of the value that it was applied to; both as paths. */
interface Application {
  schemaPath: string;
  instancePath: string;
}

/**
 * The errors to be reported. A union yields those of every alternative: kept are those of the alternative whose
 * constants (`type: 'TEXT'`) fit, or else the union's own.
 */
function relevant(errors: TLocalizedValidationError[]): TLocalizedValidationError[] {
  const misfits: Application[] = [];
  for (const { keyword, schemaPath, instancePath } of errors) {
    const [, branch, property] = /^(.*\/anyOf\/\d+)\/properties\/([^/]+)$/.exec(schemaPath) ?? [];
    const decides = keyword === 'const' || (keyword === 'enum' && property === 'type');
    if (branch === undefined || !decides) continue;
    misfits.push({ schemaPath: branch, instancePath: instancePath.slice(0, instancePath.lastIndexOf('/')) });
  }
  const fitting = errors.filter(error => !misfits.some(misfit => within(error, misfit)));
  const unions: TLocalizedValidationError[] = fitting.filter(error => error.keyword === 'anyOf');
  const alternatives = ({ schemaPath, instancePath }: Application) => ({
    schemaPath: `${schemaPath}/anyOf`,
    instancePath,
  });
  const resolved = unions.filter(union => {
    const inside = alternatives(union);
    return misfits.some(misfit => within(misfit, inside)) && fitting.some(error => within(error, inside));
  });
  const unresolved = unions.filter(union => !resolved.includes(union)).map(alternatives);
  return fitting.filter(error => {
    if (error.keyword === 'boolean') return false; // The same as additionalProperties, which names its members.
    return !resolved.includes(error) && !unresolved.some(inside => within(error, inside));
  });
}

function within(inner: Application, outer: Application): boolean {
  return startsPath(inner.schemaPath, outer.schemaPath) && startsPath(inner.instancePath, outer.instancePath);
}

function startsPath(path: string, start: string): boolean {
  return path.startsWith(start) && (path.length === start.length || path[start.length] === '/');
}

/** Where an error applies and what was expected there. */
function expectations(validator: Validator, error: TLocalizedValidationError): [path: string, expected: string][] {
  const { instancePath } = error;
  const here = instancePath === '' ? '/' : instancePath;
  const member = (name: string) => `${instancePath}/${escapePointer(name)}`;
  switch (error.keyword) {
    case 'additionalProperties': {
      const names = namesIn(validator, error.schemaPath);
      return error.params.additionalProperties.map(name => [member(name), `expected ${names}`]);
    }
    case 'required':
      return error.params.requiredProperties.map(name => [member(name), 'expected a value']);
    case 'type':
      return [[here, `expected ${TYPE_NAMES[String(error.params.type)] ?? `a ${error.params.type}`}`]];
    case 'enum':
      return [[here, `expected one of ${error.params.allowedValues.join(', ')}`]];
    case 'const':
      return [[here, `expected ${JSON.stringify(error.params.allowedValue)}`]];
    default:
      return [[here, expectation(validator, error.schemaPath) ?? error.message]];
  }
}

const TYPE_NAMES: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
};

/** What the failing part of the schema says it expects, in its `description`. */
function expectation(validator: Validator, schemaPath: string): string | undefined {
  const { description } = schemaAt(validator, schemaPath);
  return typeof description === 'string' ? `expected ${description}` : undefined;
}

/** Which members the failing part of the schema has that are not named: those by ids say what ids are like. */
function namesIn(validator: Validator, schemaPath: string): string {
  const { patternProperties } = schemaAt(validator, schemaPath);
  const patterns = Object.keys(patternProperties ?? {});
  return patterns.length === 0 ? 'no member of this name' : `a name that matches ${patterns.join(' or ')}`;
}

interface SchemaPart {
  description?: unknown;
  patternProperties?: Record<string, unknown>;
}

function schemaAt(validator: Validator, schemaPath: string): SchemaPart {
  let node: unknown = validator.Type();
  for (const step of schemaPath.split('/').slice(1)) node = (node as Record<string, unknown> | undefined)?.[step];
  return (node ?? {}) as SchemaPart;
}

function valueAt(value: unknown, path: string): unknown {
  let node = value;
  for (const step of path === '/' ? [] : path.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null) return undefined;
    const name = unescapePointer(step);
    node = Object.hasOwn(node, name) ? (node as Record<string, unknown>)[name] : undefined;
  }
  return node;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? quote(value) : String(value);
}

/** A name as one step of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

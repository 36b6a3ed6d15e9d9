/**
 * Loads the settings in force: the command line overrides the environment, which overrides what a fleet shares, which
 * overrides the settings file, which overrides the defaults. An unknown or invalid setting stops the start with its name, its source, and what is allowed.
 */
import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { SharedSettings } from '../../api/shared-settings.js';
import { Problem } from '../../errors/problem.js';
import { SECTION_DEFAULTS, type Settings, SettingsSchema } from './daemon-settings-schema.js';

export type { Settings };

export interface SettingsSources {
  /** Path of a JSON file; by default that of VITRINE_CONFIG. */
  file?: string;
  env?: Readonly<Record<string, string | undefined>>;
  /** Of the fleet. */
  shared?: SharedSettings | undefined;
  /** Texts by dotted path, as given on the command line; undefined ones count as absent. */
  flags?: Readonly<Record<string, string | undefined>>;
}

/** The members of a JSON schema that are used here. */
interface Rule {
  default?: unknown;
  required?: string[];
  type?: string;
  properties?: Record<string, Rule>;
  items?: Rule;
  anyOf?: Rule[];
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
}

const MIB = 1 << 20;

type Tree = { [name: string]: unknown };

/** Variables with the prefix that are not settings. */
const NOT_SETTINGS = new Set(['VITRINE_UWS', 'VITRINE_CONFIG', 'VITRINE_URL']);
/** Variables that container orchestrators set for a service of this name. */
const SERVICE_LINK = /^VITRINE_(SERVICE_|PORT_\d)/;

/** @throws Problem BAD_REQUEST with one line for each setting that is wrong */
export function loadSettings({ file, shared = {}, env = {}, flags = {} }: SettingsSources = {}): Settings {
  const rules = SettingsSchema as unknown as Rule;
  const faults: string[] = [];
  const path = file ?? (env['VITRINE_CONFIG'] || undefined);
  const given: { from: string; tree: Tree }[] = [
    { from: path ?? 'the settings file', tree: path === undefined ? {} : readFile(path) },
    { from: 'the fleet', tree: shared },
    { from: 'the environment', tree: fromEnvironment(rules, env, faults) },
    { from: 'the command line', tree: fromFlags(rules, flags, faults) },
  ];
  const merged: Tree = {};
  merge(merged, SECTION_DEFAULTS);
  for (const { from, tree } of given) {
    check(rules, tree, '', from, faults);
    merge(merged, tree);
  }
  if (faults.length > 0) throw wrong(faults.join('\n'));
  const settings = Value.Default(SettingsSchema as TSchema, merged) as Settings;
  requireRoomForBodies(settings);
  requireFleet(settings);
  return settings;
}

/** @throws Problem where a body that one setting allows has no room under another */
function requireRoomForBodies({ limits: { bodiesMb, queryBodyBytes }, frontEnds }: Settings): void {
  const room = Math.floor((bodiesMb * MIB) / frontEnds);
  if (room >= queryBodyBytes) return;
  const share = frontEnds === 1 ? '' : ` for each of ${frontEnds} front ends`;
  throw wrong(
    `limits.bodiesMb: found ${bodiesMb}, which is ${room} bytes${share}, expected room for the longest body (limits.queryBodyBytes: ${queryBodyBytes})`,
  );
}

/** @throws Problem where a daemon that is alone is to hold some of the markets */
function requireFleet({ fleet: { servers, markets } }: Settings): void {
  if (markets.length === 0 || servers.length > 0) return;
  throw wrong(`fleet.markets: found ${markets.join(',')}, expected the servers of a fleet, too (fleet.servers)`);
}

/** The JSON schema of a settings file: no member is required. */
export function settingsSchema(): object {
  const schema = structuredClone(SettingsSchema) as unknown as Rule;
  relax(schema, SECTION_DEFAULTS);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
}

/** Makes all members optional, and adds the defaults that a section keeps apart from its schema. */
function relax(rule: Rule, defaults: unknown): void {
  if (rule.properties === undefined) {
    if (defaults !== undefined) rule.default ??= defaults;
    return;
  }
  delete rule.required;
  for (const [name, inner] of Object.entries(rule.properties))
    relax(inner, isTree(defaults) ? defaults[name] : undefined);
}

/** The environment variable of a setting: `limits.queue` → VITRINE_LIMITS_QUEUE. */
export function environmentName(path: string): string {
  return `VITRINE_${path
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`;
}

function readFile(file: string): Tree {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`settings file ${file}: cannot be read (${(error as Error).message})`);
  }
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch (error) {
    // The message may quote what stands there, which is logged: it may be the key.
    const message = (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '');
    throw wrong(`settings file ${file}: not JSON (${message})`);
  }
  if (!isTree(tree)) throw wrong(`settings file ${file}: expected an object`);
  return tree;
}

function fromEnvironment(
  rules: Rule,
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): Tree {
  const paths = new Map(leaves(rules, '').map(([path, rule]) => [environmentName(path), { path, rule }]));
  const tree: Tree = {};
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith('VITRINE_') || text === undefined || text === '') continue;
    if (NOT_SETTINGS.has(name) || SERVICE_LINK.test(name)) continue;
    const setting = paths.get(name);
    if (setting === undefined) {
      faults.push(`${name} (from the environment): no such setting${nearest(name, [...paths.keys()])}`);
    } else {
      readText(tree, setting, { text, name, from: 'the environment' }, faults);
    }
  }
  return tree;
}

function fromFlags(rules: Rule, flags: Readonly<Record<string, string | undefined>>, faults: string[]): Tree {
  const tree: Tree = {};
  for (const [path, text] of Object.entries(flags)) {
    if (text === undefined) continue;
    const rule = leaves(rules, '').find(([name]) => name === path)?.[1];
    if (rule === undefined) place(tree, path.split('.'), text);
    else readText(tree, { path, rule }, { text, name: path, from: 'the command line' }, faults);
  }
  return tree;
}

interface GivenSetting {
  text: string;
  /** The name under which it was given, and where. */
  name: string;
  from: string;
}

function readText(
  tree: Tree,
  { path, rule }: { path: string; rule: Rule },
  { text, name, from }: GivenSetting,
  faults: string[],
): void {
  const value = fromText(rule, text);
  if (value === undefined) faults.push(`${name} (from ${from}): found "${text}", expected ${expectation(rule)}`);
  else place(tree, path.split('.'), value);
}

/** The settings that have values of their own, by dotted path. */
function leaves(rule: Rule, path: string): [string, Rule][] {
  if (rule.properties === undefined) return [[path, rule]];
  return Object.entries(rule.properties).flatMap(([name, inner]) =>
    leaves(inner, path === '' ? name : `${path}.${name}`),
  );
}

function fromText(rule: Rule, text: string): unknown {
  if (isOfTexts(rule)) return text;
  switch (rule.type) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'array':
      if (rule.items && isOfTexts(rule.items)) return text.split(',').map(item => item.trim());
      break;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether all values are texts, any or certain ones. */
function isOfTexts({ type, enum: values, anyOf }: Rule): boolean {
  const certain = values ?? anyOf?.map(choice => choice.const);
  return type === 'string' || certain?.every(value => typeof value === 'string') === true;
}

/** Adds a line for each member of the tree that is unknown or invalid; members may be absent. */
function check(rule: Rule, tree: Tree, path: string, from: string, faults: string[]): void {
  for (const [name, value] of Object.entries(tree)) {
    if (value === undefined) continue;
    const inner = rule.properties && Object.hasOwn(rule.properties, name) ? rule.properties[name] : undefined;
    const full = path === '' ? name : `${path}.${name}`;
    if (inner === undefined) {
      // Editors use this member to find the schema.
      if (full === '$schema') continue;
      const siblings = Object.keys(rule.properties ?? {});
      faults.push(
        `${full} (from ${from}): no such setting${nearest(name, siblings)}; allowed here: ${siblings.join(', ')}`,
      );
    } else if (inner.properties !== undefined && isTree(value)) {
      check(inner, value, full, from, faults);
    } else if (!Value.Check(inner as TSchema, value)) {
      faults.push(
        `${full} (from ${from}): found ${full === 'apiKey' ? 'a wrong value' : JSON.stringify(value)}, expected ${expectation(inner)}`,
      );
    }
  }
}

function expectation(rule: Rule): string {
  const choices =
    rule.enum ?? (rule.anyOf?.every(choice => 'const' in choice) ? rule.anyOf.map(choice => choice.const) : []);
  if (choices.length > 0) return `one of ${choices.join(', ')}`;
  if (rule.anyOf) return rule.anyOf.map(expectation).join(', or ');
  switch (rule.type) {
    case 'integer':
    case 'number':
      return `${rule.type === 'integer' ? 'an integer' : 'a number'}${bounds(rule)}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return `a text of at least ${rule.minLength ?? 0} characters`;
    case 'array':
      return `a list, each item ${expectation(rule.items ?? {})}`;
    case 'object':
      return rule.properties === undefined ? 'an object' : `an object of ${Object.keys(rule.properties).join(', ')}`;
    default:
      return 'another value';
  }
}

function bounds({ minimum, maximum }: Rule): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

/** A hint at a name that differs by letter case, underscores or one missing or extra letter. */
function nearest(name: string, names: string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const wanted = plain(name);
  const found = names.find(candidate => {
    const other = plain(candidate);
    return other === wanted || oneLetterApart(wanted, other);
  });
  return found === undefined ? '' : ` (did you mean ${found}?)`;
}

function oneLetterApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

function merge(into: Tree, from: Tree): void {
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || name === '$schema' || name === '__proto__') continue;
    const old = into[name];
    if (isTree(value) && isTree(old)) merge(old, value);
    else into[name] = isTree(value) ? structuredClone(value) : value;
  }
}

function place(tree: Tree, path: string[], value: unknown): void {
  let at = tree;
  for (const name of path.slice(0, -1)) at = (at[name] ??= {}) as Tree;
  at[path.at(-1)!] = value;
}

function wrong(message: string): Problem {
  return new Problem('setting_invalid', message);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

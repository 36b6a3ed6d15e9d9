/**
 * Parses the instructions of a catalog import: one on each line, an object whose one member names the instruction. The
 * records inside are parsed when the instruction is applied.
 */

import { describeFound } from '../../imports/import-findings.js';
import { isObject, type JsonObject, type RecordCheck } from './record-check.js';
import { isEntityKey, isKey, locale, MAX_ENTITY_KEY_LENGTH, MAX_KEY_LENGTH, market } from './value-parsers.js';

export type Instruction =
  | { name: 'replace' | 'edit'; kind: 'productGroup' | 'content' | 'translation'; key: string; record: unknown }
  | { name: 'editAttributes'; kind: 'product' | 'variant'; key: string; record: unknown }
  | { name: 'remove'; kind: 'productGroup' | 'product' | 'variant' | 'content'; key: string }
  | { name: 'removePartial'; kind: 'productGroup' | 'product' | 'content'; key: string; market: string }
  | { name: 'clearContent' | 'clearProductGroups'; market: string }
  | { name: 'clearTranslations'; locale: string };

export type InstructionName = Instruction['name'];

const RECORD_KINDS = {
  replace: ['productGroup', 'content', 'translation'],
  edit: ['productGroup', 'content'],
  editAttributes: ['product', 'variant'],
  remove: ['productGroup', 'product', 'variant', 'content'],
  removePartial: ['productGroup', 'product', 'content'],
} as const;

const OTHER_MEMBERS: Record<InstructionName, readonly string[]> = {
  replace: ['key'],
  edit: ['key'],
  editAttributes: ['key'],
  remove: [],
  removePartial: ['market'],
  clearContent: ['market'],
  clearProductGroups: ['market'],
  clearTranslations: ['locale'],
};

const NAMES = Object.keys(OTHER_MEMBERS) as InstructionName[];

/** The member of `raw` that names a kind of record; unknown members and a second kind are faults. */
function kindOf<K extends string>(
  check: RecordCheck,
  name: InstructionName,
  raw: JsonObject,
  kinds: readonly K[],
): K | undefined {
  const members = new Set<string>([...OTHER_MEMBERS[name], ...kinds]);
  if (Object.keys(raw).some(member => !members.has(member))) {
    check.strictObject(name, raw, members);
    return undefined;
  }
  const given = kinds.filter(kind => raw[kind] !== undefined && raw[kind] !== null);
  if (given.length === 1) return given[0];
  check.fault(name, `exactly one of ${kinds.join(', ')}`, given.length === 0 ? undefined : given.join(' and '));
  return undefined;
}

function keyOf(check: RecordCheck, name: string, kind: string, value: unknown): string | undefined {
  const shared = kind === 'productGroup' || kind === 'product' || kind === 'variant';
  if (typeof value === 'string' && (shared ? isKey(value) : isEntityKey(value))) return value;
  const rule = shared
    ? `a key of 1 to ${MAX_KEY_LENGTH} characters out of A-Z a-z 0-9 # + . / _ - other than __proto__`
    : `a key of 1 to ${MAX_ENTITY_KEY_LENGTH} characters`;
  return check.fault(name, rule, value);
}

/**
 * @param json the parsed line
 * @returns undefined after recording a fault
 */
export function parseInstruction(
  check: RecordCheck,
  json: unknown,
  allowed: readonly InstructionName[] = NAMES,
): Instruction | undefined {
  if (!isObject(json)) return check.fault('instruction', 'a JSON object', json);
  const members = Object.keys(json);
  const name = members[0] as InstructionName;
  if (members.length !== 1)
    return check.fault('instruction', `exactly one of ${allowed.join(', ')}`, members.join(', '));
  if (!allowed.includes(name)) return check.fault('instruction', `one of ${allowed.join(', ')}`, name);
  const raw = json[name];
  if (!isObject(raw)) return check.fault(name, 'an object', raw);
  switch (name) {
    case 'replace':
    case 'edit': {
      const kind = kindOf(check, name, raw, RECORD_KINDS[name]);
      const key = kind && keyOf(check, `${name}.key`, kind, raw['key']);
      return kind && key !== undefined ? { name, kind, key, record: raw[kind] } : undefined;
    }
    case 'editAttributes': {
      const kind = kindOf(check, name, raw, RECORD_KINDS[name]);
      const key = kind && keyOf(check, `${name}.key`, kind, raw['key']);
      return kind && key !== undefined ? { name, kind, key, record: raw[kind] } : undefined;
    }
    case 'remove': {
      const kind = kindOf(check, name, raw, RECORD_KINDS[name]);
      const key = kind && keyOf(check, `${name}.${kind}`, kind, raw[kind]);
      return kind && key !== undefined ? { name, kind, key } : undefined;
    }
    case 'removePartial': {
      const kind = kindOf(check, name, raw, RECORD_KINDS[name]);
      const key = kind && keyOf(check, `${name}.${kind}`, kind, raw[kind]);
      const from = market(check, `${name}.market`, raw['market']);
      return kind && key !== undefined && from !== undefined ? { name, kind, key, market: from } : undefined;
    }
    case 'clearContent':
    case 'clearProductGroups': {
      if (!check.strictObject(name, raw, new Set(OTHER_MEMBERS[name]))) return undefined;
      const from = market(check, `${name}.market`, raw['market']);
      return from === undefined ? undefined : { name, market: from };
    }
    case 'clearTranslations': {
      if (!check.strictObject(name, raw, new Set(OTHER_MEMBERS[name]))) return undefined;
      const of = locale(check, `${name}.locale`, raw['locale']);
      return of === undefined ? undefined : { name, locale: of };
    }
    default:
      throw new Error(`no such instruction: ${describeFound(name satisfies never)}`);
  }
}

/**
 * Parses data blocks: the objects under `defaults` and under each key of `overrides`. A table lists the members of a
 * block; other members are ignored with a warning. The rules for all overrides are here too: the form of their keys,
 * and the members that a key with a locale must not have.
 */
import { ANY, canonicalOverrideKey, splitOverrideKey } from '../../catalog/view.js';
import { isObject, type RecordCheck } from './record-check.js';
import { locale, type Parse } from './value-parsers.js';

export interface Member {
  name: string;
  parse: Parse<unknown>;
  /** Allowed only in defaults and under keys of a whole market, because it has one value for all locales. */
  marketOnly: boolean;
}

export type BlockTable = ReadonlyMap<string, Member>;

type Where = 'defaults' | 'overrides';

/** @param members parser by name; a name that ends in `*` is `marketOnly` */
export function blockTable(members: Record<string, Parse<unknown>>): BlockTable {
  const table = new Map<string, Member>();
  for (const [written, parse] of Object.entries({ ...members, dataLocale: locale })) {
    const marketOnly = written.endsWith('*');
    const name = marketOnly ? written.slice(0, -1) : written;
    table.set(name, { name, parse, marketOnly });
  }
  return table;
}

interface BlockPlace {
  path: string;
  where: Where;
  /** Whether the key of an override names a locale. */
  hasLocale: boolean;
}

/** An empty text means no value: it is dropped in defaults, and kept in overrides, where it removes the default. */
function parseBlock<T extends object>(
  check: RecordCheck,
  { path, where, hasLocale }: BlockPlace,
  raw: unknown,
  table: BlockTable,
): T | undefined {
  if (!isObject(raw)) return check.fault(path, 'an object', raw);
  const block: { [name: string]: unknown } = {};
  for (const name in raw) {
    const value = raw[name];
    if (value === null) continue;
    const member = table.get(name);
    if (!member) {
      check.warn(`${path}: unknown member ${JSON.stringify(name.slice(0, 100))} ignored`);
      continue;
    }
    if (hasLocale && member.marketOnly) {
      check.fault(`${path}.${name}`, 'no such member: it may be overridden for a whole market only', value);
      continue;
    }
    const parsed = member.parse(check, `${path}.${name}`, value);
    if (parsed !== undefined && (parsed !== '' || where === 'overrides')) block[name] = parsed;
  }
  return block as T;
}

export function parseDefaults<T extends object>(check: RecordCheck, raw: unknown, table: BlockTable): T | undefined {
  return parseBlock<T>(check, { path: 'defaults', where: 'defaults', hasLocale: false }, raw, table);
}

/** @returns the blocks by key in the long form `market|locale` */
export function parseOverrides<T extends object>(
  check: RecordCheck,
  raw: unknown,
  table: BlockTable,
): Record<string, T> | undefined {
  if (!isObject(raw)) return check.fault('overrides', 'an object', raw);
  const overrides: Record<string, T> = {};
  for (const written of Object.keys(raw)) {
    if (raw[written] === null) continue;
    const key = overrideKey(check, written);
    if (key === undefined) continue;
    if (Object.hasOwn(overrides, key)) {
      check.fault('overrides', `one block for ${key}`, written);
      continue;
    }
    const hasLocale = splitOverrideKey(key).locale !== ANY;
    const place: BlockPlace = { path: `overrides["${key}"]`, where: 'overrides', hasLocale };
    const block = parseBlock<T>(check, place, raw[written], table);
    if (block) overrides[key] = block;
  }
  return overrides;
}

/** @returns the key of an override in its long form; undefined after recording a fault */
export function overrideKey(check: RecordCheck, written: string): string | undefined {
  if (!written.includes('|')) check.hungOnMarkets = true;
  const key = canonicalOverrideKey(written, check.catalogMarkets);
  if (key === undefined) return check.fault('overrides', 'keys market|locale, with * for any', written);
  const { market, locale } = splitOverrideKey(key);
  if (market === ANY && locale === ANY) return check.fault('overrides', 'keys that name a market or a locale', written);
  if (market !== ANY && !check.markets.includes(market)) {
    return check.fault('overrides', `markets out of ${check.markets.join(', ') || 'none'}`, written);
  }
  if (check.configured?.acceptsOverride(check.markets, market, locale) === false) {
    return check.fault('overrides', 'locales that are configured for the markets', written);
  }
  return key;
}

/**
 * Parsers of single values: texts, numbers, lists, maps, dates, measures, colours, keys. Each takes (check, path,
 * value) and returns the parsed value, or undefined after recording a fault. Limits of values are defined here alone.
 */

import type { Measure } from '../../catalog/records.js';
import { isLocale, isMarket } from '../../catalog/view.js';
import { isIsoForm, isoTime } from '../../kernel/iso-time.js';
import type { Dimension } from '../../kernel/measures.js';
import { dimensionOf, unitsOf } from '../../kernel/measures.js';
import { isObject, type RecordCheck } from './record-check.js';

export type Parse<T> = (check: RecordCheck, path: string, value: unknown) => T | undefined;

export const MAX_KEY_LENGTH = 50;
export const MAX_NAME_LENGTH = 2000;
export const MAX_ENTITY_KEY_LENGTH = 200;

const KEY = /^[A-Za-z0-9#+./_-]{1,50}$/;
const KEY_RULE = `a key of 1 to ${MAX_KEY_LENGTH} characters out of A-Z a-z 0-9 # + . / _ - other than __proto__`;

/** A key of a group, product or variant. `__proto__` fits the alphabet but cannot be a member of a JavaScript map. */
export function isKey(text: string): boolean {
  return KEY.test(text) && text !== '__proto__';
}

export const key: Parse<string> = (check, path, value) =>
  typeof value === 'string' && isKey(value) ? value : check.fault(path, KEY_RULE, value);

/** A key of content, translations, images, stores or price ids: any text of 1 to 200 characters in one line. */
export function isEntityKey(text: string): boolean {
  return text.length > 0 && text.length <= MAX_ENTITY_KEY_LENGTH && text !== '__proto__' && !/\p{Cc}/u.test(text);
}

export const entityKey: Parse<string> = (check, path, value) =>
  typeof value === 'string' && isEntityKey(value)
    ? value
    : check.fault(path, `a key of 1 to ${MAX_ENTITY_KEY_LENGTH} characters`, value);

export const text: Parse<string> = (check, path, value) =>
  typeof value === 'string' ? value : check.fault(path, 'a string', value);

export const filledText: Parse<string> = (check, path, value) =>
  typeof value === 'string' && value.trim() !== '' ? value : check.fault(path, 'a non-empty string', value);

/** A path from the page root of the shop. */
export const pageUrl: Parse<string> = (check, path, value) =>
  typeof value === 'string' && value.startsWith('/') ? value : check.fault(path, 'a path that starts with /', value);

export const boolean: Parse<boolean> = (check, path, value) => {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  if (value === 'false') return false;
  return check.fault(path, 'true or false', value);
};

export function numberBetween(min: number, max: number, expected: string): Parse<number> {
  return (check, path, value) =>
    typeof value === 'number' && value >= min && value <= max ? value : check.fault(path, expected, value);
}

export const finiteNumber = numberBetween(-Number.MAX_VALUE, Number.MAX_VALUE, 'a number');
export const price = numberBetween(0, Number.MAX_VALUE, 'a price of 0 or more');
export const rating = numberBetween(0, 5, 'a number from 0.0 to 5.0');

export function integerFrom(min: number): Parse<number> {
  return (check, path, value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min
      ? value
      : check.fault(path, Number.isFinite(min) ? `an integer of ${min} or more` : 'an integer', value);
}

export const market: Parse<string> = (check, path, value) =>
  typeof value === 'string' && isMarket(value)
    ? value
    : check.fault(path, 'a market of 1 to 20 characters without | and *', value);

export const locale: Parse<string> = (check, path, value) =>
  typeof value === 'string' && isLocale(value) ? value : check.fault(path, 'a locale like en or en-GB', value);

/** A list of distinct values; repeats are dropped. */
export function list<T>(item: Parse<T>, limits: { min?: number; max?: number } = {}): Parse<T[]> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = limits;
  const size = max === Number.POSITIVE_INFINITY ? `a list of at least ${min}` : `a list of at most ${max} values`;
  return (check, path, value) => {
    if (!Array.isArray(value)) return check.fault(path, 'a list', value);
    if (value.length < min || value.length > max) return check.fault(path, size, value);
    const items = new Set<T>();
    for (let i = 0; i < value.length; i++) {
      const parsed = item(check, path, value[i]);
      if (parsed === undefined) return undefined;
      items.add(parsed);
    }
    return [...items];
  };
}

const label: Parse<string> = (check, path, value) => filledText(check, path, value)?.trim();

export function labels(max: number): Parse<string[]> {
  return list(label, { max });
}

/** A path of levels; they are trimmed and joined by ` > `. */
export const hierarchy: Parse<string> = (check, path, value) => {
  if (typeof value !== 'string') return check.fault(path, 'a string', value);
  if (!value.includes('>')) return label(check, path, value);
  const levels = value.split('>').map(level => level.trim());
  return levels.includes('') ? check.fault(path, 'levels that are not empty around >', value) : levels.join(' > ');
};

/** A map with parsed values; `isName` checks the names of its members. */
export function mapOf<T>(
  item: Parse<T>,
  isName: (name: string) => boolean,
  nameRule: string,
): Parse<Record<string, T>> {
  return (check, path, value) => {
    if (!isObject(value)) return check.fault(path, 'an object', value);
    const parsed: Record<string, T> = {};
    for (const name of Object.keys(value)) {
      if (!isName(name)) check.fault(path, nameRule, name);
      else if (value[name] !== null) {
        const member = item(check, path, value[name]);
        if (member !== undefined) parsed[name] = member;
      }
    }
    return parsed;
  };
}

// Name of XML 1.0, section 2.3.
const XML_NAME_START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const XML_NAME = new RegExp(
  `^[${XML_NAME_START}][${XML_NAME_START}.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}-]*$`,
  'u',
);

export function isCustomName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && name !== '__proto__' && XML_NAME.test(name);
}

export function custom<T>(item: Parse<T>): Parse<Record<string, T>> {
  return mapOf(item, isCustomName, `names that are XML names of at most ${MAX_NAME_LENGTH} characters`);
}

const MAX_JSON_DEPTH = 64;

/** Whether JSON is shallow enough to be serialised and parsed without exhausting the stack. */
function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0 || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every(member => isShallow(member, depth - 1));
}

export const jsonObject: Parse<unknown> = (check, path, value) => {
  if (!isObject(value)) return check.fault(path, 'an object', value);
  return isShallow(value, MAX_JSON_DEPTH)
    ? value
    : check.fault(path, `an object of at most ${MAX_JSON_DEPTH} levels without a member __proto__`, value);
};

const MEASURE_MEMBERS = new Set(['amount', 'unit']);

export function measure(dimension: Dimension): Parse<Measure> {
  return (check, path, value) => {
    const raw = check.strictObject(path, value, MEASURE_MEMBERS);
    if (!raw) return undefined;
    const { amount, unit } = raw;
    if (typeof amount !== 'number' || !(amount >= 0))
      return check.fault(`${path}.amount`, 'a number of 0 or more', amount);
    if (typeof unit !== 'string' || dimensionOf(unit) !== dimension) {
      return check.fault(`${path}.unit`, `one of ${unitsOf(dimension).join(' ')}`, unit);
    }
    return { amount, unit };
  };
}

const COLOR = /^(#[0-9a-f]{3}|#[0-9a-f]{6}|gold|silver|multi|transparent)$/i;

export const color: Parse<string> = (check, path, value) =>
  typeof value === 'string' && COLOR.test(value)
    ? value
    : check.fault(path, '#RRGGBB, Gold, Silver, Multi or Transparent', value);

/** An ISO 8601 date of day precision, and optionally a time; only seconds may have a fraction, after a dot. */
export const isoDate: Parse<string> = (check, path, value) => {
  if (typeof value !== 'string' || !isIsoForm(value))
    return check.fault(path, 'an ISO 8601 date with at least day precision', value);
  return Number.isNaN(isoTime(value)) ? check.fault(path, 'a real date', value) : value;
};

export const imageType: Parse<string> = (check, path, value) => {
  const type = typeof value === 'string' ? value.toLowerCase() : '';
  return type === 'model' || type === 'cutout' || type === 'misc'
    ? type
    : check.fault(path, 'model, cutout or misc', value);
};

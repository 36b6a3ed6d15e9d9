/**
 * The query string of a request, parsed on the front end's hot path: one scan splits it into names and raw values, and
 * a value is decoded only when it is read, so that unknown parameters cost nearly nothing and never cause an error.
 * Names are case-sensitive, in any order, `+` and `%20` are spaces, and an empty value counts as absent.
 */

import { badRequest, missing } from '../errors/problem.js';
import { parseCount } from '../kernel/number-text.js';
import { quote } from '../kernel/quote.js';

const AMPERSAND = 38;
const EQUALS = 61;
const F = 102;
const DOT = 46;

export class Parameters {
  /** Raw value by name; names of facet selections (`f.…`) are in a list of their own. */
  private readonly raw = new Map<string, string>();
  /** Further raw values of names that occur more than once; undefined without any. */
  private repeated: Map<string, string[]> | undefined;
  private readonly facetNames: string[] = [];

  /**
   * @param query without the leading `?`.
   * @throws Problem BAD_REQUEST for a name with malformed percent-encoding.
   */
  constructor(query: string) {
    const { length } = query;
    for (let start = 0; start < length; ) {
      let equals = -1;
      let end = start;
      for (; end < length; end++) {
        const code = query.charCodeAt(end);
        if (code === AMPERSAND) break;
        if (code === EQUALS && equals < 0) equals = end;
      }
      if (end > start) {
        const name = query.slice(start, equals < 0 ? end : equals);
        this.add(decode(name, name), equals < 0 ? '' : query.slice(equals + 1, end));
      }
      start = end + 1;
    }
  }

  /** The names of all facet selections, in order of appearance, each once. */
  facets(): readonly string[] {
    return this.facetNames;
  }

  /** Whether the name occurs, with or without a value. */
  has(name: string): boolean {
    return this.raw.has(name);
  }

  /**
   * The value of a parameter that has one value; undefined when absent or empty.
   * @throws Problem BAD_REQUEST for malformed percent-encoding, or when it occurs again with another value
   */
  text(name: string): string | undefined {
    const raw = this.raw.get(name);
    if (raw === undefined) return undefined;
    const value = decode(raw, name);
    const more = this.repeated?.get(name);
    if (more?.some(other => decode(other, name) !== value)) {
      throw badRequest(name, 'found several different values, expected one');
    }
    return value === '' ? undefined : value;
  }

  /** As `text`. @throws Problem BAD_REQUEST when the parameter is absent or empty. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw missing(name, 'expected a value');
    return value;
  }

  /**
   * The values of a parameter that has many: separated by pipes, over several occurrences, trimmed, without repeats.
   * Undefined when the name is absent; empty when it has no value.
   */
  list(name: string): string[] | undefined {
    const raw = this.raw.get(name);
    if (raw === undefined) return undefined;
    const values = new Set<string>();
    addItems(values, decode(raw, name));
    for (const other of this.repeated?.get(name) ?? []) addItems(values, decode(other, name));
    return [...values];
  }

  /** `true` or `false`, in any case. */
  flag(name: string, otherwise: boolean): boolean {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    return parseFlag(name, value);
  }

  /** A whole number within inclusive bounds. */
  integer(name: string, otherwise: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const count = parseCount(value);
    if (count === undefined || count < min || count > max) {
      throw badRequest(name, `found ${quote(value)}, expected a whole number from ${min} to ${max}`);
    }
    return count;
  }

  /** One of a fixed set of words, exactly as spelled. */
  word<Word extends string>(name: string, allowed: readonly Word[]): Word | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!(allowed as readonly string[]).includes(value)) {
      throw badRequest(name, `found ${quote(value)}, expected one of ${allowed.join(', ')}`);
    }
    return value as Word;
  }

  private add(name: string, value: string): void {
    if (!this.raw.has(name)) {
      this.raw.set(name, value);
      if (name.charCodeAt(0) === F && name.charCodeAt(1) === DOT) this.facetNames.push(name);
      return;
    }
    this.repeated ??= new Map();
    const others = this.repeated.get(name);
    if (others === undefined) this.repeated.set(name, [value]);
    else others.push(value);
  }
}

/** @throws Problem BAD_REQUEST for anything but `true` and `false`, in any case. */
export function parseFlag(name: string, value: string): boolean {
  const lower = value.toLowerCase();
  if (lower !== 'true' && lower !== 'false') throw badRequest(name, `found ${quote(value)}, expected true or false`);
  return lower === 'true';
}

function addItems(values: Set<string>, text: string): void {
  for (const item of text.split('|')) {
    const trimmed = item.trim();
    if (trimmed !== '') values.add(trimmed);
  }
}

/** Calls `decodeURIComponent`, which is slow compared with the scan, only for values that need it. */
function decode(raw: string, name: string): string {
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw badRequest(
      name.slice(0, 80),
      `found malformed percent-encoding in ${quote(raw)}, expected %XX of UTF-8 bytes`,
    );
  }
}

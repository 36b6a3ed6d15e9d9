/**
 * Keys of answers: queries with equal keys have equal answers. The key of a parsed request has every parameter that its
 * answer depends on, in a fixed order, and nothing of the visitor; the key of a raw query string is cheaper and finds
 * the same answer again without parsing. The raw key leaves out the values of customerKey and sessionKey, not their
 * presence.
 */
import type { StorefrontRequest } from '../../pages/shared/requests.js';

const VISITOR = new Set(['customerKey', 'sessionKey', 'userContext', 'notify']);

export function answerKey(request: StorefrontRequest): string {
  let key = '';
  for (const name of Object.keys(request).sort()) {
    if (!VISITOR.has(name)) key += `${name}:${canonical(request[name as keyof StorefrontRequest])};`;
  }
  return key;
}

/** Unlike JSON, tells infinite bounds apart from each other and from null. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

export interface RawKey {
  key: string;
  customerKey: string | undefined;
  sessionKey: string | undefined;
}

/**
 * @param query the raw query string
 * @returns undefined where the visitor's keys cannot be cut out safely: one that is given twice, or has a long or
 * encoded value, is left to the parser
 */
export function rawAnswerKey(query: string): RawKey | undefined {
  const customer = find(query, 'customerKey=');
  const session = find(query, 'sessionKey=');
  if (customer === UNSAFE || session === UNSAFE) return undefined;
  const [first, second] = customer.from <= session.from ? [customer, session] : [session, customer];
  const key = `${query.slice(0, first.from)}\0${query.slice(first.to, second.from)}\0${query.slice(second.to)}`;
  // With all members from the beginning: the engine made a hidden class for each object that got them one by one.
  return { key, customerKey: valueAt(query, customer), sessionKey: valueAt(query, session) };
}

function valueAt(query: string, { from, to }: Range): string | undefined {
  return to > from ? query.slice(from, to) : undefined;
}

interface Range {
  from: number;
  to: number;
}

const ABSENT: Range = { from: 0, to: 0 };
const UNSAFE: Range = { from: -1, to: -1 };
const MAX_LENGTH = 64;

/** Position of a parameter's value; an empty value counts as absent, as it does for the parser. */
function find(query: string, name: string): Range {
  let at = query.indexOf(name);
  while (at > 0 && query.charCodeAt(at - 1) !== AMPERSAND) at = query.indexOf(name, at + 1);
  if (at < 0) return ABSENT;
  const from = at + name.length;
  let to = from;
  while (to < query.length && query.charCodeAt(to) !== AMPERSAND) {
    if (!isPlain(query.charCodeAt(to))) return UNSAFE;
    to++;
  }
  if (to - from > MAX_LENGTH || query.indexOf(`&${name}`, to) >= 0) return UNSAFE;
  return to > from ? { from, to } : ABSENT;
}

const AMPERSAND = 38;

/** Letters, digits, `-`, `.`, `_` and `~`: characters that are never encoded in a query. */
function isPlain(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 45 ||
    code === 46 ||
    code === 95 ||
    code === 126
  );
}

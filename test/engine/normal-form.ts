/**
 * Responses in a form in which they can be compared member by member: tickets as what they say, after their signature
 * was checked, bounds of measures rounded, and where several links are right, the one that was chosen.
 */
import { dimensionOf } from '../../src/kernel/measures.js';
import type { ProductContext, Visit } from '../../src/pages/shared/requests.js';
import { decodeTicket } from '../../src/pages/shared/tickets/ticket.js';
import { NOW, SECRET } from '../pages/shop.js';

export type Json = unknown;

/** Any of which is right. */
export class Links {
  constructor(readonly allowed: readonly string[]) {}
}

export type TicketOf = (position: number, of: { kind: 'p' | 'v'; key: string }) => unknown;

/** What the tickets of a list say. */
export function ticketsOf(
  { market, locale, touchpoint }: ProductContext & Visit,
  place: { pageType: string; pageReference?: string; list: string; q: string },
  generation: number,
): TicketOf {
  const context = { market, locale, touchpoint, pageReference: '', ...place, generation, minute: NOW / 60_000 };
  return (position, of) => ({ ...context, position, ...of });
}

/** An answer with its tickets read. @throws Problem when one was not signed. */
export function normalForm(answer: Json): Json {
  if (Array.isArray(answer)) return answer.map(normalForm);
  if (typeof answer !== 'object' || answer === null) return answer;
  const members = Object.entries(answer).map(([name, value]) => {
    return [name, name === 'ticket' ? decodeTicket(value as string, SECRET).ticket : normalForm(value)];
  });
  return roundBounds(Object.fromEntries(members) as Record<string, unknown>);
}

/** Nine digits: measures have been converted. */
function roundBounds(facet: Record<string, unknown>): Json {
  if (facet['type'] !== 'RANGE' || dimensionOf(String(facet['unit'])) === undefined) return facet;
  for (const bound of ['min', 'max']) {
    if (typeof facet[bound] === 'number') facet[bound] = Number(facet[bound].toPrecision(9));
  }
  return facet;
}

/**
 * What is expected, with each choice of links settled as `actual` has it where that is allowed; JSON on the way out.
 */
export function settle(expected: Json, actual: Json): Json {
  if (expected instanceof Links) {
    return expected.allowed.includes(actual as string) ? actual : `one of ${expected.allowed.join(', ')}`;
  }
  if (Array.isArray(expected)) {
    return expected.map((one, i) => settle(one, Array.isArray(actual) ? actual[i] : undefined));
  }
  if (typeof expected !== 'object' || expected === null) return expected;
  const members = Object.entries(expected).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    members.map(([name, value]) => [name, settle(value, (actual as Record<string, Json>)?.[name])]),
  );
}

/** Where two answers differ first, and how; undefined: nowhere. */
export function firstDifference(actual: Json, expected: Json, path = ''): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  const [a, b] = [actual, expected].map(one => (typeof one === 'object' && one !== null ? one : undefined));
  if (!a || !b || Array.isArray(a) !== Array.isArray(b)) {
    return `${path}: ${JSON.stringify(actual)} rather than ${JSON.stringify(expected)}`;
  }
  for (const name of new Set([...Object.keys(b), ...Object.keys(a)])) {
    const [mine, theirs] = [a, b].map(one => (one as Record<string, Json>)[name]);
    const different = firstDifference(mine, theirs, `${path}/${name}`);
    if (different !== undefined) return different;
  }
  return undefined;
}

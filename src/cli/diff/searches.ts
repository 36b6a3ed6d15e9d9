/**
 * The searches of a comparison: from a file with one query on each line, or the most frequent ones of visitors. Each is
 * of one view, and weighted by its frequency.
 */
import type { Learner } from '../../behaviour/learning/index.js';
import { quote } from '../../kernel/quote.js';
import { CommandFailure } from '../terminal/exit-codes.js';
import { narrowViews, type ViewName, viewLabel } from './common-views.js';

export interface Search extends ViewName {
  q: string;
  weight: number;
}

export interface Searches {
  searches: Search[];
  /** Sum of weights, searches that were left out included. */
  total: number;
}

/**
 * Parses lines: each is a text to search for in every view, or `{"q": …}` with `market` and `locale` to narrow the
 * views. Empty lines and those that begin with `#` are skipped; the weight of a search is the number of its lines.
 *
 * @param source name of the file, for messages
 * @throws CommandFailure with the number of a faulty line
 */
export function searchesOf(text: string, source: string, views: readonly ViewName[]): Searches {
  const found = new Map<string, Search>();
  let total = 0;
  for (const [i, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const wrong = (message: string) => new CommandFailure(`${source}: line ${i + 1}: ${message}`);
    const { q, ...narrowing } = line.startsWith('{') ? readObject(line, wrong) : { q: line };
    const meant = narrowViews(views, narrowing);
    if (meant.length === 0) {
      const { market = '', locale = '' } = narrowing;
      const known = views.map(viewLabel).join(', ');
      throw wrong(`found ${quote(`${market} ${locale}`.trim())}, expected a market and locale of ${known}`);
    }
    for (const view of meant) {
      const key = `${view.market}|${view.locale}|${q}`;
      const search = found.get(key);
      if (search) search.weight++;
      else found.set(key, { ...view, q, weight: 1 });
      total++;
    }
  }
  if (total === 0) throw new CommandFailure(`${source}: no query found, expected one a line`);
  return { searches: [...found.values()], total };
}

interface Line {
  q: string;
  market?: string;
  locale?: string;
}

const MEMBERS = ['q', 'market', 'locale'];

function readObject(line: string, wrong: (message: string) => CommandFailure): Line {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw wrong(`found ${quote(line)}, expected a text, or JSON such as {"q": "rain jacket", "market": "uk"}`);
  }
  const members = Object.entries(parsed as object);
  for (const [name, value] of members) {
    if (!MEMBERS.includes(name)) throw wrong(`found the member ${quote(name)}, expected ${MEMBERS.join(', ')}`);
    if (typeof value !== 'string' || value.trim() === '') {
      throw wrong(`${name}: found ${quote(JSON.stringify(value))}, expected a text`);
    }
  }
  if (!members.some(([name]) => name === 'q')) throw wrong('q: missing; expected the text to search for');
  const { q, ...rest } = parsed as Line;
  return { q: q.trim(), ...rest };
}

/**
 * The most frequent searches of visitors in these views.
 * @throws CommandFailure where there are none
 */
export function recordedSearches(
  learned: Learner | undefined,
  views: readonly ViewName[],
  top: number,
  nowMs: number,
): Searches {
  const recorded = learned?.searches(nowMs) ?? [];
  const all = recorded.filter(search => narrowViews(views, search).length > 0);
  if (all.length === 0) {
    const where = recorded.length === 0 ? '' : ` in ${views.map(viewLabel).join(', ')}`;
    throw new CommandFailure(
      `no searches are recorded${where}; a daemon writes them down once a minute. --queries names a file with queries`,
    );
  }
  all.sort((a, b) => b.uses - a.uses);
  const searches = all.slice(0, top).map(({ market, locale, q, uses }) => ({ market, locale, q, weight: uses }));
  return { searches, total: all.reduce((sum, { uses }) => sum + uses, 0) };
}

/** Which settings take effect while the daemon runs, and what is to be told of those that were changed. */
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from './daemon-settings.js';

/** Taken over at a reload; all others at the next start. */
export type LiveSettings = Pick<Settings, 'apiKey' | 'corsOrigin' | 'hosts' | 'logLevel'>;
const LIVE: ReadonlySet<string> = new Set<keyof LiveSettings>(['apiKey', 'corsOrigin', 'hosts', 'logLevel']);

export interface ChangedSettings {
  /** Names of what has changed and takes effect at once, in alphabetical order. */
  changed: string[];
  /** Those that take effect at the next start. */
  atNextStart: string[];
}

export function changedSettings(before: Settings, after: Settings): ChangedSettings {
  const paths = differences(before, after, '').sort();
  return { changed: paths.filter(path => LIVE.has(path)), atNextStart: paths.filter(path => !LIVE.has(path)) };
}

type Tree = Readonly<Record<string, unknown>>;

/** Dotted paths of the members that differ. */
function differences(before: Tree, after: Tree, prefix: string): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap(name => {
    const [old, now] = [before[name], after[name]];
    if (isDeepStrictEqual(old, now)) return [];
    return isTree(old) && isTree(now) ? differences(old, now, `${prefix}${name}.`) : [prefix + name];
  });
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What of a feed the daemon has, so that next time only what has changed is sent: a file of lines,
 *
 *     {"vitrineFeedState":1,"order":…,"source":{"etag":…,"lastModified":…}}
 *     KEY <tab> HASH          of each product group, in the order of keys
 *     sha256 <tab> HEX        of all lines before
 *
 * A file that is damaged, of another version, or of another order (format, mapping, market, locale) counts as none: then
 * everything is sent.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeAtomically } from '../../kernel/atomic-file.js';
import type { SourceVersion } from '../source/feed-source.js';

const VERSION = 1;
const SEAL = 'sha256';

export interface SentState {
  source: SourceVersion;
  /** Hash of each product group by its key. */
  groups: Map<string, string>;
}

/** What is sent for a group, in short. */
export function hashOf(line: string): string {
  return createHash('sha256').update(line).digest('base64url').slice(0, 22);
}

/**
 * @param order what the feed is sent as
 * @param warn told why a file that is there is of no use
 */
export async function readState(
  file: string,
  order: string,
  warn: (why: string) => void,
): Promise<SentState | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const end = text.lastIndexOf(`\n${SEAL}\t`) + 1;
  if (end === 0 || text.slice(end) !== sealOf(text.slice(0, end))) {
    warn(`${file} is damaged: everything is sent`);
    return undefined;
  }
  const [head = '', ...lines] = text.slice(0, end - 1).split('\n');
  const { vitrineFeedState: version, order: sent, source } = JSON.parse(head) as Head;
  if (version !== VERSION || sent !== order) {
    warn(`${file} is of another version, mapping, market or locale: everything is sent`);
    return undefined;
  }
  const groups = new Map<string, string>();
  for (const line of lines) {
    const tab = line.indexOf('\t');
    groups.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return { source, groups };
}

interface Head {
  vitrineFeedState: number;
  order: string;
  source: SourceVersion;
}

export async function writeState(file: string, order: string, { source, groups }: SentState): Promise<void> {
  const head: Head = { vitrineFeedState: VERSION, order, source };
  const lines = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, hash]) => `${key}\t${hash}\n`);
  const text = `${JSON.stringify(head)}\n${lines.join('')}`;
  await writeAtomically(file, text + sealOf(text));
}

function sealOf(text: string): string {
  return `${SEAL}\t${createHash('sha256').update(text).digest('hex')}\n`;
}

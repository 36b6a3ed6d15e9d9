/**
 * The view that queries of a data folder ask for most often, as an earlier daemon has seen it: a start reads and
 * prepares it first.
 *
 *   DATA/asked-view.json  {asked: {market, locale}, sha256}
 *
 * A file that is missing, unreadable or damaged costs time alone, as does a view that is no longer there: the first one
 * of the manifest is then prepared first.
 */
import fs from 'node:fs';
import path from 'node:path';
import { writeAtomically } from '../kernel/atomic-file.js';
import { checksumOf, type ViewManifest } from './manifest.js';

export type ViewName = Pick<ViewManifest, 'market' | 'locale'>;

const fileOf = (dataDir: string): string => path.join(dataDir, 'asked-view.json');

/** Read at once: a start waits for it. */
export function readAskedView(dataDir: string): ViewName | undefined {
  const file = fileOf(dataDir);
  if (!fs.existsSync(file)) return undefined;
  try {
    const { asked, sha256 } = JSON.parse(fs.readFileSync(file, 'utf8')) as { asked: ViewName; sha256: string };
    return checksumOf(asked) === sha256 ? asked : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves when it is on disk. */
export function writeAskedView(dataDir: string, { market, locale }: ViewName): Promise<void> {
  const asked: ViewName = { market, locale };
  return writeAtomically(fileOf(dataDir), JSON.stringify({ asked, sha256: checksumOf(asked) }));
}

/** The views, the one that is asked for first. */
export function askedFirst<View extends ViewName>(views: readonly View[], asked: ViewName | undefined): View[] {
  const isAsked = ({ market, locale }: View) => market === asked?.market && locale === asked.locale;
  return [...views.filter(isAsked), ...views.filter(view => !isAsked(view))];
}

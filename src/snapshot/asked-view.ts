/**
 * The view that queries of a data folder ask for most often, as an earlier daemon has seen it: a start reads and
 * prepares it first.
 *
 *   DATA/asked-view.json  {version, asked: {market, locale}, sha256}, sha256 (hex) being of JSON.stringify(asked)
 *
 * A file that is missing, unreadable, damaged or of another version costs time alone, as does a view that is no longer
 * there: the first one of the manifest is then prepared first.
 */
import fs from 'node:fs';
import path from 'node:path';
import { writeAtomically } from '../kernel/atomic-file.js';
import { checksumOf, type ViewManifest } from './manifest.js';

export type ViewName = Pick<ViewManifest, 'market' | 'locale'>;

const VERSION = 1;

interface AskedViewFile {
  version: number;
  asked: ViewName;
  sha256: string;
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'asked-view.json');

/** Read at once: a start waits for it. */
export function readAskedView(dataDir: string): ViewName | undefined {
  const file = fileOf(dataDir);
  if (!fs.existsSync(file)) return undefined;
  try {
    const { version, asked, sha256 } = JSON.parse(fs.readFileSync(file, 'utf8')) as AskedViewFile;
    return version === VERSION && checksumOf(asked) === sha256 ? asked : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves when it is on disk. */
export function writeAskedView(dataDir: string, { market, locale }: ViewName): Promise<void> {
  const asked: ViewName = { market, locale };
  const file: AskedViewFile = { version: VERSION, asked, sha256: checksumOf(asked) };
  return writeAtomically(fileOf(dataDir), JSON.stringify(file));
}

/** The views, the one that is asked for first. */
export function askedFirst<View extends ViewName>(views: readonly View[], asked: ViewName | undefined): View[] {
  const isAsked = ({ market, locale }: View) => market === asked?.market && locale === asked.locale;
  return [...views.filter(isAsked), ...views.filter(view => !isAsked(view))];
}

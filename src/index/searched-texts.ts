/**
 * The file of searched texts: what several visitors have searched for, and the products that several have chosen for it.
 * Learning writes it now and then, and builds make word vectors with it, so that words which only visitors use mean
 * something, too. It has nothing of a single visitor.
 *
 *   DATA/behaviour/searched.json  {version, texts, sha256}, sha256 (hex) being of JSON.stringify(texts)
 *
 * Without it, or where it is damaged or of another version, words mean what the catalog says.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANY } from '../catalog/view.js';
import { writeAtomically } from '../kernel/atomic-file.js';

const VERSION = 1;

/** A text that was searched for in a market and locale. */
export interface SearchedText {
  market: string;
  locale: string;
  /** Folded. */
  text: string;
  /** Keys of the products, the one that is chosen most first. */
  chosen: readonly string[];
}

interface SearchedFile {
  version: number;
  texts: readonly SearchedText[];
  sha256: string;
}

export const searchedFile = (dataDir: string): string => join(dataDir, 'behaviour', 'searched.json');

/** Resolves when it is on disk. */
export function writeSearchedTexts(file: string, texts: readonly SearchedText[]): Promise<void> {
  const content: SearchedFile = { version: VERSION, texts, sha256: checksumOf(texts) };
  return writeAtomically(file, JSON.stringify(content));
}

/** At once: a build waits for it. @param unusable called where there is a file that cannot be read */
export function readSearchedTexts(file: string, unusable: (error: unknown) => void): readonly SearchedText[] {
  try {
    const { version, texts, sha256 } = JSON.parse(readFileSync(file, 'utf8')) as SearchedFile;
    if (version !== VERSION) throw new Error(`${file}: format ${version} found, this version reads format ${VERSION}`);
    if (checksumOf(texts) !== sha256) throw new Error(`${file}: damaged`);
    return texts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') unusable(error);
    return [];
  }
}

/** Those of views of one locale. @param views all of the snapshot */
export function searchedIn(
  texts: readonly SearchedText[],
  { markets, locale }: { markets: readonly string[]; locale: string },
  views: readonly { market: string; locale: string }[],
): SearchedText[] {
  // What was searched for in a locale without a view was answered from the one of its market for any locale.
  const isOwn = (text: SearchedText) =>
    locale === text.locale ||
    (locale === ANY && !views.some(view => view.market === text.market && view.locale === text.locale));
  return texts.filter(text => markets.includes(text.market) && isOwn(text));
}

function checksumOf(texts: readonly SearchedText[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

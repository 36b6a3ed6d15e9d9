/**
 * Small files that nothing can replace: the API keys, the secret of tickets. Each is kept twice, as NAME and NAME.copy,
 * written one after the other: where one is damaged or missing, it is written again from the other. Where both are sound
 * and differ, a crash came between the two: the first is the newer one.
 */
import { readFile, rm } from 'node:fs/promises';
import { writeAtomically } from '../../kernel/atomic-file.js';

export interface KeptTwice<T> {
  /** Undefined where neither file is sound. */
  value: T | undefined;
  /** What is wrong with either file, and what was done; undefined where nothing is. */
  fault: string | undefined;
}

const MODE = 0o600;

/** Removes both files. */
export async function removeTwice(file: string): Promise<void> {
  // The copy first: a file without one is none that is damaged.
  await rm(copyOf(file), { force: true });
  await rm(file, { force: true });
}

/** Resolves when both files are on disk. */
export async function writeTwice(file: string, text: string): Promise<void> {
  await writeAtomically(file, text, MODE);
  await writeAtomically(copyOf(file), text, MODE);
}

/**
 * Reads a file, or its copy.
 * @param parse the value of a file's text; undefined where it is damaged
 * @param repairs whether a damaged file is written again
 */
export async function readTwice<T>(
  file: string,
  parse: (text: string) => T | undefined,
  repairs = true,
): Promise<KeptTwice<T>> {
  const texts = await Promise.all([readText(file), readText(copyOf(file))]);
  const [value, copy] = texts.map(text => (text === undefined ? undefined : parse(text)));
  // An earlier version made no copy, and neither has a crash that came before it.
  const isSound = value !== undefined && (copy !== undefined || texts[1] === undefined);
  if (isSound && texts[0] !== texts[1] && repairs) await repair(copyOf(file), texts[0]!);
  if (isSound || texts.every(text => text === undefined)) return { value, fault: undefined };
  const damaged = value === undefined ? file : copyOf(file);
  const how = texts[value === undefined ? 0 : 1] === undefined ? 'missing' : 'damaged';
  const sound = texts[value === undefined ? 1 : 0];
  if (value === undefined && copy === undefined) return { value, fault: `${file}: ${how}, and so is its copy` };
  const repaired = repairs ? await repair(damaged, sound!) : '';
  return { value: value ?? copy, fault: `${damaged}: ${how}${repaired}` };
}

const copyOf = (file: string): string => `${file}.copy`;

async function repair(file: string, text: string): Promise<string> {
  try {
    await writeAtomically(file, text, MODE);
    return '; it is written again';
  } catch (error) {
    return `, and it cannot be written again: ${(error as Error).message}`;
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

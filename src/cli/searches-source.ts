/** Reads the queries that commands run over snapshots: from a file, or from the learned searches of a daemon. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Learner } from '../behaviour/learning/index.js';
import type { Settings } from '../server/settings/daemon-settings.js';
import type { ViewName } from './diff/common-views.js';
import type { Searches } from './diff/searches.js';
import { CommandFailure, describe } from './terminal/exit-codes.js';

const STANDARD_INPUT = '-';

/**
 * Reads the learned file of a daemon's data folder.
 * @param otherwise warning that is printed when it cannot be read; undefined: that is an error
 * @throws CommandFailure when it cannot be read and is required
 */
export async function readLearned(
  { data, behaviour }: Settings,
  otherwise: string | undefined,
): Promise<Learner | undefined> {
  const [{ learnedFile, peekLearned }, { Learner }, { behaviourFolder }] = await Promise.all([
    import('../behaviour/learning/learned-file.js'),
    import('../behaviour/learning/index.js'),
    import('../server/behaviour/folders.js'),
  ]);
  try {
    const learned = await peekLearned(learnedFile(behaviourFolder(data)));
    return learned && Learner.decode(learned.state, { halfLifeDays: behaviour.halfLifeDays });
  } catch (error) {
    if (otherwise === undefined) throw new CommandFailure(`the recorded searches cannot be read: ${describe(error)}`);
    process.stderr.write(`vitrine: ${otherwise}: ${describe(error)}\n`);
    return undefined;
  }
}

/**
 * @param file path of the file, `-` for standard input
 * @throws CommandFailure when it cannot be read, or a line has a fault
 */
export async function readSearches(file: string, views: readonly ViewName[]): Promise<Searches> {
  const { searchesOf } = await import('./diff/searches.js');
  if (file === STANDARD_INPUT)
    return searchesOf(decoded(await buffer(process.stdin), 'standard input'), 'standard input', views);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${describe(error)}`);
  }
  return searchesOf(decoded(bytes, file), file, views);
}

/** Decodes UTF-8, with or without a byte order mark. */
function decoded(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailure(`${source}: found bytes that are not UTF-8, expected text in UTF-8`);
  }
}

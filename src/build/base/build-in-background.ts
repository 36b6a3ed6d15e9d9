/** Builds a base in a thread of its own, while the calling one runs imports. */
import type { IndexSettings } from '../../index/index-settings.js';
import type { SearchedText } from '../../index/searched-texts.js';
import type { PrecedenceCount } from '../../threads/precedence.js';
import { WorkerClient } from '../../threads/worker-client.js';
import type { BaseProtocol } from './base-protocol.js';

/** On a busy machine a thread of the lowest priority may take very long. */
const LONGEST_BUILD_MS = 86_400_000;

/**
 * Resolves when the base is complete.
 * @param searched what visitors searched for
 * @param imports for which its threads wait
 * @throws what the build throws, ThreadDeath
 */
export async function buildInBackground(
  dataDir: string,
  settings: IndexSettings,
  searched: readonly SearchedText[],
  imports: PrecedenceCount,
): Promise<void> {
  const file = new URL('./base-thread.js', import.meta.url);
  const client = new WorkerClient<BaseProtocol>({ name: 'the thread that builds a base', file });
  try {
    await client.call({ kind: 'build', dataDir, settings, searched, imports }, LONGEST_BUILD_MS);
  } finally {
    await client.close();
  }
}

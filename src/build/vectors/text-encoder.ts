/**
 * Encodes texts of products, for a thread that builds and does not return to its event loop: it waits for an encoder's
 * thread, which it keeps from build to build, because to load a model takes longer than a small build.
 */
import type { EncoderProtocol, EncoderThreadData } from '../../encoder/encoder-protocol.js';
import type { EncodedSpace } from '../../index/index-settings.js';
import type { SyncWorkerClient } from '../../threads/sync-worker-client.js';
import { Watchdog } from '../../threads/watchdog.js';

/** For some texts, and for loading the model before the first. */
const LONGEST_SILENCE_MS = 300_000;

interface Started {
  digest: string;
  watchdog: Watchdog;
  client: SyncWorkerClient<EncoderProtocol>;
}

/** That of the thread. */
let started: Started | undefined;

/**
 * @returns a vector for each text, one behind the other
 * @throws Error that names the encoder where it has failed, or its folder has changed since the daemon was started
 */
export function encodeTexts({ folder, digest }: EncodedSpace, texts: readonly string[]): Float32Array {
  if (started?.digest !== digest) {
    started?.watchdog.close();
    const watchdog = new Watchdog(true);
    const file = new URL('../../encoder/encoder-thread.js', import.meta.url);
    const data: EncoderThreadData = { folder, digest };
    started = { digest, watchdog, client: watchdog.start({ name: 'the encoder of products', file, data }) };
  }
  const { client, watchdog } = started;
  try {
    return client.wait(client.send({ kind: 'encode', texts, role: 'product' }), LONGEST_SILENCE_MS);
  } catch (error) {
    started = undefined;
    watchdog.close();
    throw error;
  }
}

/**
 * Takes the announced snapshot into service and starts the ingest process, in this order, because both need all cores.
 */
import { within } from '../../kernel/within.js';
import { LoaderFailure } from '../live-snapshot/read-ahead.js';
import type { Daemon } from './build.js';

/**
 * How long the ingest process is not started while nothing has been answered: a query that waits for the snapshot comes
 * within milliseconds.
 */
const LONGEST_BEFORE_INGEST_MS = 100;

/**
 * Resolves when the query threads answer, the visitor store is open, the announced snapshot is live and the ingest
 * process has opened the catalog.
 * A damaged snapshot does not keep the daemon from starting: an earlier one is live then, or an import can replace it.
 * @throws an Error that names the thread or process that cannot start
 */
export async function adopt(daemon: Daemon): Promise<void> {
  const { frontEnd, visitors, announced, folder, exports, supervisor, readiness, fleet } = daemon;
  const ingest = async () => {
    if (await folder.whenWritable('the catalog store', () => supervisor.start())) return;
    // Nothing makes a store meanwhile: what there is can be read.
    exports.storeReady();
  };
  await Promise.all([fleet?.client.start(), fleet?.exchange.start()]);
  try {
    const id = await announced.announced;
    const begun = id === undefined ? ingest() : goLive(daemon, id);
    await Promise.all([frontEnd.started(), visitors, begun]);
    if (id === undefined) return;
    await within(frontEnd.service.answered, LONGEST_BEFORE_INGEST_MS);
    if (!readiness.stopping) await ingest();
  } catch (error) {
    // Ended by the stop of the daemon.
    if (!readiness.stopping) throw error;
  }
}

async function goLive({ live, snapshots, recovery, readiness, log }: Daemon, snapshot: string): Promise<void> {
  const adopted = live.adopt(snapshot);
  void readiness.rehearse(
    adopted.then(
      async () => {
        await live.rehearsed;
        // It keeps what manifests say.
        await snapshots.all().catch((error: unknown) => log.warn({ err: error }, 'snapshots cannot be listed'));
      },
      () => undefined,
    ),
  );
  try {
    await adopted;
  } catch (error) {
    if (error instanceof LoaderFailure) throw error;
    if (readiness.stopping) return;
    log.error({ snapshot, err: error }, 'the announced snapshot cannot be used');
    await recovery.suspect(error);
  }
}

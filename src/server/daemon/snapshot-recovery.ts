/** Constructs what finds damage to snapshots in a running daemon, and recovers from it. */
import type { Disposer } from '../../kernel/disposer.js';
import type { Erasures } from '../behaviour/erasures.js';
import { keptIdFault } from '../fleet/kept-id.js';
import type { IngestSupervisor } from '../imports/ingest-supervisor.js';
import type { LiveSnapshot } from '../live-snapshot/live-snapshot.js';
import { Recovery } from '../live-snapshot/recovery.js';
import { Scrubber } from '../live-snapshot/scrubber.js';
import type { Counts } from '../observability/counts.js';
import { readKeysAgain } from '../storage/api-keys.js';
import type { Opened } from './open.js';

/** What all files are read with from time to time: of one core and of a disk, it takes a few percent. */
const SCRUBBED_BYTES_PER_SECOND = 16 << 20;

type Parts = Pick<Opened, 'settings' | 'dataDir' | 'snapshots' | 'ticketSecrets' | 'log'>;

/** @param supervisor of the ingest process, which is constructed later, as `erasures` are */
export function snapshotRecovery(
  { settings, dataDir, snapshots, ticketSecrets, log }: Parts,
  live: LiveSnapshot,
  supervisor: () => IngestSupervisor,
  erasures: () => Erasures,
  counts: Counts,
  disposer: Disposer,
): Recovery {
  const stop = new AbortController();
  const recovery = new Recovery({
    announced: () => snapshots.announced(dataDir),
    whole: () => snapshots.whole(dataDir, stop.signal),
    inspect: ids => snapshots.inspect(dataDir, ids, {}, stop.signal),
    live,
    rebuild: () => supervisor().repair(),
    counts,
    log,
  });
  const scrubber = new Scrubber({
    hours: settings.scrubHours,
    inspect: () => snapshots.inspect(dataDir, undefined, { bytesPerSecond: SCRUBBED_BYTES_PER_SECOND }, stop.signal),
    found: inspection => recovery.found(inspection),
    keptTwice: {
      'API keys': () => readKeysAgain(dataDir),
      'secret of tickets': () => ticketSecrets.readAgain(),
      'orders to forget customers': () => erasures().readAgain(),
      'ids in a fleet': () => keptIdFault(dataDir, true),
    },
    log,
  });
  disposer.add(() => {
    recovery.close();
    scrubber.close();
    stop.abort();
  });
  return recovery;
}

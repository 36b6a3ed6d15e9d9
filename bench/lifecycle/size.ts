/** What a daemon holds in memory while it serves, and what its snapshot takes on disk. */
import type { Daemon } from '../harness/daemon.js';
import { type Memory, memory } from '../harness/processes.js';
import type { Catalog, Row } from '../publishing/results.js';
import { CARD_FILES, snapshotBytes } from './snapshot-bytes.js';

/** @param daemon that has answered queries, with an ingest process beside it */
export function measureSize(daemon: Daemon, catalog: Catalog, dataDir: string): Row {
  const processes = daemon.pids.map(memory);
  const sum = (of: keyof Memory) => processes.reduce((total, one) => total + one[of], 0);
  const { perItem, indexPerItem, index, cards, views } = snapshotBytes(dataDir);
  const turn = {
    ownMb: sum('own'),
    residentMb: sum('resident'),
    indexBytes: index,
    cardBytes: cards,
    indexBytesPerItem: indexPerItem,
    cardBytesPerItem: perItem[CARD_FILES],
    views,
  };
  return { measurement: 'size', catalog, turns: [turn], partBytesPerItem: perItem };
}

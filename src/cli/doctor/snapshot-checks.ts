/** The checks of `vitrine doctor` on the snapshots of a data folder, and the repair of what they find. */
import { fileURLToPath } from 'node:url';
import { within } from '../../kernel/within.js';
import type { Settings } from '../../server/settings/daemon-settings.js';
import {
  type Damage,
  type Inspection,
  inspectSnapshots,
  isWhole,
  readPointer,
  snapshotIds,
} from '../../snapshot/index.js';
import { describe } from '../terminal/exit-codes.js';
import { formatCount } from '../terminal/print.js';
import type { Finding } from './doctor-checks.js';

/** How long the build of a snapshot is waited for: that of a million products takes some minutes. */
const LONGEST_BUILD_MS = 3_600_000;

/** Reads every file of the kept snapshots. A damaged one that is not announced is a warning: it cannot go live again. */
export function checkSnapshots(dataDir: string): Finding {
  const check = 'snapshots';
  try {
    const { damages, snapshots, otherFormats } = inspect(dataDir, false);
    if (damages.length === 0) {
      const kept = `${snapshotIds(dataDir).length} kept, `;
      const others = `all whole but those of the format of another release: ${otherFormats.join(', ')}`;
      return { check, verdict: 'ok', found: kept + (otherFormats.length > 0 ? others : 'all whole') };
    }
    const found = `${snapshots.join(', ')}: ${listed(damages)}`;
    if (snapshots.includes(announcedIn(dataDir) ?? '')) {
      const advice =
        'start the daemon, which builds the announced snapshot again, or run vitrine doctor --repair; one that runs does ' +
        'it behind the next import, and otherwise when it reads all files again (scrubHours), or is started again';
      return { check, verdict: 'failed', found, advice };
    }
    const advice = 'nothing to do: queries do not need these snapshots, but a rollback to them is not possible';
    return { check, verdict: 'warning', found, advice };
  } catch (error) {
    return { check, verdict: 'failed', found: describe(error), advice: 'run vitrine doctor as the user of the daemon' };
  }
}

/**
 * Does what a daemon does by itself: puts damaged files of snapshots aside, and builds the announced snapshot again from
 * the catalog store where it lacks some.
 */
export async function repairSnapshots(settings: Settings): Promise<Finding> {
  const check = 'repair';
  const { data } = settings;
  const { lockDataFolder } = await import('../../server/storage/data-lock.js');
  let unlock: () => void;
  try {
    unlock = lockDataFolder(data);
  } catch (error) {
    return {
      check,
      verdict: 'failed',
      found: describe(error),
      advice: 'a running daemon repairs its folder by itself: behind the next import, or when it reads all files again',
    };
  }
  try {
    const { damages } = inspect(data, true);
    const announced = announcedIn(data);
    const aside = damages.length > 0 ? `${formatCount(damages.length, 'file')} put aside: ${listed(damages)}` : '';
    if (announced === undefined || isWhole(data, announced)) {
      return { check, verdict: 'ok', found: aside || 'no file of a snapshot is damaged' };
    }
    const rebuilt = await rebuild(settings);
    if (rebuilt !== undefined && isWhole(data, rebuilt)) {
      return { check, verdict: 'ok', found: `${aside ? `${aside}; ` : ''}snapshot ${rebuilt} was built again` };
    }
    const advice = 'import the catalog again; until then a daemon answers from an earlier snapshot, where one is whole';
    return { check, verdict: 'failed', found: `${aside}; snapshot ${announced} could not be built again`, advice };
  } catch (error) {
    return { check, verdict: 'failed', found: describe(error), advice: 'see what was printed above' };
  } finally {
    unlock();
  }
}

/** Runs the process that imports until it has recovered. @returns the announced snapshot. @throws where it cannot start */
async function rebuild(settings: Settings): Promise<string | undefined> {
  const { data, site, overlay, limits } = settings;
  const { encoderOf } = await import('../../server/settings/encoder-settings.js');
  const { index } = encoderOf(settings);
  const { IngestSupervisor } = await import('../../server/imports/ingest-supervisor.js');
  const { Counts } = await import('../../server/observability/counts.js');
  const { openLog } = await import('../../server/observability/log.js');
  const { log } = openLog('silent');
  let recovered!: (id: string | undefined) => void;
  const ready = new Promise<string | undefined>(resolve => {
    recovered = resolve;
  });
  const ignored = () => undefined;
  const supervisor = new IngestSupervisor({
    file: fileURLToPath(new URL('../../ingest/process.js', import.meta.url)),
    args: [data, JSON.stringify({ index, site, overlay })],
    log,
    counts: new Counts(),
    onReady: recovered,
    onAnnounced: ignored,
    onDamaged: ignored,
    onRepairing: ignored,
    onRepaired: ignored,
    onRehearsed: ignored,
  });
  await supervisor.start();
  try {
    return (await within(ready, LONGEST_BUILD_MS)) ? await ready : undefined;
  } finally {
    await supervisor.stop(limits.shutdownSeconds * 1000);
  }
}

/** Of the kept snapshots, and of the announced one, which should be kept. */
function inspect(dataDir: string, putsAside: boolean): Inspection {
  const announced = announcedIn(dataDir);
  const ids = new Set([...(announced === undefined ? [] : [announced]), ...snapshotIds(dataDir)]);
  return inspectSnapshots(dataDir, [...ids], putsAside);
}

function announcedIn(dataDir: string): string | undefined {
  return readPointer(dataDir)?.snapshot;
}

function listed(damages: readonly Damage[]): string {
  return damages.map(({ file, found }) => `${file}: ${found}`).join('; ');
}

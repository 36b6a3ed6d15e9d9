/**
 * The announced snapshot, read while the rest of the daemon is put together, its checksums left for later. What was read
 * is returned by the first load of that very snapshot; every other load reads, and checks.
 */
import { Problem } from '../../errors/problem.js';
import type { announcedSnapshot, loadSnapshot, SharedSnapshot, verifyAll, verifyCards } from '../../snapshot/index.js';

/** Where snapshots come from. */
export interface SnapshotSource {
  announced: typeof announcedSnapshot;
  load: typeof loadSnapshot;
  verifyCards: typeof verifyCards;
  verifyAll: typeof verifyAll;
}

/** The threads that read a snapshot have failed, which says nothing of the snapshot. */
export class LoaderFailure extends Error {
  override readonly name = 'LoaderFailure';
}

export class ReadAhead {
  /** Undefined: there is none yet. */
  readonly announced: Promise<string | undefined>;
  private begun: Promise<SharedSnapshot | undefined> | undefined;

  constructor(
    private readonly source: SnapshotSource,
    private readonly dataDir: string,
  ) {
    this.announced = source.announced(dataDir);
    this.begun = this.announced.then(id => (id === undefined ? undefined : source.load(dataDir, id, undefined, false)));
    // A failure may come before either promise is waited for.
    this.begun.catch(() => undefined);
  }

  /** @throws Problem where the snapshot is damaged, LoaderFailure where reading it ahead failed for another reason */
  async load(id: string, previous: SharedSnapshot | undefined): Promise<SharedSnapshot> {
    const { begun } = this;
    this.begun = undefined;
    if (begun && (await this.announced) === id) return (await begun.catch(blame))!;
    return this.source.load(this.dataDir, id, previous);
  }
}

/** @throws what damage, or a file that is not there, leads to as it is; all else is no fault of the snapshot */
function blame(error: unknown): never {
  if (error instanceof Problem || (error instanceof Error && 'syscall' in error)) throw error;
  const why = error instanceof Error ? error.message : String(error);
  throw new LoaderFailure(`the snapshot loader failed: ${why}`, { cause: error });
}

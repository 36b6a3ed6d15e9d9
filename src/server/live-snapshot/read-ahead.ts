/**
 * Begins to read what is needed of the announced snapshot during the start of the daemon. The first load of that snapshot
 * returns it, while it is read; every other load reads and verifies all of it.
 */
import { Problem } from '../../errors/problem.js';
import {
  announcedSnapshot,
  comparePages,
  inspectInThread,
  loadSnapshot,
  readRestInThread,
  rehearseLoad,
  type SharedSnapshot,
  verifyAll,
  wholeSnapshots,
} from '../../snapshot/index.js';

/** Where snapshots come from. */
export interface SnapshotSource {
  announced: typeof announcedSnapshot;
  load: typeof loadSnapshot;
  rehearseLoad: typeof rehearseLoad;
  compare: typeof comparePages;
  readRest: typeof readRestInThread;
  verifyAll: typeof verifyAll;
  inspect: typeof inspectInThread;
  whole: typeof wholeSnapshots;
}

/** The snapshots of a data folder. */
export const STORED_SNAPSHOTS: SnapshotSource = {
  announced: announcedSnapshot,
  load: loadSnapshot,
  rehearseLoad,
  compare: comparePages,
  readRest: readRestInThread,
  verifyAll,
  inspect: inspectInThread,
  whole: wholeSnapshots,
};

/** The threads that read a snapshot have failed, for a reason other than the snapshot. */
export class LoaderFailure extends Error {
  override readonly name = 'LoaderFailure';
}

export class ReadAhead {
  /** Undefined: no snapshot was announced yet. */
  readonly announced: Promise<string | undefined>;
  private begun: Promise<SharedSnapshot | undefined> | undefined;

  constructor(
    private readonly source: SnapshotSource,
    private readonly dataDir: string,
  ) {
    this.announced = source.announced(dataDir);
    this.begun = this.announced.then(id => (id === undefined ? undefined : source.load(dataDir, id, undefined, false)));
    // A failure may come before either promise is awaited.
    this.begun.catch(() => undefined);
  }

  /** @throws Problem where the snapshot is damaged, LoaderFailure where reading it failed for another reason */
  async load(id: string, previous: SharedSnapshot | undefined, isVerified: boolean): Promise<SharedSnapshot> {
    const { begun } = this;
    this.begun = undefined;
    if (begun && (await this.announced) === id) return (await begun.catch(rethrow))!;
    return this.source.load(this.dataDir, id, previous, true, isVerified);
  }
}

/** @throws the error itself where a file is damaged or missing; otherwise a LoaderFailure */
function rethrow(error: unknown): never {
  if (error instanceof Problem || (error instanceof Error && 'syscall' in error)) throw error;
  const why = error instanceof Error ? error.message : String(error);
  throw new LoaderFailure(`the snapshot loader failed: ${why}`, { cause: error });
}

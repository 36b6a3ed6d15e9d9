/**
 * The announced snapshot, read while the rest of the daemon is put together, its checksums left for later. What was read
 * is handed over once, to who loads that very snapshot first; all else is read, and checked, when it is asked for.
 */
import type { announcedSnapshot, loadSnapshot, SharedSnapshot, verifyAll, verifyCards } from '../../snapshot/index.js';

/** Where snapshots come from. */
export interface SnapshotSource {
  announced: typeof announcedSnapshot;
  load: typeof loadSnapshot;
  verifyCards: typeof verifyCards;
  verifyAll: typeof verifyAll;
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
    // Who waits for either hears of failures; they may come before anybody does.
    this.begun.catch(() => undefined);
  }

  async load(id: string, previous: SharedSnapshot | undefined): Promise<SharedSnapshot> {
    const { begun } = this;
    this.begun = undefined;
    if (begun && (await this.announced) === id) return (await begun)!;
    return this.source.load(this.dataDir, id, previous);
  }
}

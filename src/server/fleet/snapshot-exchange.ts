/**
 * Snapshots between daemons. The writer stores the files of a snapshot that the fleet lacks, then moves the pointer; the
 * others fetch what they lack of it.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName, type PartsStore } from '../../fleet/parts-store.js';
import type { FleetPointer, PointerStore } from '../../fleet/pointer.js';
import { makeFolder } from '../../kernel/make-folder.js';
import { readAskedView } from '../../snapshot/asked-view.js';
import {
  askedFirst,
  generationOfId,
  MANIFEST_VERSION,
  missingOf,
  ofMarkets,
  readManifest,
  readPointer,
  snapshotIds,
} from '../../snapshot/index.js';
import {
  filesOf,
  manifestFile,
  type Pointer,
  parseManifest,
  partsDir,
  type SnapshotManifest,
  storedManifest,
  syncDir,
  writeManifest,
} from '../../snapshot/manifest.js';

const FOLDER_MODE = 0o700;

export interface SnapshotExchangeOptions {
  dataDir: string;
  parts: PartsStore;
  pointer: PointerStore;
  /** That this daemon holds; none: all. */
  markets: readonly string[];
  /** Resolves when the fleet has what else goes with the snapshot that is to be published. */
  alongside(): Promise<void>;
}

export class SnapshotExchange {
  /** The snapshot that was published, or fetched, last. */
  private published: string | undefined;

  constructor(private readonly options: SnapshotExchangeOptions) {}

  /**
   * Stores the announced snapshot of this daemon, and moves the pointer to it.
   * @param token of the term
   * @returns the pointer; undefined where there is no snapshot
   * @throws where another daemon has moved it further
   */
  async publish(token: number): Promise<FleetPointer | undefined> {
    const { dataDir, parts, pointer, alongside } = this.options;
    const announced = readPointer(dataDir);
    if (!announced) return undefined;
    const { snapshot, pinned } = announced;
    const { files } = readManifest(dataDir, snapshot);
    await Promise.all([parts.put(partsDir(dataDir), files, this.bases()), alongside()]);
    this.published = snapshot;
    const text = readFileSync(manifestFile(dataDir, snapshot), 'utf8');
    const manifestSha256 = await parts.putText(manifestName(snapshot), text);
    const to: FleetPointer = {
      generation: generationOf(announced),
      snapshot,
      manifestSha256,
      token,
      ...(pinned !== undefined && { pinned }),
    };
    if (!(await pointer.move(to))) throw new Error('a later writer of the fleet has published its snapshot');
    return to;
  }

  /** Removes what no snapshot has that this daemon keeps, the writer. */
  async tidy(): Promise<void> {
    const { dataDir, parts } = this.options;
    await parts.keepOnly(() => {
      const ids = snapshotIds(dataDir);
      const files = ids.flatMap(id => readManifest(dataDir, id).files.map(({ file }) => file));
      return new Set([...ids.map(manifestName), ...files]);
    });
  }

  /**
   * Fetches what this daemon lacks of a snapshot. Its manifest is written when all files have arrived, and just before
   * they get their names: a file that no manifest names may be removed at any time.
   * @returns the bytes that were received
   * @throws OtherFormat where this release does not read it
   */
  async fetch({ snapshot, manifestSha256 }: FleetPointer): Promise<number> {
    const { dataDir, parts, markets } = this.options;
    const text = await parts.getText(manifestName(snapshot), manifestSha256);
    if (storedManifest(snapshot, text).version !== MANIFEST_VERSION) throw new OtherFormat(snapshot);
    const manifest = ofMarkets(parseManifest(snapshot, text), markets);
    if (existsSync(manifestFile(dataDir, snapshot)) && !missingOf(dataDir, manifest)) return 0;
    const arriving = join(dataDir, 'arriving');
    const received = await parts.fetch(partsDir(dataDir), arriving, this.inOrder(manifest));
    makeFolder(partsDir(dataDir), FOLDER_MODE);
    writeManifest(dataDir, manifest);
    for (const file of readdirSync(arriving)) renameSync(join(arriving, file), join(partsDir(dataDir), file));
    syncDir(partsDir(dataDir));
    rmSync(arriving, { recursive: true });
    this.published = snapshot;
    return received;
  }

  /** The files of the last snapshot, which the others have: what follows may differ little from them. */
  private bases(): SnapshotManifest['files'] {
    const { dataDir } = this.options;
    const { published } = this;
    if (published === undefined || !existsSync(manifestFile(dataDir, published))) return [];
    return readManifest(dataDir, published).files;
  }

  /** The files of a snapshot, those of the view that is asked for most first. */
  private inOrder({ views, site, files }: SnapshotManifest): SnapshotManifest['files'] {
    const [first] = askedFirst(views, readAskedView(this.options.dataDir));
    const early = new Set([site, ...(first ? filesOf(first) : [])]);
    return [...files.filter(({ file }) => early.has(file)), ...files.filter(({ file }) => !early.has(file))];
  }
}

/** A snapshot of the fleet that another release has built, with parts of another format: this one builds its own. */
export class OtherFormat extends Error {
  override readonly name = 'OtherFormat';

  constructor(snapshot: string) {
    super(`snapshot ${snapshot} of the fleet has another format than this release reads`);
  }
}

/** The generation of the catalog store that an announced snapshot goes with. */
export function generationOf({ snapshot, pinned }: Pointer): number {
  return pinned ?? generationOfId(snapshot);
}

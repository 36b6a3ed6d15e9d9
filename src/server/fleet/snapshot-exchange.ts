/**
 * Snapshots between daemons. The writer stores the files of a snapshot that the fleet lacks, from when it is built, and moves the
 * pointer when it is live there; the others fetch what they lack of it, large files as soon as each is stored.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName, type PartsStore, type StoredFile } from '../../fleet/parts-store.js';
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
/** Smaller files are fetched when the pointer has moved: most are of a few hundred bytes. */
const LEAST_EARLY_BYTES = 1 << 20;
/** Those that are fetched early at a time. */
const EARLY_TOGETHER = 2;

export interface SnapshotExchangeOptions {
  dataDir: string;
  parts: PartsStore;
  pointer: PointerStore;
  /** That this daemon holds; none: all. */
  markets: readonly string[];
  /** Tells the others that a file can be fetched. */
  stored(file: StoredFile): void;
  /** Resolves when the fleet has what else goes with the snapshot that is to be published. */
  alongside(): Promise<void>;
}

export class SnapshotExchange {
  /** The snapshot that was published, or fetched, last. */
  private published: string | undefined;
  /** The files of a snapshot on their way to the fleet, before it is published. */
  private storing: Promise<unknown> = Promise.resolve();
  /** What others have stored, and this daemon has not begun to fetch. */
  private offered: StoredFile[] = [];
  private fetching = 0;

  constructor(private readonly options: SnapshotExchangeOptions) {}

  /** Begins to store the files of a snapshot that is about to be published. Never rejects. */
  prepare(snapshot: string): void {
    const files = async () => this.put(readManifest(this.options.dataDir, snapshot).files);
    // What fails is tried again when it is published.
    this.storing = this.storing.then(files).catch(() => undefined);
  }

  /** Fetches a file that another daemon has stored, for a snapshot that may be published soon. */
  offer(stored: StoredFile): void {
    // Which of them are of its markets, only the manifest says.
    if (this.options.markets.length > 0 || stored.bytes < LEAST_EARLY_BYTES) return;
    this.offered.push(stored);
    void this.fetchOffered();
  }

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
    await this.storing;
    await Promise.all([this.put(files), alongside()]);
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
    this.offered = [];
    const arriving = arrivingDir(dataDir);
    const received = await parts.fetch(partsDir(dataDir), arriving, this.inOrder(manifest));
    makeFolder(partsDir(dataDir), FOLDER_MODE);
    writeManifest(dataDir, manifest);
    const wanted = new Set(manifest.files.map(({ file }) => file));
    for (const file of readdirSync(arriving)) {
      if (wanted.has(file)) renameSync(join(arriving, file), join(partsDir(dataDir), file));
      else if (!parts.isArriving(file)) rmSync(join(arriving, file));
    }
    if (readdirSync(arriving).length === 0) rmdirSync(arriving);
    syncDir(partsDir(dataDir));
    this.published = snapshot;
    return received;
  }

  private put(files: readonly StoredFile[]): Promise<number> {
    const { dataDir, parts, stored } = this.options;
    return parts.put(partsDir(dataDir), files, this.bases(), stored);
  }

  /** Never rejects: what does not come early comes later. */
  private async fetchOffered(): Promise<void> {
    if (this.fetching === EARLY_TOGETHER) return;
    const { dataDir, parts } = this.options;
    this.fetching++;
    for (let next = this.offered.shift(); next; next = this.offered.shift()) {
      await parts.fetchEarly(partsDir(dataDir), arrivingDir(dataDir), next).catch(() => undefined);
    }
    this.fetching--;
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

const arrivingDir = (dataDir: string): string => join(dataDir, 'arriving');

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

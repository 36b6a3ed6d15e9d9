/**
 * Keeps a copy of the catalog store, from which a damaged one is restored (see recover-store.ts). LMDB copies one state
 * of the store, in a thread of its own and while imports go on; another thread reads what it has written to its end, and
 * packs it, before it takes the place of the one before. So damage to the store is found as well.
 *
 *   DATA/catalog/copy-GENERATION.packed  a copy of the store: see packed-store.ts
 *   DATA/catalog/copying/                one that is being made, as LMDB writes it and packed
 */
import fs from 'node:fs';
import path from 'node:path';
import type { CatalogStore } from '../catalog/catalog-store.js';
import type { StoreInspection } from '../catalog/inspect-store.js';
import { WorkerClient } from '../threads/worker-client.js';
import type { CopyProtocol } from './copy-messages.js';
import { requireFreeDisk } from './import/inflate.js';
import { copiesOf, copyFile, keepCopy, storeDir, storeFile } from './recover-store.js';

export interface StoreCopiesOptions {
  dataDir: string;
  /** A copy cannot be made, for another reason than damage. */
  failed(error: unknown): void;
  /** A copy has been made. */
  kept?(generation: number): void;
  /** The copy that was kept is damaged; another one takes its place. */
  replaced?(file: string, fault: string): void;
  /** The copy, and so the store, is damaged. */
  damaged(fault: string): void;
  /** How long after an import a copy is made; of imports that come sooner, one for all. */
  firstPauseMs?: number;
  /** A copy is made at once where the newest lacks so many imports. */
  mostLacking?: number;
  /** How long after a failure the next copy is tried. */
  firstFailurePauseMs?: number;
  /** The module of the thread that reads copies. */
  thread?: URL;
}

const FIRST_PAUSE_MS = 2000;
/** After a copy, this many times as long as it took passes before the next one. */
const LEAST_PAUSE = 20;
/** The pause after a failure, as on a full disk; after each further one in a row it is twice as long. */
const FIRST_FAILURE_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 600_000;
const LONGEST_READING_MS = 3_600_000;
/** Disk that a copy needs while it is made, in times of the store: as LMDB writes it, and packed, which takes half of that. */
const NEEDED = 1.5;

export class StoreCopies {
  private timer: NodeJS.Timeout | undefined;
  private readingAgain: NodeJS.Timeout | undefined;
  private isReading = false;
  private copying: Promise<void> | undefined;
  private earliest = 0;
  /** Copies in a row that could not be made. */
  private failures = 0;
  private closed = false;

  constructor(private readonly options: StoreCopiesOptions) {}

  /** To be called at the start and after every import: has a copy made in a while, where there is none of this state. */
  due(store: CatalogStore): void {
    const { dataDir, firstPauseMs = FIRST_PAUSE_MS, mostLacking = Number.POSITIVE_INFINITY } = this.options;
    if (this.copying || this.closed || !isWorthCopying(store)) return;
    const [newest = 0] = copiesOf(dataDir);
    if (newest === store.generation) return;
    const isLongDue = store.generation - newest >= mostLacking && this.failures === 0;
    if (this.timer && !isLongDue) return;
    clearTimeout(this.timer);
    const waitMs = isLongDue ? 0 : Math.max(firstPauseMs, this.earliest - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.begin(store);
    }, waitMs);
    this.timer.unref();
  }

  /** Whether a copy is being made, or is going to be. */
  get isUnderWay(): boolean {
    return this.timer !== undefined || this.copying !== undefined;
  }

  private begin(store: CatalogStore): Promise<void> {
    this.copying = this.copy(store).finally(() => {
      this.copying = undefined;
      this.due(store);
    });
    return this.copying;
  }

  /** Makes a copy of a state that the store has from now on, unless there is one of the present state. Never rejects. */
  async make(store: CatalogStore): Promise<void> {
    await this.copying;
    if (this.closed || copiesOf(this.options.dataDir)[0] === store.generation) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.begin(store);
  }

  /** Has the newest copy read from time to time: disks change bits of files that nothing reads until they are needed. */
  readAgainEvery(milliseconds: number, store: CatalogStore): void {
    this.readingAgain = setInterval(() => void this.readAgain(store), milliseconds).unref();
  }

  /** Resolves when no copy is being made. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.readingAgain);
    await this.copying;
  }

  /** Reads the newest copy to its end; where it is damaged, another one is made. Never rejects. */
  private async readAgain(store: CatalogStore): Promise<void> {
    const { dataDir, failed, replaced } = this.options;
    const [generation] = copiesOf(dataDir);
    if (generation === undefined || this.isUnderWay || this.isReading || this.closed) return;
    const file = copyFile(dataDir, generation);
    this.isReading = true;
    try {
      const copy = await this.thread(client => client.call({ kind: 'inspect', file }, LONGEST_READING_MS));
      // A copy of a later state may have taken its place meanwhile.
      if (copy.state === 'sound' || this.closed || copiesOf(dataDir)[0] !== generation) return;
      replaced?.(file, copy.state === 'damaged' ? copy.fault : 'empty');
      fs.rmSync(file, { force: true });
      this.due(store);
    } catch (error) {
      if (!this.closed) failed(error);
    } finally {
      this.isReading = false;
    }
  }

  /** Makes a copy, at once. Never rejects. */
  async copy(store: CatalogStore): Promise<void> {
    const { failed, firstFailurePauseMs = FIRST_FAILURE_PAUSE_MS } = this.options;
    const started = performance.now();
    try {
      await this.write(store);
      this.failures = 0;
      this.earliest = performance.now() + LEAST_PAUSE * (performance.now() - started);
    } catch (error) {
      if (!this.closed) failed(error);
      this.earliest = performance.now() + Math.min(LONGEST_PAUSE_MS, firstFailurePauseMs * 2 ** this.failures++);
    }
  }

  private async write(store: CatalogStore): Promise<void> {
    const { dataDir, damaged, kept } = this.options;
    const folder = path.join(storeDir(dataDir), 'copying');
    await requireFreeDisk(dataDir, NEEDED * (fs.statSync(storeFile(dataDir), { throwIfNoEntry: false })?.size ?? 0));
    try {
      fs.rmSync(folder, { recursive: true, force: true });
      await store.copyTo(folder);
      const file = path.join(folder, 'data.mdb');
      const to = path.join(folder, 'packed');
      const copy = await this.thread(client => client.call({ kind: 'pack', file, to }, LONGEST_READING_MS));
      if (copy.state === 'sound') {
        await keepCopy(dataDir, to, copy.generation);
        kept?.(copy.generation);
      } else if (!this.closed) damaged(copy.state === 'damaged' ? copy.fault : 'its copy is empty');
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }

  private async thread(
    ask: (client: WorkerClient<CopyProtocol>) => Promise<StoreInspection>,
  ): Promise<StoreInspection> {
    const { thread: file = new URL('./copy-thread.js', import.meta.url) } = this.options;
    const client = new WorkerClient<CopyProtocol>({ name: 'the thread that reads copies of the store', file });
    try {
      return await ask(client);
    } finally {
      await client.close();
    }
  }
}

function isWorthCopying(store: CatalogStore): boolean {
  return store.generation > 0 && !store.needsFullImport;
}

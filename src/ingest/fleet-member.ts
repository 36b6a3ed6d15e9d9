/**
 * The ingest process of a daemon in a fleet. One daemon is the writer: it imports as a daemon that is alone does, but has
 * each change accepted by the fleet before it commits it. The others follow: they apply what was accepted to their own
 * stores, and announce the snapshots that the writer has built.
 */
import type { CatalogStore } from '../catalog/catalog-store.js';
import { Problem } from '../errors/problem.js';
import type { FleetJob, FollowJob, ImportOutcome, RestoreJob } from '../imports/protocol.js';
import type { AcceptedLog } from './accepted-log.js';
import type { ImportSettings } from './apply-import.js';
import { keepCopy } from './recover-store.js';
import type { AddedEntry, RedoEntry, RedoLog } from './redo-log.js';
import { replay } from './replay.js';
import type { SnapshotHost } from './snapshot-host.js';

const NO_COUNTS = { added: 0, changed: 0, removed: 0 };

export interface FleetMemberOptions {
  dataDir: string;
  store: CatalogStore;
  redo: RedoLog;
  snapshots: SnapshotHost;
  settings: ImportSettings;
  log: Pick<AcceptedLog, 'begin' | 'append'>;
}

export class FleetMember {
  private writes = false;
  /** The newest generation that the fleet has accepted from this process in its term. */
  private accepted = 0;

  constructor(private readonly options: FleetMemberOptions) {}

  /** Whether this daemon is the writer, as far as it knows. */
  get isWriter(): boolean {
    return this.writes;
  }

  /**
   * Runs a job.
   * @param complete announces the snapshot of the store, which it builds where there is none
   * @throws as the single jobs
   */
  async run(job: FleetJob, complete: () => void): Promise<ImportOutcome> {
    const { snapshots, store } = this.options;
    if (job.type === 'follow') await this.follow(job);
    else if (job.type === 'restore') await this.restore(job);
    else if (job.type === 'announce') snapshots.publish(job.snapshot, job.pinned);
    else if (job.type !== 'generation') {
      if (job.type === 'term') await this.begin(job.token);
      complete();
    }
    const snapshot = snapshots.announced()?.id;
    const { generation } = store;
    return { status: 'SUCCESS', ...(snapshot !== undefined && { snapshot }), generation, counts: NO_COUNTS };
  }

  /** @throws Problem fleet_unavailable */
  requireWriter(): void {
    this.requireSettled();
    if (!this.writes) throw new Problem('fleet_unavailable', 'this daemon is not the writer of the fleet');
  }

  /**
   * To be called when a transaction has ended, also where it was given up: a change that the fleet has accepted before is
   * one that the store lacks. It is applied like the changes of others, before the next term begins.
   * @throws Problem fleet_unavailable; this daemon is no writer from then on
   */
  requireSettled(): void {
    if (this.accepted <= this.options.store.generation) return;
    this.writes = false;
    const what = `generation ${this.accepted} was accepted by the fleet, and could not be committed here`;
    throw new Problem('fleet_unavailable', what);
  }

  /**
   * Has a change accepted, inside its transaction. Blocks.
   * @throws Problem fleet_unavailable; this daemon is no writer from then on
   */
  accept({ entry, body: file, accepted }: AddedEntry, generation: number, snapshot: string): void {
    const { log, snapshots } = this.options;
    this.requireWriter();
    const body = file !== undefined && entry.type === 'import' ? { file, ...sumOf(entry) } : undefined;
    const kept = snapshots.kept().map(one => one.generation);
    try {
      log.append({ generation, order: entry, ...(body && { body }), snapshot, kept });
    } catch (error) {
      this.writes = false;
      throw error;
    }
    this.accepted = generation;
    accepted();
  }

  /**
   * Begins a term as the writer.
   * @throws Problem fleet_unavailable where the store lacks changes that were accepted
   */
  private async begin(token: number): Promise<void> {
    const { log, store, snapshots } = this.options;
    this.writes = false;
    this.accepted = 0;
    store.refresh();
    const logged = await log.begin(token, store.generation);
    if (logged === undefined) {
      throw new Problem('fleet_unavailable', `the fleet has accepted more than generation ${store.generation}`);
    }
    this.writes = true;
    // The servers have lost some of it: daemons that lack it get it from a copy.
    if (logged < store.generation) snapshots.copySoon?.(store);
  }

  /** Puts a copy of a newer store where the next process finds it. */
  private async restore({ generation, file }: RestoreJob): Promise<void> {
    const { dataDir, store, redo } = this.options;
    if (generation <= store.generation || file === undefined) return;
    await keepCopy(dataDir, file, generation);
    // What came after the copy is in the log.
    redo.forget(Number.POSITIVE_INFINITY);
  }

  /** Applies a change that was accepted, unless the store has it. @throws where the store lacks those before it */
  private async follow({ generation, order, body, kept }: FollowJob): Promise<void> {
    const { store, redo, settings } = this.options;
    if (generation <= store.generation) return;
    if (generation > store.generation + 1) {
      throw new Error(`generation ${generation} was accepted, and the store has ${store.generation}`);
    }
    const added = redo.addAccepted(order as RedoEntry, generation, body);
    await added.durable;
    await replay(redo, store, settings);
    store.rollbacks.keepOnly(kept);
  }
}

function sumOf({ bytes, sha256 }: RedoEntry & { type: 'import' }): { bytes: number; sha256: string } {
  return { bytes, sha256 };
}

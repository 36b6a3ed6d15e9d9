/**
 * The snapshot that the fleet's pointer names: a daemon that is not the writer fetches it, answers queries from it as soon as
 * it may, and announces it on disk when its store has what the snapshot was built from.
 */
import { statSync } from 'node:fs';
import { type FleetPointer, mayFollow } from '../../fleet/pointer.js';
import { pointerFile } from '../../snapshot/manifest.js';
import type { AskMain, FleetState } from './fleet-messages.js';
import type { FleetParts } from './fleet-parts.js';
import { PointerCheck } from './pointer-check.js';
import { OtherFormat } from './snapshot-exchange.js';
import type { TakenSnapshot } from './taken-snapshot.js';

export interface PointedSnapshotOptions {
  parts: FleetParts;
  dataDir: string;
  taken: TakenSnapshot;
  ask: AskMain;
  /** What this daemon has announced itself is not taken up. */
  isWriter(): boolean;
  /** Since when queries are answered from an older snapshot. */
  behindSinceMs(): number | undefined;
  tell(change: Partial<FleetState>): void;
  /** Asks for the next step. */
  look(): void;
  failed(error: unknown): void;
}

export class PointedSnapshot {
  /** The pointer as it was read last. */
  private target: FleetPointer | undefined;
  /** Asks for it beside the steps, of which one may take long. */
  private readonly check: PointerCheck;
  private adopting: Promise<void> = Promise.resolve();

  constructor(private readonly options: PointedSnapshotOptions) {
    const { pointer } = options.parts;
    this.check = new PointerCheck({ pointer, known: () => this.target, moved: to => this.moved(to) });
  }

  /** Resolves when the pointer has been read, and is followed. */
  async start(): Promise<void> {
    const { parts, tell, failed } = this.options;
    const newest = await parts.pointer.get();
    if (newest) this.moved(newest);
    tell({ hasLooked: true });
    await parts.pointer.watch(to => this.moved(to), failed);
  }

  /** To be called when the daemon may become the writer. */
  startChecking(): void {
    this.check.start();
  }

  stop(): void {
    this.check.stop();
  }

  /** Resolves when a snapshot that is being adopted is live, or was found not to be usable. */
  async settled(): Promise<void> {
    await this.adopting.catch(this.options.failed);
  }

  /** Has queries answered from the snapshot, and announces it, where the daemon is not the writer and lacks it. */
  async takeUp(): Promise<void> {
    const { parts, taken, ask, isWriter, look } = this.options;
    const to = this.target;
    if (isWriter() || !to || taken.has(to)) return;
    try {
      await this.adoptNewest();
    } catch (error) {
      if (!(error instanceof OtherFormat)) throw error;
      return this.buildInstead(to);
    }
    if (taken.live !== to.snapshot) return look();
    await this.tellLive();
    // Until the store has it, a start would find a store that lacks imports.
    if ((parts.follower.applied ?? 0) < to.generation) return look();
    const { snapshot, pinned } = to;
    await ask({ kind: 'announce', snapshot, ...(pinned !== undefined && { pinned }) });
    taken.announced = { snapshot, generation: to.generation };
  }

  /** Tells the fleet, and those who ask this daemon, where the snapshot is live here. */
  async tellLive(): Promise<void> {
    const { parts, taken, tell } = this.options;
    if (!this.target || !taken.isLive(this.target)) return;
    const { snapshot, generation } = this.target;
    tell({ behindSinceMs: undefined });
    await parts.members.tell({ snapshot, generation });
  }

  private moved(to: FleetPointer): void {
    const { taken, behindSinceMs, tell, look, failed } = this.options;
    const { generation, snapshot } = to;
    // A server that was away may tell of what it knew before.
    if (!mayFollow(this.target, to)) return;
    const isFirst = this.target === undefined;
    this.target = to;
    // A daemon that was stopped meanwhile, or cut off, has lacked it since it knew last that there was none.
    const sinceMs = isFirst && taken.live !== snapshot ? this.announcedMs() : this.check.confirmedMs;
    tell({ newest: { generation, snapshot }, behindSinceMs: behindSinceMs() ?? sinceMs ?? Date.now() });
    void this.tellLive();
    // The next step builds one of its own where it has another format.
    this.adoptNewest().catch((error: unknown) => {
      if (!(error instanceof OtherFormat)) failed(error);
    });
    look();
  }

  /** When what a start answers from was announced here; undefined where there is none. */
  private announcedMs(): number | undefined {
    return statSync(pointerFile(this.options.dataDir), { throwIfNoEntry: false })?.mtimeMs;
  }

  /** Has queries answered from the snapshot, also while the store lacks imports, where another daemon writes. */
  private adoptNewest(): Promise<void> {
    const { parts, taken, ask, isWriter } = this.options;
    const adopt = async () => {
      const to = this.target;
      const isDue = () => !isWriter() && to !== undefined && !taken.isLive(to);
      if (!to || !isDue()) return;
      await Promise.all([parts.exchange.fetch(to), parts.learned.takenOver()]);
      if (!isDue()) return;
      await ask({ kind: 'adopt', snapshot: to.snapshot });
      taken.live = to.snapshot;
      await this.tellLive();
    };
    return (this.adopting = this.adopting.then(adopt, adopt));
  }

  /** Where another release has built the snapshot, this one builds its own when its store has what it was built from. */
  private async buildInstead(to: FleetPointer): Promise<void> {
    const { parts, taken, ask, look } = this.options;
    if ((parts.follower.applied ?? 0) < to.generation) return look();
    const snapshot = await ask<string | undefined>({ kind: 'build' });
    if (snapshot === undefined) return;
    taken.builtInstead(to, snapshot);
    await this.tellLive();
  }
}

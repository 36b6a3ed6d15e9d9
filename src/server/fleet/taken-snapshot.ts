/** Which snapshot of the fleet a daemon has taken up: one from which queries are answered, and a start would be. */
import type { FleetPointer } from '../../fleet/pointer.js';

export class TakenSnapshot {
  /** The snapshot that queries are answered from. */
  live: string | undefined;
  /** The snapshot that is announced on disk, and the generation that it goes with: a rollback gives it another one. */
  announced: { snapshot: string; generation: number } | undefined;
  /** What this daemon has built of its store where the snapshot of the fleet has another format. */
  private built: { instead: string; generation: number; snapshot: string } | undefined;

  /** To be called when a snapshot that stands here for that of the pointer is live and announced. */
  builtInstead({ snapshot: instead, generation }: FleetPointer, snapshot: string): void {
    this.built = { instead, generation, snapshot };
    this.live = snapshot;
    this.announced = { snapshot, generation };
  }

  /** Whether queries are answered from the snapshot of a pointer, or from what stands for it. */
  isLive(to: FleetPointer): boolean {
    return this.live === this.standingFor(to);
  }

  /** Whether it is live, and a start would answer from it. */
  has(to: FleetPointer): boolean {
    const { announced } = this;
    return this.isLive(to) && announced?.snapshot === this.live && announced?.generation === to.generation;
  }

  private standingFor({ snapshot, generation }: FleetPointer): string {
    const { built } = this;
    return built?.instead === snapshot && built.generation === generation ? built.snapshot : snapshot;
  }
}

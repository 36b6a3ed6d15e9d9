/** Whether the daemon can answer queries, and why not. */
import { SHUTTING_DOWN } from './refusals.js';

export class Readiness {
  private ending = false;

  /** @param live the snapshot in service, if there is one */
  constructor(private readonly live: () => { readonly hasProducts: boolean } | undefined) {}

  /** The daemon is stopping. */
  get stopping(): boolean {
    return this.ending;
  }

  /** Not ready from now on. */
  stop(): void {
    this.ending = true;
  }

  /** Why queries cannot be answered now; empty when they can. */
  reasons(): string[] {
    if (this.ending) return [SHUTTING_DOWN];
    const live = this.live();
    if (live === undefined) return ['no snapshot is live yet'];
    return live.hasProducts ? [] : ['the live snapshot has no products'];
  }
}

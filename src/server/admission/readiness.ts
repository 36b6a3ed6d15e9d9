/** Readiness: whether the daemon can answer queries, and the reasons why not. */
import { SHUTTING_DOWN } from './refusals.js';

export class Readiness {
  private ending = false;

  /**
   * @param live the live snapshot, if there is one
   * @param degradations in what way queries are answered otherwise than they should be
   */
  constructor(
    private readonly live: () => { readonly hasProducts: boolean } | undefined,
    readonly degradations: () => string[],
  ) {}

  /** Whether the daemon is shutting down. */
  get stopping(): boolean {
    return this.ending;
  }

  /** Marks the daemon as shutting down. */
  stop(): void {
    this.ending = true;
  }

  /** The reasons why queries cannot be answered; empty when they can. */
  reasons(): string[] {
    if (this.ending) return [SHUTTING_DOWN];
    const live = this.live();
    if (live === undefined) return ['no snapshot is live yet', ...this.degradations()];
    return live.hasProducts ? [] : ['the live snapshot has no products'];
  }
}

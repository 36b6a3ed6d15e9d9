/** Readiness: whether the daemon can answer queries, and the reasons why not. */
import { SHUTTING_DOWN } from './refusals.js';

const OPENING = 'the store of visitors is being opened: queries of visitors wait for it, all others are answered';

export class Readiness {
  private ending = false;

  /**
   * @param live the live snapshot, if there is one
   * @param degradations in what way queries are answered otherwise than they should be
   * @param isOpening whether queries of visitors wait for their store
   */
  constructor(
    private readonly live: () => { readonly hasProducts: boolean } | undefined,
    readonly degradations: () => string[],
    private readonly isOpening: () => boolean,
  ) {}

  /** Whether the daemon is shutting down. */
  get stopping(): boolean {
    return this.ending;
  }

  /** Marks the daemon as shutting down. */
  stop(): void {
    this.ending = true;
  }

  /** The reasons why queries cannot be answered, or those of visitors not at once; empty when they can. */
  reasons(): string[] {
    if (this.ending) return [SHUTTING_DOWN];
    const live = this.live();
    if (live === undefined) return ['no snapshot is live yet', ...this.degradations()];
    if (!live.hasProducts) return ['the live snapshot has no products'];
    return this.isOpening() ? [OPENING] : [];
  }
}

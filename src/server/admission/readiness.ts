/** Readiness: whether the daemon can answer queries, and the reasons why not. */
import { SHUTTING_DOWN } from './refusals.js';

const DRAINED = 'the daemon is drained: requests that come are answered, and further ones are to go elsewhere';
const OPENING = 'the store of visitors is being opened: queries of visitors wait for it, all others are answered';
const STORE_OPENING = 'the catalog store is being opened: imports wait for it, and exports are refused';
const REHEARSING = 'queries are answered, and the first ones of each kind are being run so that they take no longer';

export class Readiness {
  private ending = false;
  private rehearsing = false;
  private drained = false;

  /**
   * @param live the live snapshot, if there is one
   * @param degradations in what way queries are answered otherwise than they should be
   * @param isOpening whether queries of visitors wait for their store
   */
  constructor(
    private readonly live: () => { readonly hasProducts: boolean } | undefined,
    readonly degradations: () => string[],
    private readonly isOpening: () => boolean,
    /** Why the live snapshot is too old to be answered from; undefined where it is not. */
    private readonly outdated: () => string | undefined = () => undefined,
    /** Whether the catalog store can be read. */
    private readonly hasStore: () => boolean = () => true,
  ) {}

  /** Whether the daemon is shutting down. */
  get stopping(): boolean {
    return this.ending;
  }

  /** Marks the daemon as shutting down. */
  stop(): void {
    this.ending = true;
  }

  /** Has balancers send requests elsewhere, though those that come are answered, or not any more. */
  drain(isDrained: boolean): void {
    this.drained = isDrained;
  }

  /** Queries are answered while this is unresolved, but the first ones of a kind not as fast as later ones. */
  async rehearse(done: Promise<unknown>): Promise<void> {
    this.rehearsing = true;
    await done;
    this.rehearsing = false;
  }

  /** What is yet to come while queries are answered. */
  starting(): string[] {
    return this.hasStore() ? [] : [STORE_OPENING];
  }

  /** The reasons why queries cannot be answered, or not all of them as fast as in a moment; empty when they can. */
  reasons(): string[] {
    if (this.ending) return [SHUTTING_DOWN];
    if (this.drained) return [DRAINED];
    const live = this.live();
    if (live === undefined) return ['no snapshot is live yet', ...this.degradations()];
    if (!live.hasProducts) return ['the live snapshot has no products'];
    const outdated = this.outdated();
    if (outdated !== undefined) return [outdated];
    if (this.isOpening()) return [OPENING];
    return this.rehearsing && this.degradations().length === 0 ? [REHEARSING] : [];
  }
}

/**
 * The snapshots of one front end, each from its preparation until no query uses it: at most one is live, at most one is
 * prepared, and replaced ones stay open until their last query has ended. A rollback can prepare a snapshot again while
 * queries of its earlier use still run: it is closed when no generation has it.
 */
import type { SharedSnapshot } from '../../snapshot/index.js';
import { Generation } from './generation.js';

export class Generations {
  private current: Generation | undefined;
  private prepared: SharedSnapshot | undefined;
  /** Replaced generations with queries that have not ended. */
  private readonly retired = new Set<Generation>();

  /**
   * @param cacheBytes size of the live generation's answer cache
   * @param close called when nothing uses a snapshot after its last query
   */
  constructor(
    private readonly cacheBytes: number,
    private readonly close: (snapshot: SharedSnapshot) => void,
  ) {}

  get live(): Generation | undefined {
    return this.current;
  }

  /** Prepares a snapshot, which `commit` or `discard` must follow. */
  prepare(snapshot: SharedSnapshot): void {
    this.prepared = snapshot;
  }

  /** Makes the prepared snapshot live. @throws where another one is prepared, or none */
  commit(id: string): void {
    const { prepared, current: previous } = this;
    if (prepared?.id !== id) throw new Error(`snapshot ${id} is not prepared`);
    this.prepared = undefined;
    this.current = new Generation(prepared, this.cacheBytes);
    if (previous) this.retire(previous);
  }

  /** Gives up the prepared snapshot. */
  discard(id: string): void {
    const { prepared } = this;
    if (prepared?.id !== id) return;
    this.prepared = undefined;
    this.closeUnused(prepared);
  }

  /**
   * Takes the live snapshot out of use, so that none is live; does nothing where another one is. Resolves when the
   * last query that uses it has ended.
   */
  async withdraw(id: string): Promise<void> {
    const { current } = this;
    if (current?.shared.id !== id) return;
    this.current = undefined;
    this.retire(current);
    await current.ended;
  }

  retain(generation: Generation): void {
    generation.pending++;
  }

  release(generation: Generation): void {
    generation.pending--;
    if (generation.retired && generation.pending === 0) this.end(generation);
  }

  private retire(generation: Generation): void {
    generation.retired = true;
    generation.cache.clear();
    this.retired.add(generation);
    if (generation.pending === 0) this.end(generation);
  }

  private end(generation: Generation): void {
    this.retired.delete(generation);
    this.closeUnused(generation.shared);
    generation.markEnded();
  }

  private closeUnused(snapshot: SharedSnapshot): void {
    const { id } = snapshot;
    const held = this.current?.shared.id === id || this.prepared?.id === id;
    if (!held && ![...this.retired].some(({ shared }) => shared.id === id)) this.close(snapshot);
  }
}

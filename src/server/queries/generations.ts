/**
 * The snapshots of one front end, each from its preparation until nothing uses it any more: at most one is live, one may
 * be prepared, and those that were live stay open until their last query has ended. A rollback brings a snapshot back
 * under its id while queries of its first time in service may still run: it is closed when nothing holds it under that id.
 */
import type { SharedSnapshot } from '../../snapshot/index.js';
import { Generation } from './generation.js';

export class Generations {
  private current: Generation | undefined;
  private prepared: SharedSnapshot | undefined;
  /** No longer live, but with queries on them that have not ended. */
  private readonly retired = new Set<Generation>();

  /**
   * @param cacheBytes of the answer cache of the live one
   * @param close called when nothing uses a snapshot any more
   */
  constructor(
    private readonly cacheBytes: number,
    private readonly close: (snapshot: SharedSnapshot) => void,
  ) {}

  get live(): Generation | undefined {
    return this.current;
  }

  /** The snapshot shall become live, or is discarded. */
  prepare(snapshot: SharedSnapshot): void {
    this.prepared = snapshot;
  }

  /** The prepared snapshot is live from now on. @throws where another one is prepared, or none */
  commit(id: string): void {
    const { prepared, current: previous } = this;
    if (prepared?.id !== id) throw new Error(`snapshot ${id} is not prepared`);
    this.prepared = undefined;
    this.current = new Generation(prepared, this.cacheBytes);
    if (previous) this.retire(previous);
  }

  /** The prepared snapshot will not become live. */
  discard(id: string): void {
    const { prepared } = this;
    if (prepared?.id !== id) return;
    this.prepared = undefined;
    this.closeUnused(prepared);
  }

  /** The live snapshot must not be used any more; nothing is live then. Nothing happens where it is not live. */
  withdraw(id: string): void {
    const { current } = this;
    if (current?.shared.id !== id) return;
    this.current = undefined;
    this.retire(current);
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
  }

  private closeUnused(snapshot: SharedSnapshot): void {
    const { id } = snapshot;
    const held = this.current?.shared.id === id || this.prepared?.id === id;
    if (!held && ![...this.retired].some(({ shared }) => shared.id === id)) this.close(snapshot);
  }
}

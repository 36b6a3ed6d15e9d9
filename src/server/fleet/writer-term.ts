/**
 * The term of a daemon as the writer: it takes imports, publishes what they lead to, and keeps checkpoints. It begins when the
 * daemon has the lease, and anew where the log has refused a change or the store lacks one that was accepted: the lease is
 * the daemon's still, and what the log has is applied first. A daemon that cannot begin it gives the lease to another.
 */
import type { FleetPointer } from '../../fleet/pointer.js';
import type { AskMain, FleetThreadData } from './fleet-messages.js';
import type { FleetParts } from './fleet-parts.js';
import { longestQuorumMs } from './members.js';

/** A daemon that has failed to begin for so long gives the lease up, and does not ask for it for as long again. */
const LONGEST_FAILING_MS = 10_000;
const BEGIN_EVERY_MS = 500;

export interface WriterTermOptions {
  parts: FleetParts;
  settings: FleetThreadData['settings'];
  ask: AskMain;
  /** The term has begun, or has ended. */
  changed(isWriter: boolean): void;
  /** What this daemon has announced is the snapshot of the fleet. */
  published(to: FleetPointer): void;
  failed(error: unknown): void;
}

export class WriterTerm {
  private token: number | undefined;
  /** Whether what is announced here could not be published. */
  private isUnpublished = false;
  private failingSinceMs: number | undefined;
  private restUntilMs = 0;
  private begunMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: WriterTermOptions) {}

  /** The token of the term; undefined while this daemon takes no imports. */
  get current(): number | undefined {
    return this.token;
  }

  /** Whether it should ask for the lease: it has not failed to begin a term just before. */
  get isPossible(): boolean {
    return performance.now() >= this.restUntilMs;
  }

  /** To be called again and again while this daemon has the lease, when its store has what the log has. */
  async advance(held: number): Promise<void> {
    const { imports, stored, follower } = this.options.parts;
    // An import that was accepted has ended otherwise than by its publication.
    if (follower.isWaiting && imports.isIdle) this.end();
    if (this.token === undefined) await this.begin(held);
    const { token } = this;
    if (token === undefined) return;
    if (this.isUnpublished) await this.publish();
    imports.take();
    stored.keep(token, this.options.failed);
  }

  /** No further import is taken. The next `advance` begins anew. */
  end(): void {
    this.options.parts.imports.stop();
    if (this.token === undefined) return;
    this.token = undefined;
    this.options.changed(false);
  }

  /**
   * Publishes what this daemon has announced. Resolves when it is live where the quorum wants it.
   * @throws where this daemon is not the writer, or the servers do not take it: the next `advance` tries again
   */
  async publish(): Promise<{ live: number; of: number }> {
    const { parts, settings, published, failed } = this.options;
    const { exchange, members } = parts;
    this.isUnpublished = true;
    if (this.token === undefined) throw new Error('this daemon is not the writer of the fleet');
    const to = await exchange.publish(this.token);
    this.isUnpublished = false;
    if (!to) return { live: 0, of: members.alive.length };
    published(to);
    await members.tell({ snapshot: to.snapshot, generation: to.generation, store: to.generation });
    const reached = await members.liveOn(to.generation, settings.quorum, longestQuorumMs(settings));
    exchange.tidy().catch(failed);
    return reached;
  }

  private async begin(held: number): Promise<void> {
    const { parts, ask, changed } = this.options;
    const { lineage, lease, pointer } = parts;
    // What it appends to the log has the next step follow at once.
    if (performance.now() - this.begunMs < BEGIN_EVERY_MS) return;
    this.begunMs = performance.now();
    try {
      await lineage.found();
      const { token = 0 } = (await pointer.get()) ?? {};
      // Servers that have lost what they knew of the lease count anew: what moves the pointer has the greatest token.
      const own = held < token ? token + 1 : held;
      await ask({ kind: 'term', token: own });
      // Lost meanwhile.
      if (lease.term !== held) return;
      this.failingSinceMs = undefined;
      this.token = own;
      this.isUnpublished = true;
      changed(true);
    } catch (error) {
      await this.failedToBegin();
      throw error;
    }
  }

  private async failedToBegin(): Promise<void> {
    const now = performance.now();
    this.failingSinceMs ??= now;
    if (now - this.failingSinceMs < LONGEST_FAILING_MS) return;
    this.failingSinceMs = undefined;
    this.restUntilMs = now + LONGEST_FAILING_MS;
    await this.options.parts.lease.yield();
  }
}

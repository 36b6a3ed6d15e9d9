/**
 * The live snapshot of all front ends, and its replacement: the place where an import goes live. A new snapshot is
 * loaded once and prepared by every front end before the first of them switches to it; `adopt` resolves when the last
 * has, and from then on every answer is made from the new one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../errors/problem.js';
import { isCardFile } from '../../index/cards.js';
import { isPartFile } from '../../index/part.js';
import { within } from '../../kernel/within.js';
import {
  askedFirst,
  type SharedSignals,
  type SharedSnapshot,
  type SnapshotManifest,
  type ViewManifest,
} from '../../snapshot/index.js';
import type { RunningImports } from '../imports/running-imports.js';
import type { Counts } from '../observability/counts.js';
import type { Log } from '../observability/log.js';
import type { Generation } from '../queries/generation.js';
import type { QueryService } from '../queries/query-service.js';
import { BEHIND_READINESS_MS, LONGEST_REHEARSAL_MS } from '../queries/rehearse.js';
import type { SwapParticipant } from '../queries/swap-participant.js';

/** How long after the start a query may come that has waited for it: what no answer needs yet is not read until then. */
const FIRST_QUERY_WITHIN_MS = 10;
/** How long the answer to it is waited for. */
const LONGEST_BEFORE_ANSWER_MS = 300;
/** How long other views are warmed up before all files are verified. */
const LONGEST_BEFORE_VERIFICATION_MS = 1_000;
/** Products from which on it is waited for: the first queries of fewer take 5 to 20 ms. */
const LEAST_REHEARSED_PRODUCTS = 5000;
/** Number of views that are warmed up; further ones are opened by their first query. */
const MOST_WARMED_VIEWS = 64;

export interface LiveSnapshotOptions {
  /** @param isVerified whether what the start has read is verified, or not used any longer */
  load(id: string, previous: SharedSnapshot | undefined, isVerified: boolean): Promise<SharedSnapshot>;
  /** Loads what a rehearsal of imports has written, and makes nothing of it. @throws where that fails */
  rehearse(manifest: SnapshotManifest, previous: SharedSnapshot): Promise<void>;
  /** Verifies all files; the first `load` skips that. @throws where one is damaged. */
  verifyAll(snapshot: SharedSnapshot): Promise<void>;
  /** Waits for what the first `load` reads, and compares it with its checksums. @throws where a file is damaged or cut short. */
  compare(snapshot: SharedSnapshot): Promise<void>;
  /** Reads what the first `load` has left. @throws where a file is cut short. */
  readRest(snapshot: SharedSnapshot): Promise<void>;
  /** Called with each snapshot that has gone live. */
  wentLive(snapshot: SharedSnapshot): void;
  /** Called when what the first `load` has read is verified, or not used any longer. */
  verified(): void;
  /** Called when the snapshot of the start was found to be damaged, and is no longer live. */
  damaged(error: unknown): void;
  /** Removes stored joined parts. Never throws. */
  removeJoins(): Promise<void>;
  /** The query service of this thread's front end. */
  service: SwapParticipant & Pick<QueryService, 'current' | 'answered'>;
  /** The other front ends. */
  others: readonly SwapParticipant[];
  /** Compiles signals for a snapshot that is about to go live; later ones come by `learn`. */
  compile(shared: SharedSnapshot): Promise<SharedSignals | undefined>;
  /** What comes behind the start waits for the end of these. */
  imports: RunningImports;
  counts: Counts;
  log: Log;
}

export class LiveSnapshot {
  private readonly participants: readonly SwapParticipant[];
  private adopting: Promise<unknown> = Promise.resolve();
  /** Whether no snapshot has been live yet. */
  private starting = true;
  /** Resolves when the first snapshot is in memory as a whole, or withdrawn: later ones share its parts. */
  private whole: Promise<boolean> = Promise.resolve(true);
  /** The snapshot of the start, until it is verified. */
  private unverified: SharedSnapshot | undefined;
  /** Whether the loading of an import is being rehearsed. */
  private rehearsing = false;
  /** Resolves when the first queries of a kind take no longer than others, or have waited for that for long enough. */
  readonly rehearsed: Promise<void>;
  private markRehearsed!: () => void;
  private closed = false;

  constructor(private readonly options: LiveSnapshotOptions) {
    this.participants = [...options.others, options.service];
    this.rehearsed = new Promise(resolve => {
      this.markRehearsed = resolve;
    });
  }

  get current(): Generation | undefined {
    return this.options.service.current;
  }

  /**
   * Makes a snapshot live; calls are processed one after the other. Resolves when every new query is answered from it.
   * @throws when it cannot be loaded or opened: the previous one stays live then
   */
  adopt(id: string): Promise<void> {
    return this.inTurn(() => this.swap(id));
  }

  /** As `adopt`, also where the snapshot is live already: its files are read again. None is live meanwhile. */
  reload(id: string): Promise<void> {
    return this.inTurn(async () => {
      if (this.current?.shared.id === id) await this.each(participant => participant.withdraw(id));
      await this.swap(id);
    });
  }

  /**
   * Takes the live snapshot out of use where it has one of these damaged files in memory, or what is joined from it, as
   * the start has read it and not yet verified it.
   */
  giveUpUnverified(files: readonly string[]): Promise<void> {
    return this.inTurn(async () => {
      const { current, unverified } = this;
      if (current && unverified && files.some(file => hasTaken(current.shared, unverified, file))) {
        await this.each(participant => participant.withdraw(current.shared.id));
      }
    });
  }

  /** Whether queries read one of these files: card files stay on disk, and all others have been read into memory. */
  readsFromDisk(files: readonly string[]): boolean {
    const { current } = this;
    return current?.shared.manifest.files.some(({ file }) => isCardFile(file) && files.includes(file)) ?? false;
  }

  /**
   * Gives signals to all front ends; ignored unless they are for the live snapshot. Resolves when every new query is
   * answered with them. @throws what a thread throws.
   */
  learn(signals: SharedSignals): Promise<void> {
    return this.inTurn(() => this.each(participant => participant.learn(signals)));
  }

  /** Loads what a rehearsal of imports has written, while queries are answered as ever. Never throws. */
  async rehearse(manifest: SnapshotManifest): Promise<void> {
    const { current } = this;
    if (!current || this.rehearsing || this.closed) return;
    this.rehearsing = true;
    try {
      await this.whole;
      await this.options.rehearse(manifest, current.shared);
    } catch (error) {
      // An import that came meanwhile has removed the files; any other fault is one of that import too.
      this.options.log.debug({ err: error }, 'no rehearsal of imports');
    } finally {
      this.rehearsing = false;
    }
  }

  /** To be called before the threads end: their failures are none of a snapshot from then on. */
  close(): void {
    this.closed = true;
  }

  /** Runs a step when those before it have ended. */
  private inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.adopting.then(step);
    this.adopting = done.catch(() => undefined);
    return done;
  }

  private async swap(id: string): Promise<void> {
    const { counts, log, load, compile } = this.options;
    await this.whole;
    const previous = this.current?.shared;
    if (previous?.id === id) return;
    const { starting } = this;
    this.starting = false;
    const started = performance.now();
    const snapshot = await load(id, previous, this.unverified === undefined);
    const compiled = compile(snapshot);
    const compared = starting ? this.options.compare(snapshot) : undefined;
    // It may fail before it is awaited.
    compared?.catch(() => undefined);
    const views = askedFirst(snapshot.manifest.views, snapshot.asked).slice(0, MOST_WARMED_VIEWS);
    try {
      if (starting) await this.prepareFirst(snapshot, views.slice(0, 1));
      const signals = await compiled;
      const preparation = { snapshot, signals, views: starting ? [] : views, together: starting };
      await this.each(participant => participant.prepare(preparation));
      await compared;
    } catch (error) {
      const before = previous && (await compile(previous));
      await this.each(participant => participant.discard(id, before));
      if (this.closed) throw error;
      if (snapshot.stored) {
        await this.removeJoins(id, error);
        return this.swap(id);
      }
      // Where a thread could not open it because it is damaged, this error names the file.
      if (starting) await this.options.verifyAll(snapshot);
      throw error;
    }
    await this.each(participant => participant.commit(id));
    const seconds = (performance.now() - started) / 1000;
    counts.swaps++;
    counts.swapSeconds += seconds;
    counts.lastSwapSeconds = seconds;
    const { catalogGeneration, counts: contents } = snapshot.manifest;
    const { stored, onto, unusable } = snapshot;
    const joins = {
      ...(stored && { storedJoins: stored.size }),
      ...(onto !== undefined && { joinedOnto: onto }),
      ...(unusable !== undefined && { unusable }),
    };
    log.info({ snapshot: id, catalogGeneration, products: contents.products, seconds, ...joins }, 'snapshot is live');
    if (previous === undefined && !starting) this.options.verified();
    this.options.wentLive(snapshot);
    if (!starting) return this.markRehearsed();
    if (contents.products < LEAST_REHEARSED_PRODUCTS) this.markRehearsed();
    this.unverified = snapshot;
    this.whole = this.readRest(snapshot);
    void this.complete(snapshot, views);
  }

  /** At a start, while the behaviour thread begins to learn: nothing is live that its signals would have to follow. */
  private prepareFirst(snapshot: SharedSnapshot, views: readonly ViewManifest[]): Promise<void> {
    return this.each(participant => participant.prepare({ snapshot, signals: undefined, views, together: true }));
  }

  /** Reads what the start has not waited for. @returns whether it could; if not, the snapshot is withdrawn */
  private async readRest(snapshot: SharedSnapshot): Promise<boolean> {
    try {
      await this.firstAnswer();
      await this.options.readRest(snapshot);
      return true;
    } catch (error) {
      await this.withdraw(snapshot, error);
      return false;
    }
  }

  /** Resolves when the query that waited for the start is answered, if there is one. */
  private async firstAnswer(): Promise<void> {
    const { answered } = this.options.service;
    await within(answered, FIRST_QUERY_WITHIN_MS);
    if (this.current && this.current.pending > 0) await within(answered, LONGEST_BEFORE_ANSWER_MS);
  }

  /**
   * Verifies in the background what a start skips to be faster, which would mean to read all of a snapshot that was
   * intact when the daemon ended. A damaged snapshot is withdrawn.
   */
  private async complete(snapshot: SharedSnapshot, views: readonly ViewManifest[]): Promise<void> {
    const late = setTimeout(() => this.markRehearsed(), LONGEST_REHEARSAL_MS).unref();
    try {
      if (await this.whole) {
        await this.each(participant => participant.warm(snapshot.id, views.slice(0, 1), false));
        await Promise.race([this.rehearsed, this.each(participant => participant.rehearse(snapshot.id))]);
        this.markRehearsed();
        if (snapshot.manifest.counts.products >= LEAST_REHEARSED_PRODUCTS) await delay(BEHIND_READINESS_MS);
        const pauses = this.options.imports.pauses();
        await pauses.ended(() => this.closed);
        const warmed = this.each(participant => participant.warm(snapshot.id, views.slice(1), true));
        // With queries all the time, it takes long.
        await within(warmed, LONGEST_BEFORE_VERIFICATION_MS);
        await pauses.ended(() => this.closed);
        await Promise.all([warmed, this.options.verifyAll(snapshot)]);
      }
    } catch (error) {
      await this.inTurn(() => this.withdraw(snapshot, error));
    }
    clearTimeout(late);
    this.markRehearsed();
    this.unverified = undefined;
    this.options.verified();
  }

  /** Takes the first snapshot out of use, or the one that has replaced it: its parts may be joined to damaged ones. */
  private async withdraw(snapshot: SharedSnapshot, error: unknown): Promise<void> {
    if (this.closed) return;
    const { log } = this.options;
    const current = this.current?.shared;
    // Files that a replaced snapshot had alone may have been removed.
    const isUnaffected =
      current !== snapshot && !namesStored(snapshot, error) && !(current && shares(current, snapshot, error));
    if (!current || isUnaffected) {
      log.info({ snapshot: snapshot.id, err: error }, 'the snapshot went before it was verified');
      return;
    }
    const { id } = current;
    if (!snapshot.stored) log.error({ snapshot: id, err: error }, 'the live snapshot is damaged and no longer used');
    await this.each(participant => participant.withdraw(id));
    if (!snapshot.stored) return this.options.damaged(error);
    await this.removeJoins(id, error);
    // Unless a later one, which shares no parts with this one, has gone live.
    const again = this.inTurn(async () => (this.current ? undefined : this.swap(id)));
    again.catch((failure: unknown) => log.error({ snapshot: id, err: failure }, 'snapshot cannot be used'));
  }

  /** Removes stored joined parts, of which a snapshot was loaded that is loaded without them now. */
  private async removeJoins(id: string, error: unknown): Promise<void> {
    this.options.log.warn({ snapshot: id, err: error }, 'the snapshot is loaded again without stored joined parts');
    await this.options.removeJoins();
  }

  /** Waits for all, also where one fails. @throws the first failure. */
  private async each(run: (participant: SwapParticipant) => Promise<void>): Promise<void> {
    const done = await Promise.allSettled(this.participants.map(run));
    const failed = done.find(one => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

/** Whether an error of verifying a snapshot names a file that another one has taken over from it. */
function shares(later: SharedSnapshot, snapshot: SharedSnapshot, error: unknown): boolean {
  const faults = error instanceof Problem ? (error.errors ?? []) : [];
  return faults.some(({ path }) => hasTaken(later, snapshot, path));
}

/** Whether a snapshot has a file in memory as an earlier one has read it, or what was joined from that. */
function hasTaken(later: SharedSnapshot, { parts, stored }: SharedSnapshot, file: string): boolean {
  if (parts.has(file)) return later.parts.get(file) === parts.get(file);
  // Where joined parts were stored, no other was read to be joined.
  return !stored && isPartFile(file) && later.manifest.files.some(named => named.file === file);
}

/** Whether an error of verifying a snapshot names a stored joined part. */
function namesStored({ stored = new Set() }: SharedSnapshot, error: unknown): boolean {
  return error instanceof Error && [...stored].some(file => error.message.includes(file));
}

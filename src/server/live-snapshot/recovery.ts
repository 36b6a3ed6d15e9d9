/**
 * Recovery from damage to snapshots. A file that is damaged is put aside; where the live snapshot cannot do without it,
 * the newest kept snapshot that is whole goes live; the announced snapshot is built again from the catalog store, and
 * goes live when it is. Until then the daemon is degraded: it answers queries, and says so to operators.
 */
import { type Damage, generationOfId, type Inspection } from '../../snapshot/index.js';
import type { Progress, Repaired } from '../imports/ingest-supervisor.js';
import type { Counts } from '../observability/counts.js';
import type { Log } from '../observability/log.js';
import type { LiveSnapshot } from './live-snapshot.js';

/** Between two inspections of a snapshot that queries ask for: of a card that is not damaged on disk there may be many. */
const LEAST_PAUSE_MS = 60_000;
/** Pause before a snapshot that could not be built is tried again, as on a full disk; it doubles with each failure. */
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
/** Damaged files that a reason names. */
const NAMED_FILES = 3;

export interface RecoveryOptions {
  /** The id of the announced snapshot. @throws where the pointer is damaged */
  announced(): Promise<string | undefined>;
  /** The kept snapshots of which no file is missing, newest first. */
  whole(): Promise<string[]>;
  /** Reads all files of some snapshots; damaged ones are put aside. */
  inspect(ids: string[]): Promise<Inspection>;
  live: Pick<LiveSnapshot, 'current' | 'adopt' | 'reload' | 'readsFromDisk' | 'giveUpUnverified'>;
  /** Asks for the announced snapshot to be built again where files of it are missing. */
  rebuild(): void;
  firstRetryMs?: number;
  counts: Pick<Counts, 'damagedFiles'>;
  log: Log;
}

export class Recovery {
  /** By file, what is damaged of the announced snapshot and not yet built again. */
  private readonly open = new Map<string, Damage>();
  /** The announced snapshot, while it is damaged. */
  private damaged: string | undefined;
  /** Whether that has the format of another release, which is no damage. */
  private isOfOtherRelease = false;
  /** Why it could not be built again. */
  private failure: string | undefined;
  /** How far its build is; undefined before the first report. */
  private progress: Progress | undefined;
  private failures = 0;
  private retry: NodeJS.Timeout | undefined;
  /** Whether the live snapshot reads files that were put aside. */
  private isStale = false;
  /** The snapshot that was last inspected because of a query. */
  private inspected: { id: string; atMs: number } | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private closed = false;

  constructor(private readonly options: RecoveryOptions) {}

  /** Damage that has not been mended. */
  get damages(): Damage[] {
    return [...this.open.values()];
  }

  /** In what way answers are not those of the announced snapshot, or soon may not be; empty when all is well. */
  degradations(): string[] {
    const { damaged, failure, isOfOtherRelease, options } = this;
    if (damaged === undefined) return [];
    const files = this.damages.map(({ file, found }) => `${file}: ${found}`);
    const what = isOfOtherRelease ? 'has the format of another release' : 'is damaged';
    const reasons = [`snapshot ${damaged} ${what}${files.length > 0 ? ` (${shortened(files)})` : ''}`];
    const live = options.live.current?.shared.id;
    if (live === damaged) reasons.push('queries are answered from what is in memory');
    else if (live !== undefined) reasons.push(`queries are answered from snapshot ${live}`);
    reasons.push(
      failure === undefined
        ? `it is being built again${this.progress ? ` (${described(this.progress)})` : ''}`
        : `it could not be built again, and will be tried later: ${failure}`,
    );
    return reasons;
  }

  /**
   * Looks for damage and recovers from it. Resolves when a snapshot is live that has none, or none can be, and the
   * announced one is being built again. Never throws.
   * @param why what was noticed
   */
  suspect(why: unknown): Promise<void> {
    if (this.closed) return Promise.resolve();
    this.options.log.warn({ err: why }, 'a snapshot may be damaged');
    if (this.running) this.again = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /**
   * To be called when a query came upon a damaged record, or failed on parts that are not verified. Looks for damage,
   * unless that is known.
   * @param id of the snapshot
   */
  unreadable(id: string): void {
    const isKnown = this.running !== undefined || this.isStale || this.options.live.current?.shared.id !== id;
    const isRecent = this.inspected?.id === id && performance.now() - this.inspected.atMs < LEAST_PAUSE_MS;
    if (isKnown || isRecent) return;
    this.inspected = { id, atMs: performance.now() };
    void this.suspect(new Error(`a query cannot read snapshot ${id}`));
  }

  /** To be told of damaged files that were put aside elsewhere. */
  found({ damages, snapshots }: Pick<Inspection, 'damages' | 'snapshots'>): void {
    this.record(damages, snapshots);
    if (damages.length > 0) void this.suspect(new Error(`${damages[0]!.file}: ${damages[0]!.found}`));
  }

  /** To be called while the announced snapshot is built again. */
  building(progress: Progress): void {
    this.failure = undefined;
    this.progress = progress;
  }

  /** To be called when the announced snapshot has been built again, or cannot be. Never throws. */
  async repaired(result: Repaired): Promise<void> {
    const { log } = this.options;
    this.progress = undefined;
    if (this.damaged === undefined || this.closed) return;
    if ('failure' in result) {
      this.failure = result.failure;
      log.error({ snapshot: this.damaged, reason: result.failure }, 'the damaged snapshot cannot be built again');
      this.retryLater();
      return;
    }
    const { snapshot } = result;
    try {
      await this.running;
      await this.goLive(snapshot, this.isStale);
      this.isStale = false;
      await this.settle();
    } catch (error) {
      this.failure = 'it cannot be taken into service';
      log.error({ snapshot, err: error }, 'the snapshot that was built again cannot be used');
    }
  }

  /** To be called when a snapshot has gone live. */
  wentLive(): void {
    if (this.damaged === undefined || this.closed) return;
    this.settle().catch((error: unknown) => this.options.log.warn({ err: error }, 'snapshots cannot be listed'));
  }

  /** To be called before the threads end. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
  }

  private retryLater(): void {
    const { firstRetryMs = FIRST_RETRY_MS, rebuild } = this.options;
    const pauseMs = Math.min(LONGEST_RETRY_MS, firstRetryMs * 2 ** this.failures++);
    clearTimeout(this.retry);
    this.retry = setTimeout(rebuild, pauseMs).unref();
  }

  private async run(): Promise<void> {
    do {
      this.again = false;
      try {
        await this.recover();
      } catch (error) {
        if (!this.closed) this.options.log.error({ err: error }, 'damage to a snapshot cannot be mended');
      }
    } while (this.again && !this.closed);
  }

  private async recover(): Promise<void> {
    const { announced, inspect, live, rebuild, log } = this.options;
    const id = await announced();
    if (!live.current) await this.fallBack(id);
    const ids = [id, live.current?.shared.id].filter(one => one !== undefined);
    const { damages, snapshots, otherFormats, left = [] } = await inspect([...new Set(ids)]);
    this.record(damages, snapshots);
    if (left.length > 0) log.error({ files: left }, 'damaged files cannot be put aside; is the disk read-only?');
    const files = damages.map(({ file }) => file);
    await live.giveUpUnverified(files);
    const isUsable = live.current !== undefined && !live.readsFromDisk(files);
    if (this.closed) return;
    // A damaged file that stays in its place has the length that it should have.
    const isDamaged = id !== undefined && left.length > 0 && snapshots.includes(id);
    if (id !== undefined && !isDamaged && (await this.options.whole()).includes(id)) {
      // What was noticed was in memory alone, or has been mended meanwhile.
      await this.goLive(id, !isUsable);
      await this.settle();
      return;
    }
    if (!isUsable && !(await this.fallBack(id, left.length > 0))) this.isStale = live.current !== undefined;
    if (id === undefined || this.closed) return;
    if ((await announced()) !== id) {
      // An import has replaced it meanwhile.
      this.again = true;
      return;
    }
    this.damaged = id;
    this.isOfOtherRelease = otherFormats.includes(id);
    this.failure = undefined;
    log.warn({ snapshot: id, live: live.current?.shared.id }, 'the announced snapshot is built again');
    rebuild();
  }

  /**
   * Makes the announced snapshot live: another one where an import has replaced it meanwhile, which must not be swapped
   * for the one before.
   * @param reloads whether its files are read again where it is live
   */
  private async goLive(announced: string, reloads: boolean): Promise<void> {
    const { live } = this.options;
    const current = async () => (await this.options.announced()) ?? announced;
    let last: string | undefined;
    for (let next = await current(); next !== last; next = await current()) {
      await (reloads && last === undefined ? live.reload(next) : live.adopt(next));
      last = next;
    }
  }

  /**
   * Makes the newest snapshot live that is whole: one of before the announced one, where there is one, because that may
   * have been chosen by a rollback.
   * @param reads whether to read all files of a snapshot first: it may share a damaged one that could not be put aside
   */
  private async fallBack(announced: string | undefined, reads = false): Promise<boolean> {
    const { whole, live, log } = this.options;
    const current = live.current?.shared.id;
    const kept = (await whole()).filter(id => id !== announced && id !== current);
    const isLater = (id: string) => announced !== undefined && generationOfId(id) > generationOfId(announced);
    for (const id of [...kept.filter(id => !isLater(id)), ...kept.filter(isLater)]) {
      if (reads && (await this.options.inspect([id])).snapshots.includes(id)) continue;
      try {
        await live.adopt(id);
        log.warn({ snapshot: id, announced }, 'an earlier snapshot is live in the place of a damaged one');
        return true;
      } catch (error) {
        if (this.closed) return false;
        log.warn({ snapshot: id, err: error }, 'an earlier snapshot cannot be used');
      }
    }
    return false;
  }

  private record(damages: readonly Damage[], snapshots: readonly string[]): void {
    const { counts, log } = this.options;
    for (const damage of damages) {
      const { file, kind, found } = damage;
      if (this.open.has(file)) continue;
      this.open.set(file, damage);
      counts.damagedFiles++;
      log.error({ file, damage: kind, found, snapshots, action: 'put aside' }, 'a file of a snapshot is damaged');
    }
  }

  /** Ends the degradation where the announced snapshot is live and whole. */
  private async settle(): Promise<void> {
    const { announced, whole, live, log } = this.options;
    const id = await announced();
    if (id === undefined || this.isStale || live.current?.shared.id !== id || !(await whole()).includes(id)) return;
    if (this.damaged === undefined && this.open.size === 0) return;
    log.info({ snapshot: id }, 'recovered: the announced snapshot is live, and whole');
    this.damaged = undefined;
    this.failure = undefined;
    this.failures = 0;
    clearTimeout(this.retry);
    this.open.clear();
  }
}

function described({ phase, done, total }: Progress): string {
  return total > 0 ? `${phase}, ${Math.floor((100 * done) / total)} %` : phase;
}

/** Names some files: of a lost folder there are dozens, and the metrics and the log have them all. */
function shortened(files: readonly string[]): string {
  const more = files.length - NAMED_FILES;
  return `${files.slice(0, NAMED_FILES).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

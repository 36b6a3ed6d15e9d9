/** The daemons of a fleet: each tells every few seconds which snapshot is live there, and is gone when it no longer does. */
import type { FleetDocuments } from '../../fleet/documents.js';
import type { FleetSettings } from '../../fleet/fleet-settings.js';
import type { Holder } from '../../fleet/lease.js';
import { Changes } from '../../kernel/changes.js';
import type { PlacedDaemon } from '../admission/placement.js';

const TELL_EVERY_MS = 1500;
/** A daemon that has told nothing for so long does not count. */
const GONE_AFTER_MS = 5000;
const PREFIX = 'daemons';

/** What a daemon tells of itself. */
export interface MemberState extends Holder {
  /** The snapshot that is live there, and the generation that it goes with. */
  snapshot?: string;
  generation?: number;
  /** The generation of its store. */
  store?: number;
  release: string;
  /** Whether it is to be no writer, and to get no requests. */
  isDrained?: boolean;
  /** The format of the snapshots that it reads and builds. */
  format?: number;
  /** Where clients reach it, and the markets that it holds; absent of daemons before these were told. */
  placed?: PlacedDaemon;
}

/** A state, and when it came here: the clocks of daemons differ. */
interface Told {
  member: MemberState;
  cameMs: number;
}

export class Members {
  private readonly known = new Map<string, Told>();
  private own: MemberState;
  private revision: number | undefined;
  private telling: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopWatching: (() => void) | undefined;
  private readonly changes = new Changes();

  constructor(
    private readonly documents: FleetDocuments,
    own: MemberState,
    /** Called now and then, and when a daemon has told something. */
    private readonly changed: () => void,
  ) {
    this.own = own;
  }

  async start(): Promise<void> {
    const changed = (name: string, document: { value: MemberState } | undefined) => {
      const daemon = name.slice(PREFIX.length + 1);
      if (document) this.known.set(daemon, { member: document.value, cameMs: performance.now() });
      else this.known.delete(daemon);
      this.changes.tell();
      this.changed();
    };
    this.stopWatching = await this.documents.watch<MemberState>(`${PREFIX}.>`, changed, () => undefined);
    const again = () => {
      void this.tell({});
      this.changed();
      this.timer = setTimeout(again, TELL_EVERY_MS);
    };
    again();
  }

  /** Those that count at the moment, this one among them. */
  get alive(): MemberState[] {
    const now = performance.now();
    const others = [...this.known.values()].filter(({ member }) => member.daemon !== this.own.daemon);
    return [this.own, ...others.filter(({ cameMs }) => now - cameMs < GONE_AFTER_MS).map(({ member }) => member)];
  }

  /** Whether a daemon is in service whose release reads and builds snapshots of an older format. */
  hasOlder(format: number): boolean {
    return this.alive.some(member => !member.isDrained && (member.format ?? format) < format);
  }

  /** The others that are in service, where they are and what they hold. */
  get placed(): PlacedDaemon[] {
    const others = this.alive.filter(({ daemon, isDrained }) => daemon !== this.own.daemon && !isDrained);
    return others.flatMap(({ placed }) => (placed ? [placed] : []));
  }

  /** Tells the others. Never rejects: the next time comes soon. */
  tell(change: Partial<MemberState>): Promise<void> {
    this.own = { ...this.own, ...change };
    this.telling = this.telling.then(async () => {
      const name = `${PREFIX}.${this.own.daemon}`;
      try {
        this.revision ??= (await this.documents.get(name))?.revision ?? 0;
        this.revision = await this.documents.put(name, this.own, this.revision);
      } catch {
        this.revision = undefined;
      }
    });
    return this.telling;
  }

  /**
   * Resolves when a snapshot is live where the quorum wants it, or the time is over.
   * @returns on how many daemons of how many it is live
   */
  async liveOn(
    generation: number,
    quorum: FleetSettings['quorum'],
    withinMs: number,
  ): Promise<{ live: number; of: number }> {
    const endMs = performance.now() + withinMs;
    for (;;) {
      const { alive } = this;
      const live = alive.filter(member => (member.generation ?? -1) >= generation).length;
      const needed = { writer: 1, majority: Math.floor(alive.length / 2) + 1, all: alive.length }[quorum];
      const leftMs = endMs - performance.now();
      if (live >= needed || leftMs <= 0) return { live, of: alive.length };
      await this.changes.next(Math.min(leftMs, TELL_EVERY_MS));
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.stopWatching?.();
    await this.telling;
    await this.documents.remove(`${PREFIX}.${this.own.daemon}`).catch(() => undefined);
  }
}

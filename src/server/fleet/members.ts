/** The daemons of a fleet: each tells every few seconds which snapshot is live there, and is gone when it no longer does. */
import type { FleetDocument, FleetDocuments } from '../../fleet/documents.js';
import type { FleetSettings } from '../../fleet/fleet-settings.js';
import type { Holder } from '../../fleet/lease.js';
import { Changes } from '../../kernel/changes.js';
import type { PlacedDaemon } from '../admission/placement.js';

const TELL_EVERY_MS = 1500;
/** A daemon that has told nothing for so long does not count. */
const GONE_AFTER_MS = 5000;
const PREFIX = 'daemons';
/** An import waits no longer until it is live where the quorum wants it. */
const LONGEST_QUORUM_MS = 540_000;

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
  revision: number;
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
    const heard = (name: string, document: FleetDocument<MemberState> | undefined) => this.hear(name, document);
    this.stopWatching = await this.documents.watch<MemberState>(`${PREFIX}.>`, heard, () => undefined);
    const again = () => {
      void this.put();
      void this.look();
      this.changed();
      this.timer = setTimeout(again, TELL_EVERY_MS);
    };
    again();
  }

  private hear(name: string, document: FleetDocument<MemberState> | undefined): void {
    const daemon = name.slice(PREFIX.length + 1);
    if (!document) this.known.delete(daemon);
    else if (document.revision > (this.known.get(daemon)?.revision ?? 0)) {
      this.known.set(daemon, { member: document.value, cameMs: performance.now(), revision: document.revision });
    }
    this.changes.tell();
    this.changed();
  }

  /** Asks for what the others have told: a server that went may have said no more of it. Never rejects. */
  private async look(): Promise<void> {
    const known = [...this.known.keys()].filter(daemon => daemon !== this.own.daemon);
    const asked = known.map(async daemon => {
      const name = `${PREFIX}.${daemon}`;
      const document = await this.documents.get<MemberState>(name);
      if (document) this.hear(name, document);
    });
    await Promise.allSettled(asked);
  }

  /** The generation that is live on this daemon. */
  get live(): number | undefined {
    return this.own.generation;
  }

  /** Those that count at the moment, this one among them. */
  get alive(): MemberState[] {
    const now = performance.now();
    const others = [...this.known.values()].filter(({ member }) => member.daemon !== this.own.daemon);
    return [this.own, ...others.filter(({ cameMs }) => now - cameMs < GONE_AFTER_MS).map(({ member }) => member)];
  }

  /** Whether the fleet has no other daemon, also none that has told nothing for some time. */
  get isAlone(): boolean {
    return [...this.known.keys()].every(daemon => daemon === this.own.daemon);
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

  /** Tells the others, where it is news. Never rejects: the next time comes soon. */
  tell(change: Partial<MemberState>): Promise<void> {
    const before = this.own;
    this.own = { ...before, ...change };
    this.changes.tell();
    return JSON.stringify(before) === JSON.stringify(this.own) ? this.telling : this.put();
  }

  private put(): Promise<void> {
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

  /** Resolves when this daemon answers from a snapshot that is as new, or the time is over. */
  async liveHere(generation: number, withinMs: number): Promise<void> {
    const endMs = performance.now() + withinMs;
    for (let leftMs = withinMs; leftMs > 0; leftMs = endMs - performance.now()) {
      if ((this.live ?? -1) >= generation) return;
      await this.changes.next(leftMs);
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.stopWatching?.();
    await this.telling;
    await this.documents.remove(`${PREFIX}.${this.own.daemon}`).catch(() => undefined);
  }
}

/** A daemon that is behind for longer says that it is not ready: no query reaches it. */
export function longestQuorumMs({ mostBehindSeconds }: Pick<FleetSettings, 'mostBehindSeconds'>): number {
  return Math.min(LONGEST_QUORUM_MS, mostBehindSeconds * 1000);
}

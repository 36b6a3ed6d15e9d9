/** How far each daemon of a fleet has followed the stream of behaviour, as each tells every few seconds. */
import type { FleetDocuments } from '../../../fleet/documents.js';
import type { Holder } from '../../../fleet/lease.js';
import { Changes } from '../../../kernel/changes.js';

const TELL_EVERY_MS = 2000;
/** A daemon that has told nothing for so long does not run. */
const GONE_AFTER_MS = 6000;

interface Told {
  name: string;
  followed: number;
  /** Milliseconds since 1970. */
  at: number;
}

interface Known extends Told {
  /** When it came here: the clocks of daemons differ. */
  cameMs: number;
}

export interface PositionsOptions {
  documents: FleetDocuments;
  self: Holder;
  /** The sequence of the last message that this daemon has followed. */
  followed(): number;
  /** A daemon that has told nothing for so long is not waited for any more. */
  forgottenMs: number;
}

export class Positions {
  private readonly known = new Map<string, Known>();
  private readonly changes = new Changes();
  private telling: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopWatching: () => void = () => undefined;

  constructor(private readonly options: PositionsOptions) {}

  async start(): Promise<void> {
    const { documents } = this.options;
    const changed = (daemon: string, document: { value: Told } | undefined) => {
      if (document) this.known.set(daemon, { ...document.value, cameMs: performance.now() });
      else this.known.delete(daemon);
      this.changes.tell();
    };
    this.stopWatching = await documents.watch<Told>('>', changed, () => undefined);
    const again = () => {
      void this.tell();
      this.timer = setTimeout(again, TELL_EVERY_MS);
    };
    again();
  }

  /** Tells the others. Never rejects: the next time comes soon. */
  tell(): Promise<void> {
    const { documents, self, followed } = this.options;
    this.telling = this.telling.then(async () => {
      const told: Told = { name: self.name, followed: followed(), at: Date.now() };
      await documents.change<Told>(self.daemon, () => told).catch(() => undefined);
    });
    return this.telling;
  }

  /** How many daemons have followed the stream up to a message, of those that run and of all that are known. */
  reached(sequence: number): { count: number; of: number; isEverywhere: boolean } {
    const { self, forgottenMs } = this.options;
    const now = performance.now();
    const others = [...this.known].filter(([daemon]) => daemon !== self.daemon).map(([, told]) => told);
    const running = others.filter(({ cameMs }) => now - cameMs < GONE_AFTER_MS);
    const awaited = others.filter(({ at }) => Date.now() - at < forgottenMs);
    return {
      count: 1 + running.filter(({ followed }) => followed >= sequence).length,
      of: 1 + running.length,
      isEverywhere: awaited.every(({ followed }) => followed >= sequence),
    };
  }

  /** The other daemons that have told something within a time, or since this one has begun to listen. */
  heardWithin(ms: number): string[] {
    const now = performance.now();
    return [...this.known].flatMap(([daemon, { cameMs }]) => (now - cameMs < ms ? [daemon] : []));
  }

  /** Resolves when a daemon has told of its position, or the time is over. */
  change(withinMs: number): Promise<void> {
    return this.changes.next(withinMs);
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.stopWatching();
    await this.telling;
  }
}

/**
 * Has what the other daemons have recorded written to the journal of this one, in the order of the stream and once: each
 * record says in the journal which message it came with, so that a start knows from there on what is missing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type NotificationRecord, ORIGIN_TEXT, type Origin, replay } from '../../../behaviour/index.js';
import type {
  BehaviourErasure,
  BehaviourRecords,
  BehaviourStream,
  NumberedText,
  StoredBehaviour,
} from '../../../fleet/behaviour-stream.js';
import { Changes } from '../../../kernel/changes.js';
import type { TakenRecords } from './exchange-messages.js';
import { type ExchangePosition, hasMissed } from './exchange-position.js';

const RETRY_MS = 500;
const LOOK_EVERY_MS = 500;
/** Orders to forget customers that are remembered; what they are remembered for comes within seconds. */
const MOST_ERASED = 1000;

export interface RecordFollowerOptions {
  stream: BehaviourStream;
  position: ExchangePosition;
  journalDir: string;
  size: number;
  /** Writes records to the journal. */
  take(daemon: string, records: NotificationRecord[]): Promise<TakenRecords>;
  /** Forgets customers, durably. @returns the number of records that the journal has then */
  erase(customerKeys: string[]): Promise<number>;
  /** Records of the journal have changed. */
  erased(): void;
  /** Has the fleet forget customers once more. */
  eraseAgain(customerKeys: string[]): Promise<void>;
  moved(): void;
  /** The stream is another one than that of the position, which is to be begun anew. */
  renew(): void;
  /** Resolves when the position is on disk. */
  save(): Promise<void>;
  failed(error: unknown): void;
}

export class RecordFollower {
  /** Of the message behind `followed`: the numbers of those of its records that the journal has. */
  private partial: { sequence: number; numbers: Set<number> } | undefined;
  /** The last orders to forget customers, and which own records they have covered: those below `size`. */
  private readonly erased: { customerKeys: readonly string[]; size: number }[] = [];
  private readonly changes = new Changes();
  private stopReading: () => void = () => undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();

  constructor(private readonly options: RecordFollowerOptions) {}

  start(): void {
    this.running = this.run();
  }

  /** Resolves when the journal has all up to a sequence, or the daemon stops. */
  async reached(sequence: number): Promise<void> {
    while (this.options.position.followed < sequence && !this.closing.signal.aborted)
      await this.changes.next(LOOK_EVERY_MS);
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.stopReading();
    await this.running;
  }

  /** Never rejects. */
  private async run(): Promise<void> {
    const { signal } = this.closing;
    for (let isSearched = false; !signal.aborted; ) {
      try {
        if (!isSearched) await this.search();
        isSearched = true;
        await this.follow();
      } catch (error) {
        if (!signal.aborted) this.options.failed(error);
      }
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Finds in the journal what was followed after the position was saved. */
  private async search(): Promise<void> {
    const { position, journalDir, size } = this.options;
    let last: Origin[] = [];
    for await (const batch of replay(journalDir, { from: position.searched, until: size, having: [ORIGIN_TEXT] })) {
      for (const { origin } of batch.map(({ record }) => record)) {
        if (!origin || origin.sequence <= position.followed) continue;
        if (this.partial?.sequence !== origin.sequence) {
          // The message before was taken whole.
          for (const before of last) this.note(before);
          last = [];
          position.followed = origin.sequence - 1;
          this.partial = { sequence: origin.sequence, numbers: new Set() };
        }
        last.push(origin);
        this.partial.numbers.add(origin.number);
      }
    }
  }

  private note({ daemon, number }: Pick<Origin, 'daemon' | 'number'>): void {
    const { taken } = this.options.position;
    taken[daemon] = Math.max(taken[daemon] ?? 0, number + 1);
  }

  private async follow(): Promise<void> {
    const { stream, position, renew } = this.options;
    if (position.stream !== (await stream.made())) {
      this.partial = undefined;
      return renew();
    }
    const stop = (end: () => void) => {
      this.stopReading = end;
    };
    for await (const stored of stream.from(position.followed + 1, stop)) {
      if (this.closing.signal.aborted) return;
      await this.take(stored);
    }
  }

  private async take({ sequence, message }: StoredBehaviour): Promise<void> {
    const { position, moved, save } = this.options;
    if (sequence > position.followed + 1) {
      position.missed.push([position.followed + 1, sequence - 1]);
      position.followed = sequence - 1;
      await save();
    }
    if (message.kind === 'records') await this.takeRecords(sequence, message);
    else await this.takeErasure(message);
    this.partial = undefined;
    position.followed = sequence;
    this.changes.tell();
    if (message.kind === 'erasure') await save();
    else moved();
  }

  private async takeRecords(
    sequence: number,
    { daemon: at, origin, from: relayed, replaces, records }: BehaviourRecords,
  ): Promise<void> {
    const { position, take } = this.options;
    const daemon = replaces?.origin ?? relayed ?? origin;
    if (daemon === position.origin && !replaces && !relayed) await this.eraseLate(records);
    if (relayed && origin === position.origin) return;
    if (daemon === position.origin || (replaces && !hasMissed(position, replaces.sequence))) return;
    const stored = this.partial?.sequence === sequence ? this.partial.numbers : new Set<number>();
    this.partial = { sequence, numbers: stored };
    // A stream that was made anew gets everything again.
    const from = replaces ? 0 : (position.taken[daemon] ?? 0);
    for (;;) {
      const wanted = records.filter(({ number }) => number >= from && !stored.has(number));
      if (wanted.length === 0) return;
      const taken = await take(
        at ?? origin,
        wanted.map(({ number, text }) => ({
          ...(JSON.parse(text) as NotificationRecord),
          origin: { daemon, number, sequence },
        })),
      );
      for (const number of taken.stored) stored.add(number);
      if (taken.stored.length === wanted.length) {
        this.note({ daemon, number: wanted.at(-1)!.number });
        position.searched = taken.size;
        return;
      }
      await pause(RETRY_MS, undefined, { signal: this.closing.signal });
    }
  }

  /**
   * Also where the order is this daemon's own: records of others that came before it in the stream may have come to the
   * journal after the customer was erased there.
   */
  private async takeErasure({ customerKeys }: BehaviourErasure): Promise<void> {
    const size = await this.options.erase(customerKeys);
    this.erased.push({ customerKeys, size });
    if (this.erased.length > MOST_ERASED) this.erased.shift();
    this.options.erased();
  }

  /** What was on its way to the stream when its customer was forgotten has come behind the order. */
  private async eraseLate(records: readonly NumberedText[]): Promise<void> {
    const late = this.erased.flatMap(({ customerKeys, size }) =>
      customerKeys.filter(key =>
        records.some(({ number, text }) => number < size && customerOf(text, JSON.stringify(key)) === key),
      ),
    );
    if (late.length > 0) await this.options.eraseAgain([...new Set(late)]);
  }
}

/** @param quoted the key as JSON: records without it are not read */
function customerOf(text: string, quoted: string): string | undefined {
  return text.includes(quoted) ? (JSON.parse(text) as NotificationRecord).customerKey : undefined;
}

/**
 * Sends what this daemon has recorded to the stream of behaviour, in order and once, also where this thread or the daemon
 * ends in between: a message is added only behind the last one of this daemon, which says how far the journal was sent.
 * What could not be sent is read from the journal again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { replay } from '../../../behaviour/index.js';
import type {
  BehaviourErasure,
  BehaviourMessage,
  BehaviourRecords,
  BehaviourStream,
  NumberedText,
} from '../../../fleet/behaviour-stream.js';
import { type ExchangePosition, noteStream, rename } from './exchange-position.js';

/** Texts of one message, in UTF-16 units; a message has 1 MB at most. */
const MOST_LENGTH = 128 << 10;
/** Texts that wait; beyond that they are read from the journal. */
const MOST_WAITING_LENGTH = 16 << 20;
const RETRY_MS = 500;

export interface RecordSenderOptions {
  stream: BehaviourStream;
  position: ExchangePosition;
  /** The id of this daemon. */
  daemon: string;
  journalDir: string;
  /** Number of records of the journal at the start. */
  size: number;
  /** Called when the position has changed. */
  moved(): void;
  /** Called when the stream knows the journal by another name than before. */
  renamed(): void;
  failed(error: unknown): void;
}

/** Any message but for what the sender adds. */
type Order = Omit<BehaviourRecords, 'daemon' | 'origin' | 'until'> | Omit<BehaviourErasure, 'origin' | 'until'>;

interface Waiting {
  order: Order;
  /** Own records below this number are sent before it. */
  after: number;
  resolve(sequence: number): void;
  reject(error: unknown): void;
}

export class RecordSender {
  private readonly orders: Waiting[] = [];
  private waiting: NumberedText[] = [];
  private length = 0;
  private size: number;
  /** Whether all own records that are not sent wait in memory. */
  private isWhole = false;
  /** The sequence of the last message of this daemon; undefined while it is to be looked for. */
  private last: number | undefined;
  private running: Promise<void> | undefined;
  private readonly closing = new AbortController();

  constructor(private readonly options: RecordSenderOptions) {
    this.size = options.size;
  }

  start(): void {
    this.run();
  }

  /** Sends records that are on disk. */
  add(records: readonly NumberedText[]): void {
    for (const record of records) {
      this.size = record.number + 1;
      if (!this.isWhole) continue;
      this.waiting.push(record);
      this.length += record.text.length;
    }
    if (this.length > MOST_WAITING_LENGTH) this.forget();
    this.run();
  }

  /** Looks anew for what the stream has: it may be another one. */
  renew(): void {
    this.last = undefined;
    this.forget();
    this.run();
  }

  /** To be called when records of the journal were changed: those that wait are read again. */
  reread(): void {
    this.forget();
    this.run();
  }

  /** Sends another message, behind what was recorded before it. @returns its sequence. @throws where this is closed before */
  send(order: Order): Promise<number> {
    return new Promise((resolve, reject) => {
      this.orders.push({ order, after: this.size, resolve, reject });
      this.run();
    });
  }

  /** Resolves when nothing is under way. */
  async close(): Promise<void> {
    this.closing.abort(new Error('the daemon stops'));
    await this.running;
    for (const { reject } of this.orders.splice(0)) reject(this.closing.signal.reason);
  }

  private run(): void {
    if (this.closing.signal.aborted) return;
    this.running ??= this.work().finally(() => {
      this.running = undefined;
      if (this.hasWork) this.run();
    });
  }

  private get hasWork(): boolean {
    return !this.closing.signal.aborted && (!this.isWhole || this.waiting.length > 0 || this.orders.length > 0);
  }

  private get isOrderNext(): boolean {
    const [order] = this.orders;
    const [record] = this.waiting;
    return order !== undefined && (record === undefined || record.number >= order.after);
  }

  /** Never rejects. */
  private async work(): Promise<void> {
    while (this.hasWork) {
      try {
        this.last ??= await this.find();
        if (!this.isWhole) await this.sendJournal();
        else if (this.isOrderNext) await this.sendOrder();
        else await this.sendWaiting();
      } catch (error) {
        this.forget();
        this.last = undefined;
        this.options.failed(error);
        await pause(RETRY_MS, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }

  /** What the stream has of this daemon is known better there than here. @returns the sequence of its last message */
  private async find(): Promise<number> {
    const { stream, position } = this.options;
    if (noteStream(position, await stream.made(), this.size)) this.forget();
    const found = await stream.lastOf(position.origin);
    if (!found) return 0;
    if (found.message.until > this.size) {
      // The data folder was taken back to an older state: the stream has all of this journal.
      position.sent = this.size;
      return this.becomeAnother();
    }
    position.sent = Math.max(position.sent, found.message.until);
    return found.sequence;
  }

  /** What is sent from now on gets an origin of its own: another daemon has had this one. */
  private becomeAnother(): number {
    const { position, moved, renamed } = this.options;
    rename(position, position.sent);
    renamed();
    moved();
    return 0;
  }

  private async sendOrder(): Promise<void> {
    const { order, resolve } = this.orders[0]!;
    const sequence = await this.addMessage(order, this.options.position.sent);
    if (sequence === undefined) return;
    this.orders.shift();
    resolve(sequence);
  }

  private async sendWaiting(): Promise<void> {
    let count = 0;
    for (let length = 0; count < this.waiting.length && length < MOST_LENGTH; count++) {
      length += this.waiting[count]!.text.length;
    }
    const records = this.waiting.slice(0, count);
    if ((await this.addMessage(ofRecords(records), records.at(-1)!.number + 1)) === undefined) return;
    // None, where they were too many meanwhile.
    for (const { text } of this.waiting.splice(0, count)) this.length -= text.length;
  }

  private async sendJournal(): Promise<void> {
    const { position, journalDir } = this.options;
    // What is recorded from now on waits in memory.
    this.isWhole = true;
    const until = this.size;
    let from: string | undefined;
    let records: NumberedText[] = [];
    let length = 0;
    const flush = async (sent: number) => {
      if (records.length > 0) while ((await this.addMessage(ofRecords(records, from), sent)) === undefined);
      records = [];
      length = 0;
    };
    for await (const batch of replay(journalDir, { from: position.sent, until })) {
      for (const { number, record } of batch) {
        if (this.closing.signal.aborted) return;
        const { origin, ...own } = record;
        if (origin && !position.relays) continue;
        if (from !== origin?.daemon) await flush(number);
        from = origin?.daemon;
        const text = JSON.stringify(own);
        records.push({ number: origin?.number ?? number, text });
        length += text.length;
        if (length >= MOST_LENGTH) await flush(number + 1);
      }
    }
    await flush(until);
    delete position.relays;
  }

  /** @returns undefined where another message of this origin came before: to be tried again */
  private async addMessage(order: Order, until: number): Promise<number | undefined> {
    const { stream, position, daemon, moved } = this.options;
    const { origin } = position;
    const message = { ...order, ...(origin !== daemon && { daemon }), origin, until } as BehaviourMessage;
    const sequence = (await stream.add(message, this.last!)) ?? (await this.overtaken(message));
    if (sequence === undefined) return undefined;
    this.last = sequence;
    position.sent = Math.max(position.sent, until);
    moved();
    return sequence;
  }

  /** Looks why a message could not be added. @returns its sequence, where it was added before and the reply was lost */
  private async overtaken(message: BehaviourMessage): Promise<number | undefined> {
    const { stream, position } = this.options;
    const found = await stream.lastOf(position.origin);
    const isLater = found !== undefined && found.sequence > this.last!;
    if (isLater && JSON.stringify(found.message) === JSON.stringify(message)) return found.sequence;
    // Otherwise the last one was removed, or the stream.
    this.last = isLater && position.stream === (await stream.made()) ? this.becomeAnother() : await this.find();
    return undefined;
  }

  private forget(): void {
    this.waiting = [];
    this.length = 0;
    this.isWhole = false;
  }
}

function ofRecords(records: NumberedText[], from?: string): Order {
  return { kind: 'records', ...(from !== undefined && { from }), records };
}

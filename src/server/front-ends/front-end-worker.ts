/**
 * The line to a further front end: starts its thread, gives it orders and passes on what it says. Without it some
 * connections would find nobody, so its failure is the daemon's, as a failure of the first would be.
 */
import { Worker } from 'node:worker_threads';
import type { SharedSignals, ViewManifest } from '../../snapshot/index.js';
import type { Handler } from '../http/transport.js';
import type { FrontEndReading } from '../observability/front-end-reading.js';
import type { Preparation, SwapParticipant } from '../queries/swap-participant.js';
import { asError } from '../../threads/failure.js';
import type { BegunVisit, FromFrontEnd, FrontEndData, Order, ToFrontEnd } from './front-end-messages.js';
import { RelayedRequests } from './relayed-requests.js';

export interface FrontEndWorkerOptions {
  /** The module of the thread. */
  file: string | URL;
  data: FrontEndData;
  /** Answers what is no query. */
  handler: Handler;
  visited(visits: BegunVisit[]): void;
  writeLog(line: string): void;
}

interface Waiting {
  resolve(reading: FrontEndReading | undefined): void;
  reject(error: Error): void;
}

export class FrontEndWorker implements SwapParticipant {
  private readonly thread: Worker;
  private readonly ended: Promise<void>;
  private readonly relayed: RelayedRequests;
  private readonly waiting = new Map<number, Waiting>();
  private lastOrder = 0;
  private listening = false;
  private closed = false;
  /** Why the thread takes no orders any more. */
  private failure: Error | undefined;

  constructor(private readonly options: FrontEndWorkerOptions) {
    const { file, data, handler } = options;
    this.relayed = new RelayedRequests(handler, (message, handedOver) => this.tell(message, handedOver));
    // Loaders and debuggers of the daemon are not meant for the thread.
    this.thread = new Worker(file, { workerData: data, execArgv: [] });
    this.thread.on('message', (message: FromFrontEnd) => this.hear(message));
    this.thread.on('error', error => this.fail(error));
    this.ended = new Promise(resolve => {
      this.thread.once('exit', () => {
        resolve();
        if (!this.closed) this.fail(new Error('a front end ended by itself'));
      });
    });
  }

  /** Takes connections from now on. @throws Problem UNAVAILABLE when it cannot. */
  async listen(port: number): Promise<void> {
    await this.order({ kind: 'listen', port });
    this.listening = true;
  }

  async prepare(preparation: Preparation): Promise<void> {
    await this.order({ kind: 'prepare', preparation });
  }

  async commit(snapshotId: string): Promise<void> {
    await this.order({ kind: 'commit', snapshotId });
  }

  async discard(snapshotId: string, signals: SharedSignals | undefined): Promise<void> {
    await this.order({ kind: 'discard', snapshotId, signals });
  }

  async warm(snapshotId: string, views: readonly ViewManifest[]): Promise<void> {
    await this.order({ kind: 'warm', snapshotId, views });
  }

  async learn(signals: SharedSignals): Promise<void> {
    await this.order({ kind: 'learn', signals });
  }

  async withdraw(snapshotId: string): Promise<void> {
    await this.order({ kind: 'withdraw', snapshotId });
  }

  /** Resolves when all that its queries have told so far of visitors has come. */
  async flush(): Promise<void> {
    await this.order({ kind: 'flush' });
  }

  async read(): Promise<FrontEndReading> {
    return (await this.order({ kind: 'read' }))!;
  }

  /** Refuses requests from now on; resolves when those under way are over. */
  async drain(): Promise<void> {
    await this.order({ kind: 'drain' });
  }

  /** Ends the thread with all its connections. */
  async close(): Promise<void> {
    this.closed = true;
    // Where it has failed already, nobody answers.
    await Promise.race([this.order({ kind: 'close' }), this.ended]).catch(() => undefined);
    // Timers of connections that were cut off would keep it for a while.
    await this.thread.terminate();
  }

  private order(order: Order): Promise<FrontEndReading | undefined> {
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.lastOrder;
    const done = new Promise<FrontEndReading | undefined>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    this.tell({ type: 'order', id, order });
    return done;
  }

  private tell(message: ToFrontEnd, handedOver?: ArrayBuffer[]): void {
    this.thread.postMessage(message, handedOver ?? []);
  }

  private hear(message: FromFrontEnd): void {
    switch (message.type) {
      case 'done':
        this.take(message.id).resolve(message.reading);
        break;
      case 'failed':
        this.take(message.id).reject(asError(message.failure, 'an order to a front end'));
        break;
      case 'visits':
        this.options.visited(message.visits);
        break;
      case 'log':
        this.options.writeLog(message.line);
        break;
      default:
        this.relayed.hear(message);
    }
  }

  private take(id: number): Waiting {
    const waiting = this.waiting.get(id)!;
    this.waiting.delete(id);
    return waiting;
  }

  /** Before it listens, whoever waits is told; after that, the process ends. */
  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    if (this.listening && !this.closed) throw error;
  }
}

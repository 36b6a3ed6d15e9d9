/**
 * The main thread's side of a further front end: starts its thread, gives it orders and passes on what it says. Without
 * it some connections would not be answered, so its death is the daemon's, as that of the first front end would be.
 */
import type { SharedSignals, ViewManifest } from '../../snapshot/index.js';
import type { ThreadDeath } from '../../threads/thread-errors.js';
import type { ReplyTo } from '../../threads/thread-messages.js';
import { WorkerClient } from '../../threads/worker-client.js';
import type { Handler } from '../http/transport.js';
import type { FrontEndReading } from '../observability/front-end-reading.js';
import type { Preparation, SwapParticipant } from '../queries/swap-participant.js';
import type { BegunVisit, FromFrontEnd, FrontEndData, FrontEndProtocol, Order } from './front-end-messages.js';
import { RelayedRequests } from './relayed-requests.js';

/** Opening a snapshot in all query threads takes longest, on a machine with much to do. */
const LONGEST_ORDER_MS = 600_000;
/** Its counters are read between two requests. */
const LONGEST_READ_MS = 30_000;
/** Who stops a daemon has a limit of his own, which is shorter. */
const LONGEST_DRAIN_MS = 3_600_000;
const LONGEST_CLOSE_MS = 10_000;

export interface FrontEndWorkerOptions {
  /** The module of the thread. */
  file: string | URL;
  data: FrontEndData;
  /** Answers what is no query. */
  handler: Handler;
  visited(visits: BegunVisit[]): void;
  writeLog(line: string): void;
  /** For so long a thread that is closed may take to finish; ten seconds unless told otherwise. */
  longestCloseMs?: number;
}

export class FrontEndWorker implements SwapParticipant {
  private readonly client: WorkerClient<FrontEndProtocol>;
  private readonly relayed: RelayedRequests;
  private listening = false;
  private closing = false;

  constructor(private readonly options: FrontEndWorkerOptions) {
    const { file, data, handler } = options;
    this.relayed = new RelayedRequests(handler, (message, handedOver) => this.client.tell(message, handedOver));
    this.client = new WorkerClient<FrontEndProtocol>({
      name: `front end ${data.number}`,
      file,
      data,
      hear: message => this.hear(message),
      died: death => this.died(death),
    });
  }

  /** Resolves when the thread has ended, whatever the reason. */
  get ended(): Promise<void> {
    return this.client.ended;
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

  /** Resolves when all visits have come that its queries have told of so far. */
  async flush(): Promise<void> {
    await this.order({ kind: 'flush' });
  }

  async read(): Promise<FrontEndReading> {
    return this.order({ kind: 'read' }, LONGEST_READ_MS);
  }

  /** Refuses requests from now on; resolves when those under way are over. */
  async drain(): Promise<void> {
    await this.order({ kind: 'drain' }, LONGEST_DRAIN_MS);
  }

  /** Ends the thread with all its connections. Never rejects. */
  async close(): Promise<void> {
    this.closing = true;
    // One that has died, or does not finish in time, has lost what it would have told of the last visits.
    await this.order({ kind: 'close' }, this.options.longestCloseMs ?? LONGEST_CLOSE_MS).catch(() => undefined);
    // Timers of connections that were cut off would keep it for a while.
    await this.client.close();
    this.relayed.abortAll();
  }

  private order<O extends Order>(order: O, withinMs = LONGEST_ORDER_MS): Promise<ReplyTo<FrontEndProtocol, O['kind']>> {
    return this.client.call(order, withinMs);
  }

  private hear(message: FromFrontEnd): void {
    switch (message.type) {
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

  /** Until it listens, orders are rejected, which keeps the daemon from starting; after that, the process ends. */
  private died(death: ThreadDeath): void {
    this.relayed.abortAll();
    if (this.listening && !this.closing) throw death;
  }
}

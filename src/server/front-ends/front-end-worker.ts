/**
 * The main thread's client of a further front end. The death of the thread ends the daemon, as that of the first front
 * end would: the kernel would go on sending connections to it.
 */
import type { SharedSignals, ViewManifest } from '../../snapshot/index.js';
import type { ThreadDeath } from '../../threads/thread-errors.js';
import type { ReplyTo } from '../../threads/thread-messages.js';
import { WorkerClient } from '../../threads/worker-client.js';
import type { PlacedDaemon } from '../admission/placement.js';
import type { Handler } from '../http/transport.js';
import type { FrontEndReading } from '../observability/front-end-reading.js';
import type { Preparation, SwapParticipant } from '../queries/swap-participant.js';
import type { LiveSettings } from '../settings/changed-settings.js';
import type { BegunVisit, FromFrontEnd, FrontEndData, FrontEndProtocol, Order } from './front-end-messages.js';
import { RelayedRequests } from './relayed-requests.js';

/** Time limit of most requests; opening a snapshot in all query threads takes longest, on a busy machine. */
const LONGEST_ORDER_MS = 600_000;
/** Time limit of reading counters. */
const LONGEST_READ_MS = 30_000;
/** Time limit of draining; that of the daemon's stop is shorter. */
const LONGEST_DRAIN_MS = 3_600_000;
const LONGEST_CLOSE_MS = 10_000;

export interface FrontEndWorkerOptions {
  /** The module of the thread. */
  file: string | URL;
  data: FrontEndData;
  /** Answers relayed requests. */
  handler: Handler;
  visited(visits: BegunVisit[]): void;
  /** Called when a query waits for visits, after those that it has reported. */
  awaited(): void;
  /** See QueryServiceOptions. */
  damaged(id: string): void;
  writeLog(line: string): void;
  /** Time limit of closing the thread; ten seconds by default. */
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

  /** Resolves when the thread has ended, for whatever reason. */
  get ended(): Promise<void> {
    return this.client.ended;
  }

  /** Starts to listen. @throws Problem UNAVAILABLE when it cannot. */
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

  async warm(snapshotId: string, views: readonly ViewManifest[], atRest: boolean): Promise<void> {
    await this.order({ kind: 'warm', snapshotId, views, atRest });
  }

  async rehearse(snapshotId: string): Promise<void> {
    await this.order({ kind: 'rehearse', snapshotId });
  }

  async learn(signals: SharedSignals): Promise<void> {
    await this.order({ kind: 'learn', signals });
  }

  async withdraw(snapshotId: string): Promise<void> {
    await this.order({ kind: 'withdraw', snapshotId });
  }

  async reload({ logLevel, hosts, corsOrigin }: Omit<LiveSettings, 'apiKey'>): Promise<void> {
    await this.order({ kind: 'reload', settings: { logLevel, hosts, corsOrigin } });
  }

  async place(others: readonly PlacedDaemon[]): Promise<void> {
    await this.order({ kind: 'place', others });
  }

  /** Resolves when all visits of its queries so far have been reported. */
  async flush(): Promise<void> {
    await this.order({ kind: 'flush' });
  }

  async read(): Promise<FrontEndReading> {
    return this.order({ kind: 'read' }, LONGEST_READ_MS);
  }

  /** Refuses new requests; resolves when those in progress have ended. */
  async drain(): Promise<void> {
    await this.order({ kind: 'drain' }, LONGEST_DRAIN_MS);
  }

  /** Closes all connections and ends the thread. Never rejects. */
  async close(): Promise<void> {
    this.closing = true;
    // Where it has died, or does not end in time, its last visits are lost.
    await this.order({ kind: 'close' }, this.options.longestCloseMs ?? LONGEST_CLOSE_MS).catch(() => undefined);
    // Timers of closed connections would keep it alive for a while.
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
      case 'awaited':
        this.options.awaited();
        break;
      case 'damaged':
        this.options.damaged(message.snapshotId);
        break;
      case 'log':
        this.options.writeLog(message.line);
        break;
      default:
        this.relayed.hear(message);
    }
  }

  /**
   * A death before it listens rejects its requests, which makes the start of the daemon fail; one after that ends the
   * process.
   */
  private died(death: ThreadDeath): void {
    this.relayed.abortAll();
    if (this.listening && !this.closing) throw death;
  }
}

/**
 * A thread that is replaced when it dies: by the next call, or at once by itself, with growing pauses while each new
 * one dies early. A call that is pending at a death is rejected, not repeated: only the caller knows whether it may be
 * run twice.
 */
import { ThreadDeath } from './thread-errors.js';
import type { Protocol, ReplyTo, TransferList } from './thread-messages.js';
import { WorkerClient, type WorkerClientOptions } from './worker-client.js';

/**
 * Pause before the second replacement in a row of a thread that died early; the first has none, each later one is twice
 * as long.
 */
const SECOND_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 30_000;
/** A thread that lived this long has not died early. */
const LIVED_MS = 60_000;

export interface RestartingWorkerOptions<P extends Protocol> extends Omit<WorkerClientOptions<P>, 'transfer' | 'hear'> {
  /**
   * Receives the one-way messages of the threads.
   * @param reply to the thread that has sent it: dropped where that is dead, as the next one has asked nothing
   */
  hear?(message: P['fromThread'], reply: (message: P['toThread']) => void): void;
  /**
   * `on-call`: each thread is started by a call. `always`: the first is started by `start`, the others by themselves.
   */
  restart: 'on-call' | 'always';
}

export class RestartingWorker<P extends Protocol> {
  private client: WorkerClient<P> | undefined;
  private startedMs = 0;
  private diedYoung = 0;
  /** Whether any thread has become ready. */
  private proven = false;
  private pause: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: RestartingWorkerOptions<P>) {}

  /**
   * Starts the first thread; resolves when it is ready. A thread that fails before that is not replaced, but by another
   * call.
   * @throws as `WorkerClient.ready` rejects
   */
  async start(): Promise<void> {
    const client = this.replace();
    try {
      await client.ready;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** As `WorkerClient.call`; while there is no thread, and none is started by the call, it is rejected at once. */
  call<R extends P['request']>(
    request: R,
    withinMs: number,
    transfer: TransferList = [],
  ): Promise<ReplyTo<P, R['kind']>> {
    const onCall = this.options.restart === 'on-call' && !this.closed;
    const client = this.client?.alive || !onCall ? this.client : this.replace();
    if (client) return client.call(request, withinMs, transfer);
    return Promise.reject(new ThreadDeath(this.options.name, this.closed ? 'has been closed' : 'is not running'));
  }

  /** As `WorkerClient.tell`. It starts no thread. */
  tell(message: P['toThread'], transfer: TransferList = []): void {
    this.client?.tell(message, transfer);
  }

  /** As `WorkerClient.kill`: the thread is replaced like any that dies. */
  kill(reason: string): void {
    this.client?.kill(reason);
  }

  /** As `WorkerClient.close`; nothing is started from then on. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.pause);
    await this.client?.close();
  }

  /** As `close`, once a thread that lives has answered a last request. @throws as `call` */
  async closeAfter(last: P['request'], withinMs: number): Promise<void> {
    this.closed = true;
    try {
      if (this.client?.alive) await this.client.call(last, withinMs);
    } finally {
      await this.close();
    }
  }

  private replace(): WorkerClient<P> {
    const { restart, hear, ...options } = this.options;
    const client = new WorkerClient<P>({
      ...options,
      ...(hear && { hear: message => hear(message, reply => client.tell(reply)) }),
      started: () => {
        this.proven = true;
        options.started?.();
      },
      died: death => {
        // `start` rejects when the first thread fails, so that there is nothing to report here.
        if (restart === 'always' && !this.proven) return;
        options.died?.(death);
        if (restart === 'always' && !this.closed) this.replaceLater();
      },
    });
    this.client = client;
    this.startedMs = performance.now();
    return client;
  }

  private replaceLater(): void {
    this.diedYoung = performance.now() - this.startedMs > LIVED_MS ? 0 : this.diedYoung + 1;
    const pauseMs = this.diedYoung <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, SECOND_PAUSE_MS * 2 ** (this.diedYoung - 2));
    this.pause = setTimeout(() => this.replace(), pauseMs);
  }
}

/**
 * A thread and the requests that it has been sent. Promises that every call is settled: by the thread's reply, by its
 * failure, by the call's deadline, or by the death of the thread, whenever that happens and for whatever reason. A
 * death rejects all calls that wait, and every later one, with a `ThreadDeath`.
 */
import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads';
import { Problem } from '../errors/problem.js';
import { asError } from './failure.js';
import { deathByError, deathByExit, LateReply, startFailure, ThreadDeath } from './thread-errors.js';
import type { FromThread, Protocol, ReplyTo, ToThread, TransferList } from './thread-messages.js';

/** How long a thread that has failed, or was told to end, is waited for. */
const LONGEST_END_MS = 10_000;
/** How long a thread may take to become ready. */
const LONGEST_START_MS = 300_000;
/** How long replies are still taken from a thread that has reported its end, since they may have been sent before. */
const LAST_REPLIES_MS = 1000;

export interface WorkerClientOptions<P extends Protocol> {
  /** For errors, as in "the export thread". */
  name: string;
  /** The module of the thread; it makes a `RequestServer`. */
  file: string | URL;
  /** The thread's `workerData`. */
  data?: unknown;
  /** Parts of `data` that are moved to the thread rather than copied. */
  transfer?: TransferList;
  resourceLimits?: ResourceLimits;
  /** Whether the thread keeps the process alive only while a call waits for it. */
  background?: boolean;
  /** Called once, when the thread takes requests. */
  started?(): void;
  /** Receives the one-way messages of the thread. */
  hear?(message: P['fromThread']): void;
  /** Called once, when a thread that was not closed has ended and all calls that waited have been rejected. */
  died?(death: ThreadDeath): void;
}

interface Waiter {
  kind: string;
  resolve(reply: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

export class WorkerClient<P extends Protocol> {
  /**
   * Resolves when the thread answers requests. Rejects when it dies before that: with the Problem that it refused its
   * start with, if there is one, otherwise with the `ThreadDeath`.
   */
  readonly ready: Promise<void>;
  /** Resolves when the thread has ended, closed or not. */
  readonly ended: Promise<void>;
  private readonly worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiter>();
  private lastId = 0;
  /** Set as soon as it is known that no more replies will come, which is before the thread has ended. */
  private death: ThreadDeath | undefined;
  private closed = false;
  private readonly starting: NodeJS.Timeout;
  private markReady!: () => void;
  private markUnready!: (error: unknown) => void;
  private markEnded!: () => void;

  /** Starts the thread. A failure to do so is a death like any other. */
  constructor(private readonly options: WorkerClientOptions<P>) {
    this.ready = new Promise((resolve, reject) => {
      this.markReady = resolve;
      this.markUnready = reject;
    });
    // Callers that await `ready` get the rejection; it must not be an unhandled one where none does.
    this.ready.catch(() => undefined);
    this.ended = new Promise(resolve => {
      this.markEnded = resolve;
    });
    const late = new ThreadDeath(options.name, `has not started within ${LONGEST_START_MS} ms`);
    this.starting = setTimeout(() => this.die(late), LONGEST_START_MS);
    this.worker = this.start();
  }

  /** Whether calls are sent to the thread; otherwise they are rejected at once. */
  get alive(): boolean {
    return this.death === undefined;
  }

  /**
   * @param withinMs after which the call is rejected though the thread lives
   * @param transfer parts of the request that are moved rather than copied
   * @throws what the thread throws, ThreadDeath, LateReply
   */
  call<R extends P['request']>(
    request: R,
    withinMs: number,
    transfer: TransferList = [],
  ): Promise<ReplyTo<P, R['kind']>> {
    if (this.death) return Promise.reject(this.death);
    const id = ++this.lastId;
    const reply = new Promise<unknown>((resolve, reject) => {
      // Before the call is registered, because it throws where the request cannot be copied.
      this.post({ type: 'request', id, request }, transfer);
      const timer = setTimeout(() => this.giveUp(id, withinMs), withinMs);
      this.waiting.set(id, { kind: request.kind, resolve, reject, timer });
      if (this.options.background) this.worker?.ref();
    });
    return reply as Promise<ReplyTo<P, R['kind']>>;
  }

  /** Sends a one-way message; dropped when the thread is dead. */
  tell(message: P['toThread'], transfer: TransferList = []): void {
    if (this.alive) this.post({ type: 'message', message }, transfer);
  }

  /** Ends a thread that does not do what it should: a death like any other. */
  kill(reason: string): void {
    this.die(new ThreadDeath(this.options.name, reason));
  }

  /** Ends the thread at once and rejects pending calls. Resolves when it has ended, after ten seconds at the latest. */
  async close(): Promise<void> {
    this.closed = true;
    this.die(new ThreadDeath(this.options.name, 'has been closed'));
    this.settle();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, LONGEST_END_MS);
    });
    await Promise.race([this.ended, late]);
    clearTimeout(timer);
  }

  private start(): Worker | undefined {
    const { name, file, data, transfer = [], resourceLimits } = this.options;
    try {
      const worker = new Worker(file, {
        workerData: data,
        transferList: [...transfer] as TransferListItem[],
        ...(resourceLimits && { resourceLimits }),
        // Loaders and debuggers of the process are not meant for the thread.
        execArgv: [],
      });
      worker.on('message', (message: FromThread<P>) => this.take(message));
      worker.on('messageerror', error => this.die(new ThreadDeath(name, 'sent what cannot be read', error)));
      worker.on('error', error => this.die(deathByError(name, error)));
      worker.once('exit', code => this.end(this.death ?? deathByExit(name, code)));
      return worker;
    } catch (error) {
      const death = startFailure(name, error);
      this.death = death;
      // Later, because the owner does not have this client yet.
      queueMicrotask(() => this.end(death));
      return undefined;
    }
  }

  private post(message: ToThread<P>, transfer: TransferList): void {
    this.worker?.postMessage(message, [...transfer] as TransferListItem[]);
  }

  private take(message: FromThread<P>): void {
    switch (message.type) {
      case 'ready':
        clearTimeout(this.starting);
        this.markReady();
        this.options.started?.();
        break;
      case 'refused': {
        const error = asError(message.failure, `the start of ${this.options.name}`);
        this.die(startFailure(this.options.name, error));
        break;
      }
      case 'reply':
        this.remove(message.id)?.resolve(message.reply);
        break;
      case 'failure': {
        const waiter = this.remove(message.id);
        waiter?.reject(asError(message.failure, `${waiter.kind} of ${this.options.name}`));
        break;
      }
      case 'message':
        // Messages of a closed thread are dropped.
        if (!this.closed) this.options.hear?.(message.message);
        break;
    }
  }

  /** Rejects all calls. The thread may still exist, and replies may still be on their way: see `end`. */
  private die(death: ThreadDeath): void {
    if (this.death) return;
    this.death = death;
    void this.worker?.terminate();
    const timer = setTimeout(() => this.settle(), LAST_REPLIES_MS);
    void this.ended.then(() => clearTimeout(timer));
  }

  /** The thread has ended, and all its messages have been processed. */
  private end(death: ThreadDeath): void {
    this.death ??= death;
    this.settle();
    this.markEnded();
    if (!this.closed) this.options.died?.(this.death);
  }

  private settle(): void {
    const death = this.death!;
    clearTimeout(this.starting);
    this.markUnready(death.cause instanceof Problem ? death.cause : death);
    for (const id of [...this.waiting.keys()]) this.remove(id)?.reject(death);
  }

  private giveUp(id: number, withinMs: number): void {
    const waiter = this.remove(id);
    waiter?.reject(new LateReply(this.options.name, waiter.kind, `within ${withinMs} ms`));
  }

  private remove(id: number): Waiter | undefined {
    const waiter = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(waiter?.timer);
    if (this.options.background && this.waiting.size === 0) this.worker?.unref();
    return waiter;
  }
}

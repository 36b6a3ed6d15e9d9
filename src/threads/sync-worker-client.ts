/**
 * A client of a thread for a leader that blocks while it waits; made by a `Watchdog`. As with a `WorkerClient`, every
 * wait ends: by the thread's reply, by its failure, by its death, or by its silence for longer than a limit.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { asError, type Failure } from './failure.js';
import { LateReply, ThreadDeath } from './thread-errors.js';
import type { FromThread, Protocol, ReplyTo, ToThread, TransferList } from './thread-messages.js';

/** A request that has been sent; its reply is waited for once. */
export interface Sent<Reply> {
  readonly id: number;
  readonly kind: string;
  /** For the type alone. */
  readonly reply?: Reply;
}

/** Where messages come from. */
export interface Inbox {
  takeAll(): void;
  waitUntil(done: () => boolean): void;
}

export class SyncWorkerClient<P extends Protocol> {
  private readonly replies = new Map<number, { reply: unknown } | { failure: Failure }>();
  private lastId = 0;
  private death: ThreadDeath | undefined;
  private lastSignMs = 0;

  constructor(
    readonly name: string,
    private readonly port: MessagePort,
    private readonly inbox: Inbox,
  ) {}

  /** Never waits. @throws ThreadDeath */
  send<R extends P['request']>(request: R, transfer: TransferList = []): Sent<ReplyTo<P, R['kind']>> {
    this.inbox.takeAll();
    if (this.death) throw this.death;
    const id = ++this.lastId;
    this.port.postMessage({ type: 'request', id, request } satisfies ToThread<P>, [...transfer]);
    return { id, kind: request.kind };
  }

  /**
   * Blocks until the reply has arrived.
   * @param silentMs how long the thread may send nothing at all, neither replies nor messages
   * @throws what the thread throws, ThreadDeath, and LateReply when the thread is silent for longer
   */
  wait<Reply>({ id, kind }: Sent<Reply>, silentMs: number): Reply {
    const sinceMs = performance.now();
    const silent = () => performance.now() - Math.max(sinceMs, this.lastSignMs) > silentMs;
    this.inbox.waitUntil(() => this.replies.has(id) || this.death !== undefined || silent());
    const outcome = this.replies.get(id);
    this.replies.delete(id);
    if (outcome === undefined) {
      throw this.death ?? new LateReply(this.name, kind, `and has said nothing for ${silentMs} ms`);
    }
    if ('failure' in outcome) throw asError(outcome.failure, `${kind} of ${this.name}`);
    return outcome.reply as Reply;
  }

  /** Sends no more requests: the thread ends when it has processed those that were sent. */
  close(): void {
    this.death ??= new ThreadDeath(this.name, 'has been closed');
    this.port.close();
  }

  /** Takes what has come from the thread. */
  takeAll(): void {
    for (let got = receiveMessageOnPort(this.port); got; got = receiveMessageOnPort(this.port)) {
      this.take(got.message as FromThread<P>);
    }
  }

  /** The thread has ended. */
  die(death: ThreadDeath): void {
    // Messages that it sent before its end.
    this.takeAll();
    this.death ??= death;
    this.port.close();
  }

  private take(message: FromThread<P>): void {
    this.lastSignMs = performance.now();
    if (message.type === 'reply') this.replies.set(message.id, { reply: message.reply });
    else if (message.type === 'failure') this.replies.set(message.id, { failure: message.failure });
  }
}

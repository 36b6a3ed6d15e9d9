/**
 * The line to the behaviour thread: starts it, replaces it when it dies, each time later if it cannot live, and brings
 * questions and answers together. A question that a dead thread had is answered with undefined.
 */
import { Worker } from 'node:worker_threads';
import type { Log } from '../observability/log.js';
import { asError } from '../../threads/failure.js';
import type { Answers, BehaviourThreadData, FromBehaviour, Question, ToBehaviour } from './behaviour-messages.js';

const LONGEST_CLOSE_MS = 30_000;
const LONGEST_PAUSE_MS = 30_000;
/** A thread that has lived so long does not count as one that cannot. */
const LIVED_MS = 60_000;

export interface BehaviourWorkerOptions {
  /** The module of the thread. */
  file: string | URL;
  data: BehaviourThreadData;
  log: Log;
  /** A thread has opened the store; nothing that was told to one before has reached it. */
  opened(): void;
  /** The thread has died. */
  ended(): void;
  /** What it says beyond that. */
  hear(message: FromBehaviour): void;
}

interface Asking {
  resolve(answer: Answers[keyof Answers] | undefined): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

export class BehaviourWorker {
  private thread: Worker | undefined;
  private readonly asking = new Map<number, Asking>();
  private lastQuestion = 0;
  private startedMs = 0;
  /** Threads in a row that died young. */
  private failures = 0;
  private restart: NodeJS.Timeout | undefined;
  private closed = false;
  /** Of the first thread, until it is open. */
  private opening: { resolve(): void; reject(error: Error): void } | undefined;

  constructor(private readonly options: BehaviourWorkerOptions) {}

  /** Resolves when the first thread has opened the store. @throws Problem UNAVAILABLE when a newer version wrote it. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.opening = { resolve, reject };
      this.start();
    });
  }

  /** Says nothing where there is no thread. */
  tell(message: ToBehaviour): void {
    this.thread?.postMessage(message);
  }

  /**
   * @returns undefined where there is no thread, or no answer within `longestMs`.
   * @throws what goes wrong in the thread.
   */
  ask<K extends Question['kind']>(
    question: Question & { kind: K },
    longestMs: number,
  ): Promise<Answers[K] | undefined> {
    if (this.thread === undefined) return Promise.resolve(undefined);
    const id = ++this.lastQuestion;
    const answered = new Promise<Answers[keyof Answers] | undefined>((resolve, reject) => {
      const timer = setTimeout(() => this.take(id)?.resolve(undefined), longestMs);
      this.asking.set(id, { resolve, reject, timer });
    });
    this.tell({ type: 'ask', id, question });
    return answered as Promise<Answers[K] | undefined>;
  }

  /** Resolves when the thread has brought everything to the disk. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.restart);
    const { thread } = this;
    if (thread === undefined) return;
    const ended = new Promise<void>(resolve => thread.once('exit', () => resolve()));
    const timer = setTimeout(() => void thread.terminate(), LONGEST_CLOSE_MS);
    this.tell({ type: 'stop' });
    await ended;
    clearTimeout(timer);
  }

  private start(): void {
    const { file, data, log } = this.options;
    // Loaders and debuggers of the daemon are not meant for the thread.
    const thread = new Worker(file, { workerData: data, execArgv: [] });
    thread.on('message', (message: FromBehaviour) => this.hear(message));
    thread.on('error', error => log.error({ err: error }, 'behaviour thread failed; it is replaced'));
    thread.on('exit', () => this.ended());
    this.thread = thread;
    this.startedMs = performance.now();
  }

  private hear(message: FromBehaviour): void {
    switch (message.type) {
      case 'opened':
        this.opening?.resolve();
        this.opening = undefined;
        this.options.opened();
        break;
      case 'refused': {
        const error = asError(message.failure, 'the start of the behaviour thread');
        if (this.opening) this.refuse(error);
        else this.options.log.error({ err: error }, 'the behaviour thread cannot start');
        break;
      }
      case 'answer':
        this.take(message.id)?.resolve(message.answer);
        break;
      case 'failed':
        this.take(message.id)?.reject(asError(message.failure, 'a question about behaviour'));
        break;
      default:
        this.options.hear(message);
    }
  }

  private ended(): void {
    this.thread = undefined;
    for (const id of [...this.asking.keys()]) this.take(id)?.resolve(undefined);
    if (this.opening) this.refuse(new Error('the behaviour thread ended before it was open'));
    this.options.ended();
    if (this.closed) return;
    this.failures = performance.now() - this.startedMs > LIVED_MS ? 0 : this.failures + 1;
    const pauseMs = this.failures <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 100 * 2 ** this.failures);
    this.restart = setTimeout(() => this.start(), pauseMs);
  }

  /** What never was open is not started again. */
  private refuse(error: Error): void {
    this.closed = true;
    this.opening!.reject(error);
    this.opening = undefined;
  }

  private take(id: number): Asking | undefined {
    const asking = this.asking.get(id);
    if (asking === undefined) return undefined;
    this.asking.delete(id);
    clearTimeout(asking.timer);
    return asking;
  }
}

/**
 * The main thread's side of the behaviour thread, which is replaced when it dies, each time later if it cannot live. A
 * request that a dead thread had, or that comes while there is none, is answered with undefined.
 */
import { RestartingWorker } from '../../threads/restarting-worker.js';
import { LateReply, ThreadDeath } from '../../threads/thread-errors.js';
import type { ReplyTo } from '../../threads/thread-messages.js';
import type { Log } from '../observability/log.js';
import type {
  BehaviourProtocol,
  BehaviourRequest,
  BehaviourThreadData,
  FromBehaviour,
  ToBehaviour,
} from './behaviour-messages.js';

const LONGEST_STOP_MS = 30_000;

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

export class BehaviourWorker {
  private readonly worker: RestartingWorker<BehaviourProtocol>;
  private closing = false;

  constructor(private readonly options: BehaviourWorkerOptions) {
    const { file, data, log } = options;
    this.worker = new RestartingWorker({
      name: 'the behaviour thread',
      file,
      data,
      restart: 'always',
      started: () => options.opened(),
      hear: message => options.hear(message),
      died: death => {
        if (!this.closing) log.error({ err: death }, 'behaviour thread failed; it is replaced');
        options.ended();
      },
    });
  }

  /**
   * Resolves when the first thread has opened the store.
   * @throws Problem UNAVAILABLE when a newer version wrote it, ThreadDeath when the thread ends before
   */
  open(): Promise<void> {
    return this.worker.start();
  }

  /** Says nothing where there is no thread. */
  tell(message: ToBehaviour): void {
    this.worker.tell(message);
  }

  /**
   * @returns undefined where there is no thread, where it dies, and where it takes longer than `longestMs`.
   * @throws what goes wrong in the thread.
   */
  async ask<R extends BehaviourRequest>(
    request: R,
    longestMs: number,
  ): Promise<ReplyTo<BehaviourProtocol, R['kind']> | undefined> {
    try {
      return await this.worker.call(request, longestMs);
    } catch (error) {
      if (error instanceof ThreadDeath || error instanceof LateReply) return undefined;
      throw error;
    }
  }

  /** Resolves when the thread has brought everything to the disk, or cannot within half a minute. */
  async close(): Promise<void> {
    this.closing = true;
    try {
      await this.worker.closeAfter({ kind: 'stop' }, LONGEST_STOP_MS);
    } catch (err) {
      // Visits of the last moments are lost; all else is in the journal, from where the next start takes it.
      this.options.log.error({ err }, 'behaviour thread failed while it was stopped');
    }
  }
}

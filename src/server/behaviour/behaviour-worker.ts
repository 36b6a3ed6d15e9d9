/**
 * The main thread's client of the behaviour thread, which is replaced when it dies, after growing pauses while it keeps
 * dying. A request that is pending at a death, or made without a thread, is answered with undefined.
 */
import { Problem } from '../../errors/problem.js';
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
  /** A thread has opened the store. It has received nothing of what was sent to its predecessor. */
  opened(): void;
  /** The thread has died. */
  ended(): void;
  /** Receives all other messages. */
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
   * Resolves when the first thread has opened the store; to be called again where it fails.
   * @throws Problem UNAVAILABLE when a newer version wrote it, ThreadDeath when the thread ends before
   */
  open(): Promise<void> {
    return this.worker.start();
  }

  /** Sends a message; dropped where there is no thread. */
  tell(message: ToBehaviour): void {
    this.worker.tell(message);
  }

  /**
   * @returns undefined where there is no thread, where it dies, and where it takes longer than `longestMs`
   * @throws what the thread throws
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

  /** As `ask`. @throws Problem visitors_unavailable where there is no answer, or it says that nothing was done */
  async require<R extends BehaviourRequest>(
    request: R,
    longestMs: number,
  ): Promise<NonNullable<ReplyTo<BehaviourProtocol, R['kind']>>> {
    const answer = await this.ask(request, longestMs);
    if (answer === undefined || answer === false)
      throw new Problem('visitors_unavailable', 'visitors cannot be asked for or changed at the moment');
    return answer;
  }

  /** Resolves when the thread has written everything to disk, or after half a minute. */
  async close(): Promise<void> {
    this.closing = true;
    try {
      await this.worker.closeAfter({ kind: 'stop' }, LONGEST_STOP_MS);
    } catch (err) {
      // Visits of the last moments are lost; the next start reads everything else from the journal.
      this.options.log.error({ err }, 'behaviour thread failed while it was stopped');
    }
  }
}

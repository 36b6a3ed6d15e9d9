/**
 * Calls to a process that wait for their replies, each of which names the id of its call. Those to threads are kept by
 * WorkerClient itself: through this class, memory that messages share was held for longer.
 */
import { asError, type Failure } from './failure.js';
import { LateReply } from './thread-errors.js';

interface PendingCall {
  kind: string;
  resolve(reply: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

export class PendingCalls {
  private readonly waiting = new Map<number, PendingCall>();
  private lastId = 0;

  /**
   * @param callee for errors, as in "the export thread"
   * @param idle called whenever the last call that waited is settled
   */
  constructor(
    private readonly callee: string,
    private readonly idle: () => void = () => undefined,
  ) {}

  /**
   * @param send sends the request with an id of its own; where it throws, the call is rejected with that
   * @param withinMs after which the call is rejected; absent: it waits until it is settled
   * @throws what `fail` and `rejectAll` are called with, LateReply
   */
  call(kind: string, send: (id: number) => void, withinMs?: number): Promise<unknown> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      // Before the call is registered, because it throws where the request cannot be copied.
      send(id);
      const timer = withinMs === undefined ? undefined : setTimeout(() => this.giveUp(id, withinMs), withinMs);
      this.waiting.set(id, { kind, resolve, reject, timer });
    });
  }

  /** Settles a call; as `fail`, without effect where it was given up. */
  reply(id: number, reply: unknown): void {
    this.remove(id)?.resolve(reply);
  }

  fail(id: number, failure: Failure): void {
    const call = this.remove(id);
    call?.reject(asError(failure, `${call.kind} of ${this.callee}`));
  }

  replyAll(reply: unknown): void {
    for (const id of [...this.waiting.keys()]) this.reply(id, reply);
  }

  rejectAll(error: Error): void {
    for (const id of [...this.waiting.keys()]) this.remove(id)?.reject(error);
  }

  private giveUp(id: number, withinMs: number): void {
    const call = this.remove(id);
    call?.reject(new LateReply(this.callee, call.kind, `within ${withinMs} ms`));
  }

  private remove(id: number): PendingCall | undefined {
    const call = this.waiting.get(id);
    if (call === undefined) return undefined;
    this.waiting.delete(id);
    clearTimeout(call.timer);
    if (this.waiting.size === 0) this.idle();
    return call;
  }
}

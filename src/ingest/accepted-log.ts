/**
 * The log of a fleet as the ingest process of its writer uses it: a change is appended inside the transaction that makes
 * it, before its commit. The thread that holds the transaction takes no turn of its event loop meanwhile: it blocks.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { Problem } from '../errors/problem.js';
import type { AppendedChange, LogReply, LogRequest, LogThreadData } from './accepted-log-messages.js';

/** Beyond what the thread takes at most. */
const LONGEST_WAIT_MS = 30_000;
const LOOK_EVERY_MS = 1000;

export class AcceptedLog {
  private readonly port: MessagePort;
  private readonly replies = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly worker: Worker;
  private lastId = 0;
  private waiting: ((reply: LogReply) => void) | undefined;

  constructor(data: Pick<LogThreadData, 'settings' | 'daemon'>, failed: (error: Error) => void) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const file = new URL('./accepted-log-thread.js', import.meta.url);
    this.worker = new Worker(file, {
      workerData: { ...data, replies: this.replies, port: port2 },
      transferList: [port2],
    });
    this.worker.on('error', failed);
    this.worker.unref();
  }

  /**
   * Begins a term: changes are appended from now on.
   * @param generation of the store
   * @returns the generation of the last change that the log has; undefined where the store lacks it
   * @throws where the servers cannot be reached
   */
  async begin(token: number, generation: number): Promise<number | undefined> {
    const id = this.send({ kind: 'begin', token, generation });
    const reply = await new Promise<LogReply>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the log of the fleet does not reply')), LONGEST_WAIT_MS);
      this.waiting = got => {
        if (got.id !== id) return;
        clearTimeout(late);
        resolve(got);
      };
      this.port.on('message', this.waiting);
    }).finally(() => {
      // A port with a listener delivers messages to it, and none to a wait that blocks.
      if (this.waiting) this.port.off('message', this.waiting);
    });
    if (reply.kind === 'failed') throw unavailable(reply.message);
    return reply.kind === 'begun' ? reply.logged : undefined;
  }

  /**
   * Appends a change. Blocks.
   * @throws Problem fleet_unavailable where it is refused, or it is not known whether it was appended: the transaction is to
   * be given up, and what the log has after all is applied like the changes of others
   */
  append(change: AppendedChange): void {
    const id = this.send({ kind: 'append', change });
    const endMs = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const seen = Atomics.load(this.replies, 0);
      for (let got = receiveMessageOnPort(this.port); got; got = receiveMessageOnPort(this.port)) {
        const reply = got.message as LogReply;
        if (reply.id !== id) continue;
        if (reply.kind === 'done') return;
        throw reply.kind === 'failed' ? unavailable(reply.message) : noLongerWriter();
      }
      if (performance.now() > endMs) throw unavailable('the log of the fleet does not reply');
      Atomics.wait(this.replies, 0, seen, LOOK_EVERY_MS);
    }
  }

  async close(): Promise<void> {
    this.port.close();
    await this.worker.terminate();
  }

  private send(request: LogRequest extends infer R ? (R extends LogRequest ? Omit<R, 'id'> : never) : never): number {
    const id = ++this.lastId;
    this.port.postMessage({ ...request, id } as LogRequest);
    return id;
  }
}

function unavailable(why: string): Problem {
  return new Problem(
    'fleet_unavailable',
    `the fleet cannot take the import: ${why}; nothing is changed by this daemon`,
  );
}

function noLongerWriter(): Problem {
  return new Problem('fleet_unavailable', 'another daemon has become the writer of the fleet; send the import again');
}

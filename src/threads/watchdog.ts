/**
 * Threads for a leader that blocks: one that works synchronously, never returns to its event loop, and so receives no
 * events of threads that it starts itself. They are started by a further thread, the watchdog, whose event loop is
 * free. When one of them ends, for whatever reason (one that ran out of memory cannot say so itself), the watchdog
 * posts that to the leader and wakes it, within milliseconds. Requests and replies pass between the leader and its
 * threads directly: shared memory that passed through the watchdog would stay until it collects its garbage.
 *
 * The watchdog itself does next to nothing that can fail. Should it end all the same, its threads end with it, and the
 * leader sees that its pulse has stopped.
 */
import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import { asError } from './failure.js';
import { SyncWorkerClient } from './sync-worker-client.js';
import { ThreadDeath } from './thread-errors.js';
import type { Protocol } from './thread-messages.js';
import {
  EVENTS,
  type FromWatchdog,
  type LeaderPort,
  PULSE,
  SHARED_WORDS,
  type ToWatchdog,
} from './watchdog-messages.js';

/** How often the leader checks the pulse while it waits. */
const SLICE_MS = 250;
/**
 * In slices that the leader waited, not in time that went by: it may have been suspended together with the watchdog.
 */
const SLICES_WITHOUT_PULSE = 20;
/** A thread takes a while to start on a machine with much to do. */
const SLICES_BEFORE_PULSE = 240;
const LONGEST_CLOSE_MS = 10_000;

export interface WatchedThreadOptions {
  /** For errors, as in "build thread 1". */
  name: string;
  /** The module of the thread; it makes a `RequestServer` of `leaderChannel`. */
  file: URL;
  /** The thread's `workerData`, which are given `leader` in addition: see `WatchedData`. */
  data?: object;
  resourceLimits?: ResourceLimits;
}

export class Watchdog {
  private readonly words = new Int32Array(new SharedArrayBuffer(SHARED_WORDS * Int32Array.BYTES_PER_ELEMENT));
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly clients = new Map<number, SyncWorkerClient<Protocol>>();
  private lastId = 0;
  private pulse = 0;
  private slicesWithoutPulse = 0;
  private threadsEnded = false;

  /** @param background whether its threads do not keep the process alive */
  constructor(background = false) {
    const { leader, port } = this.channel();
    this.port = port;
    const file = new URL('./watchdog-thread.js', import.meta.url);
    this.worker = new Worker(file, { workerData: leader, transferList: [leader.port], execArgv: [] });
    // Delivered only when the leader is back in its event loop; until then a stopped pulse is the sign.
    this.worker.on('error', () => undefined);
    if (background) this.unref();
  }

  /** From now on its threads do not keep the process alive. */
  unref(): void {
    this.worker.unref();
  }

  /** Starts a thread. A failure to start counts as its death and is reported by its client. */
  start<P extends Protocol>({ name, file, data, resourceLimits }: WatchedThreadOptions): SyncWorkerClient<P> {
    const id = ++this.lastId;
    const { leader, port } = this.channel();
    const limits = resourceLimits && { resourceLimits };
    this.tell({ type: 'start', id, name, file: file.href, data: { ...data, leader }, ...limits }, [leader.port]);
    const client = new SyncWorkerClient<P>(name, port, this);
    this.clients.set(id, client as unknown as SyncWorkerClient<Protocol>);
    return client;
  }

  /**
   * Blocks until `done` holds, processing messages meanwhile.
   * @throws ThreadDeath of the watchdog itself
   */
  waitUntil(done: () => boolean): void {
    for (;;) {
      const seen = Atomics.load(this.words, EVENTS);
      this.takeAll();
      if (done()) return;
      if (Atomics.wait(this.words, EVENTS, seen, SLICE_MS) === 'timed-out') this.feelPulse();
    }
  }

  /** Processes the messages that have arrived, without waiting. */
  takeAll(): void {
    for (let got = receiveMessageOnPort(this.port); got; got = receiveMessageOnPort(this.port)) {
      this.take(got.message as FromWatchdog);
    }
    for (const client of this.clients.values()) client.takeAll();
  }

  /** Ends all threads that still run, and waits for their end, ten seconds at most. */
  close(): void {
    this.tell({ type: 'close' });
    const until = performance.now() + LONGEST_CLOSE_MS;
    try {
      this.waitUntil(() => this.threadsEnded || performance.now() > until);
    } catch (error) {
      // Without the watchdog there are no threads to wait for.
      if (!(error instanceof ThreadDeath)) throw error;
    }
    for (const client of this.clients.values()) client.close();
    this.port.close();
    void this.worker.terminate();
  }

  private channel(): { leader: LeaderPort; port: MessagePort } {
    const { port1, port2 } = new MessageChannel();
    return { leader: { words: this.words.buffer as SharedArrayBuffer, port: port2 }, port: port1 };
  }

  private tell(message: ToWatchdog, transfer: MessagePort[] = []): void {
    this.port.postMessage(message, transfer);
  }

  private take(message: FromWatchdog): void {
    if (message.type === 'closed') {
      this.threadsEnded = true;
      return;
    }
    const { id, reason, cause } = message;
    const client = this.clients.get(id)!;
    this.clients.delete(id);
    client.die(new ThreadDeath(client.name, reason, cause && asError(cause, client.name)));
  }

  /** @throws ThreadDeath when the watchdog's pulse has stopped */
  private feelPulse(): void {
    const pulse = Atomics.load(this.words, PULSE);
    this.slicesWithoutPulse = pulse === this.pulse ? this.slicesWithoutPulse + 1 : 0;
    this.pulse = pulse;
    if (this.slicesWithoutPulse < (pulse === 0 ? SLICES_BEFORE_PULSE : SLICES_WITHOUT_PULSE)) return;
    const reason = pulse === 0 ? 'did not start' : 'has ended';
    throw new ThreadDeath('the watchdog thread', `${reason}, and so did the threads that it watches`);
  }
}

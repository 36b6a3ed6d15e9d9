/**
 * Exports as the front end sees them: a few at a time, made in a thread that is started with the first. A client that
 * is slow slows its export down and nothing else; one that is gone ends it.
 */
import { Worker } from 'node:worker_threads';
import { Problem } from '../../errors/problem.js';
import { asError } from '../../threads/failure.js';
import type { ExportOrder, FromThread, ToThread } from './export-messages.js';

/** Each keeps a reading of the catalog, and with it what newer imports have replaced, from being let go. */
export const MAX_EXPORTS = 4;
/** An export that takes longer is broken off, for that reason. */
const LONGEST_MS = 3_600_000;

/** Who is told how an export goes; nothing more after `end` or `failed`. */
export interface ExportListener {
  piece(bytes: Uint8Array): void;
  end(): void;
  failed(error: Error): void;
}

/** An export under way. */
export interface RunningExport {
  /** So many pieces more may come; PIECES_AHEAD (messages.ts) at first. */
  more(pieces: number): void;
  /** Nothing more is wanted, and the listener is told nothing more. */
  stop(): void;
}

interface Running {
  listener: ExportListener;
  timer: NodeJS.Timeout;
}

export class ExportClient {
  private thread: Worker | undefined;
  private readonly running = new Map<number, Running>();
  private lastId = 0;
  private ready = false;
  private closed = false;

  /** @param file the module of the thread. @param onFailure told when the thread died. */
  constructor(
    private readonly file: string | URL,
    private readonly dataDir: string,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** The catalog store is there and whole: to open it while it is being made would end the whole process. */
  storeReady(): void {
    this.ready = true;
  }

  /** @throws Problem UNAVAILABLE when as many exports are under way as may be, and before `storeReady`. */
  start(order: ExportOrder, gzip: boolean, listener: ExportListener): RunningExport {
    if (!this.ready) throw new Problem('starting', 'the catalog store is being opened; try again in a moment');
    if (this.running.size >= MAX_EXPORTS || this.closed) {
      throw new Problem('exports_busy', `${MAX_EXPORTS} exports are under way; try again when one has ended`);
    }
    const id = ++this.lastId;
    const timer = setTimeout(() => this.giveUp(id), LONGEST_MS);
    this.running.set(id, { listener, timer });
    this.tell({ type: 'start', id, order, gzip });
    return {
      more: pieces => {
        if (this.running.has(id)) this.tell({ type: 'more', id, pieces });
      },
      stop: () => {
        if (this.take(id)) this.tell({ type: 'stop', id });
      },
    };
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    this.closed = true;
    this.fail(new Problem('shutting_down', 'the daemon is shutting down'));
    await this.thread?.terminate();
  }

  private tell(message: ToThread): void {
    this.thread ??= this.open();
    this.thread.postMessage(message);
  }

  private open(): Worker {
    // Loaders and debuggers of the daemon are not meant for the thread.
    const thread = new Worker(this.file, { workerData: { dataDir: this.dataDir }, execArgv: [] });
    thread.on('message', (message: FromThread) => this.hear(message));
    thread.on('error', error => this.onFailure(error));
    thread.on('exit', code => {
      if (this.thread === thread) this.thread = undefined;
      this.fail(new Error(`the export thread ended with code ${code}`));
    });
    return thread;
  }

  private hear(message: FromThread): void {
    if (message.type === 'piece') this.running.get(message.id)?.listener.piece(message.bytes);
    else if (message.type === 'end') this.take(message.id)?.end();
    else this.take(message.id)?.failed(asError(message.failure, 'an export'));
  }

  /** Ends the export on this side. */
  private take(id: number): ExportListener | undefined {
    const running = this.running.get(id);
    if (!running) return undefined;
    this.running.delete(id);
    clearTimeout(running.timer);
    return running.listener;
  }

  private giveUp(id: number): void {
    const listener = this.take(id);
    if (!listener) return;
    this.tell({ type: 'stop', id });
    listener.failed(new Problem('export_too_slow', `the export took longer than ${LONGEST_MS / 60_000} minutes`));
  }

  private fail(error: Error): void {
    for (const id of [...this.running.keys()]) this.take(id)?.failed(error);
  }
}

/**
 * The main thread's client of exports: a few at a time, run in a thread that is started by the first one, and again
 * after a death. A slow client slows down its own export only; a client that disconnects ends it.
 */
import { Problem } from '../../errors/problem.js';
import { RestartingWorker } from '../../threads/restarting-worker.js';
import { LateReply } from '../../threads/thread-errors.js';
import type { ExportOrder, ExportProtocol } from './export-messages.js';

/**
 * Each holds a read transaction of the catalog store, which keeps pages that newer imports have replaced from being
 * reused.
 */
export const MAX_EXPORTS = 4;
/** Time limit of an export. */
const LONGEST_MS = 3_600_000;

/** Receives the pieces of an export; nothing after `end` or `failed`. */
export interface ExportListener {
  piece(bytes: Uint8Array): void;
  end(): void;
  failed(error: Error): void;
}

/** An export in progress. */
export interface RunningExport {
  /** Allows `pieces` further pieces; PIECES_AHEAD (export-messages.ts) are allowed at first. */
  more(pieces: number): void;
  /** Stops the export; the listener is not called any more. */
  stop(): void;
}

export class ExportClient {
  private readonly worker: RestartingWorker<ExportProtocol>;
  private readonly running = new Map<number, ExportListener>();
  private lastId = 0;
  private ready = false;
  private closed = false;

  /**
   * @param file the module of the thread
   * @param onFailure called when the thread dies, or the process that reads the store for it
   * @param onDamage called when an export has found the catalog store to be damaged, or died of it
   */
  constructor(
    file: string | URL,
    dataDir: string,
    private readonly onFailure: (error: unknown) => void,
    private readonly onDamage: (error: Problem) => void = () => undefined,
  ) {
    this.worker = new RestartingWorker<ExportProtocol>({
      name: 'the export thread',
      file,
      data: { dataDir },
      restart: 'on-call',
      hear: ({ id, piece }) => this.running.get(id)?.piece(piece),
      died: onFailure,
    });
  }

  /** Reports that the catalog store is complete: opening it while it is being created would end the process. */
  storeReady(): void {
    this.ready = true;
  }

  /** Whether the catalog store can be read. */
  get canRead(): boolean {
    return this.ready;
  }

  /** @throws Problem exports_busy, before `storeReady` starting, and after `close` shutting_down. */
  start(order: ExportOrder, gzip: boolean, listener: ExportListener): RunningExport {
    if (this.closed) throw shuttingDown();
    if (!this.ready) throw new Problem('starting', 'the catalog store is being opened; try again in a moment');
    if (this.running.size >= MAX_EXPORTS) {
      throw new Problem('exports_busy', `${MAX_EXPORTS} exports are under way; try again when one has ended`);
    }
    const id = ++this.lastId;
    this.running.set(id, listener);
    this.worker.call({ kind: 'export', id, order, gzip }, LONGEST_MS).then(
      () => this.take(id)?.end(),
      (error: Error) => this.failed(id, error),
    );
    return {
      more: pieces => {
        if (this.running.has(id)) this.worker.tell({ type: 'more', id, pieces });
      },
      stop: () => {
        if (this.take(id)) this.worker.tell({ type: 'stop', id });
      },
    };
  }

  /** Stops the exports in progress. */
  async close(): Promise<void> {
    this.closed = true;
    for (const id of [...this.running.keys()]) this.take(id)?.failed(shuttingDown());
    await this.worker.close();
  }

  private failed(id: number, error: Error): void {
    const listener = this.take(id);
    if (error instanceof Problem && error.code === 'catalog_damaged') this.onDamage(error);
    if (error instanceof Problem && error.code === 'export_aborted') this.onFailure(error);
    if (!(error instanceof LateReply)) {
      listener?.failed(error);
      return;
    }
    this.worker.tell({ type: 'stop', id });
    listener?.failed(new Problem('export_too_slow', `the export took longer than ${LONGEST_MS / 60_000} minutes`));
  }

  /** Forgets an export. @returns its listener, undefined where the export has ended already */
  private take(id: number): ExportListener | undefined {
    const listener = this.running.get(id);
    this.running.delete(id);
    return listener;
  }
}

function shuttingDown(): Problem {
  return new Problem('shutting_down', 'the daemon is shutting down');
}

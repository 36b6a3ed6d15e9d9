/** Keeps how imports end: in their statuses, the history, the log and the metrics. None of these undoes what has happened. */
import type { Tracer } from '@opentelemetry/api';
import type { Log } from '../observability/log.js';
import type { ImportBegun, ImportHistory, ImportRecord } from './import-history.js';
import type { ImportStatus, ImportStatuses } from './import-status.js';
import { type BegunPhase, traceImport } from './import-trace.js';

export interface ImportRecorderOptions {
  statuses: ImportStatuses;
  history: ImportHistory;
  importEnded(record: ImportRecord): void;
  log: Log;
  /** Undefined: nothing is traced. */
  tracer: Tracer | undefined;
}

export class ImportRecorder {
  /** Of imports that have not ended, by id. */
  private readonly phases = new Map<string, BegunPhase[]>();

  constructor(private readonly options: ImportRecorderOptions) {}

  progress(id: string, progress: NonNullable<ImportStatus['progress']>): void {
    const { statuses, tracer } = this.options;
    statuses.progress(id, progress);
    if (tracer === undefined) return;
    const { phase } = progress;
    const begun = this.phases.get(id);
    if (begun === undefined) this.phases.set(id, [{ phase, atMs: Date.now() }]);
    else if (begun.at(-1)!.phase !== phase) begun.push({ phase, atMs: Date.now() });
  }

  /**
   * Counts the end of an import, logs it in one line, and adds it to the history.
   * @param snapshot that it has made, or gone back to
   */
  async end(
    begun: ImportBegun & Pick<ImportRecord, 'waitedMs'>,
    final: ImportStatus,
    snapshot?: string,
  ): Promise<void> {
    const { history, importEnded, log, tracer } = this.options;
    const endedMs = Date.now();
    const { reason, stored, counts } = final;
    const record: ImportRecord = {
      ...begun,
      outcome: final.status as ImportRecord['outcome'],
      ...(reason !== undefined && { reason }),
      ...(stored && { stored }),
      ...(snapshot !== undefined && { snapshot }),
      ...(counts && { counts }),
      endedAt: new Date(endedMs).toISOString(),
      durationMs: endedMs - Date.parse(begun.startedAt),
    };
    const { id, ...line } = record;
    importEnded(record);
    if (tracer) traceImport(tracer, record, this.phases.get(id) ?? []);
    this.phases.delete(id);
    log.info({ import: id, ...line }, 'import ended');
    try {
      await history.end(record);
    } catch (error) {
      // The outcome of the import stays, and its status has it.
      log.error({ import: id, err: error }, 'the import is missing from the history');
    }
  }

  /** A status that cannot be written, as on a full disk, is told all the same until the daemon ends. */
  async keepStatus(status: ImportStatus): Promise<void> {
    try {
      await this.options.statuses.set(status, Date.now());
    } catch (error) {
      this.options.log.error({ import: status.id, err: error }, 'the outcome of the import is not on disk');
    }
  }
}

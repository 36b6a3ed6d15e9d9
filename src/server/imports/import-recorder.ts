/** Keeps how imports end: in their statuses, the history, the log and the metrics. None of these undoes what has happened. */
import type { Log } from '../observability/log.js';
import type { ImportBegun, ImportHistory, ImportRecord } from './import-history.js';
import type { ImportStatus, ImportStatuses } from './import-status.js';

export interface ImportRecorderOptions {
  statuses: ImportStatuses;
  history: ImportHistory;
  importEnded(record: ImportRecord): void;
  log: Log;
}

export class ImportRecorder {
  constructor(private readonly options: ImportRecorderOptions) {}

  /**
   * Counts the end of an import, logs it in one line, and adds it to the history.
   * @param snapshot that it has made, or gone back to
   */
  async end(
    begun: ImportBegun & Pick<ImportRecord, 'waitedMs'>,
    final: ImportStatus,
    snapshot?: string,
  ): Promise<void> {
    const { history, importEnded, log } = this.options;
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

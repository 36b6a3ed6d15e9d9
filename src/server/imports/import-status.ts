/**
 * The states of recent imports, for clients that poll: kept for 24 hours in `imports.json` of the data folder. An
 * import that a crash interrupted is ABORTED after the restart.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentCounts, ImportCounts, ImportPhase } from '../../imports/protocol.js';
import { writeAtomically } from '../../kernel/atomic-file.js';

export type ImportState = 'NOT_FOUND' | 'WAITING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE' | 'ABORTED';

/** The status in the form of replies. */
export interface ImportStatus {
  id: string;
  status: ImportState;
  /** Reason of a failure or abort. */
  reason?: string;
  /**
   * Of a failure: whether the catalog store has the import all the same, while queries are answered from the previous
   * snapshot.
   */
  stored?: true;
  progress?: { phase: ImportPhase; done: number; total: number };
  errorDetails?: unknown;
  counts?: ImportCounts | DocumentCounts;
  warnings?: string[];
}

const KEPT_MS = 24 * 3_600_000;

interface Entry {
  status: ImportStatus;
  changedMs: number;
}

export class ImportStatuses {
  private readonly entries = new Map<string, Entry>();
  private writing: Promise<void> | undefined;
  private again: Promise<void> | undefined;

  private constructor(private readonly file: string) {}

  static async open(dataDir: string, nowMs: number): Promise<ImportStatuses> {
    const statuses = new ImportStatuses(join(dataDir, 'imports.json'));
    for (const entry of await readEntries(statuses.file)) {
      if (nowMs - entry.changedMs > KEPT_MS) continue;
      const { id, status } = entry.status;
      const unfinished = status === 'WAITING' || status === 'IN_PROGRESS';
      const reason = 'the daemon ended before the import did; nothing was changed unless a new snapshot is live';
      statuses.entries.set(id, unfinished ? { status: { id, status: 'ABORTED', reason }, changedMs: nowMs } : entry);
    }
    return statuses;
  }

  get(id: string): ImportStatus {
    return this.entries.get(id)?.status ?? { id, status: 'NOT_FOUND' };
  }

  /** Resolves when the change is on disk. */
  set(status: ImportStatus, nowMs: number): Promise<void> {
    this.entries.set(status.id, { status, changedMs: nowMs });
    for (const [id, entry] of this.entries) if (nowMs - entry.changedMs > KEPT_MS) this.entries.delete(id);
    return this.save();
  }

  /** Not written to disk: progress is meaningless after a restart. */
  progress(id: string, progress: NonNullable<ImportStatus['progress']>): void {
    const entry = this.entries.get(id);
    if (entry) entry.status = { ...entry.status, status: 'IN_PROGRESS', progress };
  }

  /** Changes made during a write are written together by the next. */
  private save(): Promise<void> {
    if (this.writing === undefined) {
      const content = JSON.stringify({ version: 1, imports: [...this.entries.values()] });
      this.writing = writeAtomically(this.file, content).finally(() => {
        this.writing = undefined;
      });
      return this.writing;
    }
    this.again ??= this.writing
      .catch(() => undefined)
      .then(() => {
        this.again = undefined;
        return this.save();
      });
    return this.again;
  }
}

async function readEntries(file: string): Promise<Entry[]> {
  try {
    const content = JSON.parse(await readFile(file, 'utf8')) as { version: number; imports: Entry[] };
    return content.version === 1 ? content.imports : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

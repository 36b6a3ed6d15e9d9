/**
 * The states of recent imports, for clients that poll: kept for 24 hours in `imports.json` of the data folder. An
 * import that a crash interrupted is ABORTED after the restart.
 *
 * The file is JSON, `{version: 2, sha256, imports}`; sha256 (hex) is of JSON.stringify(imports). Version 1 had none. A
 * damaged file is replaced: no import depends on it.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import type { DocumentCounts, ImportCounts, ImportOutcome, ImportPhase } from '../../imports/protocol.js';
import { writeAtomically } from '../../kernel/atomic-file.js';
import type { ImportRecord } from './import-history.js';

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
  /** With WAITING: how many are before it, the running one included; not kept. */
  place?: number;
  progress?: { phase: ImportPhase; done: number; total: number };
  errorDetails?: unknown;
  counts?: ImportCounts | DocumentCounts;
  warnings?: string[];
}

const VERSION = 2;
const KEPT_MS = 24 * 3_600_000;

const CUT_OFF = 'the daemon ended before the import did; nothing was changed unless a new snapshot is live';

export interface StatusSources {
  /** Called where the file is damaged. */
  warn(facts: object, message: string): void;
  /** Ids of imports that go on waiting. */
  waiting: readonly string[];
  /** The end of an import, where the history has it: the status may not have reached the disk. */
  ended(id: string): Pick<ImportRecord, 'outcome' | 'reason' | 'stored' | 'counts'> | undefined;
}

interface Entry {
  status: ImportStatus;
  changedMs: number;
}

export class ImportStatuses {
  private readonly entries = new Map<string, Entry>();
  private writing: Promise<void> | undefined;
  private again: Promise<void> | undefined;

  private constructor(private readonly file: string) {}

  static async open(dataDir: string, nowMs: number, sources: Partial<StatusSources> = {}): Promise<ImportStatuses> {
    const { warn, waiting = [], ended } = sources;
    const statuses = new ImportStatuses(statusFile(dataDir));
    const entries = await readEntries(statuses.file);
    if (entries === 'damaged')
      warn?.({ file: statuses.file }, 'the states of recent imports are damaged, and forgotten');
    for (const entry of entries === 'damaged' ? [] : entries) {
      if (nowMs - entry.changedMs > KEPT_MS) continue;
      const { id, status } = entry.status;
      const unfinished = status === 'WAITING' || status === 'IN_PROGRESS';
      statuses.entries.set(id, unfinished ? { status: statusAtEnd(id, ended?.(id)), changedMs: nowMs } : entry);
    }
    for (const id of waiting) statuses.entries.set(id, { status: { id, status: 'WAITING' }, changedMs: nowMs });
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
      const content = encode([...this.entries.values()]);
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

/** The last status of an import, and why it has failed. */
export function conclude(id: string, outcome: ImportOutcome): { final: ImportStatus; problem: Problem | undefined } {
  if (outcome.status === 'SUCCESS') {
    const { counts, warnings } = outcome;
    return { final: { id, status: 'SUCCESS', counts, ...(warnings && { warnings }) }, problem: undefined };
  }
  const { code, message, errors, errorDetails, stored } = outcome;
  return {
    final: {
      id,
      status: 'FAILURE',
      reason: message,
      ...(stored && { stored }),
      ...(errorDetails !== undefined && { errorDetails }),
    },
    problem: new Problem(code, message, errors, errorDetails),
  };
}

/** What is wrong with the file. */
export async function importStatusFault(dataDir: string): Promise<string | undefined> {
  const file = statusFile(dataDir);
  return (await readEntries(file)) === 'damaged' ? `${file}: damaged` : undefined;
}

function statusAtEnd(id: string, ended: ReturnType<StatusSources['ended']>): ImportStatus {
  if (!ended) return { id, status: 'ABORTED', reason: CUT_OFF };
  const { outcome: status, reason, stored, counts } = ended;
  return { id, status, ...(reason !== undefined && { reason }), ...(stored && { stored }), ...(counts && { counts }) };
}

const statusFile = (dataDir: string): string => join(dataDir, 'imports.json');

async function readEntries(file: string): Promise<Entry[] | 'damaged'> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    const { version, sha256, imports } = JSON.parse(text) as { version: number; sha256?: string; imports: Entry[] };
    // A later version keeps them otherwise.
    if (version > VERSION) return [];
    return sha256 === (version === VERSION ? checksum(imports) : undefined) ? imports : 'damaged';
  } catch {
    // Not JSON, or no object.
    return 'damaged';
  }
}

function encode(imports: Entry[]): string {
  return JSON.stringify({ version: VERSION, sha256: checksum(imports), imports });
}

function checksum(imports: Entry[]): string {
  return createHash('sha256').update(JSON.stringify(imports)).digest('hex');
}

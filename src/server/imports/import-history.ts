/**
 * The last 1,000 imports of every kind, kept over restarts in `import-history.jsonl` of the data folder: a line when an
 * import begins and one when it ends, appended, so that each costs the same, however many there are. The file is
 * rewritten when most lines are superseded. An import without its second line was cut off by a crash.
 *
 * A line is the JSON of a record, a tab and its CRC-32 in hexadecimal. Version 1 wrote the JSON alone.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_LISTED_IMPORTS } from '../../api/admin-parameters.js';
import type { DocumentCounts, ImportCounts, ImportKind } from '../../imports/protocol.js';
import { writeAtomically } from '../../kernel/atomic-file.js';
import { crc32 } from '../../kernel/crc32.js';
import { undoneImports } from './undone-imports.js';

export type ImportOutcome = 'SUCCESS' | 'FAILURE' | 'ABORTED';

/** An import that has begun. */
export interface ImportBegun {
  id: string;
  kind: ImportKind | 'rollback';
  /** As given with the request. */
  name?: string;
  /** Whether the body was only validated. */
  validationOnly?: true;
  /** Who has sent it, and the id of the key; absent in records of an earlier version. */
  actor?: string;
  key?: string;
  /** ISO 8601. */
  startedAt: string;
}

/** As callers see it. */
export interface ImportRecord extends ImportBegun {
  outcome: ImportOutcome;
  /** Of an import that waited for its turn: how long, in milliseconds. */
  waitedMs?: number;
  /** Reason of a failure or abort. */
  reason?: string;
  /** See `ImportStatus`. */
  stored?: true;
  /** The snapshot that it made, or that a rollback went back to. */
  snapshot?: string;
  /** Id of the rollback that has undone it; only where it is listed. */
  undoneBy?: string;
  counts?: ImportCounts | DocumentCounts;
  /** ISO 8601; absent, like the duration, for an import that a crash interrupted. */
  endedAt?: string;
  durationMs?: number;
}

/** All of them can be listed at once. */
export const KEPT_IMPORTS = MAX_LISTED_IMPORTS;
/** Number of lines at which the file is rewritten. */
const MOST_LINES = 4 * KEPT_IMPORTS;
const CUT_OFF = 'the daemon ended before the import did; nothing was changed unless a new snapshot is live';

export class ImportHistory {
  /** Those that have ended, oldest first. */
  private readonly records: ImportRecord[] = [];
  private lines = 0;
  /** Whether the last line may be incomplete, because it could not be written. */
  private isTorn = false;
  /** Serialises writes. */
  private writing: Promise<void> = Promise.resolve();

  private constructor(private readonly file: string) {}

  /**
   * Lines that are damaged, or that a crash left incomplete, are passed over.
   * @param waiting ids of imports that wait, and were not cut off
   * @throws when the file cannot be read
   */
  static async open(dataDir: string, waiting: ReadonlySet<string> = new Set()): Promise<ImportHistory> {
    const history = new ImportHistory(join(dataDir, 'import-history.jsonl'));
    const begun = new Map<string, ImportBegun>();
    const lines = await readLines(history.file);
    history.lines = lines.length;
    for (const line of lines) {
      if (isEnded(line)) {
        begun.delete(line.id);
        history.add(line);
      } else begun.set(line.id, line);
    }
    for (const cutOff of begun.values())
      if (!waiting.has(cutOff.id)) history.add({ ...cutOff, outcome: 'ABORTED', reason: CUT_OFF });
    // What is appended begins a line of its own.
    history.isTorn = true;
    return history;
  }

  /** Newest first. */
  list(limit: number): ImportRecord[] {
    const undone = undoneImports(this.records);
    const listed = this.records.slice(-limit).reverse();
    return listed.map(record => {
      const undoneBy = undone.get(record.id);
      return undoneBy === undefined ? record : { ...record, undoneBy };
    });
  }

  /** The end of an import, if it has ended. */
  get(id: string): ImportRecord | undefined {
    return this.records.find(record => record.id === id);
  }

  /** Resolves when the line is written, so that it survives the end of the daemon; it is not flushed. */
  begin(begun: ImportBegun): Promise<void> {
    return this.append(begun, false);
  }

  /** Resolves when it is on disk. */
  async end(record: ImportRecord): Promise<void> {
    this.add(record);
    await this.append(record, true);
  }

  /** In the place of one of the same import: a daemon of a fleet may end what another one has begun. */
  private add(record: ImportRecord): void {
    const before = this.records.findLastIndex(({ id }) => id === record.id);
    if (before >= 0) this.records.splice(before, 1);
    this.records.push(record);
    if (this.records.length > KEPT_IMPORTS) this.records.shift();
  }

  private append(line: ImportBegun | ImportRecord, sync: boolean): Promise<void> {
    const written = this.writing.then(async () => {
      if (this.lines >= MOST_LINES && isEnded(line)) return this.rewrite();
      const handle = await open(this.file, 'a');
      try {
        await handle.writeFile(`${this.isTorn ? '\n' : ''}${lineOf(line)}`);
        this.isTorn = false;
        if (sync) await handle.sync();
      } finally {
        await handle.close();
      }
      this.lines++;
    });
    // The caller gets the failure; the next write tries again.
    this.writing = written.catch(() => {
      this.isTorn = true;
    });
    return written;
  }

  /** Writes the file anew, without what is passed over. */
  tidy(): Promise<void> {
    const written = this.writing.then(() => this.rewrite());
    this.writing = written.catch(() => undefined);
    return written;
  }

  private async rewrite(): Promise<void> {
    await writeAtomically(this.file, this.records.map(lineOf).join(''));
    this.lines = this.records.length;
    this.isTorn = false;
  }
}

function isEnded(line: ImportBegun | ImportRecord): line is ImportRecord {
  return 'outcome' in line;
}

async function readLines(file: string): Promise<(ImportBegun | ImportRecord)[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap(line => parseLine(line) ?? []);
}

function lineOf(record: ImportBegun | ImportRecord): string {
  const json = JSON.stringify(record);
  return `${json}\t${checksum(json)}\n`;
}

function checksum(json: string): string {
  return crc32(Buffer.from(json)).toString(16);
}

/** @returns undefined for a line that is damaged, or that a crash left incomplete: the daemon has to start all the same */
function parseLine(line: string): ImportBegun | ImportRecord | undefined {
  const [json, sum] = line.split('\t');
  if (sum !== undefined && sum !== checksum(json!)) return undefined;
  try {
    const parsed = JSON.parse(json!) as ImportBegun | ImportRecord;
    return typeof parsed?.id === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

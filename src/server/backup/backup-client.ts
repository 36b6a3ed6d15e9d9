/**
 * Makes backups of the running daemon, one at a time. What a backup needs is put into a folder first, each part by the
 * thread or process that writes it, as it is at one moment; a thread of its own then reads that folder, at the pace of the
 * client, while the daemon goes on.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beginStaging, endStaging } from '../../backup/staged-folder.js';
import type { Journal } from '../../behaviour/index.js';
import { diskFault } from '../../errors/disk-fault.js';
import { Problem } from '../../errors/problem.js';
import { WorkerClient } from '../../threads/worker-client.js';
import { shuttingDown } from '../admission/refusals.js';
import type { BehaviourRequests } from '../behaviour/behaviour-requests.js';
import { journalFolder } from '../behaviour/folders.js';
import type { ExportListener, RunningExport } from '../exports/export-client.js';
import type { IngestSupervisor } from '../imports/ingest-supervisor.js';
import type { BackupProtocol, OrderBody, StagedBackup } from './backup-messages.js';

/** Time limit of reading an order. */
const LONGEST_ORDER_MS = 60_000;
/** Time limit of a backup. */
const LONGEST_MS = 6 * 3_600_000;
/** What tells of imports: copied before the catalog, so that none counts as made whose changes came too late for it. */
const IMPORT_FILES = ['imports.json', 'import-history.jsonl'];
/** Small files that are replaced by this thread, or by the command. */
const SMALL_FILES = [
  'keys.json',
  'keys.json.copy',
  'ticket-secret',
  'ticket-secret.copy',
  'erasures.json',
  'erasures.json.copy',
  'shared-behaviour.json',
  'shared-behaviour.json.copy',
  'shared-settings.json',
  'shared-settings.json.copy',
];

export interface BackupSources {
  dataDir: string;
  release: string;
  /** See TicketSecrets. */
  shop(): string;
  journal: Pick<Journal, 'stage'>;
  behaviour: Pick<BehaviourRequests, 'copyTo'>;
  supervisor: Pick<IngestSupervisor, 'stageBackup'>;
  /** Resolves when the daemon has what the others of its fleet have, as far as that can be known. Never rejects. */
  caughtUp(): Promise<void>;
  /** @throws Problem where the data folder cannot be written to */
  requireWritable(): void;
}

/** Of a backup amid which a customer was forgotten: nothing is wrong, and it is to be begun again. */
export class EndedForErasure extends Problem {
  constructor() {
    super('backup_failed', 'a customer was forgotten meanwhile; begin again');
  }
}

export class BackupClient {
  private running: { thread: WorkerClient<BackupProtocol>; ended: Promise<void> } | undefined;
  /** Whether files that may name customers are put together, or sent. */
  private hasCustomers = false;
  /** Why the running backup is ended. */
  private endedFor: Problem | undefined;
  private closed = false;

  constructor(private readonly sources: BackupSources) {}

  /**
   * @param order as it was received: a long one would keep this thread from everything else
   * @throws Problem `backup_in_progress`
   */
  start(order: OrderBody, listener: ExportListener): RunningExport {
    if (this.closed) throw shuttingDown();
    this.sources.requireWritable();
    if (this.running) throw new Problem('backup_in_progress', 'a backup is running; try again when it has ended');
    const thread = new WorkerClient<BackupProtocol>({
      name: 'the backup thread',
      file: new URL('./backup-thread.js', import.meta.url),
      data: { dataDir: this.sources.dataDir },
      hear: ({ piece }) => listener.piece(piece),
    });
    let isStopped = false;
    this.hasCustomers = false;
    this.endedFor = undefined;
    const ended = thread
      .call({ kind: 'order', ...order }, LONGEST_ORDER_MS)
      .then(() => this.sources.caughtUp())
      .then(() => this.stage())
      .then(staged => thread.call(staged, LONGEST_MS))
      .finally(() => this.end(thread))
      // The client is told last: it may ask for the next backup at once.
      .then(
        () => listener.end(),
        (error: Error) => {
          const why = this.closed ? shuttingDown() : (this.endedFor ?? diskFault(error) ?? error);
          if (!isStopped) listener.failed(why);
        },
      );
    this.running = { thread, ended };
    return {
      more: pieces => thread.tell({ type: 'more', pieces }),
      stop: () => {
        isStopped = true;
        void thread.close();
      },
    };
  }

  /**
   * Ends a backup that may have copies of what a customer has left, which a slow client would keep for hours. One that
   * still waits for the catalog has none yet, and goes on. Resolves when the copies are removed.
   */
  async endForErasure(): Promise<void> {
    const { running } = this;
    if (!running || !this.hasCustomers) return;
    this.endedFor = new EndedForErasure();
    await running.thread.close();
    await running.ended;
  }

  /** Stops a backup that runs. */
  async close(): Promise<void> {
    this.closed = true;
    await this.running?.thread.close();
    await this.running?.ended;
  }

  private async end(thread: WorkerClient<BackupProtocol>): Promise<void> {
    try {
      await thread.close();
      endStaging(this.sources.dataDir);
    } finally {
      this.running = undefined;
    }
  }

  /**
   * Puts all files of the backup together. The catalog comes early, as it may wait for an import; visitors come before
   * the journal, because they have their position in it.
   */
  private async stage(): Promise<StagedBackup> {
    const { dataDir, release, shop, journal, behaviour, supervisor } = this.sources;
    const createdAt = new Date().toISOString();
    const folder = beginStaging(dataDir);
    await copyThere(IMPORT_FILES, dataDir, folder);
    const snapshot = await supervisor.stageBackup();
    this.hasCustomers = true;
    await copyThere(SMALL_FILES, dataDir, folder);
    await behaviour.copyTo(folder);
    const records = await journal.stage(journalFolder(folder));
    return {
      kind: 'send',
      createdAt,
      release,
      shop: shop(),
      ...(snapshot !== undefined && { snapshot }),
      lengths: new Map([...records].map(([file, bytes]) => [`journal/${file}`, bytes])),
    };
  }
}

/** Copies the files that are there. */
async function copyThere(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) {
    await copyFile(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

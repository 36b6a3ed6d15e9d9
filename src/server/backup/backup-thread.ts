/**
 * The thread that reads a backup: verifies each staged file that the backup lacks and computes its checksum, then sends
 * the manifest and those files as one archive, in pieces that the main thread allows. It has a low priority: a backup
 * takes no processor time from queries.
 */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { join, posix } from 'node:path';
import { workerData } from 'node:worker_threads';
import { parseBackupOrder } from '../../api/backup-order.js';
import { type ArchiveEntry, contentOf, writeArchive } from '../../backup/backup-archive.js';
import {
  BACKUP_FILE,
  BACKUP_VERSION,
  type BackupFile,
  type BackupManifest,
  encodeManifest,
  isImmutable,
} from '../../backup/backup-manifest.js';
import { stagedDir } from '../../backup/staged-folder.js';
import { environmentFault } from '../../behaviour/visitors/visitor-environment.js';
import { inspectCopy } from '../../catalog/packed-store.js';
import { Problem } from '../../errors/problem.js';
import { damageOf } from '../../snapshot/damage.js';
import { lowerPriorityTo } from '../../threads/lower-priority-to.js';
import { RequestServer } from '../../threads/request-server.js';
import { Flow } from '../exports/flow-control.js';
import { collectPieces } from '../exports/pieces.js';
import type { BackupProtocol, StagedBackup } from './backup-messages.js';

/** As that of the ingest process: at the lowest, a backup of a small shop took a minute beside four busy processes. */
const NICENESS = 10;
const PARTS = 'parts/';
const CATALOG = 'catalog/';

const { dataDir } = workerData as { dataDir: string };
const folder = stagedDir(dataDir);
const server = new RequestServer<BackupProtocol>();
const flow = new Flow();

// On Linux alone, a thread has a priority of its own.
if (platform() === 'linux') lowerPriorityTo(NICENESS);
/** What the client has already, by path. */
let known: ReadonlyMap<string, BackupFile> = new Map();
server.serve(
  {
    order: ({ contentType, body }) => {
      const { has } = parseBackupOrder(contentType, body);
      known = new Map(has.map(file => [file.path, file]));
    },
    send,
  },
  ({ pieces }) => flow.allow(pieces),
);

/** @throws Problem `backup_failed` where a file is damaged */
async function send({ createdAt, release, shop, snapshot, lengths }: StagedBackup): Promise<void> {
  const files: BackupFile[] = [];
  for (const { path, bytes } of staged(lengths)) {
    const before = known.get(path);
    const isSame = before !== undefined && isImmutable(path) && before.bytes === bytes;
    files.push(isSame ? before : await verified(path, bytes));
  }
  const backup: BackupManifest = {
    version: BACKUP_VERSION,
    createdAt,
    release,
    shop,
    ...(snapshot !== undefined && { snapshot }),
    files,
  };
  const text = Buffer.from(encodeManifest(backup));
  const lacking = files.filter(({ path, sha256 }) => known.get(path)?.sha256 !== sha256);
  const entries: ArchiveEntry[] = [
    { path: BACKUP_FILE, bytes: text.length, from: text },
    ...lacking.map(({ path, bytes }) => ({ path, bytes, from: join(folder, path) })),
  ];
  for await (const piece of collectPieces(writeArchive(entries, new Date(createdAt)))) {
    await flow.next();
    server.tell({ piece }, [piece.buffer as ArrayBuffer]);
  }
}

/** The files of the folder, in the order of their paths. */
function staged(lengths: ReadonlyMap<string, number>): { path: string; bytes: number }[] {
  const paths = readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (!entry.isDirectory()) return [entry.name];
    return readdirSync(join(folder, entry.name)).map(name => posix.join(entry.name, name));
  });
  return paths.sort().map(path => ({ path, bytes: lengths.get(path) ?? statSync(join(folder, path)).size }));
}

async function verified(path: string, bytes: number): Promise<BackupFile> {
  const fault = faultOf(path, bytes);
  if (fault !== undefined) throw new Problem('backup_failed', `${path}: ${fault}`);
  const hash = createHash('sha256');
  for await (const chunk of contentOf(join(folder, path), bytes)) hash.update(chunk);
  return { path, bytes, sha256: hash.digest('hex') };
}

/** What is wrong with a file whose damage would not be mended where the backup is restored. */
function faultOf(path: string, bytes: number): string | undefined {
  if (path.startsWith(PARTS)) return damageOf(folder, { file: path.slice(PARTS.length), bytes })?.found;
  if (path === 'behaviour/data.mdb') return environmentFault(join(folder, 'behaviour'));
  if (!path.startsWith(CATALOG)) return undefined;
  const store = inspectCopy(join(folder, path));
  return store.state === 'damaged' ? store.fault : undefined;
}

/** Backups and folders that are not what they seem: nothing is removed or written that is not of a backup. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { writeArchive } from '../../../src/backup/backup-archive.js';
import {
  BACKUP_FILE,
  type BackupManifest,
  encodeManifest,
  parseManifest,
} from '../../../src/backup/backup-manifest.js';
import { takeArchive } from '../../../src/cli/backup/backup-files.js';
import { backupTarget } from '../../../src/cli/backup/backup-target.js';
import { restoreBackup } from '../../../src/cli/backup/restore-backup.js';
import { testFolder } from '../../folder.js';

const CONTENT = Buffer.from('content');
const FILE = {
  path: 'parts/a.part',
  bytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
};

function manifest(files: unknown): string {
  const backup = { version: 1, createdAt: '2026-11-23T06:47:40.373Z', release: '0.1.0', shop: 'a', files };
  return encodeManifest(backup as BackupManifest);
}

/** An archive whose file has other content than its manifest tells. */
async function* archive(content: Buffer): AsyncGenerator<Buffer> {
  const text = Buffer.from(manifest([FILE]));
  const entries = [
    { path: BACKUP_FILE, bytes: text.length, from: text },
    { path: FILE.path, bytes: content.length, from: content },
  ];
  for await (const piece of writeArchive(entries, new Date(0))) {
    for (let at = 0; at < piece.length; at += 1 << 16) yield piece.subarray(at, at + (1 << 16));
  }
}

async function take(t: Test, content: Buffer): Promise<string> {
  const to = join(testFolder(t), 'file');
  const taker = { manifest: () => undefined, destination: () => to };
  await takeArchive(archive(content), 'it', taker).catch((error: Error) => t.comment(error.message));
  return to;
}

t.test('of a file that is longer than the manifest tells, no more is written than that', async t => {
  t.same(readFileSync(await take(t, CONTENT)), CONTENT);
  const to = await take(t, Buffer.alloc(32 << 20));
  t.equal(statSync(to).size, 0);
});

t.test('a manifest that is none is refused by what was found', async t => {
  t.equal(parseManifest(manifest([FILE]), 'it').files.length, 1);
  const strange = [
    ...['../keys.json', '/etc/passwd', 'parts/../../x', 'parts/a/b', 'parts/', 'parts/.ssh', 'parts', 'vitrine.lock'],
    ...['keys.json\n', 'spool/a', 'restoring/a', 'constructor', ''],
  ].map(path => ({ ...FILE, path }));
  for (const file of [...strange, { ...FILE, sha256: '../x' }, { ...FILE, bytes: '7' }, null, 'keys.json']) {
    t.throws(() => parseManifest(manifest([file]), 'it'), { code: 'backup_damaged', message: /found / });
  }
  t.throws(() => parseManifest(manifest(undefined), 'it'), { code: 'backup_damaged', message: /no list of files/ });
});

t.test('a restore removes what a restore has left, and nothing else', async t => {
  const data = testFolder(t);
  mkdirSync(join(data, 'restoring'));
  mkdirSync(join(data, 'letters'));
  writeFileSync(join(data, 'keys.json'), '{}');
  const source = { kind: 'folder', path: join(data, 'none') } as const;
  await t.rejects(restoreBackup(source, data), /found "letters", expected an empty folder/);
  t.same(readdirSync(data).sort(), ['keys.json', 'letters', 'restoring']);
});

t.test('a folder whose files are no backup is not taken for one', async t => {
  const dir = testFolder(t);
  mkdirSync(join(dir, 'files'));
  writeFileSync(join(dir, 'files', `${FILE.sha256}.part`), '');
  t.same(backupTarget(dir).kind, 'folder');
  writeFileSync(join(dir, 'files', 'letter.txt'), 'dear');
  t.throws(() => backupTarget(dir), /found "letter\.txt" in files, expected files of a backup alone/);
  t.ok(existsSync(join(dir, 'files', 'letter.txt')));
});

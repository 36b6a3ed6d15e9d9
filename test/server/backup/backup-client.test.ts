import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { stagedDir } from '../../../src/backup/staged-folder.js';
import { BackupClient } from '../../../src/server/backup/backup-client.js';
import { testFolder } from '../../folder.js';
import { until } from '../../within.js';

const CONTENT = Buffer.alloc(16 << 20, 'anna');

t.test('a backup that has copies of what a customer has left ends when the customer is forgotten', async t => {
  const dataDir = testFolder(t);
  const heard: unknown[] = [];
  let staged!: () => void;
  const catalog = new Promise<void>(resolve => {
    staged = resolve;
  });
  const backups = new BackupClient({
    dataDir,
    release: '1',
    shop: () => 'shop',
    journal: {
      stage: async folder => {
        mkdirSync(folder);
        writeFileSync(join(folder, 'a.journal'), CONTENT);
        return new Map([['a.journal', CONTENT.length]]);
      },
    },
    behaviour: { copyTo: async () => undefined },
    supervisor: { stageBackup: () => catalog.then(() => undefined) },
    caughtUp: async () => undefined,
    requireWritable: () => undefined,
  });
  t.teardown(() => backups.close());
  await backups.endForErasure();
  const begin = () =>
    backups.start(
      { contentType: undefined, body: new Uint8Array() },
      {
        piece: ({ length }) => heard.push(length),
        end: () => heard.push('end'),
        failed: error => heard.push(error),
      },
    );
  begin();
  await backups.endForErasure();
  t.same(heard, [], 'while it waits for the catalog, it has none');
  staged();
  await until('the first piece', () => heard.length > 0);
  t.ok(existsSync(stagedDir(dataDir)), 'its client takes no more');
  await backups.endForErasure();
  t.match(heard.at(-1), { code: 'backup_failed', message: /a customer was forgotten meanwhile; begin again/ });
  t.notOk(existsSync(stagedDir(dataDir)));
  heard.length = 0;
  begin();
  await until('the next backup', () => heard.length > 0);
  t.match(heard, [Number], 'it is not ended');
});

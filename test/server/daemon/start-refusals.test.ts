/**
 * A daemon that cannot have its port, its data folder or its settings ends within seconds and says why. Real processes.
 */
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { startDaemon } from '../../daemon.js';
import { CopiedPrograms } from './copied-programs.js';

const programs = new CopiedPrograms(t);

t.test('a port that is taken', async t => {
  const taken = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as { port: number };
  const { code, output } = await programs.serve(['--port', String(port)]);
  t.equal(code, 1);
  t.match(output, new RegExp(`vitrine: cannot listen on 127.0.0.1:${port}`));
});

t.test('a data folder that another daemon has', async t => {
  const holder = await startDaemon();
  t.teardown(() => holder.stop());
  const { code, output } = await programs.serve([], holder.dataDir);
  t.equal(code, 1);
  t.match(output, `data folder ${holder.dataDir}: in use by the daemon with process id ${holder.process.pid}`);
});

t.test('a data folder that is a file', async t => {
  const { code, output } = await programs.serve([], fileURLToPath(import.meta.url));
  t.equal(code, 1);
  t.match(output, /vitrine: .*EEXIST|ENOTDIR/);
});

t.test('a catalog store whose folder is a file', async t => {
  const data = programs.newFolder();
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'catalog'), 'no store');
  const { code, signal, output } = await programs.serve([], data);
  t.equal(signal, null, 'it ends by itself');
  t.equal(code, 1);
  t.match(output, /vitrine: .*ingest process cannot start/);
});

t.test('settings that cannot be read, and wrong ones', async t => {
  const missing = join(programs.root, 'nowhere.json');
  const unreadable = await programs.serve(['--config', missing]);
  t.equal(unreadable.code, 2);
  t.match(unreadable.output, `vitrine: settings file ${missing}: cannot be read (ENOENT`);
  const wrong = join(programs.root, 'wrong.json');
  writeFileSync(wrong, '{"port": "eighty"}');
  const refused = await programs.serve(['--config', wrong]);
  t.equal(refused.code, 2);
  t.match(refused.output, `vitrine: port (from ${wrong}): found "eighty", expected an integer from 0 to 65535`);
});

t.test(
  'a data folder that cannot be written to',
  { skip: process.getuid?.() === 0 ? 'root may write' : false },
  async t => {
    const data = programs.newFolder();
    mkdirSync(data);
    chmodSync(data, 0o500);
    const { code, output } = await programs.serve([], data);
    t.equal(code, 1);
    t.match(output, /vitrine: .*EACCES/);
  },
);

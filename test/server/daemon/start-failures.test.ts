/**
 * A daemon ends within seconds, and says why, when one of its threads or processes cannot start: real processes, in
 * which one program at a time fails.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Daemon, startDaemon } from '../../daemon.js';
import { CopiedPrograms } from './copied-programs.js';

const programs = new CopiedPrograms(t);

const FAILURES = {
  'throws while it is loaded': "throw new Error('planted failure');",
  'ends by itself': 'process.exit(7);',
};

/** What is replaced, and how the message names it and the cause, by kind of failure. */
const PROGRAMS: { program: string; messages: [RegExp, RegExp]; args?: string[]; linuxOnly?: true }[] = [
  {
    program: 'server/queries/query-thread.js',
    messages: [/vitrine: .*a query thread cannot start: planted failure/, /vitrine: .*query thread .* code 7/],
    args: ['--workers', '2'],
  },
  {
    program: 'server/behaviour/behaviour-thread.js',
    messages: [/vitrine: .*behaviour thread/, /vitrine: .*behaviour thread/],
  },
  {
    program: 'ingest/process.js',
    messages: [
      /planted failure(.|\n)*vitrine: .*the ingest process cannot start/,
      /vitrine: .*ingest process .* code 7/,
    ],
  },
  {
    program: 'server/front-ends/front-end-thread.js',
    messages: [/vitrine: .*(planted failure|front end)/, /vitrine: .*front end/],
    args: ['--front-ends', '2'],
    linuxOnly: true,
  },
];

for (const { program, messages, args = [], linuxOnly } of PROGRAMS) {
  const skip = linuxOnly && process.platform !== 'linux' ? 'ports are not shared here' : false;
  for (const [i, [how, text]] of Object.entries(FAILURES).entries()) {
    t.test(`${program} ${how}`, { skip }, async t => {
      programs.replace(t, program, text);
      const { code, signal, output } = await programs.serve(args);
      t.equal(signal, null, 'it ends by itself');
      t.equal(code, 1);
      t.match(output, messages[i]!);
    });
  }
}

t.test('the thread that joins the views of the announced snapshot', async t => {
  const dataDir = programs.newFolder();
  mkdirSync(dataDir);
  const catalog = join(programs.root, 'lamp.jsonl');
  const importLamp = (daemon: Daemon, title: string) => {
    const variants = { v: { defaults: { listPrice: 100, stock: 5 } } };
    const products = { p: { markets: ['se'], defaults: { title, url: '/l' }, variants } };
    writeFileSync(catalog, `${JSON.stringify({ replace: { key: 'g', productGroup: { products } } })}\n`);
    return daemon.importCatalog(catalog);
  };
  const config = join(programs.root, 'overlays.json');
  writeFileSync(config, JSON.stringify({ overlay: { mostShare: 1, rebuildShare: 1, leastProducts: 0 } }));
  const daemon = await startDaemon({ dataDir, args: ['--config', config] });
  await importLamp(daemon, 'Lampa');
  await importLamp(daemon, 'Taklampa');
  await daemon.stop();
  // With stored joined parts, no thread would have to join views.
  rmSync(join(dataDir, 'joined'), { recursive: true });
  for (const [how, text] of Object.entries(FAILURES)) {
    t.test(how, async t => {
      programs.replace(t, 'snapshot/load-thread.js', text);
      const { code, signal, output } = await programs.serve([], dataDir);
      t.equal(signal, null, 'it ends by itself');
      t.equal(code, 1);
      t.match(
        output,
        text.includes('planted')
          ? /vitrine: .*the snapshot loader failed: .*planted/
          : /vitrine: .*snapshot loader .*7/,
      );
    });
  }
});

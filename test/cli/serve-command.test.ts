/** The commands against a daemon that runs as a process of its own: what an operator does with a shop, start to end. */
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { type Daemon, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand, runProcess } from './command.js';

const folder = testFolder(t);

function group(key: string, title: string, listPrice: unknown): string {
  const variants = { [`${key}-v`]: { defaults: { listPrice, stock: 5 } } };
  const product = { markets: ['se'], defaults: { title, url: `/${key}`, dataLocale: 'sv-SE' }, variants };
  return JSON.stringify({ replace: { key, productGroup: { products: { [`${key}-p`]: product } } } });
}

async function catalog(name: string, ...lines: string[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

/** Runs a command that talks to the daemon, with its address and key. */
function vitrine(daemon: Daemon, ...args: string[]): Promise<Run> {
  return runCommand([...args, '--url', daemon.url, '--key', daemon.key]);
}

async function offline(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${stderr}`);
  return stdout;
}

async function hits(daemon: Daemon, q: string): Promise<number> {
  const parameters = `market=se&locale=sv-SE&touchpoint=DESKTOP&customerKey=c&sessionKey=s&q=${q}`;
  const response = await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${parameters}`);
  const body = (await response.json()) as { primaryList: { totalHits: number } };
  return body.primaryList.totalHits;
}

t.test('a catalog is imported, amended, refused and rolled back by the command line', async t => {
  const dataDir = await mkdtemp(join(folder, 'cut-off-'));
  await writeFile(join(dataDir, 'demo-import-pending'), '');
  const demo = await catalog('again.jsonl', group('lamp', 'Lampa', 100));
  const daemon = await startDaemon({ dataDir, args: ['--demo', demo] });
  t.teardown(() => daemon.stop());
  const at = ['--data', dataDir, '--json'];
  await ready(daemon.url);
  t.equal(await hits(daemon, 'lampa'), 1, 'a demo import that was cut off is made up for by the next start');
  await daemon.waitForLog(line => line.message?.includes('demo catalog is live') ?? false);

  const whole = await catalog('whole.jsonl', group('lamp', 'Lampa', 100), group('vase', 'Vas', 50));
  const imported = await runProcess(['import', 'catalog', whole, '--url', daemon.url, '--key', daemon.key]);
  t.equal(imported.code, 0, imported.stderr);
  t.match(imported.stdout, 'is live');
  t.match(imported.stderr, /^uploading\n/, 'progress in lines where no terminal is');
  t.equal(await hits(daemon, 'lampa'), 1);

  const more = await catalog('more.jsonl', group('rug', 'Matta', 900));
  t.equal((await vitrine(daemon, 'import', 'catalog', more, '--partial')).code, 0);
  t.equal(await hits(daemon, 'matta'), 1);
  t.equal(await hits(daemon, 'lampa'), 1);

  const bad = await catalog('bad.jsonl', group('bad', 'Fel', 'cheap'));
  const refused = await vitrine(daemon, 'import', 'catalog', bad, '--partial');
  t.equal(refused.code, 1);
  t.match(refused.stderr, /was refused/);
  t.match(refused.stderr, /listPrice/);
  t.match(refused.stderr, /bad-v/);
  t.equal(await hits(daemon, 'lampa'), 1);

  const valid = await vitrine(daemon, 'import', 'catalog', whole, '--validate-only');
  t.equal(valid.code, 0);
  t.match(valid.stdout, 'is valid');
  t.equal(await hits(daemon, 'matta'), 1, 'validating changes nothing');

  const listed = JSON.parse(await offline('snapshots', 'list', ...at)) as { id: string; announced: boolean }[];
  t.same(
    listed.map(one => one.announced),
    [true, false, false],
  );
  t.match(JSON.parse(await offline('snapshots', 'verify', ...at)), [{ ok: true }, { ok: true }, { ok: true }]);

  const scope = ['--label', 'rollbacks', '--scope', 'import', '--name', 'anna'];
  const key = (await offline('keys', 'create', '--data', dataDir, ...scope)).trim();
  const anna = (...args: string[]) => runCommand([...args, '--url', daemon.url, '--key', key]);
  const back = await anna('snapshots', 'rollback', 'previous');
  t.equal(back.code, 0, back.stderr);
  await daemon.waitForLog(({ message, actor }) => message === 'import ended' && actor === 'anna');
  const { stdout: history } = await anna('imports');
  t.match(history, /rollback +SUCCESS +\S+ s +anna/, 'the history names the actor');
  t.match(history, /catalog +SUCCESS \(undone by anna\) +\S+ s +settings/);
  t.match(back.stdout, `${listed[1]!.id} is live`);
  t.equal(await hits(daemon, 'matta'), 0);
  const forth = await vitrine(daemon, 'snapshots', 'rollback', listed[0]!.id, '--json');
  t.same(JSON.parse(forth.stdout), { id: listed[0]!.id, live: true });
  t.equal(await hits(daemon, 'matta'), 1, 'a rollback is taken back');
  const nowhere = await vitrine(daemon, 'snapshots', 'rollback', '99999999-00000000');
  t.equal(nowhere.code, 1);
  t.match(nowhere.stderr, '99999999-00000000');
  t.equal(await daemon.stop(), 0);
});

t.test('an empty data folder is filled with the demo once, and a filled one is left alone', async t => {
  const dataDir = join(folder, 'data');
  const demo = await catalog('demo.jsonl', group('lamp', 'Lampa', 100));
  const first = await startDaemon({ dataDir, args: ['--demo', demo] });
  t.teardown(() => first.stop());
  await first.waitForLog(line => line.message?.includes('demo catalog is live') ?? false);
  t.equal(await hits(first, 'lampa'), 1);
  await first.importCatalog(await catalog('own.jsonl', group('boat', 'Jolle', 100)));
  t.equal(await first.stop(), 0);
  t.notOk((await readdir(dataDir)).includes('demo-import-pending'));

  const second = await startDaemon({ dataDir, args: ['--demo', demo] });
  t.teardown(() => second.stop());
  await ready(second.url);
  t.equal(await hits(second, 'lampa'), 0);
  t.equal(await hits(second, 'jolle'), 1);
});

/** `vitrine snapshots diff` over what a daemon has kept: two imports, and the searches of its visitors. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand } from './command.js';

const folder = testFolder(t);
const dataDir = join(folder, 'data');

function diff(args: string[], input = '', data = dataDir): Promise<Run> {
  return runCommand(['snapshots', 'diff', ...args, '--data', data], {}, input);
}

async function catalog(name: string, titles: Record<string, string>): Promise<string> {
  const lines = Object.entries(titles).map(([key, title]) => {
    const variants = { [`${key}-v`]: { defaults: { listPrice: 10, stock: 5 } } };
    const product = { markets: ['se', 'dk'], defaults: { title, url: `/${key}`, dataLocale: 'sv-SE' }, variants };
    return JSON.stringify({ replace: { key: `g-${key}`, productGroup: { products: { [key]: product } } } });
  });
  const file = join(folder, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

const lamps = { l1: 'Lampa Sol', l2: 'Lampa Vind' };
const daemon = await startDaemon({ dataDir });
t.teardown(() => daemon.stop());
await daemon.importCatalog(await catalog('first.jsonl', { ...lamps, v1: 'Vas Jord' }));
await daemon.importCatalog(await catalog('second.jsonl', { ...lamps, l0: 'Lampa Eld', m1: 'Matta' }));

t.test('without a word of what visitors search for, it asks for a file', async t => {
  const { code, stdout, stderr } = await diff(['previous', 'live']);
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, /no searches are recorded; .* --queries names a file/);
});

t.test('beside a running daemon, a file of queries is run in the views that both have', async t => {
  const queries = 'lampa\nvas\n{"q": "matta", "market": "se", "locale": "sv-SE"}\n';
  const { code, stdout } = await diff(['previous', 'live', '--queries', '-'], queries);
  t.equal(code, 0);
  const [first, ...lines] = stdout.split('\n');
  t.match(first, /^00000001-[0-9a-f]{8} → 00000002-[0-9a-f]{8}$/);
  for (const query of ['"vas"  se sv-SE', '"vas"  dk sv-SE', '"lampa"  se sv-SE', '"matta"  se sv-SE'])
    t.ok(lines.includes(query), query);
  t.notOk(lines.includes('"matta"  dk sv-SE'));
  t.match(stdout, '  hits 2 → 3, 2 of 3 shared, another product first\n  new → 1  l0  Lampa Eld\n');
  t.match(stdout, '  hits 1 → 0, 0 of 1 shared\n  1 → gone  v1  Vas Jord\n');
  t.match(stdout, '5 queries: 0 unchanged, 5 changed, 2 now without hits, 1 now with hits\n');
});

t.test('after visits, the most frequent searches are compared, and a pipeline can be held up', async t => {
  const searches = ['vas', 'vas', 'vas', 'lampa', 'lampa', 'sol'];
  for (const [i, q] of searches.entries()) {
    const visitor = new URLSearchParams({ customerKey: `c${i}`, sessionKey: `s${i}`, touchpoint: 'DESKTOP' });
    await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?market=se&locale=sv-SE&q=${q}&${visitor}`);
  }
  t.equal(await daemon.stop(), 0);

  const shown = await diff(['previous', 'live', '--top', '2', '--limit', '1', '--fail-under', '0.9']);
  t.equal(shown.code, 1);
  t.match(shown.stderr, /^vitrine: 0\.267 of the first ten is shared, expected 0\.9\n$/);
  const [, source, , top] = shown.stdout.split('\n');
  t.equal(source, 'the 2 most frequent recorded searches, 83.3 % of all');
  t.equal(top, '"vas"  se sv-SE  50.0 %');
  t.match(shown.stdout, 'and 1 more that changed less (--limit shows more)');

  const all = await diff(['previous', 'live', '--json', '--fail-under', '0.1']);
  t.equal(all.code, 0);
  const { before, after, summary, queries } = JSON.parse(all.stdout) as {
    before: { id: string };
    after: { id: string };
    summary: { queries: number; unchanged: number };
    queries: { q: string; movers: object[] }[];
  };
  t.match([before.id, after.id], [/^00000001-/, /^00000002-/]);
  t.match(summary, { queries: 3, unchanged: 1 });
  t.strictSame(
    queries.map(({ q }) => q),
    ['vas', 'lampa', 'sol'],
  );
  t.strictSame(queries[0]!.movers, [{ key: 'v1', title: 'Vas Jord', move: 'gone', from: 1 }]);
});

t.test('what is asked wrongly is told, with what there is', async t => {
  const cases: [args: string[], code: number, message: RegExp][] = [
    [['live'], 2, /missing required argument 'b'/],
    [['live', 'live', '--queries', '-', '--market', 'no'], 2, /--market: both snapshots have dk sv-SE, se sv-SE/],
    [['live', 'live', '--fail-under', '90'], 2, /--fail-under.*from 0 to 1/],
    [['live', 'live', '--queries', '-'], 1, /standard input: line 2: found the member "text", expected q/],
  ];
  const runs = await Promise.all(cases.map(([args]) => diff(args, 'lampa\n{"text": "vas"}\n')));
  for (const [i, [args, code, message]] of cases.entries()) {
    const run = runs[i]!;
    t.equal(run.code, code, args.join(' '));
    t.match(run.stderr, message, args.join(' '));
    t.equal(run.stdout, '', args.join(' '));
  }
  const empty = await diff(['previous', 'live'], '', folder);
  t.equal(empty.code, 1);
  t.match(empty.stderr, /has no snapshot yet: import a catalog first/);
});

t.test('what was learned and cannot be read is done without, and told, unless the searches come from it', async t => {
  await writeFile(join(dataDir, 'behaviour', 'learnt.bin'), 'not what it was');
  const underWay = join(dataDir, 'behaviour', 'learnt.bin.another.tmp');
  await writeFile(underWay, 'what a daemon is writing');
  const searches = await diff(['previous', 'live']);
  t.equal(searches.code, 1);
  t.match(searches.stderr, /the recorded searches cannot be read: .*learnt\.bin: damaged/);
  const file = await diff(['previous', 'live', '--queries', '-'], 'lampa');
  t.equal(file.code, 0);
  t.match(file.stderr, /compared without the signals of visitors: .*learnt\.bin: damaged/);
  t.match(file.stdout, '2 queries: 0 unchanged, 2 changed\n');
  t.ok(existsSync(underWay), 'and a daemon is not disturbed');
});

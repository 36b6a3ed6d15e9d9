/** `vitrine profile` over the data folder of a daemon that is running. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { PHASE_NAMES } from '../../src/pages/pages.js';
import { startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand } from './command.js';

const folder = testFolder(t);
const dataDir = join(folder, 'data');

function profile(args: string[], input = '', data = dataDir): Promise<Run> {
  return runCommand(['profile', '--seconds', '0.2', ...args, '--data', data], {}, input);
}

interface Times {
  typicalMicros: number;
  meanMicros: number;
  p50Micros: number;
  p99Micros: number;
}

interface Profile {
  snapshot: string;
  kind: string;
  queries: number;
  answers: number;
  perSecond: number;
  stages: (Times & { stage: string; share: number })[];
  total: Times;
  slowest: { q: string; market: string; locale: string; totalMicros: number; stages: { micros: number }[] }[];
}

async function profileJson(...args: string[]): Promise<Profile> {
  const { code, stdout, stderr } = await profile([...args, '--json']);
  t.equal(code, 0, stderr);
  return JSON.parse(stdout) as Profile;
}

const lines = ['Lampa Sol', 'Lampa Vind', 'Vas Jord', 'Matta Eld'].map((title, i) => {
  const variants = { [`v${i}`]: { defaults: { listPrice: 10 + i, stock: 5 } } };
  const defaults = { title, brand: title.split(' ')[1], url: `/${i}`, dataLocale: 'sv-SE' };
  return JSON.stringify({
    replace: { key: `g${i}`, productGroup: { products: { [`p${i}`]: { markets: ['se', 'dk'], defaults, variants } } } },
  });
});
const file = join(folder, 'catalog.jsonl');
await writeFile(file, `${lines.join('\n')}\n`);
const daemon = await startDaemon({ dataDir, env: { VITRINE_SITE_RETAIL_MEDIA: 'true' } });
t.teardown(() => daemon.stop());
await daemon.importCatalog(file);

t.test('every stage is there, and all of them together are the whole', async t => {
  for (const kind of ['search-page', 'autocomplete']) {
    const { stages, total, ...rest } = await profileJson('--kind', kind);
    t.match(rest, { snapshot: /^00000001-/, kind });
    t.ok(rest.queries >= 2 * 4, 'what the catalog suggests in both markets');
    t.ok(rest.answers >= rest.queries && rest.perSecond > 0);
    t.strictSame(
      stages.map(({ stage }) => stage),
      PHASE_NAMES,
    );
    for (const of of ['typicalMicros', 'meanMicros'] as const) {
      const sum = stages.reduce((sum, times) => sum + times[of], 0);
      t.ok(Math.abs(sum - total[of]) < total[of] * 1e-6, `${sum} of ${total[of]}`);
    }
    t.ok(Math.abs(stages.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-6);
    for (const { p50Micros, p99Micros } of [total, ...stages]) t.ok(p50Micros <= p99Micros);
    const used = stages.filter(({ meanMicros }) => meanMicros > 0).map(({ stage }) => stage);
    t.ok(used.includes('analysis') && used.includes('matching') && used.includes('writing cards'));
    t.equal(used.includes('counting facets'), kind === 'search-page');
  }
});

t.test('places are sold to campaigns, which is a stage', async t => {
  const campaign = {
    name: 'Spring',
    advertiser: { id: 'sol', name: 'Sol' },
    markets: ['se'],
    products: { rules: 'rule incl brand {"Sol" "Vind"}' },
    bid: { type: 'CPC', amount: 1, currency: 'SEK' },
    budget: { total: 10 },
  };
  const response = await fetch(`${daemon.url}/api/admin/v4/import/campaigns`, {
    method: 'POST',
    headers: { 'Api-Key': daemon.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ edit: { campaign } }),
  });
  t.equal(response.status, 204);
  const config = join(folder, 'config.json');
  await writeFile(config, JSON.stringify({ site: { retailMedia: { searchPositions: [0], maxShare: 1 } } }));
  const auctionOf = async (...args: string[]) =>
    (await profileJson('--market', 'se', ...args)).stages.find(({ stage }) => stage === 'auction')!.meanMicros;
  t.equal(await auctionOf(), 0, 'switched off');
  t.ok((await auctionOf('--config', config)) > 0);
});

t.test('the queries of a file are asked, and the slowest of them told with their stages', async t => {
  const queries = 'lampa\n{"q": "vas", "market": "se", "locale": "sv-SE"}\n';
  const { code, stdout } = await profile(['--queries', '-', '--slowest', '2', '--limit', '1'], queries);
  t.equal(code, 0);
  const [head, pace, , titles, ...rows] = stdout.split('\n');
  t.match(head, /^00000002-[0-9a-f]{8} {2}search-page, 3 different queries$/);
  t.match(pace, /^[\d,]+ answers in \d+\.\d s on one thread, [\d,]+ a second, [\d,]+ µs of CPU each$/);
  t.match(titles, /^STAGE +TYPICAL µs +SHARE +MEAN µs +P50 µs +P99 µs$/);
  const stages = rows.slice(0, PHASE_NAMES.length + 1);
  for (const [i, name] of [...PHASE_NAMES, 'total'].entries()) {
    t.match(stages[i], new RegExp(`^${name} +[\\d.,]+ +[\\d.]+ %( +[\\d.,]+){3}$`));
  }
  const slowest = rows.slice(PHASE_NAMES.length + 3).filter(row => row !== '');
  t.equal(slowest.length, 2);
  for (const row of slowest) t.match(row, /^"(lampa|vas)" {2}(se|dk) sv-SE +[\d.,]+ {2}[a-z: ]+ [\d.,]+, /);
});

t.test('what visitors search for can be asked, once it is recorded', async t => {
  t.match(await profile(['--recorded']), { code: 1, stdout: '', stderr: /no searches are recorded/ });
  for (const [i, q] of ['vas', 'vas', 'lampa'].entries()) {
    const visitor = new URLSearchParams({ customerKey: `c${i}`, sessionKey: `s${i}`, touchpoint: 'DESKTOP' });
    await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?market=se&locale=sv-SE&q=${q}&${visitor}`);
  }
  t.equal(await daemon.stop(), 0);
  const { queries, slowest } = await profileJson('--recorded', '--slowest', '5');
  t.equal(queries, 2);
  t.strictSame(slowest.map(({ q }) => q).sort(), ['lampa', 'vas']);
  t.equal((await profileJson('--recorded', '--top', '1')).queries, 1);
});

t.test('what is asked wrongly is told, with what there is', async t => {
  const cases: [args: string[], code: number, message: RegExp][] = [
    [['--kind', 'banners'], 2, /--kind: found "banners", expected search-page, autocomplete, landing-page/],
    [['--kind', 'landing-page'], 1, /no pages are stored; --queries names a file/],
    [['--recorded', '--queries', '-'], 2, /--recorded and --queries: expected one/],
    [['--market', 'no'], 2, /--market: the snapshot has dk sv-SE, se sv-SE/],
    [['--seconds', '0'], 2, /--seconds.*from 0\.1 to 600/],
    [['--snapshot', '9'], 2, /no snapshot begins with .?9/],
  ];
  const runs = await Promise.all(cases.map(([args]) => profile(args)));
  for (const [i, [args, code, message]] of cases.entries()) {
    t.match(runs[i], { code, stdout: '', stderr: message }, args.join(' '));
  }
  t.match(await profile([], '', folder), { code: 1, stderr: /has no snapshot yet: import a catalog first/ });
});

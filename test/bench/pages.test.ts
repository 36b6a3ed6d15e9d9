/** Pages of the benches: tables, lines of figures and the plot, of a few fixed results. */
import t from 'tap';
import { OVER_HTTP } from '../../bench/publishing/answer-kinds.js';
import { mixedCost, modelledRate } from '../../bench/publishing/core-model.js';
import { allDaemonTables, daemonTables } from '../../bench/publishing/daemon-tables.js';
import { luceneTable, shortLuceneTable } from '../../bench/publishing/lucene-tables.js';
import { stalePieces } from '../../bench/publishing/pages.js';
import { plot } from '../../bench/publishing/plot.js';
import type { Catalog, Conditions, Row, Run, Turn } from '../../bench/publishing/results.js';
import { rowsOf } from '../../bench/publishing/rows.js';
import { runsTable } from '../../bench/publishing/runs-table.js';
import { summary } from '../../bench/publishing/summary.js';
import { yardstickTable } from '../../bench/publishing/yardstick-tables.js';
import { recommendationsText } from '../../bench/recommend/results.js';
import { askedQuery, relevanceText } from '../../bench/relevance/results.js';
import { Want } from '../../bench/relevance/want.js';

const CONDITIONS: Conditions = {
  date: '2026-11-01',
  machine: { cpu: 'A', cores: 2, memoryGb: 8, platform: 'linux x64' },
  versions: { Node: '20.0.0' },
  options: { seconds: 4, texts: 10_000 },
};
const LARGE: Catalog = { name: 'invented', count: 100_000 };
const SMALL: Catalog = { name: 'invented', count: 10_000 };

function row(measurement: Row['measurement'], catalog: Catalog, turns: Turn[], more: Partial<Row> = {}): Row {
  return { measurement, catalog, turns, ...more };
}

function run(...rows: Row[]): Run {
  return { conditions: CONDITIONS, rows };
}

/** The cells of a table's lines, without its head. */
function cells(table: string): string[][] {
  return table
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
    .map(line =>
      line
        .slice(1, -1)
        .split('|')
        .map(text => text.trim()),
    );
}

function tableNamed(runs: Run[], name: string): string {
  return allDaemonTables(runs).find(table => table.name === name)?.table ?? '';
}

t.test('the published pages are what the results say; `npm run bench -- publish` writes them', async t => {
  t.same(stalePieces(), []);
});

t.test('a figure is the median of its turns; kinds of query stand side by side, catalogs by size', async t => {
  const turn = (perSecond: number): Turn => ({ perSecond, p50: 0.5, p99: 12.34, cpuMicros: 500, bytes: 1_500 });
  const runs = [
    run(row('thread', LARGE, [turn(1_000), turn(3_000), turn(1_100)], { requests: 'search-page' })),
    run(
      row('thread', SMALL, [turn(2_000), turn(4_000)], { requests: 'search-page' }),
      row('thread', LARGE, [{ perSecond: 5_000 }], { requests: 'autocomplete', note: 'only the rate was kept' }),
    ),
  ];
  const table = tableNamed(runs, 'thread');
  const dash = ['–', '–', '–', '–'];
  t.same(cells(table), [
    ['10,000', '3,000', '0.50 / 12.3', '500', '1.5', ...dash, '2'],
    ['100,000', '1,100', '0.50 / 12.3', '500', '1.5', '5,000', ...dash.slice(1), '1, 2'],
  ]);
  t.match(table, '- 100,000: only the rate was kept.');
  t.match(table, '- Not measured yet: 1,000,000 products.');
});

t.test('where nothing was measured the page says so, and the printed tables leave it out', async t => {
  t.equal(tableNamed([], 'start'), 'Not measured yet.');
  const runs = [run(row('start', SMALL, [{ answeredMs: 700 }, { answeredMs: 900 }, { answeredMs: 800 }]))];
  t.same(
    daemonTables(runs).map(({ name }) => name),
    ['start'],
  );
  t.same(cells(tableNamed(runs, 'start')), [['10,000', '–', '–', '0.80', '0.90', '–', '1']]);
});

t.test('the daemon is compared with the bare endpoint turn by turn', async t => {
  const turns = [
    { perSecond: 100, frontCpuMicros: 40 },
    { perSecond: 50, frontCpuMicros: 80 },
  ];
  const bare = [
    { perSecond: 200, frontCpuMicros: 30 },
    { perSecond: 100, frontCpuMicros: 60 },
  ];
  const runs = [run(row('hits', SMALL, turns, { requests: 'search-page', setup: 'gzip', beside: { bare } }))];
  t.same(cells(tableNamed(runs, 'cached')), [
    ['10,000', 'search-page, gzip', '–', '75', '–', '60.0', '50 %', '75 %', '–', '–', '1'],
  ]);
});

t.test('updates: the first five are left out, but the first one is named', async t => {
  const turns = [9_000, 9, 9, 9, 9, 100, 200, 300].map(seenMs => ({ seenMs, repliedMs: seenMs - 1, cpuSeconds: 0.5 }));
  const [line] = cells(tableNamed([run(row('updates', LARGE, turns, { setup: '1,000 prices' }))], 'updates'));
  t.same(line, ['100,000', '1,000 prices', '200 / 300', '199', '9,000', '0.50', '1']);
});

t.test('swaps: p99 against that without, failed requests in all turns together', async t => {
  const turns = [
    { p99: 110, perSecond: 10, swaps: 2, failed: 1 },
    { p99: 240, perSecond: 20, swaps: 2, failed: 0 },
  ];
  const beside = { before: [{ p99: 100 }, { p99: 200 }] };
  const runs = [
    run(
      row('swap', LARGE, turns, { setup: 'every 5 s', beside }),
      row('swaps', LARGE, [{ swaps: 1_000, seconds: 100, perSecond: 10, requests: 5_000, failed: 0 }]),
    ),
  ];
  t.same(cells(tableNamed(runs, 'swaps')), [
    ['100,000', 'every 5 s', '15', '175', '150', '× 1.15', '4', '1', '1'],
    ['100,000', 'without a pause', '50', '–', '–', '–', '1,000', '0', '1'],
  ]);
});

t.test('pauses: the longest of all turns beside the longest without', async t => {
  const turns = [
    { p999: 20, longest: 31, imports: 9, failed: 0 },
    { p999: 24, longest: 28, imports: 8, failed: 1 },
  ];
  const beside = {
    before: [
      { p999: 19, longest: 40 },
      { p999: 21, longest: 22 },
    ],
  };
  const [line] = cells(tableNamed([run(row('pauses', LARGE, turns, { setup: 'a backup', beside }))], 'pauses'));
  t.same(line, ['100,000', 'a backup', '17', '22.0', '20.0', '31.0', '40.0', '1', '1']);
});

t.test('the model: front ends and query threads share the cores, so that neither waits for the other', async t => {
  t.same(modelledRate(8, { front: 100, others: 700 }), { frontEnds: 1, rate: 10_000 });
  t.same(modelledRate(8, { front: 100, others: 100 }), { frontEnds: 4, rate: 40_000 });
  t.same(modelledRate(8, { front: 100, others: 0 }), { frontEnds: 7, rate: 70_000 });
  t.same(mixedCost({ front: 10, others: 0 }, { front: 110, others: 1_000 }, 0.75), { front: 35, others: 250 });
});

const LUCENE = [
  run(
    row(
      'answers',
      LARGE,
      [
        { perSecond: 400, p50: 1, p99: 2, cpuMicros: 100 },
        { perSecond: 100, p50: 3, p99: 4, cpuMicros: 100 },
      ],
      {
        requests: 'page',
        beside: {
          lucene: [
            { perSecond: 100, p50: 5, p99: 6, cpuMicros: 400 },
            { perSecond: 50, p50: 7, p99: 8, cpuMicros: 300 },
          ],
          columns: [{ perSecond: 200 }, { perSecond: 100 }],
        },
      },
    ),
    row('disk', LARGE, [{ diskMb: 400, diskWithoutCardsMb: 100 }], {
      beside: { lucene: [{ diskMb: 40, diskWithoutCardsMb: 5 }] },
    }),
    row('agreement', LARGE, [{ requests: 2_000, sameHits: 0.83, oursAlone: 0.07, otherAlone: 0 }]),
  ),
];

t.test('beside Lucene: the ratio is the median of what it was in each turn, not that of the medians', async t => {
  const rows = rowsOf(LUCENE, 3);
  t.same(cells(shortLuceneTable(rows)), [
    [
      '100,000',
      '60 hits with cards, counts of 4 facets',
      '250',
      '75',
      '× 3.00',
      '× 3.50',
      '× 1.50',
      '2.00 / 3.00',
      '6.00 / 7.00',
      '3',
    ],
  ]);
  const table = luceneTable(rows);
  const dashes = ['–', '–', '–', '–', '–'];
  t.same(cells(table).slice(1), [
    [
      '100,000',
      "60 hits with cards, counts of 4 facets; Lucene's cards not compressed",
      '250/s',
      '150/s',
      '× 1.50',
      '–',
      '2.00 / –',
      '3.00 / –',
      '100 / –',
      '–',
      '3',
    ],
    ['100,000', 'on disk', '400 MB', '40 MB', '× 10.00', ...dashes, '3'],
    ['100,000', 'on disk without cards', '100 MB', '5.0 MB', '× 20.00', ...dashes, '3'],
  ]);
  t.match(
    table,
    '100,000: of 2,000 searches 83 % have as many hits in both, 7 % have some in ours alone, 0 % in Lucene alone.',
  );
});

t.test('lines for the README: newest run first, machine and date behind each', async t => {
  const rate = (perSecond: number): Turn[] => [{ perSecond, p50: 1, p99: 2 }];
  const older: Run = {
    conditions: { ...CONDITIONS, date: '2026-10-01' },
    rows: [
      row('thread', LARGE, rate(1), { requests: 'search-page' }),
      row('thread', { ...LARGE, variants: 2 }, rate(7_000), { requests: 'autocomplete' }),
    ],
  };
  const newer = run(
    row('thread', LARGE, rate(2_000), { requests: 'search-page' }),
    row('import', LARGE, [{ seconds: 30.4 }]),
  );
  const text = summary([newer, older], LUCENE);
  t.same(text.split('\n').slice(2), [
    '- One query thread, nothing cached: 2,000 search pages with 60 products and all facets a second (p50 1.00 ms, p99 2.00 ms), 7,000 autocompletes a second (p50 1.00 ms, p99 2.00 ms). *(2026-11-01, 2 cores (A), 8 GB, linux x64; 2026-10-01, 2 cores (A), 8 GB, linux x64, 2 variants a product)*',
    '- Beside Lucene in the same run, one thread each: 3.0 times as many (1.5) search pages, – times as many (–) with 8 hits, – times as many (–) for unfinished words; in brackets beside Lucene with its cards not compressed. *(2026-11-01, 2 cores (A), 8 GB, linux x64)*',
    '- A whole catalog is live 30 s after its import began. *(2026-11-01, 2 cores (A), 8 GB, linux x64)*',
  ]);
});

t.test('beside Lucene: ours over HTTP has a row of its own, and a figure in the summary', async t => {
  const more = { requests: 'page', setup: OVER_HTTP, beside: { lucene: [{ perSecond: 80 }] } };
  const runs = [...LUCENE, run(row('answers', LARGE, [{ perSecond: 240 }], more))];
  const rows = cells(shortLuceneTable(rowsOf(runs))).map(([, what, ours, lucene, ratio]) => [
    what,
    ours,
    lucene,
    ratio,
  ]);
  t.same(rows, [
    ['60 hits with cards, counts of 4 facets', '250', '75', '× 3.00'],
    ['60 hits with cards, counts of 4 facets; ours over HTTP by 16 connections', '240', '80', '× 3.00'],
  ]);
  t.match(summary([], runs), 'not compressed; ours over HTTP and Lucene in process, 3.0. *(');
});

t.test('relevance: queries are counted by class, those without any meaning apart', async t => {
  const row = { q: 'x', class: 'plain', locale: 'sv-SE', used: 'x', hits: 3, others: 0, keys: [] };
  const asked = [
    askedQuery('demo', { ...row, want: new Want({ type: ['dress'] }), ndcg: 0.123456, first: true, grades: [3, 0, 1] }),
    askedQuery('demo', { ...row, class: 'none', none: true, empty: false }),
  ];
  t.same(asked, [
    { catalog: 'demo', class: 'plain', locale: 'sv-SE', q: 'x', hits: 3, ndcg: 0.1235, first: true, grades: '301' },
    { catalog: 'demo', class: 'none', locale: 'sv-SE', q: 'x', hits: 3, none: true, empty: false },
  ]);
  const text = relevanceText({ conditions: CONDITIONS, rows: asked });
  t.match(text, /^2026-11-01, 2 cores \(A\), 8 GB, linux x64, Node 20\.0\.0\n\nDemo catalog\.\n\n\|/);
  t.same(cells(text), [
    ['plain', '0.123 (1)', '0.123 (1)', '100.0 %', '1'],
    ['all with something to find', '0.123 (1)', '0.123 (1)', '100.0 %', '1'],
    ['none: found nothing', '0.0 % (1)', '0.0 % (1)', '', '1'],
  ]);
});

t.test('recommendations: ratios, none where nothing was hit at random', async t => {
  const shares = { hits: 0.6, popular: 0.2, random: 0, fresh: 0.05 };
  const row = { catalog: 'fashion', what: 'the next', algorithm: 'CART', cases: 50, ...shares, micros: 150.4 };
  const text = recommendationsText({ conditions: { ...CONDITIONS, options: { visitors: 20_000 } }, rows: [row] });
  t.match(text, ', Node 20.0.0. 20,000 visitors in 28 days, the last 4 of them to be found again.');
  t.same(cells(text), [['fashion: the next', 'CART', '50', '60.0 %', '20.0 %', '0.0 %', '× 3.0', '', '5.0 %', '150']]);
});

t.test('the list of runs has their conditions', async t => {
  const noted = { ...run(), conditions: { ...CONDITIONS, note: 'on a Sunday' } };
  t.same(cells(runsTable([noted], 4)), [
    ['4', '2026-11-01, 2 cores (A), 8 GB, linux x64', 'Node 20.0.0', '4 s a turn, 10,000 search texts', 'on a Sunday'],
  ]);
});

t.test('the plot: both axes by logarithms, sizes that were not measured have no point', async t => {
  const at = (count: number, perSecond: number): Row[] => [
    row('thread', { name: 'invented', count }, [{ perSecond, p50: 1, p99: 10 }], { requests: 'search-page' }),
  ];
  t.equal(plot([]), undefined);
  const svg = plot(rowsOf([run(...at(10_000, 1_000), ...at(1_000_000, 10))])) ?? '';
  const points = [...svg.matchAll(/<polyline class="line a" points="([^"]*)"/g)].map(([, text = '']) =>
    text.split(' ').map(point => point.split(',').map(Number)),
  );
  const [rates = [], latencies = []] = points;
  t.equal(rates.length, 2);
  const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = rates;
  t.ok(left < right && top < bottom, 'more products to the right, less queries below');
  t.same(
    latencies.map(([, y]) => y),
    [latencies[0]?.[1], latencies[0]?.[1]],
    'the same latency at the same height',
  );
  const tick = (label: string) => Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${label}</text>`).exec(svg)?.[1]);
  t.equal(tick('10 k'), left);
  t.equal(tick('1 M'), right);
  t.equal(tick('100 k'), (left + right) / 2);
  t.match(svg, 'prefers-color-scheme: dark');
  t.notMatch(svg, /NaN|Infinity/);
});

t.test('engines beside us stand in a line each, with how many times as many answers came from us', async t => {
  const engine = (measurement: Row['measurement'], turns: Turn[], more: Partial<Row> = {}) =>
    row(measurement, LARGE, turns, { setup: 'minisearch', ...more });
  const table = yardstickTable(
    rowsOf([
      run(
        row('indexing', LARGE, [{ perSecond: 3_000 }]),
        engine('indexing', [{ perSecond: 1_234 }]),
        engine('agreement', [{ sameHits: 0.71 }]),
        engine('answers', [{ perSecond: 4 }, { perSecond: 2 }, { perSecond: 5 }], {
          requests: 'page',
          beside: { ours: [{ perSecond: 30 }, { perSecond: 40 }, { perSecond: 30 }] },
        }),
      ),
    ]),
  );
  t.same(cells(table), [['100,000', 'MiniSearch', '4.0 (× 7.5)', '–', '–', '1,234', '–', '71 %', '1']]);
});

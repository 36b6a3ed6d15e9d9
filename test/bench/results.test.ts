/** Published results: what a new run replaces, what it leaves, and what a file must not have. */
import t from 'tap';
import {
  type Conditions,
  merged,
  parseResults,
  type Row,
  type Run,
  resultsJson,
} from '../../bench/publishing/results.js';

const FIRST: Conditions = {
  date: '2026-11-01',
  machine: { cpu: 'A', cores: 2, memoryGb: 8, platform: 'linux x64' },
  versions: { Node: '20.0.0' },
  options: { seconds: 4 },
};
const SECOND: Conditions = { ...FIRST, date: '2026-11-02' };

function thread(count: number, requests: string, perSecond: number, variants?: number): Row {
  const catalog = { name: 'invented', count, ...(variants !== undefined && { variants }) } as const;
  return { measurement: 'thread', catalog, requests, turns: [{ perSecond }] };
}

t.test('a run replaces the rows that it measured again, and leaves all others to the runs they are from', async t => {
  const runs: Run[] = [
    { conditions: FIRST, rows: [thread(10_000, 'search-page', 1), thread(100_000, 'search-page', 2)] },
  ];
  const rows = [thread(100_000, 'search-page', 3), thread(100_000, 'autocomplete', 4)];
  t.same(merged(runs, SECOND, rows), [
    { conditions: SECOND, rows },
    { conditions: FIRST, rows: [thread(10_000, 'search-page', 1)] },
  ]);
  t.same(runs[0]?.rows.length, 2, 'what was given stays as it is');
});

t.test('a run of which nothing is left goes', async t => {
  const runs: Run[] = [{ conditions: FIRST, rows: [thread(10_000, 'search-page', 1)] }];
  const rows = [thread(10_000, 'search-page', 2)];
  t.same(merged(runs, SECOND, rows), [{ conditions: SECOND, rows }]);
});

t.test('rows of a catalog with other variants are replaced by those of the same size', async t => {
  const runs: Run[] = [
    { conditions: FIRST, rows: [thread(10_000, 'search-page', 1, 2), thread(10_000, 'search-page', 2)] },
  ];
  const rows = [thread(10_000, 'search-page', 3)];
  t.same(merged(runs, SECOND, rows), [{ conditions: SECOND, rows }]);
});

t.test('rows under the conditions of the newest run continue it', async t => {
  const first = merged([], FIRST, [thread(10_000, 'search-page', 1)]);
  const second = merged(first, FIRST, [thread(10_000, 'autocomplete', 2)]);
  t.same(second, [{ conditions: FIRST, rows: [thread(10_000, 'search-page', 1), thread(10_000, 'autocomplete', 2)] }]);
  const third = merged(second, FIRST, [thread(10_000, 'search-page', 3)]);
  t.same(third, [{ conditions: FIRST, rows: [thread(10_000, 'autocomplete', 2), thread(10_000, 'search-page', 3)] }]);
});

t.test('rows tell setups and kinds of requests apart', async t => {
  const gzip: Row = { ...thread(10_000, 'search-page', 1), measurement: 'cached', setup: 'gzip' };
  const plain: Row = { ...thread(10_000, 'search-page', 2), measurement: 'cached' };
  const [run] = merged(merged([], FIRST, [gzip]), FIRST, [plain]);
  t.same(run?.rows, [gzip, plain]);
});

t.test('what is written is read again, figures to six digits', async t => {
  const row: Row = { ...thread(10_000, 'search-page', 1234.56789), partBytesPerItem: { text: 0.123456789 } };
  const runs = [{ conditions: FIRST, rows: [row] }];
  const [read] = parseResults(resultsJson(runs), 'results').map(({ rows }) => rows[0]);
  t.same(read, { ...row, turns: [{ perSecond: 1234.57 }], partBytesPerItem: { text: 0.123457 } });
});

t.test('a file with something else is refused, with the place in it', async t => {
  const json = (row: object) => JSON.stringify({ version: 1, runs: [{ conditions: FIRST, rows: [row] }] });
  const row = thread(10_000, 'search-page', 1);
  t.throws(() => parseResults(json({ ...row, turns: [{ perSecond: '1' }] }), 'x.json'), {
    message: /^x\.json: \/runs\/0\/rows\/0\/turns\/0\/perSecond: found "1", expected a number/,
  });
  t.throws(() => parseResults(json({ ...row, turns: [] }), 'x.json'), { message: /rows\/0\/turns/ });
  t.throws(() => parseResults(json({ ...row, turns: [{ perMinute: 1 }] }), 'x.json'), { message: /perMinute/ });
  t.throws(() => parseResults(json({ ...row, measurement: 'luck' }), 'x.json'), {
    message: /measurement: found "luck"/,
  });
  t.throws(() => parseResults('{"version": 2, "runs": []}', 'x.json'), { message: /version/ });
});

/** The log of a daemon: how lines name requests, and queries that take long. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { PHASE_NAMES } from '../../../src/pages/shared/phases.js';
import { relayedLog } from '../../../src/server/observability/log.js';
import { SlowQueries } from '../../../src/server/observability/slow-queries.js';
import { groupLines } from '../../contract/shop.js';
import { type LogLine, startDaemon } from '../../daemon.js';
import { testFolder } from '../../folder.js';

const SECRETS = ['visitor-7', 'session-7', 'lantern', 'test-key-with-all-scopes'];
const ASKED = { query: 'search-page', market: 'uk', locale: 'en-GB' } as const;

t.test('of a daemon', async t => {
  const catalog = join(testFolder(t), 'catalog.jsonl');
  await writeFile(
    catalog,
    `${groupLines(20)
      .map(line => JSON.stringify(line))
      .join('\n')}\n`,
  );
  const env = { VITRINE_LOG_LEVEL: 'debug', VITRINE_SLOW_QUERY_MS: '1' };
  const daemon = await startDaemon({ catalog, env });
  t.teardown(() => daemon.stop());
  const ask = async (id: string, path: string) => {
    const url = `${daemon.url}/api/storefront/v3/queries/${path}&customerKey=visitor-7&sessionKey=session-7`;
    await (await fetch(url, { headers: { 'X-Request-Id': id } })).text();
    return daemon.waitForLog(({ request, message }) => request === id && message === 'request');
  };
  const query = `search-page?market=${ASKED.market}&locale=${ASKED.locale}&touchpoint=DESKTOP&q=lantern`;

  t.match(await ask('shop-1', query), { level: 'debug', status: 200, method: 'GET', ...ASKED });
  t.match(await ask('shop-2', query), ASKED, 'also where it is answered from the cache');
  t.match(await ask('shop-3', 'search-page?market=uk&q=x'), { status: 400, query: undefined });

  const isSlow = ({ message }: LogLine) => message === 'slow query';
  const isTold = (line: LogLine) => isSlow(line) && line['stages'] !== undefined;
  for (let i = 0; !daemon.logs.some(isTold); i++) await ask(`shop-long-${i}`, `${query}${i}`);
  const slow = daemon.logs.find(isSlow)!;
  t.match(slow, { level: 'warn', request: /^shop-/, status: 200, ...ASKED });
  t.ok(Number(slow['ms']) > 1 && Number(slow['computeMs']) <= Number(slow['ms']));
  // The first of a kind takes a thread long.
  const staged = daemon.logs.find(isTold)!;
  const stages = Object.entries(staged['stages'] as Record<string, number>);
  t.ok(stages.every(([name]) => (PHASE_NAMES as readonly string[]).includes(name)));
  t.ok(stages.some(([name]) => name === 'analysis') && stages.some(([name]) => name === 'writing'));
  const sum = stages.reduce((total, [, ms]) => total + ms, 0);
  t.ok(sum > 0.9 && sum <= Number(staged['computeMs']) + 0.1, `${sum} ms of ${staged['computeMs']}`);

  t.ok(daemon.logs.every(({ level }) => typeof level === 'string'));
  for (const secret of SECRETS) t.notOk(JSON.stringify(daemon.logs).includes(secret), secret);
});

t.test('of queries that take long there are ten lines a second, and how many were left out', t => {
  const lines: Record<string, unknown>[] = [];
  const slow = new SlowQueries(
    relayedLog('info', line => lines.push(JSON.parse(line) as Record<string, unknown>)),
    500,
  );
  const add = (ms: number, nowMs: number) =>
    slow.add({ request: 'r', asked: ASKED, status: 503, ms, computed: undefined }, nowMs);
  for (let i = 0; i < 25; i++) add(600.123, 1000 + i);
  t.equal(lines.length, 10);
  add(700, 2000);
  t.match(lines[0], { ...ASKED, status: 503, ms: 600.12, omitted: undefined, computeMs: undefined });
  t.match(lines.at(-1), { ms: 700, omitted: 15 });
  add(700, 2001);
  t.equal(lines.at(-1)!['omitted'], undefined);
  t.end();
});

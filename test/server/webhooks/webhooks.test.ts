/** Events reach receivers: signed, in their order, again after failures and restarts, and nowhere they must not. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { runCommand } from '../../cli/command.js';
import { startDaemon } from '../../daemon.js';
import { testFolder } from '../../folder.js';

const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_c2Vjb25kLXNlY3JldC1vZi0yNC1ieXRlcyE='];
const PRODUCT = {
  markets: ['uk'],
  defaults: { title: 'Lamp', url: '/lamp', dataLocale: 'en-GB' },
  variants: { v: { defaults: { listPrice: 10 } } },
};
const LINE = { replace: { key: 'g', productGroup: { products: { p: PRODUCT } } } };

interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

interface Receiver {
  url: string;
  calls: Call[];
  /** What it answers next; 204 when there is nothing left. */
  answers: ((response: ServerResponse) => void)[];
  /** The first call, come or yet to come, that fits. */
  call(fits: (call: Call) => boolean): Promise<Call>;
}

async function receiver(t: Pick<Test, 'teardown'>): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const one: Receiver = {
    url: '',
    calls: [],
    answers: [],
    call: async fits => {
      for (;;) {
        const found = one.calls.find(fits);
        if (found) return found;
        await new Promise<void>(resolve => waiting.add(resolve));
      }
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const answer = one.answers.shift() ?? (response => response.writeHead(204).end());
    answer(response);
    one.calls.push({ path: request.url!, headers: request.headers, body, event: JSON.parse(body) as Call['event'] });
    for (const told of waiting) told();
    waiting.clear();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  one.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return one;
}

const ALL = ['import.ended', 'snapshot.live', 'daemon.degraded', 'searches.without_hits'];

function settings(t: Test, webhooks: object): string {
  const file = join(testFolder(t), 'settings.json');
  writeFileSync(file, JSON.stringify({ webhooks }));
  return file;
}

t.test('imports, snapshots and searches without hits are told, signed by all secrets', async t => {
  const shop = await receiver(t);
  // The first request fails, and says when to come again; the second is sent elsewhere, which is not followed.
  shop.answers.push(
    response => response.writeHead(503, { 'Retry-After': '0' }).end(),
    response => response.writeHead(307, { Location: `${shop.url}/elsewhere` }).end(),
  );
  const target = { name: 'shop', url: `${shop.url}/hook?token=t0ken`, secrets: SECRETS, events: ALL };
  const file = settings(t, {
    targets: [target],
    privateNetworks: true,
    firstRetrySeconds: 0.01,
    searchMinutes: 0.01,
    searchesLeast: 1,
    withoutHitsShare: 0.4,
  });
  const catalog = join(testFolder(t), 'catalog.jsonl');
  writeFileSync(catalog, `${JSON.stringify(LINE)}\n`);
  const daemon = await startDaemon({ args: ['--config', file], catalog });
  t.teardown(() => daemon.stop());

  const ended = await shop.call(({ event }) => event.type === 'import.ended');
  t.match(ended.event.data, { kind: 'catalog', outcome: 'SUCCESS', counts: { products: 1 } });
  t.match((await shop.call(({ event }) => event.type === 'snapshot.live')).event.data, { products: 1 });
  for (const { headers, body } of shop.calls) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const expected = SECRETS.map(secret => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    });
    t.equal(headers['webhook-signature'], expected.join(' '));
  }
  t.same(
    [...new Set(shop.calls.slice(0, 3).map(({ headers }) => headers['webhook-id']))].length,
    1,
    'one event, three times',
  );
  t.notOk(shop.calls.some(({ path }) => path === '/elsewhere'));

  const search = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c&sessionKey=s&q=zzzzqqq';
  await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${search}`);
  const without = await shop.call(({ event }) => event.type === 'searches.without_hits');
  t.same(without.event.data, { searches: 1, withoutHits: 1, share: 1, minutes: 0.01 });

  const env = { VITRINE_URL: daemon.url, VITRINE_API_KEY: daemon.key };
  t.match(await runCommand(['webhooks', 'test'], env), { code: 0 });
  await shop.call(({ event }) => event.type === 'webhook.test');
  const listed = await runCommand(['webhooks', '--json'], env);
  t.match(JSON.parse(listed.stdout), [{ name: 'shop', origin: shop.url, failed: 2, dropped: 0, gone: false }]);
  const metrics = await (await fetch(`${daemon.url}/metrics`)).text();
  t.match(metrics, /vitrine_webhook_failed_attempts_total\{target="shop"\} 2/);
  const said = `${JSON.stringify(daemon.logs)}${listed.stdout}${metrics}`;
  for (const secret of [...SECRETS, 't0ken']) t.notOk(said.includes(secret), 'secrets stay where they are');
});

t.test('what a receiver has not taken is told by the next start, and damage to the queue is told', async t => {
  const shop = await receiver(t);
  shop.answers.push(response => response.writeHead(500).end());
  const target = { name: 'shop', url: shop.url, secrets: [SECRETS[0]], events: ['import.ended'] };
  const file = settings(t, { targets: [target], privateNetworks: true, firstRetrySeconds: 60 });
  const dataDir = testFolder(t);
  const first = await startDaemon({ args: ['--config', file], dataDir });
  await fetch(`${first.url}/api/admin/v4/webhooks/test`, { method: 'POST', headers: { 'Api-Key': first.key } });
  const [{ headers }] = [await shop.call(() => true)];
  await first.waitForLog(({ message }) => message === 'a webhook has failed, and is tried again');
  await first.stop();
  const queue = join(dataDir, 'webhooks.json');
  const kept = JSON.parse(readFileSync(queue, 'utf8')) as {
    version: number;
    sha256: string;
    deliveries: { dueMs: number }[];
  };
  t.equal(kept.deliveries.length, 1);

  const second = await startDaemon({
    args: ['--config', settings(t, { targets: [target], privateNetworks: true })],
    dataDir,
  });
  t.match(
    await runCommand(['webhooks', '--json'], { VITRINE_URL: second.url, VITRINE_API_KEY: second.key }).then(
      ({ stdout }) => JSON.parse(stdout) as object,
    ),
    [{ pending: 1, nextAttempt: /^20/ }],
  );
  await second.stop();
  t.ok(headers['webhook-id']);

  writeFileSync(queue, readFileSync(queue, 'utf8').replace('webhook.test', 'webhook.tost'));
  const third = await startDaemon({ args: ['--config', file], dataDir });
  await third.waitForLog(({ message }) => message === 'webhooks that waited are lost: their file is damaged');
  await third.stop();
});

t.test(
  'receivers have public addresses and https, unless the settings say otherwise; one that is gone is left alone',
  async t => {
    const shop = await receiver(t);
    shop.answers.push(response => response.writeHead(410).end());
    const target = (name: string, url: string): object => ({ name, url, secrets: [SECRETS[0]], events: ALL });
    const test = async (webhooks: object, faults: number): Promise<(string | undefined)[]> => {
      const daemon = await startDaemon({ args: ['--config', settings(t, webhooks)] });
      const post = () =>
        fetch(`${daemon.url}/api/admin/v4/webhooks/test`, { method: 'POST', headers: { 'Api-Key': daemon.key } });
      await post();
      const found: (string | undefined)[] = [];
      await daemon.waitForLog(line => {
        if (typeof line['fault'] === 'string') found.push(`${line['webhook']}: ${line['fault']}`);
        return found.length === faults;
      });
      await post();
      await daemon.stop();
      return found.sort();
    };
    const inside = [
      target('a', shop.url),
      target('b', 'https://127.0.0.1:9/'),
      target('c', 'https://[::ffff:10.0.0.1]/'),
      target('d', 'https://localhost:9/'),
    ];
    t.match(await test({ targets: inside, firstRetrySeconds: 3600 }, 4), [
      /^a: http is allowed in private networks alone/,
      /^b: 127\.0\.0\.1 is not public/,
      /^c: .* is not public/,
      /^d: localhost is .*, which is not public/,
    ]);
    t.equal(shop.calls.length, 0);
    t.same(await test({ targets: [target('gone', shop.url)], privateNetworks: true }, 1), [
      'gone: found status 410, expected 200 to 299',
    ]);
    t.equal(shop.calls.length, 1);
  },
);

t.test('settings of receivers that are wrong stop the start, and do not print secrets', async t => {
  const target = { name: 'Shop!', url: 'ftp://x', secrets: ['whsec_short'], events: ['everything'] };
  await t.rejects(startDaemon({ args: ['--config', settings(t, { targets: [target] })] }), {
    message: /webhooks\.targets/,
  });
});

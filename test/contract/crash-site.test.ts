/** `kill -9` while anything but the catalog is imported: afterwards its export is that of before or of the import. */
import t from 'tap';
import { type Daemon, ready } from '../daemon.js';
import { importWhenReady } from './admin.js';
import { killAll, missingProc } from './processes.js';
import { running, start } from './shared-restarts.js';
import { groupLines } from './shop.js';

const seed = 20260901;
const ADMIN = '/api/admin/v4';
/** Requests answered between the import's start and the kill, at most: about as many as it takes. */
const MOST_ROUND_TRIPS = 30;

interface Kind {
  name: string;
  method: 'PUT' | 'POST';
  query?: string;
  body: (edition: string) => unknown;
  exported: string;
}

const KINDS: readonly Kind[] = [
  {
    name: 'product-sets',
    method: 'PUT',
    body: name => ({ set: { name, rules: 'rule incl price [0, 10]' } }),
    exported: 'product-sets',
  },
  {
    name: 'templates',
    method: 'POST',
    body: edition => ({ edit: { small: { products: { all: { fields: [`custom.${edition}`] } } } } }),
    exported: 'templates',
  },
  {
    name: 'pages',
    method: 'POST',
    body: heading => ({
      market: 'uk',
      type: 'PARTIAL',
      addOrUpdate: Array.from({ length: 300 }, (_, n) => ({ id: `page-${n}`, headings: { 'en-GB': heading } })),
    }),
    exported: 'pages?market=uk',
  },
  {
    name: 'navigation',
    method: 'POST',
    query: '?bypass-compression-for-manual-test=true',
    body: title => ({ market: 'uk', locale: 'en-GB', type: 'FORCE', addOrUpdate: [{ id: 'n', title, type: 'LABEL' }] }),
    exported: 'navigation?market=uk&locale=en-GB',
  },
  {
    name: 'configuration',
    method: 'POST',
    body: name => ({
      edit: {
        markets: {
          uk: { locales: ['en-GB', 'sv-SE'], appSettings: { name } },
          se: { locales: ['en-GB', 'sv-SE'], appSettings: { name } },
        },
      },
    }),
    exported: 'configuration',
  },
];

async function importKind({ url, key }: Daemon, { name, method, query = '', body }: Kind, edition: string) {
  const headers = { 'Api-Key': key, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}${ADMIN}/import/${name}${query}`, {
    method,
    headers,
    body: JSON.stringify(body(edition)),
  });
  return { status: response.status, text: await response.text() };
}

async function exportKind({ url, key }: Daemon, { exported }: Kind): Promise<string> {
  const response = await fetch(`${url}${ADMIN}/export/${exported}`, { headers: { 'Api-Key': key } });
  return response.text();
}

/** Resolves when imports are taken, which is after recovery. */
async function settled(daemon: Daemon): Promise<void> {
  await ready(daemon.url);
  await importWhenReady(daemon, 'POST', [], { validationOnly: 'true' });
}

t.test(`an import that is cut off has happened or has not (seed ${seed})`, { skip: missingProc }, async t => {
  let daemon = await running(groupLines(20));
  for (const kind of KINDS) t.match(await importKind(daemon, kind, 'old'), { status: 204 }, kind.name);

  let state = seed;
  for (const kind of KINDS) {
    const before = await exportKind(daemon, kind);
    const after = before.replaceAll('old', 'new');
    t.not(before, after, `${kind.name}: the export tells the editions apart`);
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let acknowledged = false;
    const sent = importKind(daemon, kind, 'new').then(
      ({ status }) => {
        acknowledged = status === 204;
      },
      () => undefined,
    );
    const trips = state % MOST_ROUND_TRIPS;
    for (let i = 0; i < trips; i++) await fetch(`${daemon.url}/healthz`).then(response => response.arrayBuffer());
    await killAll(daemon);
    await sent;
    daemon = await start();
    await settled(daemon);
    const found = await exportKind(daemon, kind);
    const when = `${kind.name}, killed after ${trips} round trips${acknowledged ? ', acknowledged' : ''}`;
    if (acknowledged) t.equal(found, after, when);
    else t.ok(found === before || found === after, `${when}: ${found.slice(0, 200)}`);
  }
  const noMarkets = { name: 'configuration', body: () => ({ replace: { markets: {} } }) } as const;
  t.match(
    await importKind(daemon, { ...noMarkets, method: 'POST', exported: '' }, ''),
    { status: 204 },
    'the configuration is taken back',
  );
});

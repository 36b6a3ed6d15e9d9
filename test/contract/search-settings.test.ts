/** Search settings of a real daemon: live with their import, previewed, published, and gone for good with a rollback. */
import t from 'tap';
import { responseFaults } from '../api/response-faults.js';
import type { Daemon } from '../daemon.js';
import { daemon, replaceCatalog } from './shared-daemon.js';
import { groupLines, searchUrl } from './shop.js';

interface Found {
  q: string;
  redirectLink?: string;
  primaryList: { totalHits: number; productGroups: { products: { key: string }[] }[] };
}

async function admin({ url, key }: Daemon, method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { 'Api-Key': key, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${url}/api/admin/v4/${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

t.test('settings are live with their import, and those of a preview for who asks for them', async t => {
  await replaceCatalog(groupLines(10));
  t.teardown(() => admin(daemon, 'PUT', 'import/search-settings?force=true', { locales: {} }));
  const { live } = (await admin(daemon, 'GET', 'snapshots')) as { live: string };
  const exported = () => admin(daemon, 'GET', 'export/search-settings?viewId=PRODUCTION');
  const before = await exported();

  const search = async (q: string, viewId = 'PRODUCTION'): Promise<Found> => {
    const answer: unknown = await (await fetch(searchUrl(daemon.url, q, { viewId }))).json();
    t.same(responseFaults('search-page', answer), []);
    return answer as Found;
  };
  const first = async (viewId?: string) =>
    (await search('mirrors', viewId)).primaryList.productGroups[0]!.products[0]!.key;
  const pinned = (key: string) => ({ locales: { 'en-GB': { rules: [{ phrases: ['mirror'], pin: [key] }] } } });

  const redirects = [{ phrases: ['store hours'], link: '/stores' }];
  await admin(daemon, 'PUT', 'import/search-settings', { locales: { en: { redirects } } });
  t.equal((await search('Store hours?')).redirectLink, '/stores');
  t.equal((await search('mirror')).redirectLink, undefined);
  const { totalHits } = (await search('mirrors')).primaryList;

  await admin(daemon, 'PUT', 'import/search-settings', { ...pinned('p-0'), previewOnly: true });
  t.not(await first(), 'p-0');
  t.equal(await first('preview'), 'p-0');
  t.equal((await search('mirrors', 'PREVIEW')).primaryList.totalHits, totalHits + 1);
  await admin(daemon, 'POST', 'search-settings/publish', { locales: ['en-GB'] });
  t.equal(await first(), 'p-0');

  await admin(daemon, 'POST', `snapshots/rollback?id=${live}`);
  t.not(await first(), 'p-0', 'a snapshot has the settings of its time');
  t.equal((await search('store hours')).redirectLink, undefined);
  t.same(await exported(), before, 'exports say what is live');
  await admin(daemon, 'PUT', 'import/search-settings', { ...pinned('p-1'), previewOnly: true });
  t.not(await first(), 'p-0', 'a later import does not bring them back');
  t.equal(await first('preview'), 'p-1');
  t.same(await exported(), before);
});

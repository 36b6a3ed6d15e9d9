/**
 * A daemon with products and an article, for all files that hold its replies to the interface description. What it
 * replies before the first import is tested here, where it can be asked.
 */
import t from 'tap';
import { importWhenReady } from '../../contract/admin.js';
import { groupLines } from '../../contract/shop.js';
import { ready } from '../../daemon.js';
import { ADMIN, describedDaemon, NOTIFICATIONS, post, QUERIES, richLines, VISITOR } from '../described.js';

export const { daemon, description, agree } = await describedDaemon(t);

t.test('before there is anything to answer from, replies are as described', async t => {
  await agree(t, 200, '/healthz');
  await agree(t, 503, '/readyz');
  await agree(t, 503, `${QUERIES}/search-page?${VISITOR}&q=`);
  await agree(t, 503, `${NOTIFICATIONS}/add-favorite?${VISITOR}`, post({ productKey: 'p-1' }));
  await agree(t, 204, `${NOTIFICATIONS}/end?${VISITOR}`, { method: 'POST' });
  await agree(
    t,
    503,
    `${ADMIN}/explain`,
    post({ query: 'navigation-tree', parameters: { market: 'uk', locale: 'en-GB' } }),
  );
  await agree(t, 200, `${ADMIN}/notifications/latest`);
  await agree(t, 200, `${ADMIN}/snapshots`);
  await agree(t, 200, `${ADMIN}/import/history`);
});

t.test('the catalog of the tests that follow is imported', async t => {
  t.equal((await importWhenReady(daemon, 'PUT', [...groupLines(5), ...richLines])).status, 204);
  await ready(daemon.url);
});

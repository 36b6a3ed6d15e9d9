/** Starts on a disk that is full or read-only: a real daemon, over a file system of its own, which root may mount. */
import { join } from 'node:path';
import t from 'tap';
import { Shop } from '../../../bench/chaos/shop.js';
import { SmallDisk } from '../../../bench/chaos/small-disk.js';
import { type Daemon, startDaemon } from '../../daemon.js';
import { testFolder } from '../../folder.js';
import { until } from '../../within.js';

/** How the disk is, how many bytes of it are free, and the code of refusals. */
const WITHOUT_WRITING = [
  ['full', 0, 'disk_full'],
  ['full but for room for a lock', 65_536, 'disk_full'],
  ['read-only', undefined, 'disk_read_only'],
] as const;

t.test('a start on a disk that cannot be written to', async t => {
  const folder = join(testFolder(t), 'disk');
  const disk = SmallDisk.mount(folder);
  if (disk === undefined) {
    t.pass('skipped: a disk of its own cannot be mounted here');
    return;
  }
  t.teardown(disk.unmount);
  const dataDir = join(folder, 'data');
  let daemon: Daemon = await startDaemon({ dataDir });
  t.teardown(() => daemon.stop());
  const shopOf = ({ url, key }: Daemon) => new Shop(url, key);
  let shop = shopOf(daemon);
  await shop.takesImports();
  for (const order of [() => shop.putCatalog(1, 1), () => shop.postPage(1)]) t.equal((await order()).status, 204);
  await shop.favor('anna', 'p-1');
  await daemon.stop();

  for (const [how, free, code] of WITHOUT_WRITING) {
    t.test(
      `it is ${how}: queries and exports are answered, the rest is refused until it can be written to`,
      async t => {
        if (free !== undefined) disk.leave(free);
        else disk.setReadOnly(true);
        daemon = await startDaemon({ dataDir });
        shop = shopOf(daemon);
        await shop.ready();
        t.match(await json('/readyz'), {
          status: 'degraded',
          reasons: [/^the disk of the data folder is (full|read-only):/],
        });
        t.match(await metrics(), /^vitrine_data_folder_writable 0$/m);
        t.match(await metrics(), /^vitrine_degraded 1$/m);
        t.match(await shop.answered(), /^edition 1,/);
        await until('exports', async () => /^edition 1,/.test(await shop.exported().catch(String)));
        for (const refused of [await shop.postPrices(2), await shop.notify('bo')]) {
          t.equal(refused.status, 503);
          t.match(JSON.parse(refused.text), { code });
        }
        t.ok(daemon.logs.some(({ message }) => /cannot be written to; queries are answered/.test(message ?? '')));
        // Where there is no room for a lock, another daemon may start and end meanwhile.
        if (free === 65_536) await t.rejects(startDaemon({ dataDir }), { message: /in use by the daemon/ });
        else {
          const other = await startDaemon({ dataDir });
          await shopOf(other).ready();
          t.equal(await other.stop(), 0);
        }

        if (free !== undefined) disk.clear();
        else disk.setReadOnly(false);
        await until('the end of it', async () => (await json('/readyz')).status === 'ready');
        t.match(await metrics(), /^vitrine_data_folder_writable 1$/m);
        t.equal((await shop.notify('bo')).status, 204);
        t.equal((await shop.postPrices(2)).status, 204);
        t.match(await shop.answered(), /, price 2,/);
        t.match(await shop.exported(), /, price 2,/);
        t.equal(await shop.favorites('anna'), 1);
        await t.rejects(startDaemon({ dataDir }), { message: /in use by the daemon/ });
        t.equal(await daemon.stop(), 0);
      },
    );
  }

  async function json(path: string): Promise<{ status: string }> {
    return (await (await fetch(daemon.url + path)).json()) as { status: string };
  }

  async function metrics(): Promise<string> {
    return (await fetch(`${daemon.url}/metrics`)).text();
  }
});

/** The doctor names what is wrong with files that a daemon reads rarely: those of a fleet, and of accounts of campaigns. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ledgerFiles, writeLedger } from '../../../src/behaviour/campaigns/ledger-file.js';
import { checkFiles } from '../../../src/cli/doctor/file-checks.js';
import { behaviourFolder } from '../../../src/server/behaviour/folders.js';
import { readPosition, writePosition } from '../../../src/server/fleet/behaviour/exchange-position.js';
import { daemonId, keepStoreFleet } from '../../../src/server/fleet/kept-id.js';
import { ledgerOf } from '../../behaviour/campaigns/sponsored-traffic.js';
import { testFolder } from '../../folder.js';

const ignore = () => undefined;

async function faults(dataDir: string): Promise<string[]> {
  return (await checkFiles(dataDir)).filter(({ verdict }) => verdict !== 'ok').map(({ check }) => check);
}

t.test('ids and the place in the behaviour of a fleet, either file of each', async t => {
  const dataDir = testFolder(t);
  const write = async () => {
    await daemonId(dataDir, ignore);
    await keepStoreFleet(dataDir, 'a');
    await writePosition(dataDir, await readPosition(dataDir, 'd', ignore));
  };
  for (const [name, check] of [
    ['daemon-id', 'ids in a fleet'],
    ['fleet-id', 'ids in a fleet'],
    ['shared-behaviour.json', 'how far behaviour is shared'],
  ] as const) {
    for (const file of [name, `${name}.copy`]) {
      await write();
      t.same(await faults(dataDir), []);
      truncateSync(join(dataDir, file), 5);
      t.same(await faults(dataDir), [check], file);
    }
  }
});

t.test('either checkpoint of the accounts of campaigns', async t => {
  const dataDir = testFolder(t, { 'behaviour/none': '' });
  const files = ledgerFiles(behaviourFolder(dataDir));
  const book = ledgerOf().book.stored();
  for (const file of files) {
    await writeLedger(files[0]!, { next: 0, ledger: { book, trails: [], accounts: { rows: [], invalid: [] } } }, false);
    t.same(await faults(dataDir), []);
    truncateSync(file, 5);
    t.same(await faults(dataDir), ['accounts of campaigns'], file);
  }
});

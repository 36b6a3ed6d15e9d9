/**
 * A data folder with every kind of file that one has after some days and a crash: kept snapshots with overlays and stored
 * joined parts, the catalog with a copy and imports that are not in it, visitors and what was learned from them, a campaign
 * with its accounts, a key, an import that waits, an order to forget a customer, and what was cut off and put aside.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copiesOf } from '../../src/ingest/recover-store.js';
import { WaitingImports } from '../../src/server/imports/waiting-imports.js';
import { createKey } from '../../src/server/storage/api-keys.js';
import { writeTwice } from '../../src/server/storage/kept-twice.js';
import { Daemon } from '../harness/daemon.js';
import { killAll } from './kill.js';
import { Shop, type State } from './shop.js';

export const STATE: State = { edition: 1, price: 3, heading: 2 };
export const FAVORITES = 3;
/** What campaigns have spent, by their newest checkpoint and with the click behind it, which the journal alone has. */
export const SPENT = { checkpoint: '2 clicks, 0.02', journal: '3 clicks, 0.03' };
const PAUSE_MS = 30;
/** Imports of this small shop are overlays, as those of a large one are. */
const SETTINGS = {
  overlay: { mostShare: 1, rebuildShare: 1, leastProducts: 0 },
  site: { retailMedia: { searchPositions: [0] } },
};
const WAITING = '00000000-0000-4000-8000-000000000001';

/**
 * @param dataDir its settings stand beside it
 * @returns a stored key, and the file of settings
 */
export async function fillUsedFolder(dataDir: string): Promise<{ key: string; config: string }> {
  const config = `${dataDir}.settings.json`;
  writeFileSync(config, JSON.stringify(SETTINGS));
  const start = () => Daemon.start(dataDir, 8, ['--config', config]);
  const first = await start();
  const shop = new Shop(first.url);
  await shop.takesImports();
  await done(() => shop.putCatalog(STATE.edition, 1));
  await done(() => shop.postPage(1));
  for (const edition of [STATE.edition + 1, STATE.edition]) await done(() => shop.postTitles(edition, 2));
  await done(() => shop.postPage(STATE.heading));
  const { key } = await createKey(dataDir, { label: 'feed', scopes: ['import', 'export', 'notifications'] });
  for (let n = 0; n < FAVORITES; n++) await shop.favor('anna', `p-${n}`);
  await shop.clickFirst('anna');
  await shop.favor('bert', 'p-1');
  await done(() => shop.putCampaign());
  await shop.clickSponsored('anna');
  while (copiesOf(dataDir).length === 0) await delay(PAUSE_MS);
  await first.stop();
  // Accounts of campaigns are kept twice from their second checkpoint on.
  const second = await start();
  await new Shop(second.url).clickSponsored('carl');
  await second.stop();
  const third = await start();
  const again = new Shop(third.url);
  await again.takesImports();
  await done(() => again.postPrices(STATE.price));
  await again.clickSponsored('dora');
  await killAll(third);
  await leave(dataDir, again.pricesBody(STATE.price));
  return { key, config };
}

async function done(order: () => Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await order();
  if (status !== 204) throw new Error(`import: ${status} ${text}`);
}

/** What a crash may leave at other moments. @param body of an import that no longer changes anything */
async function leave(dataDir: string, body: Buffer): Promise<void> {
  const waiting = await WaitingImports.open(dataDir, () => undefined);
  await waiting.tidy();
  writeFileSync(waiting.bodyOf(WAITING), body);
  await waiting.keep({
    begun: { id: WAITING, kind: 'catalog', startedAt: new Date(0).toISOString() },
    number: 1,
    job: {
      type: 'import',
      id: WAITING,
      kind: 'catalog',
      mode: 'update',
      keepsBody: true,
      encoding: 'gzip',
      force: true,
      validationOnly: false,
      maxInflatedBytes: 1 << 30,
    },
    body: { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') },
  });
  const customerKeys = ['bert'];
  const sha256 = createHash('sha256').update(JSON.stringify(customerKeys)).digest('hex');
  await writeTwice(join(dataDir, 'erasures.json'), JSON.stringify({ version: 1, sha256, customerKeys }));
  for (const folder of ['backup', 'damaged']) mkdirSync(join(dataDir, folder), { recursive: true });
  for (const file of ['backup/current.json', 'damaged/labels.part', 'journal/0000000000000009.journal.damaged']) {
    writeFileSync(join(dataDir, file), 'what was cut off or put aside');
  }
  for (const file of [
    'current.json',
    'keys.json',
    'imports.json',
    'erasures.json',
    'journal/0000000000000000.journal',
  ]) {
    writeFileSync(join(dataDir, `${file}.00000000.tmp`), '{');
  }
}

/**
 * How long a catalog takes to be live on three daemons, beside one that is alone, what edits of prices cost on the wire, and
 * what the daemons then answer together. Time counts from when they take imports: starts are not of it.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { say } from '../../../scripts/setup/say.mjs';
import { writeCatalog } from '../../catalogs/catalog-file.js';
import { stream } from '../../catalogs/chance.js';
import { lines } from '../../catalogs/invented-catalog.js';
import { postCatalog } from '../../harness/admin.js';
import { median } from '../../harness/figures.js';
import { distinctProducts, PRICES } from '../../lifecycle/updates.js';
import type { ChaosOptions } from '../options.js';
import { Faults, type Trial } from '../results.js';
import { Shop } from '../shop.js';
import { type Member, startMember, statusOf, untilHolds } from './members.js';
import { NatsServer } from './nats.js';
import { fleetThroughput } from './throughput.js';

const DAEMONS = 3;
/** Longest that the fleet may take, as a multiple of what a daemon that is alone takes. */
const MOST_TIMES = 1.5;
const PRICE_IMPORTS = 9;
/** Of an import of prices, to each daemon that follows. */
const MOST_BYTES = 2_000_000;

export async function fleetTravel(folder: string, { products }: ChaosOptions): Promise<Trial[]> {
  const file = join(folder, 'catalog.jsonl.gz');
  await writeCatalog(file, lines(products));
  const alone = await startMember(folder, 'alone', []);
  await new Shop(alone.daemon.url).takesImports();
  const aloneSeconds = await secondsOf(() => alone.daemon.importCatalog(file, 'PUT'));
  await alone.daemon.stop();
  say(`live on a daemon that is alone after ${aloneSeconds.toFixed(1)} s`);

  const servers = await NatsServer.startAll(folder, DAEMONS);
  const names = Array.from({ length: DAEMONS }, (_, i) => `d${i}`);
  const members = await Promise.all(names.map(name => startMember(folder, name, servers)));
  await untilHolds('the fleet', async () => (await statusOf(members[0]))?.daemons.length === DAEMONS);
  for (const { daemon } of members) await new Shop(daemon.url).takesImports();
  const fleetSeconds = await secondsOf(async () => {
    await members[0].daemon.importCatalog(file, 'PUT');
    await sameEverywhere(members);
  });
  say(`live on ${DAEMONS} daemons after ${fleetSeconds.toFixed(1)} s`);
  const bytes: number[] = [];
  const seconds: number[] = [];
  const draws = stream('fleet prices');
  for (let round = 1; round <= PRICE_IMPORTS; round++) {
    const before = await clientBytes(servers);
    const edits = distinctProducts(draws, products).map(n => ({ editAttributes: PRICES.instruction(n, round, draws) }));
    const body = gzipSync(`${edits.map(edit => JSON.stringify(edit)).join('\n')}\n`);
    seconds.push(
      await secondsOf(async () => {
        const { status, text } = await postCatalog(
          members[round % DAEMONS].daemon.url,
          body,
          'POST',
          'blockingTimeout=PT2M',
        );
        if (status !== 204) throw new Error(`import: ${status} ${text}`);
        await sameEverywhere(members);
      }),
    );
    bytes.push((await clientBytes(servers)) - before);
  }
  say(`${PRICE_IMPORTS} imports of prices, in the median ${median(bytes)} bytes and ${median(seconds).toFixed(2)} s`);
  const answered = await fleetThroughput(members, file);
  for (const { daemon } of members) await daemon.stop();
  for (const server of servers) await server.kill();

  const slow = new Faults();
  if (fleetSeconds > MOST_TIMES * aloneSeconds) slow.add(`${(fleetSeconds / aloneSeconds).toFixed(2)} times as long`);
  const large = new Faults();
  if (median(bytes) > MOST_BYTES) large.add(`${Math.round(median(bytes))} bytes`);
  return [
    {
      what: `${products} products, live on ${DAEMONS} daemons`,
      tried: 1,
      failed: slow.count,
      faults: slow.first,
      figures: { 'alone s': aloneSeconds, 'fleet s': fleetSeconds, times: fleetSeconds / aloneSeconds },
    },
    {
      what: `1,000 prices, live on ${DAEMONS} daemons`,
      tried: PRICE_IMPORTS,
      failed: large.count,
      faults: large.first,
      figures: { 'MB to and from all daemons, median': median(bytes) / 1e6, 's, median': median(seconds) },
    },
    ...answered,
  ];
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function clientBytes(servers: readonly NatsServer[]): Promise<number> {
  const all = await Promise.all(servers.map(server => server.clientBytes()));
  return all.reduce((sum, bytes) => sum + bytes, 0);
}

/** Resolves when all daemons answer from the newest snapshot. */
async function sameEverywhere(members: readonly Member[]): Promise<void> {
  await untilHolds('the snapshot on all daemons', async () => {
    const status = await statusOf(members[0]);
    return status?.daemons.length === members.length && status.daemons.every(({ behind }) => behind === 0);
  });
}

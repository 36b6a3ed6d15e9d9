/**
 * What traces cost a request that is answered from the cache, the cheapest there is: daemons whose requests have no code for
 * them, twice, so that the noise shows; as they are, without an SDK of OpenTelemetry; with one that samples nothing; and
 * with one that makes all spans and drops them. In turns.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../scripts/setup/say.mjs';
import { DEMO_CATALOG } from '../catalogs/known-catalogs.js';
import { searchTexts } from '../catalogs/search-texts.js';
import { inCheckout } from '../harness/checkout.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { Daemon } from '../harness/daemon.js';
import { median } from '../harness/figures.js';
import { load, warmUp } from '../harness/load-generator.js';
import { markdownTable } from '../harness/markdown.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { timedLoad } from '../harness/timed-load.js';
import { askedBefore } from './cache-hits.js';
import { writeUntraced } from './untraced.js';

const USAGE = `npm run bench -- traces [options]

  --seconds N    length of each turn (default 3)
  --turns N      turns of each daemon (default 5)`;
const OPTIONS = { seconds: { type: 'string', default: '3' }, turns: { type: 'string', default: '5' } } as const;
const CACHE_MB = 64;
/** Few: none is refused, which would cost less than an answer. */
const CONNECTIONS = 8;
const WITH_SDK = (sampled: string) => ({
  NODE_OPTIONS: `--import ${inCheckout('bench/load/traces-sdk.mjs')}`,
  SAMPLED: sampled,
});
const BASE = 'no code for traces';
interface Setup {
  environment?: Record<string, string>;
  isUntraced?: boolean;
}
const SETUPS: Readonly<Record<string, Setup>> = {
  [BASE]: { isUntraced: true },
  [`${BASE}, again`]: { isUntraced: true },
  'no SDK': {},
  'an SDK that samples nothing': { environment: WITH_SDK('none') },
  'all spans are made': { environment: WITH_SDK('all') },
};

export async function benchTraces(args: readonly string[]): Promise<void> {
  const { seconds, turns } = readOptions(
    USAGE,
    OPTIONS,
    values => ({
      seconds: wholeNumber('seconds', values.seconds, 1, 60),
      turns: wholeNumber('turns', values.turns, 1, 50),
    }),
    [...args],
  );
  const folder = temporaryFolder();
  const sent = askedBefore('autocomplete', await searchTexts(DEMO_CATALOG), false);
  const shop = join(folder, 'data');
  const filled = await Daemon.start(shop, 0);
  await filled.importCatalog(DEMO_CATALOG, 'PUT').finally(() => filled.stop());
  const untraced = writeUntraced();
  const daemons = new Map<string, Daemon>();
  try {
    for (const [i, [setup, { environment, isUntraced }]] of Object.entries(SETUPS).entries()) {
      const dataDir = join(folder, `data-${i}`);
      cpSync(shop, dataDir, { recursive: true });
      const own = { ...environment, VITRINE_REHEARSE: 'false' };
      const daemon = await Daemon.start(dataDir, CACHE_MB, [], undefined, own, isUntraced ? untraced : undefined);
      daemons.set(setup, daemon);
      await daemon.ready();
      await load(daemon.url, sent, warmUp(seconds), CONNECTIONS);
    }
    const micros = new Map([...daemons.keys()].map(setup => [setup, [] as number[]]));
    for (let turn = 0; turn < turns; turn++) {
      // Not always in the same order: the machine may become slower or faster meanwhile.
      const all = turn % 2 === 0 ? [...daemons] : [...daemons].reverse();
      for (const [setup, daemon] of all) {
        const { cpuMicros, failed, requests } = await timedLoad(daemon, sent, seconds, CONNECTIONS);
        // On a machine that is busy some wait too long, and are refused.
        if (failed > requests / 100) throw new Error(`${setup}: ${failed} of ${requests} requests failed`);
        micros.get(setup)!.push(cpuMicros);
      }
    }
    const base = median(micros.get(BASE)!);
    const rows = [...micros].map(([setup, each]) => {
      const middle = median(each);
      return [setup, middle.toFixed(1), `× ${(middle / base).toFixed(2)}`, each.map(one => one.toFixed(1)).join(', ')];
    });
    say(`\n${markdownTable([['autocomplete from the cache', 'CPU µs', 'ratio', 'turns'], ...rows])}`);
  } finally {
    for (const daemon of daemons.values()) await daemon.stop();
  }
}

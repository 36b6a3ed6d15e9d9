/**
 * `npm run bench -- chaos`: kills, damaged files, full disks, senseless requests and long runs of real daemons,
 * counted against what is promised. All chance comes from a seed, which is printed. See reliability.md for what was seen.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../scripts/setup/say.mjs';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { benchOverload } from '../load/overload.js';
import { conditionsOf } from '../publishing/conditions.js';
import { publishPages } from '../publishing/pages.js';
import { benchDamage } from './damage.js';
import { benchDisk } from './disk.js';
import { fleetKills } from './fleet/kills.js';
import { fleetTravel } from './fleet/travel.js';
import { benchFuzz } from './fuzz/fuzz.js';
import { benchKills } from './kills.js';
import { type ChaosOptions, chaosOptions } from './options.js';
import { PARTS, type Part, recordTrials, type Trial } from './results.js';
import { soak } from './soak.js';
import { trialsTable } from './tables.js';

interface PartRun {
  run(folder: string, options: ChaosOptions): Promise<Trial[]>;
  /** What else it depends on beside the seed. */
  options?(options: ChaosOptions): Record<string, number | string>;
}

const RUNS: Record<Part, PartRun> = {
  kills: { run: benchKills, options: ({ kills, within }) => bound({ kills }, within) },
  damage: { run: benchDamage, options: damageOptions },
  disk: { run: benchDisk, options: ({ fills }) => ({ fills }) },
  fuzz: { run: benchFuzz, options: ({ requests, within }) => bound({ requests }, within) },
  overload: { run: benchOverload, options: ({ seconds }) => ({ seconds }) },
  soak: { run: soak, options: ({ minutes, pace }) => ({ minutes, pace }) },
  fleet: { run: fleetKills, options: ({ kills, within }) => bound({ kills }, within) },
  'fleet-costs': { run: fleetTravel, options: ({ products }) => ({ products }) },
};

/** What was to be done, or in which time. */
function bound(count: Record<string, number>, within: number | undefined): Record<string, number> {
  return within === undefined ? count : { seconds: within };
}

function damageOptions({ everyFile, how, kinds, slice }: ChaosOptions): Record<string, string> {
  const files = everyFile ? 'all' : 'one of each kind';
  return {
    files,
    ...(kinds && { named: kinds.source }),
    ...(how && { ways: how.join(' ') }),
    ...(slice && { slice: `${slice.from + 1}/${slice.every}` }),
  };
}

/** Ends the process with 1 where something that is promised did not hold. @param args behind `chaos` */
export async function benchChaos(args: string[]): Promise<void> {
  const options = chaosOptions(args);
  const { seed, note } = options;
  say(`seed ${seed}`);
  const folder = temporaryFolder();
  let failed = 0;
  for (const part of PARTS) {
    if (!options.only.has(part)) continue;
    const conditions = conditionsOf({ seed, ...RUNS[part].options?.(options) }, {}, note);
    mkdirSync(join(folder, part));
    const trials = await RUNS[part].run(join(folder, part), options);
    console.log(`\n${part}\n\n${trialsTable(trials)}`);
    for (const { what, faults } of trials) for (const fault of faults) console.log(`- ${what}: ${fault}`);
    failed += trials.reduce((sum, trial) => sum + trial.failed, 0);
    if (!options.write) continue;
    recordTrials(part, { conditions, trials }, options.add);
    publishPages();
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

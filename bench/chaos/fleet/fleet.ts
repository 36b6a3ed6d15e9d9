/**
 * A fleet under harm: three daemons on three NATS servers, any of which is killed at any moment while imports,
 * notifications and queries come; then how long a catalog takes to be live on all of three daemons, beside one that is
 * alone, and what an import of prices costs on the wire.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../scripts/setup/say.mjs';
import type { ChaosOptions } from '../options.js';
import type { Trial } from '../results.js';
import { fleetKills } from './kills.js';
import { fleetTravel } from './travel.js';

export async function benchFleet(folder: string, options: ChaosOptions): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const [name, run] of [
    ['kills', fleetKills],
    ['travel', fleetTravel],
  ] as const) {
    const own = join(folder, name);
    mkdirSync(own);
    say(`fleet: ${name}`);
    trials.push(...(await run(own, options)));
  }
  return trials;
}

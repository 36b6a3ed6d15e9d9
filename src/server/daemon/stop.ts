/** The end of a daemon: drains requests in progress, for a bounded time, then closes everything. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Disposer } from '../../kernel/disposer.js';
import { within } from '../../kernel/within.js';
import type { Daemon } from './build.js';

/**
 * Has balancers send requests elsewhere, and the fleet find another writer, while those that come are answered, for as long
 * as the settings want it.
 */
export async function leave({ settings, log, readiness, fleet }: Daemon): Promise<void> {
  const { drainSeconds } = settings.limits;
  if (drainSeconds === 0) return;
  log.info({ seconds: drainSeconds }, 'draining');
  readiness.drain(true);
  await fleet?.client.drain(true);
  await pause(drainSeconds * 1000);
}

/**
 * Refuses new requests, and resolves when those in progress have ended and what the next start makes use of is stored,
 * or after the time limit.
 */
export async function drain({
  settings,
  log,
  readiness,
  frontEnd,
  others,
  imports,
  joins,
  asked,
  fleet,
}: Daemon): Promise<void> {
  log.info({}, 'stopping');
  const limitMs = settings.limits.shutdownSeconds * 1000;
  const started = performance.now();
  readiness.stop();
  imports.stop();
  // Another daemon becomes the writer meanwhile.
  const left = fleet?.client.close();
  const drained = Promise.all([frontEnd.drain(), imports.idle(), ...others.map(other => other.drain())]);
  if (!(await within(drained, limitMs))) {
    log.warn({}, 'stopping with requests still under way');
  }
  const leftMs = Math.max(0, limitMs - (performance.now() - started));
  await Promise.all([within(asked.close(), leftMs), joins.close(leftMs), left]);
}

/** Closes everything that was opened. */
export async function stop({ log }: Daemon, disposer: Disposer): Promise<void> {
  log.info({}, 'stopped');
  await disposer.run();
}

/** The end of a daemon keeps its time limit as a whole. */
import t from 'tap';
import type { Daemon } from '../../../src/server/daemon/build.js';
import { drain } from '../../../src/server/daemon/stop.js';

t.test('joined parts are stored in what requests have left of the time limit', async t => {
  const shutdownSeconds = 0.02;
  const limits: number[] = [];
  await drain({
    settings: { limits: { shutdownSeconds } },
    log: { info: () => undefined, warn: () => undefined },
    readiness: { stop: () => undefined },
    frontEnd: { drain: () => new Promise(() => undefined) },
    others: [],
    imports: { stop: () => undefined, idle: async () => undefined },
    asked: { close: () => new Promise(() => undefined) },
    joins: { close: async (longestMs: number) => limits.push(longestMs) },
  } as unknown as Daemon);
  t.equal(limits.length, 1);
  t.ok(limits[0]! < shutdownSeconds * 1000 && limits[0]! >= 0);
});

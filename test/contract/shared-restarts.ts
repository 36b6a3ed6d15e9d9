/**
 * A data folder whose daemon is killed and started again, for all files that import this: they share a process
 * (scripts/setup/test-batches.mjs). Each test replaces the catalog by its own and goes on with the daemon that the one
 * before has left running, if it has; visitors are its own as well.
 */
import t from 'tap';
import { type Daemon, REHEARSING, ready, startDaemon } from '../daemon.js';
import { testFolder } from '../folder.js';
import { importWhenReady } from './admin.js';

export const dataDir = testFolder(t);
const started: Daemon[] = [];
t.teardown(() => Promise.all(started.map(daemon => daemon.stop())));

/** Starts a daemon on the folder, where none may run. Whatever runs at the end is stopped. */
export async function start(): Promise<Daemon> {
  const daemon = await startDaemon({ dataDir, env: { ...REHEARSING, VITRINE_LOG_LEVEL: 'debug' } });
  started.push(daemon);
  return daemon;
}

/** The daemon that was started last, or a new one where that has ended; the catalog is live. */
export async function running(catalog: readonly object[]): Promise<Daemon> {
  const last = started.at(-1);
  const runs = last !== undefined && last.process.exitCode === null && last.process.signalCode === null;
  const daemon = runs ? last : await start();
  const { status, body } = await importWhenReady(daemon, 'PUT', catalog, { force: 'true' });
  if (status !== 204) throw new Error(`import: ${status} ${JSON.stringify(body)}`);
  await ready(daemon.url);
  return daemon;
}

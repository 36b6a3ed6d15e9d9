/**
 * Opens the resources of a daemon: the data folder, which it locks, the log and the HTTP transport. Starts what takes
 * longest, each in threads of its own: reading the announced snapshot, and opening the visitor store.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { restoringDir } from '../../backup/staged-folder.js';
import { retailMediaSettings } from '../../catalog/site/retail-media-settings.js';
import { Problem } from '../../errors/problem.js';
import type { Disposer } from '../../kernel/disposer.js';
import { announcedSnapshot, repairPointer } from '../../snapshot/index.js';
import { BehaviourClient } from '../behaviour/behaviour-client.js';
import { limitsText, type Transport } from '../http/transport.js';
import { openTransport } from '../http/uws-transport.js';
import { RunningImports } from '../imports/running-imports.js';
import { ReadAhead, type SnapshotSource, STORED_SNAPSHOTS } from '../live-snapshot/read-ahead.js';
import { type Log, openLog } from '../observability/log.js';
import type { Settings } from '../settings/daemon-settings.js';
import { type EncoderInForce, encoderOf } from '../settings/encoder-settings.js';
import { makePrivate } from '../storage/private-folder.js';
import { ticketSecrets } from '../storage/ticket-secret.js';
import { TicketSecretsInForce } from '../storage/ticket-secrets-in-force.js';
import { WritableFolder } from '../storage/writable-folder.js';
import { LastWords } from './last-words.js';
import type { StartOptions } from './start-options.js';

export interface Opened extends EncoderInForce {
  settings: Settings;
  /** As an absolute path. */
  dataDir: string;
  folder: WritableFolder;
  log: Log;
  /** Adds a line from another thread to the log. */
  writeLog(line: string): void;
  /** Absent where the daemon is one part of its process. */
  lastWords: LastWords | undefined;
  transport: Transport;
  frontEnds: number;
  /** Number of query threads of all front ends together. */
  queryThreads: number;
  ticketSecrets: TicketSecretsInForce;
  snapshots: SnapshotSource;
  announced: ReadAhead;
  behaviour: BehaviourClient;
  running: RunningImports;
  /** Resolves when the visitor store is open, or waits for the disk. */
  visitors: Promise<unknown>;
}

/** @throws Problem CONFLICT when another daemon has the folder. */
export async function open(settings: Settings, options: StartOptions, disposer: Disposer): Promise<Opened> {
  const dataDir = resolve(settings.data);
  const inForce = encoderOf(settings);
  const isNew = makePrivate(dataDir);
  const { log, write: writeLog, flush } = openLog(settings.logLevel);
  disposer.add(flush);
  const lastWords = options.signals === false ? undefined : new LastWords(log, flush);
  disposer.add(() => lastWords?.release());
  const folder = WritableFolder.open(dataDir, log);
  disposer.add(() => folder.close());
  if (existsSync(restoringDir(dataDir))) {
    const message = `data folder ${dataDir}: its restore was cut off; repeat it with vitrine restore`;
    throw new Problem('restore_unfinished', message);
  }
  if (isNew) log.warn({ dataDir }, 'the data folder did not exist and was made; the shop is empty');
  const transport = openTransport(settings.http);
  if (transport.warning !== undefined) log.warn({ transport: transport.name }, transport.warning);
  const limits = limitsText(transport);
  if (limits !== undefined) log.info({ transport: transport.name }, limits);
  const frontEnds = transport.shares ? settings.frontEnds : 1;
  if (frontEnds < settings.frontEnds) {
    log.warn({ transport: transport.name }, 'one front end alone: here a port cannot be shared');
  }
  await folder.whenWritable('the pointer to the live snapshot', async () => {
    const damage = repairPointer(dataDir);
    if (damage !== undefined)
      log.error({ damage }, 'the pointer to the live snapshot was damaged; it is written again');
  });
  const snapshots = options.snapshots ?? STORED_SNAPSHOTS;
  const announced = (await stillAnnounced(options.announced, dataDir)) ?? new ReadAhead(snapshots, dataDir);
  const behaviour = new BehaviourClient({
    dataDir,
    settings: settings.behaviour,
    attributionDays: retailMediaSettings(settings.site.retailMedia)?.attributionDays,
    log,
    file: options.behaviourThread,
    isShared: settings.fleet.servers.length > 0,
    frontEnds,
  });
  disposer.add(() => behaviour.close());
  const visitors = folder.whenWritable('the store of visitors', () => behaviour.open());
  // It may fail before it is awaited.
  visitors.catch(() => undefined);
  const queryThreads = Math.max(frontEnds, settings.workers || availableParallelism() - frontEnds);
  const stored = await ticketSecrets(dataDir, (facts, message) => log.error(facts, message));
  const secrets = new TicketSecretsInForce(dataDir, stored);
  disposer.add(() => secrets.close());
  return {
    settings,
    ...inForce,
    dataDir,
    folder,
    log,
    writeLog,
    lastWords,
    transport,
    frontEnds,
    queryThreads,
    ticketSecrets: secrets,
    snapshots,
    announced,
    behaviour,
    running: new RunningImports(),
    visitors,
  };
}

/** What was read before the folder was locked; undefined where another daemon has announced another snapshot since. */
async function stillAnnounced(ahead: ReadAhead | undefined, dataDir: string): Promise<ReadAhead | undefined> {
  const [before, now] = await Promise.all([ahead?.announced, announcedSnapshot(dataDir)]);
  return before === now ? ahead : undefined;
}

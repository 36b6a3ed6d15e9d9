/**
 * The main thread's side of a fleet: does what the fleet thread asks for, and hands it what the daemon has for the fleet.
 * A thread that dies is replaced; what it was doing it finds again in the fleet.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { type FleetStatus, NO_FLEET } from '../../api/fleet-status.js';
import type { SharedSettings } from '../../api/shared-settings.js';
import { Problem } from '../../errors/problem.js';
import type { FleetSettings } from '../../fleet/fleet-settings.js';
import type { Holder } from '../../fleet/lease.js';
import type { ImportOutcome, OutcomeJob } from '../../imports/protocol.js';
import type { SharedSignals } from '../../snapshot/index.js';
import { asFailure } from '../../threads/failure.js';
import { RestartingWorker } from '../../threads/restarting-worker.js';
import type { PlacedDaemon } from '../admission/placement.js';
import type { ImportStatus } from '../imports/import-status.js';
import type { Log } from '../observability/log.js';
import { readSharedSettings } from '../storage/shared-settings.js';
import type {
  FleetAsk,
  FleetProtocol,
  FleetState,
  FleetThreadData,
  ImportOutcomeRecord,
  SubmittedImport,
} from './fleet-messages.js';

/** Longest wait until an import is live where the quorum wants it, and for the files to reach the fleet. */
const LONGEST_PUBLISH_MS = 600_000;
const LONGEST_SUBMIT_MS = 600_000;
const LONGEST_CLOSE_MS = 5000;
const LONGEST_SHARE_MS = 10_000;
const LONGEST_STATUS_MS = 3000;
const PUBLISH_AGAIN_MS = 500;
/** A daemon that starts gets no queries for so long, unless it knows before which snapshot the fleet answers from. */
const LONGEST_LOOK_MS = 30_000;
/** Where the servers cannot be reached. */
const LONGEST_LOOK_AWAY_MS = 5000;

const AWAY = 'the servers of the fleet cannot be reached: queries are answered, and imports refused';

/** What the fleet does to the daemon. */
export interface FleetHost {
  /** Runs a job of the ingest process when the one that runs has ended. */
  runJob(job: OutcomeJob): Promise<ImportOutcome>;
  /** Answers queries from a snapshot. */
  adopt(snapshot: string): Promise<void>;
  /** Runs an import as the writer. @throws Problem fleet_unavailable where another daemon has become the writer */
  runImport(submitted: SubmittedImport, file: string, bytes: number): Promise<ImportOutcomeRecord>;
  /** How far an import is, or how it has ended, on any daemon. */
  told(id: string, outcome: ImportOutcomeRecord): void;
  /** The other daemons that are in service. */
  placed(others: readonly PlacedDaemon[]): void;
  /** Has this daemon learn from behaviour, or another one. */
  learn(learns: boolean): Promise<void>;
  /** Takes a file in the place of what was learned. */
  adoptLearned(file: string): Promise<void>;
  /** Answers with what another daemon has compiled. */
  offered(signals: SharedSignals): void;
}

export interface FleetClientOptions {
  settings: FleetSettings;
  dataDir: string;
  /** The file with what was learned of weights. */
  ranking: string;
  /** The file with what was learned of behaviour. */
  learned: string;
  self: Holder;
  placed: PlacedDaemon;
  release: string;
  host: FleetHost;
  log: Log;
  file?: string | URL | undefined;
}

export class FleetClient {
  private readonly worker: RestartingWorker<FleetProtocol>;
  private known: FleetState | undefined;
  private closing = false;
  private isDrained = false;
  private isStoreOpen = false;
  private jobs = 0;
  private settingsChanged: () => void = () => undefined;
  private readonly startedMs = performance.now();

  constructor(private readonly options: FleetClientOptions) {
    const { settings, dataDir, ranking, learned, self, placed, release, log, file } = options;
    const data: FleetThreadData = { settings, dataDir, ranking, learned, self, placed, release };
    this.worker = new RestartingWorker<FleetProtocol>({
      name: 'the fleet thread',
      file: file ?? new URL('./fleet-thread.js', import.meta.url),
      data,
      restart: 'always',
      started: () => {
        void this.tellGeneration();
        if (this.isDrained) void this.drain(true);
      },
      hear: (message, reply) => this.hear(message, reply),
      died: death => {
        if (this.known) this.known = { ...this.known, isUp: false, isWriter: false };
        if (!this.closing) log.error({ err: death }, 'the fleet thread failed; it is replaced');
      },
    });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  /** What is known of the fleet; undefined before the thread has told anything. */
  get state(): FleetState | undefined {
    return this.known;
  }

  /** In what way this daemon is not what one of a fleet should be, though it answers queries. */
  degradations(): string[] {
    const { known } = this;
    if (!known?.isUp) return [AWAY];
    const { behindSinceMs, newest } = known;
    return behindSinceMs === undefined ? [] : [behindText(newest?.snapshot, behindSinceMs)];
  }

  /** Why it should get no queries: it is, or may be, behind the others for too long, or is none of them. */
  outdated(): string | undefined {
    const { behindSinceMs, newest, hasLooked = false, isAway = false, refusal } = this.known ?? {};
    if (refusal !== undefined) return refusal;
    const longestMs = isAway ? LONGEST_LOOK_AWAY_MS : LONGEST_LOOK_MS;
    if (!hasLooked && performance.now() - this.startedMs < longestMs) {
      return 'it is not known yet which snapshot the fleet answers from';
    }
    if (behindSinceMs === undefined || Date.now() - behindSinceMs < this.options.settings.mostBehindSeconds * 1000) {
      return undefined;
    }
    return behindText(newest?.snapshot, behindSinceMs);
  }

  /** @param changed called whenever the fleet shares other settings than before */
  onSettings(changed: () => void): void {
    this.settingsChanged = changed;
  }

  get self(): Holder {
    return this.options.self;
  }

  /** To be called when the ingest process is ready. */
  storeReady(generation: number): void {
    this.isStoreOpen = true;
    this.worker.tell({ type: 'store', generation });
  }

  /** To be called when a snapshot has gone live that the fleet has not asked for. */
  wentLive(snapshot: string): void {
    this.worker.tell({ type: 'live', snapshot });
  }

  /** To be called when an import has ended in a snapshot that is about to be live, and then published. */
  built(snapshot: string): void {
    this.worker.tell({ type: 'built', snapshot });
  }

  /** To be called when this daemon, which learns, has written the learned file. */
  learned(): void {
    this.worker.tell({ type: 'learned' });
  }

  /** To be called when it has compiled what it has learned. */
  compiled(signals: SharedSignals): void {
    this.worker.tell({ type: 'compiled', signals });
  }

  /**
   * Publishes the announced snapshot. Resolves when it is live where the quorum wants it, or that takes too long.
   * @throws Problem fleet_unavailable where this daemon is no longer the writer: the next one publishes what was accepted
   */
  async publish(): Promise<void> {
    const { log, settings } = this.options;
    for (;;) {
      try {
        const { live, of } = await this.worker.call({ kind: 'publish' }, LONGEST_PUBLISH_MS);
        log.debug({ live, of, quorum: settings.quorum }, 'the snapshot is in the fleet');
        return;
      } catch (err) {
        log.warn({ err }, 'the snapshot cannot be published now');
        if (this.closing || !this.known?.isWriter) {
          throw new Problem('fleet_unavailable', `the next writer publishes the import: ${(err as Error).message}`);
        }
        await pause(PUBLISH_AGAIN_MS);
      }
    }
  }

  /** As `publish`, of a snapshot that no import has made, where this daemon is the writer. Never rejects. */
  async publishIfWriter(): Promise<void> {
    // The next writer has one of its own.
    if (this.known?.isWriter) await this.publish().catch(() => undefined);
  }

  /** Hands an import to the writer. @param file its body @throws Problem fleet_unavailable where the fleet does not have it */
  async submit(submitted: SubmittedImport, file?: string): Promise<void> {
    try {
      await this.worker.call({ kind: 'submit', submitted, ...(file !== undefined && { file }) }, LONGEST_SUBMIT_MS);
    } catch (err) {
      this.options.log.warn({ import: submitted.id, err }, 'an import cannot be handed to the fleet');
      const why = this.known?.isUp
        ? 'the servers of the fleet do not confirm that they have the import: send it again; it may come about twice'
        : 'the servers of the fleet cannot be reached; imports wait for them';
      throw new Problem('fleet_unavailable', why);
    }
  }

  /** To be called now and then while this daemon runs an import as the writer. */
  progress(status: ImportStatus): void {
    this.worker.tell({ type: 'progress', status });
  }

  /** Has another daemon become the writer, and this one not, or lets it again. */
  async drain(isDrained: boolean): Promise<void> {
    this.isDrained = isDrained;
    try {
      await this.worker.call({ kind: 'drain', isDrained }, LONGEST_CLOSE_MS);
    } catch (err) {
      this.options.log.warn({ err }, 'the fleet does not know that this daemon is drained');
    }
  }

  /** The settings that the daemons of the fleet share, as far as this one knows. */
  async sharedSettings(): Promise<SharedSettings> {
    return (await readSharedSettings(this.options.dataDir))?.settings ?? {};
  }

  /** Has all daemons have these settings. @throws Problem fleet_unavailable where the servers do not take them */
  async shareSettings(settings: SharedSettings): Promise<void> {
    try {
      await this.worker.call({ kind: 'share', settings }, LONGEST_SHARE_MS);
    } catch (err) {
      this.options.log.warn({ err }, 'settings cannot be shared');
      throw new Problem('fleet_unavailable', 'the servers of the fleet do not confirm that they have the settings');
    }
  }

  /** What is known of the fleet; without its streams where the servers cannot be reached. */
  async status(): Promise<FleetStatus> {
    try {
      return await this.worker.call({ kind: 'status' }, LONGEST_STATUS_MS);
    } catch {
      return { ...NO_FLEET, cluster: this.options.settings.cluster, self: this.self.daemon };
    }
  }

  /** Leaves the fleet: another daemon can become the writer at once. */
  async close(): Promise<void> {
    this.closing = true;
    try {
      await this.worker.closeAfter({ kind: 'close' }, LONGEST_CLOSE_MS);
    } catch (err) {
      this.options.log.warn({ err }, 'the fleet has not been left in order');
    }
  }

  private hear(message: FleetProtocol['fromThread'], reply: (message: FleetProtocol['toThread']) => void): void {
    if (message.type === 'state') this.changed(message.state);
    else if (message.type === 'placed') this.options.host.placed(message.others);
    else if (message.type === 'settings') this.settingsChanged();
    else if (message.type === 'signals') this.options.host.offered(message.signals);
    else if (message.type === 'outcome') this.options.host.told(message.id, message.outcome);
    else {
      const { id, ask } = message;
      this.answer(ask).then(
        answer => reply({ type: 'answer', id, answer }),
        (error: unknown) => reply({ type: 'answer', id, failure: asFailure(error) }),
      );
    }
  }

  private async answer(ask: FleetAsk): Promise<unknown> {
    const { host } = this.options;
    switch (ask.kind) {
      case 'adopt':
        return host.adopt(ask.snapshot);
      case 'learn':
        return host.learn(ask.learns);
      case 'adopt-learned':
        return host.adoptLearned(ask.file);
      case 'import':
        return host.runImport(ask.submitted, ask.file, ask.bytes);
      case 'follow':
        await this.run({ type: 'follow', ...withoutKind(ask) });
        break;
      case 'restore':
        await this.run({ type: 'restore', ...withoutKind(ask) });
        break;
      case 'announce':
        await this.run({ type: 'announce', ...withoutKind(ask) });
        break;
      case 'build': {
        const { snapshot } = await this.run({ type: 'build' });
        if (snapshot !== undefined) await host.adopt(snapshot);
        return snapshot;
      }
      case 'term': {
        const { snapshot } = await this.run({ type: 'term', token: ask.token });
        if (snapshot !== undefined) await host.adopt(snapshot);
      }
    }
    return undefined;
  }

  /** @throws Problem with the reason of a failure */
  private async run(job: DistributiveOmit<OutcomeJob, 'id'>): Promise<ImportOutcome & { status: 'SUCCESS' }> {
    const id = `fleet-${++this.jobs}`;
    const outcome = await this.options.host.runJob({ ...job, id } as OutcomeJob);
    if (outcome.status === 'SUCCESS') return outcome;
    throw new Problem(outcome.code, outcome.message);
  }

  /** Tells a thread that takes the place of another one what the store has by now; the first is told when it is open. */
  private async tellGeneration(): Promise<void> {
    if (!this.isStoreOpen) return;
    try {
      const { generation } = await this.run({ type: 'generation' });
      if (generation !== undefined) this.storeReady(generation);
    } catch (err) {
      // The next ingest process tells when it is ready.
      this.options.log.debug({ err }, 'the ingest process does not tell the generation of the store');
    }
  }

  /** Tells in the log what an operator wants to know. */
  private changed(told: FleetState): void {
    const before = this.known;
    // A thread that takes the place of another one does not know yet since when this daemon has been behind.
    const state = told.hasLooked ? told : { ...told, behindSinceMs: told.behindSinceMs ?? before?.behindSinceMs };
    this.known = state;
    const { log } = this.options;
    if (before?.isUp !== state.isUp) {
      if (state.isUp) log.info({ cluster: this.options.settings.cluster }, 'the servers of the fleet are reached');
      else if (before)
        log.warn({}, 'the servers of the fleet cannot be reached: queries are answered, imports refused');
    }
    if (before?.writer?.daemon !== state.writer?.daemon) {
      log.info({ writer: state.writer?.name }, state.writer ? 'the fleet has a writer' : 'the fleet has no writer');
    }
    if (state.refusal !== undefined && before?.refusal !== state.refusal) log.error({}, state.refusal);
    if (state.fault !== undefined && before?.fault !== state.fault) log.warn({ fault: state.fault }, 'the fleet');
  }
}

function behindText(snapshot: string | undefined, sinceMs: number): string {
  const seconds = Math.round((Date.now() - sinceMs) / 1000);
  return `the fleet answers from snapshot ${snapshot}, which this daemon has lacked for ${seconds} s`;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function withoutKind<T extends { kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> {
  return rest;
}

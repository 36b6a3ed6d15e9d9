/**
 * Imports of a daemon in a fleet: each is handed to the writer, durably, and answered as the writer's own would be. Their
 * states and history are those of the whole fleet.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import { asError, asFailure } from '../../threads/failure.js';
import type {
  Accepted,
  ImportCoordinator,
  ImportOrder,
  Imports,
  UnfinishedImport,
} from '../imports/import-coordinator.js';
import type { ImportHistory, ImportRecord } from '../imports/import-history.js';
import type { ImportStatus } from '../imports/import-status.js';
import { type ArrivingPieces, spool } from '../imports/spool.js';
import { Actor } from '../storage/actor.js';
import type { FleetClient } from './fleet-client.js';
import { hasEnded, type ImportOutcomeRecord, type RollbackOrder, type SubmittedImport } from './fleet-messages.js';

/** As long as the states of imports are kept, this many at most are known here. */
const MOST_KNOWN = 20_000;
/** The writer tells so often how far an import is. */
const TELL_EVERY_MS = 1000;

export interface FleetImportsOptions {
  client: FleetClient;
  /** What runs imports while this daemon is the writer. */
  local: ImportCoordinator;
  history: ImportHistory;
  dataDir: string;
  /** @throws Problem where the data folder cannot be written to */
  requireWritable(): void;
}

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

export class FleetImports implements Imports {
  private readonly known = new Map<string, ImportOutcomeRecord>();
  private readonly waiting = new Map<string, Waiter>();
  /** Those that this daemon runs as the writer. */
  private readonly running = new Map<string, Promise<ImportOutcomeRecord>>();

  constructor(private readonly options: FleetImportsOptions) {}

  async accept(order: ImportOrder, actor: Actor, body: ArrivingPieces): Promise<Accepted> {
    const { dataDir, requireWritable } = this.options;
    requireWritable();
    const id = randomUUID();
    const file = join(dataDir, 'spool', `${id}.submitted`);
    try {
      await spool(body, file, false, () => undefined);
      return { id, ...(await this.submit({ id, order, actor: plain(actor) }, file)) };
    } finally {
      await rm(file, { force: true });
    }
  }

  async rollback(snapshot: string, actor: Actor): Promise<void> {
    const order: RollbackOrder = { kind: 'rollback', snapshot };
    await (await this.submit({ id: randomUUID(), order, actor: plain(actor) })).done;
  }

  status(id: string): ImportStatus {
    const known = this.known.get(id);
    // What this daemon has begun as the writer, another one may have ended.
    if (known && hasEnded(known)) return known.status;
    const own = this.options.local.status(id);
    return own.status === 'NOT_FOUND' ? (known?.status ?? own) : own;
  }

  history(limit: number): ImportRecord[] {
    return this.options.local.history(limit);
  }

  unfinished(): UnfinishedImport[] {
    return this.options.local.unfinished();
  }

  /** How far an import is, or how it has ended, on any daemon. */
  told(id: string, outcome: ImportOutcomeRecord): void {
    this.remember(id, outcome);
    if (!hasEnded(outcome)) return;
    const { history } = this.options;
    const { record, failure } = outcome;
    if (record && history.get(id)?.outcome !== record.outcome) void history.end(record).catch(() => undefined);
    const waiter = this.waiting.get(id);
    this.waiting.delete(id);
    if (failure) waiter?.reject(asError(failure, 'the import'));
    else waiter?.resolve();
  }

  /**
   * Runs an import as the writer, or waits for the end of it that was begun before.
   * @throws Problem fleet_unavailable where another daemon has become the writer
   */
  async run(submitted: SubmittedImport, file: string, bytes: number): Promise<ImportOutcomeRecord> {
    const { id } = submitted;
    let running = this.running.get(id);
    if (running) await rm(file, { force: true });
    else {
      running = this.execute(submitted, file, bytes).finally(() => this.running.delete(id));
      this.running.set(id, running);
    }
    return running;
  }

  private async execute(
    { id, order, actor }: SubmittedImport,
    file: string,
    bytes: number,
  ): Promise<ImportOutcomeRecord> {
    const { client, local, history } = this.options;
    const by = new Actor(actor.key, actor.name, actor.markets);
    const telling = setInterval(() => client.progress(local.status(id)), TELL_EVERY_MS);
    try {
      if (order.kind === 'rollback') await local.rollback(order.snapshot, by, id);
      else if (!(await (await local.take(id, order, by, file, bytes)).done)) throw leaving();
    } catch (error) {
      if (error instanceof Problem && error.code === 'fleet_unavailable') throw error;
      return { ...this.recordOf(id, history), failure: asFailure(error) };
    } finally {
      clearInterval(telling);
      await rm(file, { force: true });
    }
    return this.recordOf(id, history);
  }

  private recordOf(id: string, history: ImportHistory): ImportOutcomeRecord {
    const record = history.get(id);
    const status = this.options.local.status(id);
    const ended = status.status === 'NOT_FOUND' ? { id, status: 'FAILURE' as const } : status;
    return { status: ended, ...(record && { record }) };
  }

  private async submit(submitted: SubmittedImport, file?: string): Promise<Pick<Accepted, 'done'>> {
    const { id } = submitted;
    const done = new Promise<boolean>((resolve, reject) => {
      this.waiting.set(id, { resolve: () => resolve(true), reject });
    });
    done.catch(() => undefined);
    try {
      this.remember(id, { status: { id, status: 'WAITING' } });
      await this.options.client.submit(submitted, file);
      return { done };
    } catch (error) {
      this.waiting.delete(id);
      this.known.delete(id);
      throw error;
    }
  }

  private remember(id: string, outcome: ImportOutcomeRecord): void {
    this.known.set(id, outcome);
    if (this.known.size <= MOST_KNOWN) return;
    const [oldest] = this.known.keys();
    if (oldest !== undefined) this.known.delete(oldest);
  }
}

function plain({ key, name, markets }: Actor): SubmittedImport['actor'] {
  return { key, name, ...(markets && { markets }) };
}

function leaving(): Problem {
  return new Problem('fleet_unavailable', 'the writer is stopping');
}

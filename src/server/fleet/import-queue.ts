/**
 * Imports on their way to the writer: any daemon adds them to a stream, durably, and the writer takes them in order. A
 * message is removed when its outcome is known to the fleet; one that a writer has not ended comes to the next.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredMsg } from '@nats-io/jetstream';
import { Problem } from '../../errors/problem.js';
import { type BodyStore, type BodySum, sumOfFile, writeBody } from '../../fleet/body-store.js';
import { type FleetConnection, isAnswer, isMissing } from '../../fleet/connection.js';
import type { FleetDocuments } from '../../fleet/documents.js';
import { frame, unframe } from '../../fleet/frame.js';
import { MOST_INLINE_BYTES } from '../../fleet/import-log.js';
import { streamName, subjectOf } from '../../fleet/names.js';
import { repeated } from '../../fleet/repeated.js';
import type { ImportStatus } from '../imports/import-status.js';
import { type AskMain, hasEnded, type ImportOutcomeRecord, type SubmittedImport } from './fleet-messages.js';

const VERSION = 1;
/** The servers know an import by its id, so that it is added once however often it is sent. */
const SUBMIT_WITHIN_MS = 1500;
const LONGEST_SUBMIT_MS = 10_000;

/** Of an order that has no body. */
const NO_BODY: BodySum = { bytes: 0, sha256: createHash('sha256').digest('hex') };

interface Submission extends SubmittedImport {
  body: BodySum;
}

export interface ImportQueueOptions {
  connection: FleetConnection;
  bodies: BodyStore;
  /** Kept for a day. */
  outcomes: FleetDocuments;
  dataDir: string;
  ask: AskMain;
  /** The generation of an import that the fleet has accepted before. */
  acceptedAs(id: string): number | undefined;
  /** Resolves when a generation is live where the quorum wants it. @throws where it is not published */
  untilLive(generation: number): Promise<void>;
  /** The generation that is live on this daemon, the writer. */
  live(): number | undefined;
  /** The log takes no changes from this daemon: what was accepted is published in the next term. */
  refused(): void;
  failed(error: unknown): void;
}

export class ImportQueue {
  private taking: Promise<void> | undefined;
  /** Whether imports may have come since the stream was looked at. */
  private isDue = false;
  /** The sequence of the import to be taken next. */
  private next = 1;
  /** Grows with each stop. */
  private turn = 0;
  /** Those that this daemon runs: after a stop, they are read again. */
  private readonly running = new Map<string, Promise<ImportOutcomeRecord>>();
  /** Those that this daemon has added, and has not told the outcome of. */
  private readonly submitted = new Set<string>();

  constructor(private readonly options: ImportQueueOptions) {}

  /** Adds an import. Resolves when the fleet has it. @param file its body; absent where it has none */
  async submit(submitted: SubmittedImport, file?: string): Promise<void> {
    const { connection, bodies } = this.options;
    const { id } = submitted;
    const body = file === undefined ? NO_BODY : await sumOfFile(file);
    const isLong = body.bytes > MOST_INLINE_BYTES;
    if (file !== undefined && isLong) await bodies.put(bodyName(id), file);
    const submission: Submission = { ...submitted, body };
    const data = frame(VERSION, submission, file === undefined || isLong ? undefined : await readFile(file));
    this.submitted.add(id);
    const options = { msgID: id, timeout: SUBMIT_WITHIN_MS };
    try {
      const subject = subjectOf(connection.cluster, 'imports', 'submitted');
      const publish = () => connection.stream.publish(subject, data, options);
      await repeated(LONGEST_SUBMIT_MS, publish, error => isAnswer(error) || !connection.isUp);
    } catch (error) {
      this.submitted.delete(id);
      throw error;
    }
  }

  /** The outcomes that the fleet has by now of imports that this daemon has added: word of them may have been lost. */
  async ended(): Promise<[id: string, outcome: ImportOutcomeRecord][]> {
    const found = [...this.submitted].map(async id => {
      const known = await this.options.outcomes.get<ImportOutcomeRecord>(id);
      return known && hasEnded(known.value) ? [[id, known.value] as [string, ImportOutcomeRecord]] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** @returns whether this daemon has added an import and waits for its outcome, which it does no longer */
  claimOutcome(id: string): boolean {
    return this.submitted.delete(id);
  }

  /** Whether this daemon runs no import. */
  get isIdle(): boolean {
    return this.running.size === 0;
  }

  /** Takes the imports that have come. To be called whenever some may have, in a term of this daemon. */
  take(): void {
    this.isDue = true;
    if (this.taking) return;
    const taking = this.takeAll(this.turn).finally(() => {
      if (this.taking === taking) this.taking = undefined;
    });
    this.taking = taking;
  }

  /** No further import is taken. The next `take` begins anew, with what was begun and has not ended. */
  stop(): void {
    this.turn++;
    this.next = 1;
    this.taking = undefined;
  }

  /** Tells all daemons how far an import is that this one runs. */
  async tell(status: ImportStatus): Promise<void> {
    if (!this.running.has(status.id)) return;
    await this.options.outcomes.change<ImportOutcomeRecord>(status.id, known =>
      known && hasEnded(known) ? undefined : { status },
    );
  }

  /** One after the other until each has its place in the order. Never rejects. */
  private async takeAll(turn: number): Promise<void> {
    const { manager, cluster } = this.options.connection;
    const stream = streamName(cluster, 'imports');
    try {
      while (this.isDue && turn === this.turn) {
        this.isDue = false;
        const { state } = await manager.streams.info(stream);
        for (let next = Math.max(this.next, state.first_seq); next <= state.last_seq && turn === this.turn; next++) {
          await this.run(next, turn);
          if (turn === this.turn) this.next = next + 1;
        }
      }
    } catch (error) {
      this.gaveUp(error, turn);
    }
  }

  /** Has an import begin. Resolves when it has its place, behind those before it. */
  private async run(sequence: number, turn: number): Promise<void> {
    const message = await this.read(sequence);
    // It has ended.
    if (!message || turn !== this.turn) return;
    const { head: submission, body } = unframe<Submission>(VERSION, 'an import of the fleet', message.data);
    const outcome = await this.begin(submission, body, message.time, turn);
    this.end(submission, outcome, sequence, turn).catch((error: unknown) => this.gaveUp(error, turn));
  }

  /** @returns undefined where it was removed */
  private async read(sequence: number): Promise<StoredMsg | undefined> {
    const { manager, cluster } = this.options.connection;
    try {
      return (await manager.streams.getMessage(streamName(cluster, 'imports'), { seq: sequence })) ?? undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** @returns the outcome to come; undefined where the fleet knows it */
  private async begin(
    submission: Submission,
    inline: Uint8Array,
    submitted: Date,
    turn: number,
  ): Promise<{ of: Promise<ImportOutcomeRecord> } | undefined> {
    const { outcomes, acceptedAs } = this.options;
    const { id } = submission;
    const known = await outcomes.get<ImportOutcomeRecord>(id);
    if (known && hasEnded(known.value)) return undefined;
    const running = this.running.get(id);
    if (running) return { of: running };
    const generation = acceptedAs(id);
    const outcome =
      generation === undefined
        ? await this.execute(submission, inline, turn)
        : { of: this.acceptedBefore(submission, generation, submitted) };
    this.running.set(id, outcome.of);
    outcome.of.catch(() => this.running.delete(id));
    return outcome;
  }

  /** Has the fleet know how an import has ended. */
  private async end(
    submission: Submission,
    coming: { of: Promise<ImportOutcomeRecord> } | undefined,
    sequence: number,
    turn: number,
  ): Promise<void> {
    const { outcomes, bodies, live, connection, failed } = this.options;
    const { id } = submission;
    if (coming) {
      const outcome = await coming.of;
      if (outcome.failure && turn !== this.turn) {
        // What is wrong with it may be right on the store of the writer of now.
        this.running.delete(id);
        throw new Error(`import ${id} goes to the next writer`);
      }
      const generation = outcome.failure ? undefined : (outcome.generation ?? live());
      const record = { ...outcome, ...(generation !== undefined && { generation }) };
      await outcomes.change<ImportOutcomeRecord>(id, () => record);
      this.running.delete(id);
    }
    if (submission.body.bytes > MOST_INLINE_BYTES) await bodies.remove(bodyName(id)).catch(failed);
    const stream = streamName(connection.cluster, 'imports');
    await connection.manager.streams.deleteMessage(stream, sequence, false).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** It is read again, with those behind it in their order, by this daemon or the next writer. */
  private gaveUp(error: unknown, turn: number): void {
    const { failed, refused } = this.options;
    failed(error);
    if (turn !== this.turn) return;
    this.stop();
    if (error instanceof Problem && error.code === 'fleet_unavailable') refused();
  }

  /** Resolves when the main thread has it. @throws where its body cannot be had */
  private async execute(
    submission: Submission,
    inline: Uint8Array,
    turn: number,
  ): Promise<{ of: Promise<ImportOutcomeRecord> }> {
    const { bodies, dataDir, ask } = this.options;
    const { body, ...submitted } = submission;
    const name = bodyName(submitted.id);
    // A thread before this one may have begun it: its file is another one.
    const file = join(dataDir, 'spool', `${submitted.id}-${randomUUID()}`);
    if (body.bytes > MOST_INLINE_BYTES) await bodies.fetch(name, file, body);
    else await writeBody(name, file, inline, body);
    if (turn !== this.turn) {
      await rm(file, { force: true });
      throw new Error(`import ${submitted.id} goes to the next writer`);
    }
    return { of: ask<ImportOutcomeRecord>({ kind: 'import', submitted, file, bytes: body.bytes }) };
  }

  /** The outcome of an import whose writer ended between its acceptance and its answer: live, as all are when they end. */
  private async acceptedBefore(
    { id, order, actor }: Submission,
    generation: number,
    submitted: Date,
  ): Promise<ImportOutcomeRecord> {
    await this.options.untilLive(generation);
    const ended = new Date();
    return {
      status: { id, status: 'SUCCESS' },
      generation,
      record: {
        id,
        kind: order.kind,
        ...('name' in order && order.name !== undefined && { name: order.name }),
        actor: actor.name,
        key: actor.key,
        startedAt: submitted.toISOString(),
        outcome: 'SUCCESS',
        endedAt: ended.toISOString(),
        durationMs: ended.getTime() - submitted.getTime(),
      },
    };
  }
}

const bodyName = (id: string): string => `submitted-${id}`;

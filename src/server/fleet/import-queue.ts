/**
 * Imports on their way to the writer: any daemon adds them to a stream, durably, and the writer takes them in order. A
 * message is removed when its outcome is known to the fleet; one that a writer has not ended comes to the next.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AckPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream';
import { type BodyStore, type BodySum, sumOfFile, writeBody } from '../../fleet/body-store.js';
import { type FleetConnection, isMissing } from '../../fleet/connection.js';
import type { FleetDocuments } from '../../fleet/documents.js';
import { frame, unframe } from '../../fleet/frame.js';
import { MOST_INLINE_BYTES } from '../../fleet/import-log.js';
import { streamName, subjectOf } from '../../fleet/names.js';
import type { ImportStatus } from '../imports/import-status.js';
import { type AskMain, hasEnded, type ImportOutcomeRecord, type SubmittedImport } from './fleet-messages.js';

/** A writer says so often that it has not ended an import. */
const WORKING_EVERY_MS = 5000;
/** After so long without that, another one gets it. */
const ACK_WITHIN_MS = 15_000;
const NANOSECONDS = 1_000_000;
const CONSUMER = 'writer';
const VERSION = 1;
/** As many as may wait. */
const MOST_TOGETHER = 1000;

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
  /** Whether the fleet has accepted an import before. */
  isAccepted(id: string): boolean;
  failed(error: unknown): void;
}

export class ImportQueue {
  private taking: { stop(): void } | undefined;
  /** Grows with each stop. */
  private turn = 0;
  /** Those that this daemon runs: in a new term, they are delivered again. */
  private readonly running = new Map<string, Promise<ImportOutcomeRecord>>();

  constructor(private readonly options: ImportQueueOptions) {}

  /** Adds an import. Resolves when the fleet has it. @param file its body; absent where it has none */
  async submit(submitted: SubmittedImport, file?: string): Promise<void> {
    const { connection, bodies } = this.options;
    const body = file === undefined ? NO_BODY : await sumOfFile(file);
    const isLong = body.bytes > MOST_INLINE_BYTES;
    if (file !== undefined && isLong) await bodies.put(bodyName(submitted.id), file);
    const submission: Submission = { ...submitted, body };
    const data = frame(VERSION, submission, file === undefined || isLong ? undefined : await readFile(file));
    await connection.stream.publish(subjectOf(connection.cluster, 'imports', 'submitted'), data, {
      msgID: submitted.id,
    });
  }

  /** Whether imports are taken. */
  get isTaking(): boolean {
    return this.taking !== undefined;
  }

  /** Takes imports from now on, until `stop`. */
  async take(): Promise<void> {
    this.stop();
    const { turn } = this;
    const consumer = await this.consumer();
    const messages = await consumer.consume({ max_messages: MOST_TOGETHER });
    // Stopped meanwhile.
    if (turn !== this.turn) return messages.stop();
    this.taking = messages;
    const run = async () => {
      for await (const message of messages) void this.run(message);
    };
    // It ends where another daemon has made its own consumer.
    run()
      .catch(this.options.failed)
      .finally(() => {
        if (this.taking === messages) this.taking = undefined;
      });
  }

  /** No further import is taken. */
  stop(): void {
    this.turn++;
    this.taking?.stop();
    this.taking = undefined;
  }

  /** Tells all daemons how far an import is that this one runs. */
  async tell(status: ImportStatus): Promise<void> {
    if (!this.running.has(status.id)) return;
    await this.options.outcomes.change<ImportOutcomeRecord>(status.id, known =>
      known && hasEnded(known) ? undefined : { status },
    );
  }

  private async run(message: JsMsg): Promise<void> {
    const { outcomes, bodies, isAccepted, failed } = this.options;
    const working = setInterval(() => message.working(), WORKING_EVERY_MS);
    try {
      const { head: submission, body: inline } = unframe<Submission>(VERSION, 'an import of the fleet', message.data);
      const { id } = submission;
      const known = await outcomes.get<ImportOutcomeRecord>(id);
      if (!known || !hasEnded(known.value)) {
        const running = this.running.get(id);
        const outcome = await (running ?? (isAccepted(id) ? acceptedBefore(id) : this.begin(submission, inline)));
        await outcomes.change<ImportOutcomeRecord>(id, () => outcome);
        this.running.delete(id);
      }
      if (submission.body.bytes > MOST_INLINE_BYTES) await bodies.remove(bodyName(id)).catch(failed);
      message.ack();
    } catch (error) {
      // It comes again, to this writer or the next.
      message.nak();
      failed(error);
    } finally {
      clearInterval(working);
    }
  }

  private begin(submission: Submission, inline: Uint8Array): Promise<ImportOutcomeRecord> {
    const { id } = submission;
    const outcome = this.execute(submission, inline);
    this.running.set(id, outcome);
    outcome.catch(() => this.running.delete(id));
    return outcome;
  }

  private async execute(submission: Submission, inline: Uint8Array): Promise<ImportOutcomeRecord> {
    const { bodies, dataDir, ask } = this.options;
    const { body, ...submitted } = submission;
    const name = bodyName(submitted.id);
    const file = join(dataDir, 'spool', submitted.id);
    if (body.bytes > MOST_INLINE_BYTES) await bodies.fetch(name, file, body);
    else await writeBody(name, file, inline, body);
    return ask<ImportOutcomeRecord>({ kind: 'import', submitted, file, bytes: body.bytes });
  }

  /** A new consumer: what the writer before has taken and not ended is delivered again at once. */
  private async consumer(): Promise<Consumer> {
    const { manager, stream, cluster } = this.options.connection;
    const name = streamName(cluster, 'imports');
    try {
      await manager.consumers.delete(name, CONSUMER);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await manager.consumers.add(name, {
      durable_name: CONSUMER,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ACK_WITHIN_MS * NANOSECONDS,
      max_ack_pending: MOST_TOGETHER,
    });
    return stream.consumers.get(name, CONSUMER);
  }
}

/** The outcome of an import whose writer ended between its acceptance and its answer. */
function acceptedBefore(id: string): ImportOutcomeRecord {
  return { status: { id, status: 'SUCCESS' } };
}

const bodyName = (id: string): string => `submitted-${id}`;

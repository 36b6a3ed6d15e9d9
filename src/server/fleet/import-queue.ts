/**
 * Imports on their way to the writer: any daemon adds them to a stream, durably, and the writer takes them in order. A
 * message is removed when its outcome is known to the fleet; one that a writer has not ended comes to the next.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AckPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import { type FleetConnection, isMissing } from '../../fleet/connection.js';
import type { FleetDocuments } from '../../fleet/documents.js';
import { frame, unframe } from '../../fleet/frame.js';
import { MOST_INLINE_BYTES } from '../../fleet/import-log.js';
import { streamName, subjectOf } from '../../fleet/names.js';
import type { AskMain, ImportOutcomeRecord, SubmittedImport } from './fleet-messages.js';
import { sha256 } from './snapshot-exchange.js';

/** A writer says so often that it has not ended an import. */
const WORKING_EVERY_MS = 5000;
/** After so long without that, another one gets it. */
const ACK_WITHIN_MS = 15_000;
const NANOSECONDS = 1_000_000;
const CONSUMER = 'writer';
const VERSION = 1;
/** As many as may wait. */
const MOST_TOGETHER = 1000;

interface Submission extends SubmittedImport {
  body: { bytes: number; sha256: string };
}

export interface ImportQueueOptions {
  connection: FleetConnection;
  bodies: ObjectStore;
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

  /** Adds an import. Resolves when the fleet has it. */
  async submit(submitted: SubmittedImport, body: Uint8Array): Promise<void> {
    const { connection, bodies } = this.options;
    const isLong = body.length > MOST_INLINE_BYTES;
    if (isLong) await bodies.putBlob({ name: bodyName(submitted.id) }, body);
    const submission: Submission = { ...submitted, body: { bytes: body.length, sha256: sha256(body) } };
    const data = frame(VERSION, submission, isLong ? undefined : body);
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
      if (submission.body.bytes > MOST_INLINE_BYTES) await bodies.delete(bodyName(id)).catch(() => undefined);
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
    const bytes = body.bytes > MOST_INLINE_BYTES ? await bodies.getBlob(bodyName(submitted.id)) : inline;
    if (!bytes || sha256(bytes) !== body.sha256) throw new Error(`import ${submitted.id}: its body is damaged`);
    const file = join(dataDir, 'spool', submitted.id);
    await writeFile(file, bytes, { mode: 0o600 });
    return ask<ImportOutcomeRecord>({ kind: 'import', submitted, file, bytes: bytes.length });
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

export function hasEnded({ status }: ImportOutcomeRecord): boolean {
  return status.status !== 'WAITING' && status.status !== 'IN_PROGRESS';
}

/** The outcome of an import whose writer ended between its acceptance and its answer. */
function acceptedBefore(id: string): ImportOutcomeRecord {
  return { status: { id, status: 'SUCCESS' } };
}

const bodyName = (id: string): string => `submitted-${id}`;

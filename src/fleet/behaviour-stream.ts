/**
 * The stream of behaviour: what the daemons of a fleet have in their journals, so that each has the notifications of all.
 * A daemon adds its own under a subject of its own, one message after the other, each only behind the last one of that
 * subject: so they are there in order, and once. Orders to forget customers come between them.
 *
 * A message is a frame (frame.ts) whose body, of records, has a line for each: its number, a space, and its JSON.
 */
import { DeliverPolicy } from '@nats-io/jetstream';
import { type FleetConnection, isMissing, isOvertaken } from './connection.js';
import { frame, unframe } from './frame.js';
import { streamName, subjectOf } from './names.js';

const VERSION = 1;
/** Messages that are fetched ahead. */
const AHEAD = 64;

export interface NumberedText {
  /** In the journal of its daemon. */
  number: number;
  /** JSON. */
  text: string;
}

export interface BehaviourRecords {
  kind: 'records';
  /** Which journal they are of. */
  origin: string;
  /** The id of the daemon, where its journal goes by another name. */
  daemon?: string;
  /** Of records that came there from another journal, which the stream may lack: their numbers are of that one. */
  from?: string;
  /** What that journal has below this number has been sent by now. */
  until: number;
  /** They stand for a message that was removed because it named a customer; their numbers are of that one's origin. */
  replaces?: { sequence: number; origin: string };
  records: NumberedText[];
}

export interface BehaviourErasure {
  kind: 'erasure';
  origin: string;
  until: number;
  customerKeys: string[];
}

export type BehaviourMessage = BehaviourRecords | BehaviourErasure;

export interface StoredBehaviour {
  /** Its place in the stream, from 1. */
  sequence: number;
  message: BehaviourMessage;
}

export class BehaviourStream {
  private constructor(private readonly connection: FleetConnection) {}

  /** @param limits of the whole stream: the oldest messages go first */
  static async open(
    connection: FleetConnection,
    limits: { mostBytes: number; mostAgeMs: number },
  ): Promise<BehaviourStream> {
    await connection.requireStream('behaviour', limits);
    return new BehaviourStream(connection);
  }

  /**
   * @param after the sequence of the last message of this origin; 0: there is none
   * @returns its sequence; undefined where another message of this origin stands behind that one
   * @throws where it is not known whether it was added
   */
  async add(message: BehaviourMessage, after: number): Promise<number | undefined> {
    const { stream, cluster } = this.connection;
    try {
      const { seq } = await stream.publish(subjectOf(cluster, 'behaviour', message.origin), encode(message), {
        expect: { lastSubjectSequence: after },
      });
      return seq;
    } catch (error) {
      if (isOvertaken(error)) return undefined;
      throw error;
    }
  }

  /** The newest message of an origin. */
  async lastOf(origin: string): Promise<StoredBehaviour | undefined> {
    const { cluster } = this.connection;
    return this.get({ last_by_subj: subjectOf(cluster, 'behaviour', origin) });
  }

  /** @returns undefined where it is gone */
  at(sequence: number): Promise<StoredBehaviour | undefined> {
    return this.get({ seq: sequence });
  }

  /** The sequence of the first message, which is greater than that of the last one where there is none. */
  async first(): Promise<number> {
    const { manager, cluster } = this.connection;
    const { state } = await manager.streams.info(streamName(cluster, 'behaviour'));
    return Math.max(1, state.first_seq);
  }

  /** The sequence of the last message; 0: there was none. */
  async end(): Promise<number> {
    const { manager, cluster } = this.connection;
    return (await manager.streams.info(streamName(cluster, 'behaviour'))).state.last_seq;
  }

  /** When the stream was made: another one begins at sequence 1. */
  async made(): Promise<string> {
    const { manager, cluster } = this.connection;
    return (await manager.streams.info(streamName(cluster, 'behaviour'))).created;
  }

  /**
   * Follows the stream from a sequence on, for as long as the connection lasts.
   * @param opened receives what ends it
   * @throws where a message is damaged, or of a newer version
   */
  async *from(sequence: number, opened: (stop: () => void) => void): AsyncGenerator<StoredBehaviour> {
    const { stream, cluster } = this.connection;
    const consumer = await stream.consumers.get(streamName(cluster, 'behaviour'), {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: sequence,
    });
    const messages = await consumer.consume({ max_messages: AHEAD });
    opened(() => messages.stop());
    try {
      for await (const { seq, data } of messages) yield { sequence: seq, message: decode(seq, data) };
    } finally {
      messages.stop();
    }
  }

  /** Removes a message, and overwrites what the servers have of it on disk. */
  async erase(sequence: number): Promise<void> {
    const { manager, cluster } = this.connection;
    try {
      await manager.streams.deleteMessage(streamName(cluster, 'behaviour'), sequence, true);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  private async get(query: { seq: number } | { last_by_subj: string }): Promise<StoredBehaviour | undefined> {
    const { manager, cluster } = this.connection;
    try {
      const found = await manager.streams.getMessage(streamName(cluster, 'behaviour'), query);
      return found ? { sequence: found.seq, message: decode(found.seq, found.data) } : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

type Head = Omit<BehaviourRecords, 'records'> | BehaviourErasure;

function encode(message: BehaviourMessage): Uint8Array {
  if (message.kind === 'erasure') return frame(VERSION, message);
  const { records, ...head } = message;
  return frame(VERSION, head, Buffer.from(records.map(({ number, text }) => `${number} ${text}`).join('\n')));
}

function decode(sequence: number, data: Uint8Array): BehaviourMessage {
  const { head, body } = unframe<Head>(VERSION, `message ${sequence} of the fleet's behaviour`, data);
  if (head.kind === 'erasure') return head;
  const lines = Buffer.from(body.buffer, body.byteOffset, body.length).toString().split('\n');
  const records = lines.flatMap(line => {
    const space = line.indexOf(' ');
    return space < 0 ? [] : [{ number: Number(line.slice(0, space)), text: line.slice(space + 1) }];
  });
  return { ...head, records };
}

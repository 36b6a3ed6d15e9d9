/**
 * A thread's connection to the NATS servers of a fleet. It comes back by itself for as long as it is open; meanwhile calls
 * are rejected when their time is over.
 */
import { readFile } from 'node:fs/promises';
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { Objm } from '@nats-io/obj';
import { type Authenticator, connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { Problem } from '../errors/problem.js';
import { askAgain } from './ask-again.js';
import { type FleetSettings, replicasOf } from './fleet-settings.js';
import { type Bucket, bucketName, type Stream, streamName, subjectOf } from './names.js';
import type { FleetObjects } from './objects.js';

export type ConnectionSettings = Pick<FleetSettings, 'servers' | 'cluster' | 'credentialsFile' | 'replicas'>;

export interface ConnectionOptions {
  settings: ConnectionSettings;
  /** The name that the servers know the connection by. */
  name: string;
  /** Called when a server has taken the connection, when none takes the first one, when it is lost, and when there is one again. */
  changed?(isUp: boolean): void;
}

/** What streams of a fleet are like. */
export interface StreamOptions {
  mostBytes?: number;
  mostAgeMs?: number;
  /** Beyond these, further messages are refused; beyond bytes and age, the oldest go. */
  mostMessages?: number;
  /** For how long a message id that comes again is known. */
  knownIdsMs?: number;
}

const CALL_WITHIN_MS = 5000;
/** Of a change of a key: what is lost on a server that is cut off is not waited for, so that it is soon done again. */
const CHANGE_WITHIN_MS = 1500;
/** Of one server: one that is cut off does not say that it is away. */
const CONNECT_WITHIN_MS = 1000;
/** A server that does not answer is given up after three of these. */
const PING_EVERY_MS = 1000;
const RECONNECT_EVERY_MS = 100;
const RECONNECT_JITTER_MS = 100;

const NANOSECONDS = 1_000_000;

export class FleetConnection {
  readonly stream: JetStreamClient;
  private readonly keys: Kvm;
  private up = true;

  private constructor(
    readonly nats: NatsConnection,
    readonly manager: JetStreamManager,
    private readonly options: ConnectionOptions,
  ) {
    askAgain(nats);
    this.stream = jetstream(nats, { timeout: CALL_WITHIN_MS });
    this.keys = new Kvm(jetstream(nats, { timeout: CHANGE_WITHIN_MS }));
    void this.watch();
  }

  /**
   * Resolves when a server has taken the connection, however long that takes.
   * @param signal ends the attempts
   * @throws Problem setting_invalid where the file of the credentials cannot be read; the reason of the signal
   */
  static async open(options: ConnectionOptions, signal?: AbortSignal): Promise<FleetConnection> {
    const { servers, credentialsFile } = options.settings;
    const authenticator = credentialsFile === '' ? undefined : await credentials(credentialsFile);
    for (;;) {
      signal?.throwIfAborted();
      let nats: NatsConnection | undefined;
      try {
        nats = await connect({
          servers: servers.map(server => new URL(server).host),
          ...userOf(servers),
          ...(authenticator && { authenticator }),
          ...(servers.some(server => /^(tls|wss):/.test(server)) && { tls: {} }),
          name: options.name,
          timeout: CONNECT_WITHIN_MS,
          // The nearest one is named first.
          noRandomize: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RECONNECT_EVERY_MS,
          reconnectJitter: RECONNECT_JITTER_MS,
          pingInterval: PING_EVERY_MS,
        });
        const manager = await jetstreamManager(nats, { timeout: CALL_WITHIN_MS });
        options.changed?.(true);
        return new FleetConnection(nats, manager, options);
      } catch (error) {
        await nats?.close();
        if (isRefusal(error)) throw error;
        options.changed?.(false);
        await pause(RECONNECT_EVERY_MS, signal);
      }
    }
  }

  get isUp(): boolean {
    return this.up;
  }

  get cluster(): string {
    return this.options.settings.cluster;
  }

  /**
   * A bucket of keys and values, which is made where there is none.
   * @param mostAgeMs after which a value goes; 0: never
   * @param isNewest whether the servers' leader alone is asked for a value: another one may have been away, and have an older one
   */
  async bucket(bucket: Bucket, mostAgeMs = 0, isNewest = false): Promise<KV> {
    const replicas = replicasOf(this.options.settings);
    const name = bucketName(this.cluster, bucket);
    await new Kvm(this.stream).create(name, { replicas, history: 1, ttl: mostAgeMs });
    return this.keys.open(name, { allow_direct: !isNewest });
  }

  /** A store of objects, which is made where there is none. */
  async objects(store: 'parts' | 'bodies'): Promise<FleetObjects> {
    const replicas = replicasOf(this.options.settings);
    const bucket = bucketName(this.cluster, store);
    const { stream, manager } = this;
    return { bucket, store: await new Objm(stream).create(bucket, { replicas }), stream, manager };
  }

  /** Makes a stream where there is none. */
  async requireStream(stream: Stream, options: StreamOptions = {}): Promise<void> {
    const { mostBytes = -1, mostAgeMs = 0, mostMessages = -1, knownIdsMs = 120_000 } = options;
    const wanted = {
      name: streamName(this.cluster, stream),
      subjects: [`${subjectOf(this.cluster, stream)}.>`],
      retention: 'limits' as const,
      storage: 'file' as const,
      num_replicas: replicasOf(this.options.settings),
      max_bytes: mostBytes,
      max_age: mostAgeMs * NANOSECONDS,
      max_msgs: mostMessages,
      discard: mostMessages < 0 ? ('old' as const) : ('new' as const),
      duplicate_window: knownIdsMs * NANOSECONDS,
      allow_direct: true,
    };
    try {
      await this.manager.streams.info(wanted.name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.manager.streams.add(wanted);
    }
  }

  /** Resolves when what was sent is on its way, or the connection is lost. */
  async close(): Promise<void> {
    if (this.up) await this.nats.drain();
    else await this.nats.close();
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.nats.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue;
      this.up = type === 'reconnect';
      this.options.changed?.(this.up);
    }
  }
}

/** Whether an error of JetStream says that a stream, message or consumer does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === 404 || /not found/.test((error as Error).message);
}

/** Whether servers have answered with this error, so that they have not done what they were asked for. */
export function isAnswer(error: unknown): boolean {
  return error instanceof JetStreamApiError;
}

/** Whether a whole stream does not exist. */
export function isStreamMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === STREAM_NOT_FOUND;
}

/** Whether a write was refused because the stream or key has changed since it was read. */
export function isOvertaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === WRONG_LAST_SEQUENCE;
}

const WRONG_LAST_SEQUENCE = 10_071;
const STREAM_NOT_FOUND = 10_059;

/** Whether the servers refuse this user: no attempt will be taken. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /authorization|authentication/i.test(error.name + error.message);
}

/** Name and password that an address has. */
function userOf(servers: readonly string[]): { user?: string; pass?: string } {
  for (const server of servers) {
    const { username, password } = new URL(server);
    if (username !== '') return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  }
  return {};
}

async function credentials(file: string): Promise<Authenticator> {
  try {
    return credsAuthenticator(new Uint8Array(await readFile(file)));
  } catch (error) {
    throw new Problem('setting_invalid', `fleet.credentialsFile: ${file} cannot be read (${(error as Error).message})`);
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

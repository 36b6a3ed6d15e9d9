/**
 * What the daemon that learns has made of behaviour, for all daemons of a fleet: its state, from which another one can go
 * on, and the signals that it has compiled for a snapshot. Both are objects under the hash of their content; a document of the
 * pointer's bucket names them, and is changed by the writer of the newest term alone.
 *
 * Signals are a frame (frame.ts) whose head lists the parts that its body consists of, in their order.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { KV } from '@nats-io/kv';
import { bytesIn, sharedMemory } from '../kernel/shared-memory.js';
import type { SharedSignals } from '../snapshot/index.js';
import { sumOfFile } from './body-store.js';
import { FleetDocuments } from './documents.js';
import { frame, unframe } from './frame.js';
import type { PartsStore } from './parts-store.js';

/** Of signals: of the frame, and of the parts in it. */
export const SIGNALS_VERSION = 1;
const KEY = 'learned';
const STATE = 'learned-';
const SIGNALS = 'signals-';

export interface FleetLearned {
  /** Of the term of the writer that has published it. */
  token: number;
  /** The object with the learned file; absent before the first. */
  state?: string;
  signals?: { object: string; snapshot: string; version: number };
}

interface SignalsHead {
  products: [market: string, bytes: number][];
  phrases: [view: string, bytes: number][];
}

export class LearnedStore {
  private readonly documents: FleetDocuments;

  /**
   * @param bucket of the pointer
   * @param objects whose names have other beginnings
   */
  constructor(
    bucket: KV,
    private readonly objects: PartsStore,
  ) {
    this.documents = new FleetDocuments(bucket);
  }

  async get(): Promise<FleetLearned | undefined> {
    return (await this.documents.get<FleetLearned>(KEY))?.value;
  }

  /** @param failed called with what cannot be read @returns what ends it */
  watch(changed: () => void, failed: (error: unknown) => void): Promise<() => void> {
    return this.documents.watch<FleetLearned>(KEY, changed, failed);
  }

  /**
   * Stores a state and points to it.
   * @param file that stays as it is until this has ended
   * @returns the document; undefined where a later writer has changed it
   */
  async putState(file: string, token: number): Promise<FleetLearned | undefined> {
    const object = `${STATE}${(await sumOfFile(file)).sha256}`;
    if (!(await this.objects.has(object))) await this.objects.putFile(object, file);
    return this.point(token, { state: object });
  }

  /** As `putState`, of signals. */
  async putSignals(signals: SharedSignals, token: number): Promise<FleetLearned | undefined> {
    const bytes = encodeSignals(signals);
    const object = `${SIGNALS}${createHash('sha256').update(bytes).digest('hex')}`;
    if (!(await this.objects.has(object))) await this.objects.putBytes(object, bytes);
    return this.point(token, { signals: { object, snapshot: signals.snapshotId, version: SIGNALS_VERSION } });
  }

  /** Writes a state to a file. @throws where it is missing, or is not what its name says */
  async fetchState(object: string, file: string): Promise<void> {
    await this.objects.receive(object, file);
    const { sha256 } = await sumOfFile(file);
    if (object === `${STATE}${sha256}`) return;
    fs.rmSync(file);
    throw new Error(`${object}: what the fleet has of it is damaged`);
  }

  /** @returns undefined where this release does not read them. @throws where they are missing or damaged */
  async fetchSignals({
    object,
    snapshot,
    version,
  }: FleetLearned['signals'] & object): Promise<SharedSignals | undefined> {
    return version === SIGNALS_VERSION
      ? decodeSignals(object, snapshot, await this.objects.getBytes(object))
      : undefined;
  }

  /** Removes what writers have left that ended before they pointed to it. */
  async tidy(): Promise<void> {
    const names = (await this.objects.names()).filter(name => name.startsWith(STATE) || name.startsWith(SIGNALS));
    const { state, signals } = (await this.get()) ?? {};
    for (const name of names) if (name !== state && name !== signals?.object) await this.objects.remove(name);
  }

  private async point(token: number, change: Partial<FleetLearned>): Promise<FleetLearned | undefined> {
    let replaced: FleetLearned | undefined;
    const changed = await this.documents.change<FleetLearned>(KEY, from => {
      replaced = from;
      return from && from.token > token ? undefined : { ...from, ...change, token };
    });
    const now = changed?.value;
    if (!now || now.token > token) return undefined;
    if (replaced?.state !== undefined && replaced.state !== now.state) await this.objects.remove(replaced.state);
    if (replaced?.signals && replaced.signals.object !== now.signals?.object)
      await this.objects.remove(replaced.signals.object);
    return now;
  }
}

export function encodeSignals({ products, phrases }: SharedSignals): Uint8Array {
  const lengths = (parts: ReadonlyMap<string, SharedArrayBuffer>) =>
    [...parts].map(([name, { byteLength }]): [string, number] => [name, byteLength]);
  const head: SignalsHead = { products: lengths(products), phrases: lengths(phrases) };
  return frame(SIGNALS_VERSION, head, Buffer.concat([...products.values(), ...phrases.values()].map(bytesIn)));
}

/** @throws where the bytes are damaged or of a newer version */
export function decodeSignals(what: string, snapshotId: string, bytes: Uint8Array): SharedSignals {
  const { head, body } = unframe<SignalsHead>(SIGNALS_VERSION, what, bytes);
  let at = 0;
  const shared = ([name, length]: [string, number]): [string, SharedArrayBuffer] => {
    const part = sharedMemory(length);
    bytesIn(part).set(body.subarray(at, at + length));
    at += length;
    return [name, part];
  };
  return { snapshotId, products: new Map(head.products.map(shared)), phrases: new Map(head.phrases.map(shared)) };
}

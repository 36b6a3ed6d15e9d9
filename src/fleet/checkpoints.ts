/**
 * Checkpoints of the catalog store: the compact copy that the writer keeps of its store, as an object. A daemon whose store
 * lacks what the log no longer has takes it as its store, and applies what the log has beyond it.
 */
import fs from 'node:fs';
import type { KV } from '@nats-io/kv';
import { FleetDocuments } from './documents.js';
import type { PartsStore } from './parts-store.js';

export interface Checkpoint {
  /** Of the store that it is a copy of. */
  generation: number;
  object: string;
  bytes: number;
  /** The generation of the one before; 0: there was none. The log has what came after that one. */
  before: number;
}

const KEY = 'checkpoint';

export class Checkpoints {
  private readonly documents: FleetDocuments;
  private known: Checkpoint | undefined;

  /** @param bucket of the pointer */
  constructor(
    bucket: KV,
    private readonly objects: PartsStore,
  ) {
    this.documents = new FleetDocuments(bucket);
  }

  /** @returns what ends it */
  watch(failed: (error: unknown) => void): Promise<() => void> {
    return this.documents.watch<Checkpoint>(
      KEY,
      (_, document) => {
        this.known = document?.value;
      },
      failed,
    );
  }

  /** The newest one, as it was told last. */
  get newest(): Checkpoint | undefined {
    return this.known;
  }

  /** @returns the newest one now */
  async read(): Promise<Checkpoint | undefined> {
    this.known = (await this.documents.get<Checkpoint>(KEY))?.value;
    return this.known;
  }

  /**
   * Stores a copy of the store, unless there is one as new.
   * @param token of the writer's term: what two writers store are two objects
   * @returns the newest checkpoint
   */
  async put(file: string, generation: number, token: number): Promise<Checkpoint> {
    const object = `store-${generation}-${token}`;
    const { size: bytes } = fs.statSync(file);
    await this.objects.putFile(object, file);
    let replaced: Checkpoint | undefined;
    const { value } = (await this.documents.change<Checkpoint>(KEY, from => {
      replaced = from;
      if (from && from.generation >= generation) return undefined;
      return { generation, object, bytes, before: from?.generation ?? 0 };
    }))!;
    if (value.object !== object) await this.objects.remove(object);
    else if (replaced) await this.objects.remove(replaced.object);
    this.known = value;
    return value;
  }

  /** Writes one to a file. @throws where it is missing, or does not arrive as it was stored */
  async fetch({ object }: Checkpoint, file: string): Promise<void> {
    await this.objects.receive(object, file);
  }
}

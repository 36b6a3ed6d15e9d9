/**
 * The pointer of a fleet: the snapshot that all daemons should answer from, moved by the writer alone. Its generation
 * never falls: a rollback is a generation of the catalog like any other.
 */
import type { KV } from '@nats-io/kv';
import { FleetDocuments } from './documents.js';

export interface FleetPointer {
  /** The generation of the catalog store that the snapshot goes with. */
  generation: number;
  snapshot: string;
  /** SHA-256 (hex) of the manifest's file, an object of the parts store. */
  manifestSha256: string;
  /** The token of the writer's term. */
  token: number;
  /** See `Pointer` of snapshot/manifest.ts. */
  pinned?: number;
}

const KEY = 'snapshot';

export class PointerStore {
  private readonly documents: FleetDocuments;

  constructor(bucket: KV) {
    this.documents = new FleetDocuments(bucket);
  }

  async get(): Promise<FleetPointer | undefined> {
    return (await this.documents.get<FleetPointer>(KEY))?.value;
  }

  /** @returns whether it was moved: a pointer of a later term or a newer generation stays */
  async move(to: FleetPointer): Promise<boolean> {
    const moved = await this.documents.change<FleetPointer>(KEY, from => (mayFollow(from, to) ? to : undefined));
    return moved?.value.snapshot === to.snapshot && moved.value.generation === to.generation;
  }

  /** @param failed called with what cannot be read @returns what ends it */
  watch(moved: (pointer: FleetPointer) => void, failed: (error: unknown) => void): Promise<() => void> {
    return this.documents.watch<FleetPointer>(KEY, (_, document) => document && moved(document.value), failed);
  }
}

/** Whether a pointer may stand in the place of another one: none goes back. */
export function mayFollow(from: FleetPointer | undefined, to: FleetPointer): boolean {
  return from === undefined || (from.token <= to.token && from.generation <= to.generation);
}

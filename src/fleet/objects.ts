/**
 * Reads objects of a store piece by piece. A server that ends while it sends one sends no more of it, and the client waits
 * for ever: an object of which nothing comes for a while is given up, and asked for again by the caller.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectInfo, ObjectStore } from '@nats-io/obj';

const LONGEST_PAUSE_MS = 5000;

export interface ReadObject {
  info: ObjectInfo;
  /** Throws where it does not arrive as it was stored. */
  pieces: AsyncGenerator<Uint8Array>;
}

/** @throws where it is missing */
export async function readObject(store: ObjectStore, name: string): Promise<ReadObject> {
  const found = await store.get(name);
  if (!found) throw new Error(`${name}: the fleet does not have it`);
  return { info: found.info, pieces: piecesOf(name, found.data, found.error) };
}

/** The bytes of a small object. @throws as `readObject` and its pieces */
export async function readWhole(store: ObjectStore, name: string): Promise<Buffer> {
  const { pieces } = await readObject(store, name);
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* piecesOf(
  name: string,
  data: ReadableStream<Uint8Array>,
  ended: Promise<Error | null>,
): AsyncGenerator<Uint8Array> {
  // What breaks off rejects both; the reader tells.
  ended.catch(() => undefined);
  const reader = data.getReader();
  try {
    for (;;) {
      const inTime = new AbortController();
      const late = pause(LONGEST_PAUSE_MS, undefined, { signal: inTime.signal }).catch(() => undefined);
      const read = await Promise.race([reader.read(), late]).finally(() => inTime.abort());
      if (!read) throw new Error(`${name}: no more of it arrives`);
      if (read.done) break;
      yield read.value;
    }
  } finally {
    // Has the servers send no more of one that is given up; what breaks off cannot be cancelled.
    await reader.cancel().catch(() => undefined);
  }
  const error = await ended;
  if (error) throw error;
}

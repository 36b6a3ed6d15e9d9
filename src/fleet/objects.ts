/**
 * Reads objects of a store piece by piece, each by a request of its own. The client's way, a consumer for each object, is on
 * one of the servers: where that is gone, nothing comes, and a third of all objects cannot be read.
 */
import { createHash } from 'node:crypto';
import type { DirectStreamAPI } from '@nats-io/jetstream';
import type { ObjectInfo, ObjectStore } from '@nats-io/obj';

const DIGEST = 'SHA-256=';

export interface FleetObjects {
  store: ObjectStore;
  direct: DirectStreamAPI;
}

export interface ReadObject {
  info: ObjectInfo;
  /** Throws where it does not arrive as it was stored. */
  pieces: AsyncGenerator<Uint8Array>;
}

/** @throws where it is missing */
export async function readObject({ store, direct }: FleetObjects, name: string): Promise<ReadObject> {
  const info = await store.info(name);
  if (!info || info.deleted) throw new Error(`${name}: the fleet does not have it`);
  return { info, pieces: piecesOf(direct, info) };
}

/** The bytes of a small object. @throws as `readObject` and its pieces */
export async function readWhole(objects: FleetObjects, name: string): Promise<Buffer> {
  const { pieces } = await readObject(objects, name);
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* piecesOf(direct: DirectStreamAPI, info: ObjectInfo): AsyncGenerator<Uint8Array> {
  const { name, bucket, nuid, size, digest } = info;
  const subject = `$O.${bucket}.C.${nuid}`;
  const hash = createHash('sha256');
  let seq = 1;
  for (let bytes = 0; bytes < size; ) {
    const piece = await direct.getMessage(`OBJ_${bucket}`, { seq, next_by_subj: subject });
    // The server that answers may not have it yet.
    if (!piece) throw new Error(`${name}: the fleet does not have all of it`);
    seq = piece.seq + 1;
    bytes += piece.data.length;
    hash.update(piece.data);
    yield piece.data;
  }
  const found = `${DIGEST}${hash.digest('base64url')}`;
  if (found !== digest.replace(/=+$/, '')) throw new Error(`${name}: what the fleet has of it is damaged`);
}

/**
 * Objects of a store, piece by piece, several pieces under way at a time. The client's own ways are not used: its readers are
 * consumers, which are on one of the servers, so that nothing comes where that is gone; and its writer waits for each piece.
 *
 * The metadata of an object name the sequences of its pieces in the stream, as the first one and the distances of those that
 * follow. Where they do not, as in objects of earlier versions, one piece is looked for behind the other.
 */
import { createHash } from 'node:crypto';
import type { DirectStreamAPI, JetStreamClient, JetStreamManager, StoredMsg } from '@nats-io/jetstream';
import type { ObjectInfo, ObjectStore } from '@nats-io/obj';
import { headers, nuid } from '@nats-io/transport-node';

/** Of a piece before it is packed, at most. */
export const PIECE_BYTES = 1 << 19;
/** Of a piece as it is sent: packed, it may be a little longer. A message has 1 MB at most. */
const LONGEST_PIECE_BYTES = PIECE_BYTES + (PIECE_BYTES >> 4);
const PIECES_TOGETHER = 8;
/** A server that is asked for a piece may not have it yet. */
const ATTEMPTS = 5;
const ATTEMPT_EVERY_MS = 100;
const DIGEST = 'SHA-256=';
const SEQUENCES = 'sequences';

export interface FleetObjects {
  bucket: string;
  store: ObjectStore;
  stream: JetStreamClient;
  manager: JetStreamManager;
}

export interface ReadObject {
  info: ObjectInfo;
  /** Throws where it does not arrive as it was stored. */
  pieces: AsyncGenerator<Uint8Array>;
}

/**
 * Stores an object, in the place of one of the same name.
 * @param content in the pieces that a reader gets; those that are too long for a message are cut
 * @throws where the servers do not take all of it: nothing is stored then
 */
export async function storeObject(
  { bucket, store, stream, manager }: FleetObjects,
  { name, metadata = {} }: { name: string; metadata?: Record<string, string> },
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const before = await store.info(name);
  const id = nuid.next();
  const subject = pieceSubject(bucket, id);
  const hash = createHash('sha256');
  const sequences: number[] = [];
  let size = 0;
  try {
    const sent = inOrder(PIECES_TOGETHER, cut(content), piece => {
      hash.update(piece);
      size += piece.length;
      return stream.publish(subject, piece);
    });
    for await (const { seq } of sent) sequences.push(seq);
    // One that no server took at first was sent again behind others.
    if (sequences.some((seq, i) => seq <= (sequences[i - 1] ?? 0))) throw new Error(`${name}: its pieces are mixed up`);
    const info = {
      name,
      metadata: { ...metadata, [SEQUENCES]: distances(sequences).join() },
      options: { max_chunk_size: LONGEST_PIECE_BYTES },
      bucket,
      nuid: id,
      size,
      chunks: sequences.length,
      mtime: new Date().toISOString(),
      digest: DIGEST + padded(hash.digest('base64url')),
      deleted: false,
    };
    const replacing = headers();
    replacing.set('Nats-Rollup', 'sub');
    const key = padded(Buffer.from(name).toString('base64url'));
    await stream.publish(`$O.${bucket}.M.${key}`, JSON.stringify(info), { headers: replacing });
  } catch (error) {
    await removePieces(manager, bucket, id);
    throw error;
  }
  if (before && !before.deleted) await removePieces(manager, bucket, before.nuid);
}

/** @throws where it is missing */
export async function readObject({ store, manager }: FleetObjects, name: string): Promise<ReadObject> {
  const info = await store.info(name);
  if (!info || info.deleted) throw new Error(`${name}: the fleet does not have it`);
  return { info, pieces: verified(info, piecesOf(manager.direct, info)) };
}

/** The bytes of a small object. @throws as `readObject` and its pieces */
export async function readWhole(objects: FleetObjects, name: string): Promise<Buffer> {
  const { pieces } = await readObject(objects, name);
  return joined(pieces);
}

export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* verified({ name, digest }: ObjectInfo, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (DIGEST + padded(hash.digest('base64url')) !== digest) {
    throw new Error(`${name}: what the fleet has of it is damaged`);
  }
}

async function* piecesOf(direct: DirectStreamAPI, info: ObjectInfo): AsyncGenerator<Uint8Array> {
  const { bucket, nuid: id, size, metadata } = info;
  const sequences = metadata?.[SEQUENCES];
  if (sequences !== undefined && size > 0) {
    const asked = summedUp(sequences.split(',').map(Number));
    const pieces = inOrder(PIECES_TOGETHER, asked, seq => pieceOf(direct, info, { seq }));
    for await (const { data } of pieces) yield data;
    return;
  }
  const subject = pieceSubject(bucket, id);
  for (let bytes = 0, seq = 1; bytes < size; ) {
    const piece = await pieceOf(direct, info, { seq, next_by_subj: subject });
    seq = piece.seq + 1;
    bytes += piece.data.length;
    yield piece.data;
  }
}

/** @throws where the servers that are asked do not have it */
async function pieceOf(
  direct: DirectStreamAPI,
  { name, bucket, nuid: id }: ObjectInfo,
  query: { seq: number; next_by_subj?: string },
): Promise<StoredMsg> {
  for (let attempt = 1; ; attempt++) {
    const piece = await direct.getMessage(`OBJ_${bucket}`, query);
    if (piece?.subject === pieceSubject(bucket, id)) return piece;
    if (piece || attempt === ATTEMPTS) throw new Error(`${name}: the fleet does not have all of it`);
    await new Promise(resolve => setTimeout(resolve, ATTEMPT_EVERY_MS));
  }
}

/** Has a task begin for each item, so many under way at a time, and yields what they come to in the order of the items. */
async function* inOrder<T, R>(
  together: number,
  items: AsyncIterable<T> | Iterable<T>,
  begin: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  try {
    for await (const item of items) {
      begun.push(begin(item));
      // What fails later is awaited in its turn, or not at all.
      begun.at(-1)!.catch(() => undefined);
      if (begun.length === together) yield await begun.shift()!;
    }
    while (begun.length > 0) yield await begun.shift()!;
  } finally {
    await Promise.allSettled(begun);
  }
}

async function* cut(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    for (let at = 0; at < piece.length; at += LONGEST_PIECE_BYTES) yield piece.subarray(at, at + LONGEST_PIECE_BYTES);
  }
}

async function removePieces(manager: JetStreamManager, bucket: string, id: string): Promise<void> {
  try {
    await manager.streams.purge(`OBJ_${bucket}`, { filter: pieceSubject(bucket, id) });
  } catch {
    // They take room, until the store is made anew, and are in the way of nothing.
  }
}

function distances(sequences: readonly number[]): number[] {
  return sequences.map((seq, i) => seq - (sequences[i - 1] ?? 0));
}

function summedUp(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map(step => (sum += step));
}

const pieceSubject = (bucket: string, id: string): string => `$O.${bucket}.C.${id}`;

/** Base64 as object stores have it. */
const padded = (base64: string): string => base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');

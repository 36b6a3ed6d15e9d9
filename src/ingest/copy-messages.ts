/** Messages between the ingest process and its thread that reads copies of the catalog store. */
import type { StoreInspection } from '../catalog/inspect-store.js';

export interface CopyProtocol {
  request:
    | { kind: 'inspect'; file: string }
    /** What LMDB has written as the copy is packed into another file, which is durable then, where it is sound. */
    | { kind: 'pack'; file: string; to: string };
  replies: { inspect: StoreInspection; pack: StoreInspection };
  toThread: never;
  fromThread: never;
}

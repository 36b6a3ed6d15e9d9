/** Messages between the ingest process and its thread that reads copies of the catalog store. */
import type { StoreInspection } from '../catalog/inspect-store.js';

export interface CopyProtocol {
  request: { kind: 'inspect'; file: string };
  replies: { inspect: StoreInspection };
  toThread: never;
  fromThread: never;
}

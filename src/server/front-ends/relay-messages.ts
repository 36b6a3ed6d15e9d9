/**
 * The messages by which a further front end passes a request on to the first and receives its reply. Bytes of bodies
 * are transferred, not copied; in each direction at most `RELAY_WINDOW_BYTES` are unacknowledged.
 */
import type { SendOptions } from '../http/transport.js';

/** Unacknowledged bytes in one direction at which the sender pauses its source. */
export const RELAY_WINDOW_BYTES = 1_048_576;

type Headers = [name: string, value: string][];

/** From a further front end, which numbers its requests, to the first. */
export type Relayed =
  | { type: 'begin'; id: number; address: string; method: string; path: string; query: string; headers: Headers }
  | { type: 'data'; id: number; bytes: Uint8Array; last: boolean }
  /** `bytes` of the reply have been sent to the client. */
  | { type: 'written'; id: number; bytes: number }
  | { type: 'finished'; id: number }
  | { type: 'aborted'; id: number };

/**
 * From the first front end to the one that numbered the request. Each request is answered by one `finished` or
 * `aborted`.
 */
export type RelayedReply =
  | { type: 'send'; id: number; status: number; headers: readonly string[]; body?: Uint8Array; options: SendOptions }
  | { type: 'start'; id: number; status: number; headers: readonly string[]; options: SendOptions }
  | { type: 'write'; id: number; piece: Uint8Array }
  | { type: 'finish'; id: number }
  | { type: 'close'; id: number }
  | { type: 'pause'; id: number }
  | { type: 'resume'; id: number }
  /** `bytes` of the body have been received. */
  | { type: 'received'; id: number; bytes: number };

export type Tell<Message> = (message: Message, handedOver?: ArrayBuffer[]) => void;

/** A copy that can be transferred, because the original may be part of a larger buffer or still in use. */
export function handOver(bytes: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; buffers: ArrayBuffer[] } {
  const copy = new Uint8Array(bytes);
  return { bytes: copy, buffers: [copy.buffer] };
}

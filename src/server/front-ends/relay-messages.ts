/**
 * A request that came to a front end which has no route for it, and its reply, as they pass between that one and the
 * first. Bytes of bodies are handed over, not copied; of either direction only so many are under way.
 */
import type { SendOptions } from '../http/transport.js';

/** Bytes that may be under way in one direction; what they come from is paused meanwhile. */
export const RELAY_WINDOW_BYTES = 1_048_576;

/** To the first front end. Requests are numbered by the one that they came to. */
export type Relayed =
  | { type: 'begin'; id: number; method: string; path: string; query: string; headers: [string, string][] }
  | { type: 'data'; id: number; bytes: Uint8Array; last: boolean }
  /** So many bytes that were written have gone out. */
  | { type: 'written'; id: number; bytes: number }
  | { type: 'finished'; id: number }
  | { type: 'aborted'; id: number };

/** Back. What has become of the request is told by `finished` or `aborted`, once. */
export type RelayedReply =
  | { type: 'send'; id: number; status: number; headers: readonly string[]; body?: Uint8Array; options: SendOptions }
  | { type: 'start'; id: number; status: number; headers: readonly string[]; options: SendOptions }
  | { type: 'write'; id: number; piece: Uint8Array }
  | { type: 'finish'; id: number }
  | { type: 'close'; id: number }
  | { type: 'pause'; id: number }
  | { type: 'resume'; id: number }
  /** So many bytes of the body have come. */
  | { type: 'received'; id: number; bytes: number };

export type Tell<Message> = (message: Message, handedOver?: ArrayBuffer[]) => void;

/** A copy that can be handed over: what it is of may be part of a larger buffer, or in use. */
export function handOver(bytes: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; buffers: ArrayBuffer[] } {
  const copy = new Uint8Array(bytes);
  return { bytes: copy, buffers: [copy.buffer] };
}

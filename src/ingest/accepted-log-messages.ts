/** The messages between the ingest process and its thread that appends to the log of a fleet. */
import type { ConnectionSettings } from '../fleet/connection.js';

export interface LogThreadData {
  settings: ConnectionSettings;
  /** The id of the daemon. */
  daemon: string;
  /** Grows with each reply, by which a leader that blocks is woken. */
  replies: Int32Array;
}

/** A change that is about to be committed. */
export interface AppendedChange {
  generation: number;
  order: unknown;
  body?: { file: string; bytes: number; sha256: string };
  snapshot: string;
  /** The generations that the writer can be rolled back to. */
  kept: readonly number[];
}

export type LogRequest =
  /** Begins a term, with the generation that the store has. */
  | { id: number; kind: 'begin'; token: number; generation: number }
  | { id: number; kind: 'append'; change: AppendedChange };

export type LogReply =
  /** A term, with the generation of the last change that the log has; 0 where it has none. */
  | { id: number; kind: 'begun'; logged: number }
  | { id: number; kind: 'done' }
  /** The log has changes that the store lacks. */
  | { id: number; kind: 'behind' }
  /** Another daemon has become the writer, or this one has not begun a term. */
  | { id: number; kind: 'refused' }
  /** It is not known whether the entry was appended. */
  | { id: number; kind: 'failed'; message: string };

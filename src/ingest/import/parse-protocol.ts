/** What the thread that applies an import asks of the threads that parse its lines. */
import type { WatchedData } from '../../threads/watchdog-messages.js';

/** A group that a line replaces, as `PreparedGroup`, with its record at a place in the bytes of all. */
export interface ParsedGroup {
  key: string;
  from: number;
  to: number;
  keys: string[][];
  /** Index of its names in `ParsedLines.names`. */
  names: number;
}

export interface ParsedLines {
  /** Of each line, empty ones included: undefined where it is to be read in its turn, whatever the reason. */
  groups: (ParsedGroup | undefined)[];
  names: string[][];
  /** The records of all groups. */
  bytes: ArrayBuffer;
}

export interface ParseProtocol {
  request: { kind: 'parse'; bytes: Uint8Array; first: number };
  replies: { parse: ParsedLines };
  toThread: never;
  fromThread: never;
}

export interface ParseThreadData extends WatchedData {
  /** Market → its locales, where they are configured. */
  configured: [market: string, locales: string[]][];
}

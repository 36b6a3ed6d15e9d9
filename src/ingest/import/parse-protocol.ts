/** Messages between the thread that applies a catalog import and the worker threads that parse its lines. */
import type { WatchedData } from '../../threads/watchdog-messages.js';

/**
 * A `PreparedGroup` parsed from a `replace` line; its record is at `from` to `to` (exclusive) in `ParsedLines.bytes`.
 */
export interface ParsedGroup {
  key: string;
  from: number;
  to: number;
  keys: string[][];
  /** Index of its view names in `ParsedLines.names`. */
  names: number;
}

export interface ParsedLines {
  /** One entry per line, empty lines included; undefined for a line that the applying thread has to parse itself. */
  groups: (ParsedGroup | undefined)[];
  names: string[][];
  /** The encoded records of all groups, concatenated. */
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
  /** Whether images may be SVG. */
  svgImages: boolean;
  /** Dimensions of the vectors of products, by space. */
  embeddings: Readonly<Record<string, number>>;
}

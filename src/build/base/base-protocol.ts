/** Messages between the ingest process and its thread that builds bases. */
import type { IndexSettings } from '../../index/index-settings.js';

export interface BaseProtocol {
  request: { kind: 'build'; dataDir: string; settings: IndexSettings };
  replies: Record<never, never>;
  toThread: never;
  fromThread: never;
}

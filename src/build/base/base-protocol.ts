/** Messages between the ingest process and its thread that builds bases. */
import type { IndexSettings } from '../../index/index-settings.js';
import type { SearchedText } from '../../index/searched-texts.js';
import type { PrecedenceCount } from '../../threads/precedence.js';

export interface BaseProtocol {
  /** @param imports that have precedence */
  request: {
    kind: 'build';
    dataDir: string;
    settings: IndexSettings;
    searched: readonly SearchedText[];
    imports: PrecedenceCount;
  };
  replies: Record<never, never>;
  toThread: never;
  fromThread: never;
}

/** A query service with the real query threads, over a snapshot that was built. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { DEFAULT_PAGE_SETTINGS } from '../../../src/pages/shared/page-settings.js';
import { RunningImports } from '../../../src/server/imports/running-imports.js';
import { Counts } from '../../../src/server/observability/counts.js';
import { QueryService } from '../../../src/server/queries/query-service.js';
import type { SharedSnapshot } from '../../../src/snapshot/index.js';
import { testFolder } from '../../folder.js';
import { SECRET } from '../../pages/shop.js';

/** The program of the query threads. */
export const QUERY_THREAD = fileURLToPath(new URL('../../../bundle/server/queries/query-thread.js', import.meta.url));

interface ServiceOptions {
  threads?: number;
  queryDeadlineMs?: number;
  /** The program of the threads, and what it is given beside what query threads are. */
  filename?: string;
  moreData?: object;
  rehearses?: boolean;
  imports?: RunningImports;
  /** Takes the lines of the log, from `debug` on. */
  write?(line: string): void;
}

/** A service whose threads have the snapshot open; it ends with the test. */
export async function startService(
  t: { teardown(fn: () => unknown): void },
  snapshot: SharedSnapshot,
  {
    threads = 1,
    queryDeadlineMs = 60_000,
    filename = QUERY_THREAD,
    moreData = {},
    rehearses = true,
    imports = new RunningImports(),
    write,
  }: ServiceOptions = {},
): Promise<{ service: QueryService; counts: Counts }> {
  const counts = new Counts();
  const service = new QueryService({
    damaged: () => undefined,
    threads,
    filename,
    threadData: {
      ...moreData,
      settings: DEFAULT_PAGE_SETTINGS,
      discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
      ticketSecret: SECRET,
      cardMemoryBytes: 1 << 20,
      visitors: { dir: join(testFolder(t), 'visitors'), visitorDays: 1 },
    },
    limits: { batch: 8, queue: 100, queueDeadlineMs: 60_000, queryDeadlineMs, queryTimeoutMs: 60_000 },
    cacheBytes: 1 << 24,
    rehearses,
    imports,
    counts,
    log: write ? pino({ level: 'debug' }, { write }) : pino({ level: 'silent' }),
  });
  t.teardown(() => service.end());
  await service.prepare({ snapshot, signals: undefined, views: [], together: true });
  await service.commit(snapshot.id);
  return { service, counts };
}

/** What an operator should look at, by the conditions of ops/alerts.yaml as far as a moment shows them. */
import { formatCount } from '../terminal/print.js';
import type { Attention, DaemonStatus } from './daemon-status.js';
import type { Exposition } from './exposition.js';

/** Below this share of free room the disk is nearly full. */
const LEAST_FREE = 0.1;
const LONGEST_WAIT_SECONDS = 600;
const MOST_BEHIND_SECONDS = 60;

/** @param before the metrics at the beginning of the time that was looked at */
export function attentionOf(status: Omit<DaemonStatus, 'attention'>, before: Exposition, now: Exposition): Attention[] {
  const { state, reasons, queries, disk, imports, fleet } = status;
  const grown = (name: string) => now.sum(name) - before.sum(name);
  const found: Attention[] = [];
  const add = (is: boolean, what: string, page?: string) => {
    if (is) found.push({ what, ...(page !== undefined && { page: `/docs/runbooks/${page}.html` }) });
  };
  if (state !== 'ready') {
    for (const reason of reasons) add(true, `${state}: ${reason}`, state === 'degraded' ? 'degraded' : 'not-ready');
  }
  add(now.value('vitrine_data_folder_writable') === 0, 'data folder cannot be written to', 'data-folder-read-only');
  add(queries.refused > 0, `${formatCount(queries.refused, 'request')} refused for lack of capacity`, 'sheds');
  add(queries.failed > 0, `${formatCount(queries.failed, 'request')} failed: the log has the errors`);
  const cut = grown('vitrine_degraded_answers_total');
  add(cut > 0, `${formatCount(cut, 'answer')} cut short`, 'answers-cut-short');
  const threads = now.sum('vitrine_query_thread_failures_total');
  add(threads > 0, `${formatCount(threads, 'query thread')} ended since the start`, 'threads-fail');
  const restarts = now.sum('vitrine_ingest_restarts_total');
  add(restarts > 0, `ingest process ended ${formatCount(restarts, 'time')} since the start: the log says why`);
  add(disk.freeBytes < LEAST_FREE * disk.sizeBytes, 'disk nearly full', 'disk-nearly-full');
  const waits = now.value('vitrine_imports_waiting_oldest_seconds') ?? 0;
  add(waits > LONGEST_WAIT_SECONDS, `an import waits for ${Math.round(waits / 60)} minutes`, 'imports-wait');
  const last = typeof imports === 'string' ? undefined : imports.last;
  add(
    last !== undefined && last.outcome !== 'SUCCESS',
    `the last import (${last?.kind}) ended with ${last?.outcome}: ${last?.reason ?? 'no reason is known'}`,
  );
  if (fleet !== undefined) {
    add(!fleet.isUp, 'NATS servers are not reached', 'fleet-unreachable');
    add(fleet.isUp && !fleet.hasWriter, 'fleet has no writer', 'fleet-without-writer');
    add(
      fleet.behindSeconds > MOST_BEHIND_SECONDS,
      `lacks the newest snapshot for ${Math.round(fleet.behindSeconds)} s`,
      'daemon-behind',
    );
  }
  return found;
}

/**
 * How a running daemon is, from what it tells without a key (/readyz, /metrics) and, with one, from its imports and
 * snapshots.
 */

import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { QUERY_PARAMETERS } from '../../api/query-parameters.js';
import type { UnfinishedImport } from '../../server/imports/import-coordinator.js';
import type { ImportRecord } from '../../server/imports/import-history.js';
import type { AdminClient } from '../admin-client.js';
import { attentionOf } from './attention.js';
import type { DaemonStatus, ImportsStatus, QueryStatus } from './daemon-status.js';
import { Exposition } from './exposition.js';
import { latencyOf } from './latency.js';

const ADMIN = '/api/admin/v4';

/**
 * @param keyed whether `client` has a key
 * @param overSeconds how long queries are counted
 * @throws CommandFailure when no daemon answers, or it does not tell its metrics
 */
export async function readStatus(client: AdminClient, keyed: boolean, overSeconds: number): Promise<DaemonStatus> {
  const before = await scrape(client);
  const from = performance.now();
  const listed = keyed ? readListed(client) : undefined;
  await pause(overSeconds * 1000);
  const [{ body }, lists, now] = await Promise.all([client.send('GET', '/readyz'), listed, scrape(client)]);
  const seconds = (performance.now() - from) / 1000;
  const { status: state, reasons = [] } = body as { status: DaemonStatus['state']; reasons?: string[] };
  const value = (name: string) => now.value(name) ?? 0;
  const generation = now.value('vitrine_snapshot_generation');
  const label = (name: string) => now.of('vitrine_build_info')[0]?.labels.get(name) ?? '';
  const status: Omit<DaemonStatus, 'attention'> = {
    state,
    reasons,
    version: label('version'),
    node: label('node'),
    transport: label('transport'),
    upSeconds: Math.max(0, Date.now() / 1000 - value('process_start_time_seconds')),
    ...(generation !== undefined && {
      snapshot: {
        ...(lists?.live !== undefined && { id: lists.live }),
        generation,
        products: value('vitrine_snapshot_products'),
        bytes: value('vitrine_snapshot_bytes'),
        ageSeconds: value('vitrine_snapshot_age_seconds'),
      },
    }),
    queries: queriesOf(before, now, seconds),
    imports: lists?.imports ?? 'told with an API key: give --key or set VITRINE_API_KEY',
    memory: {
      residentBytes: value('process_resident_memory_bytes'),
      heapUsedBytes: value('nodejs_heap_size_used_bytes'),
    },
    disk: { freeBytes: value('vitrine_disk_free_bytes'), sizeBytes: value('vitrine_disk_size_bytes') },
    ...(now.value('vitrine_fleet_up') !== undefined && {
      fleet: {
        isUp: value('vitrine_fleet_up') === 1,
        isWriter: value('vitrine_fleet_is_writer') === 1,
        hasWriter: value('vitrine_fleet_has_writer') === 1,
        daemons: value('vitrine_fleet_daemons'),
        behindSeconds: value('vitrine_fleet_behind_seconds'),
      },
    }),
  };
  return { ...status, attention: attentionOf(status, before, now) };
}

async function scrape(client: AdminClient): Promise<Exposition> {
  const { body } = await client.open('/metrics', {});
  return new Exposition(await text(body));
}

interface Listed {
  live: string | undefined;
  /** Or why the key may not see them. */
  imports: ImportsStatus | string;
}

async function readListed(client: AdminClient): Promise<Listed> {
  const [history, snapshots] = await Promise.all([
    client.send('GET', `${ADMIN}/import/history?limit=1`),
    client.send('GET', `${ADMIN}/snapshots`),
  ]);
  return {
    live: snapshots.status === 200 ? (snapshots.body as { live?: string }).live : undefined,
    imports: history.status === 200 ? importsOf(history.body as History) : history.message,
  };
}

interface History {
  unfinished: UnfinishedImport[];
  imports: ImportRecord[];
}

function importsOf({ unfinished, imports: [last] }: History): ImportsStatus {
  return { unfinished, ...(last && { last }) };
}

const SECONDS = 'vitrine_http_request_duration_seconds';

function queriesOf(before: Exposition, now: Exposition, overSeconds: number): QueryStatus {
  const isQuery = (labels: ReadonlyMap<string, string>) => (labels.get('route') ?? '') in QUERY_PARAMETERS;
  const failed = (labels: ReadonlyMap<string, string>) =>
    isQuery(labels) && Number(labels.get('status')) >= 500 && labels.get('status') !== '503';
  const count = (of: Exposition) => of.sum(`${SECONDS}_count`, isQuery);
  const failures = (of: Exposition) => of.sum(`${SECONDS}_count`, failed);
  const refused = (of: Exposition) => of.sum('vitrine_shed_requests_total');
  const recent = latencyOf(bound => now.sum(...below(bound)) - before.sum(...below(bound)));
  const ever = latencyOf(bound => now.sum(...below(bound)));
  const counted = count(now) - count(before);

  function below(bound: string): Parameters<Exposition['sum']> {
    return [`${SECONDS}_bucket`, labels => isQuery(labels) && labels.get('le') === bound];
  }

  return {
    overSeconds,
    count: counted,
    perSecond: counted / overSeconds,
    refused: refused(now) - refused(before),
    failed: failures(now) - failures(before),
    ...(recent && { latency: recent }),
    ever: { count: count(now), refused: refused(now), failed: failures(now), ...(ever && { latency: ever }) },
  };
}

/** The status of a daemon on one screen. */
import { formatAge, formatBytes, formatCount, printLine } from '../terminal/print.js';
import type { DaemonStatus, QueryStatus } from './daemon-status.js';
import type { Latency } from './latency.js';

const NAME_WIDTH = 10;

export function printStatus(url: string, status: DaemonStatus): void {
  const { state, version, node, transport, upSeconds, snapshot, memory, disk, fleet, attention } = status;
  const row = (name: string, ...parts: string[]) => printLine(`${name.padEnd(NAME_WIDTH)}${parts.join(', ')}`);
  row('daemon', `${url}: ${state}`);
  row('version', `${version} on Node ${node}`, transport, `up ${formatAge(upSeconds)}`);
  if (snapshot === undefined) row('snapshot', 'none is live');
  else {
    const { id, generation, products, bytes, ageSeconds } = snapshot;
    row(
      'snapshot',
      ...(id === undefined ? [] : [id]),
      `generation ${generation}`,
      formatCount(products, 'product'),
      formatBytes(bytes),
      `built ${formatAge(ageSeconds)} ago`,
    );
  }
  printQueries(status.queries, row);
  printImports(status.imports, row);
  row('memory', `${formatBytes(memory.residentBytes)} resident`, `${formatBytes(memory.heapUsedBytes)} of heap used`);
  row('disk', `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.sizeBytes)} free`);
  if (fleet !== undefined) {
    const role = fleet.isWriter ? 'this one writes' : fleet.hasWriter ? 'another one writes' : 'none writes';
    const behind = fleet.behindSeconds > 0 ? [`behind for ${formatAge(fleet.behindSeconds)}`] : [];
    row('fleet', formatCount(fleet.daemons, 'daemon'), role, ...behind);
  }
  if (attention.length === 0) row('attention', 'nothing');
  attention.forEach(({ what, page }, at) => {
    row(at === 0 ? 'attention' : '', page === undefined ? what : `${what} (${page})`);
  });
}

type Row = (name: string, ...parts: string[]) => void;

function printQueries({ overSeconds, perSecond, refused, failed, latency, ever }: QueryStatus, row: Row): void {
  const faults = (of: { refused: number; failed: number }) => [`${of.refused} refused`, `${of.failed} failed`];
  row('queries', `${perSecond.toFixed(1)} a second over ${overSeconds.toFixed(1)} s`, ...faults({ refused, failed }));
  if (latency) row('', ...quantiles(latency));
  row('', `${ever.count.toLocaleString('en')} since the start`, ...faults(ever));
  if (ever.latency) row('', ...quantiles(ever.latency));
}

function quantiles({ p50Ms, p95Ms, p99Ms }: Latency): string[] {
  const shown = (ms: number) => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`;
  return [`half within ${shown(p50Ms)}`, `95 % within ${shown(p95Ms)}`, `99 % within ${shown(p99Ms)}`];
}

function printImports(imports: DaemonStatus['imports'], row: Row): void {
  if (typeof imports === 'string') {
    row('imports', imports);
    return;
  }
  const { unfinished, last } = imports;
  const running = unfinished.find(({ status }) => status === 'IN_PROGRESS');
  const waiting = unfinished.filter(({ status }) => status === 'WAITING').length;
  const runs = running ? `${running.kind} runs${running.progress ? ` (${running.progress.phase})` : ''}` : 'none runs';
  row('imports', runs, waiting === 0 ? 'none waits' : `${formatCount(waiting, 'import')} waiting`);
  if (last === undefined) {
    row('', 'none has ended yet');
    return;
  }
  const { kind, outcome, startedAt, durationMs } = last;
  const took = durationMs === undefined ? [] : [`took ${(durationMs / 1000).toFixed(1)} s`];
  row('', `last: ${kind} of ${startedAt}`, outcome, ...took);
}

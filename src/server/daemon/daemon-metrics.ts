/** The daemon's metrics, and where their values are read at a scrape. */
import type { Readiness } from '../admission/readiness.js';
import type { FrontEnd } from '../front-ends/front-end.js';
import type { FrontEndWorker } from '../front-ends/front-end-worker.js';
import { snapshotBytes } from '../imports/snapshot-list.js';
import type { LiveSnapshot } from '../live-snapshot/live-snapshot.js';
import type { Recovery } from '../live-snapshot/recovery.js';
import { Metrics } from '../observability/metrics.js';
import { processMetrics } from '../observability/process-metrics.js';
import type { WritableFolder } from '../storage/writable-folder.js';
import type { BuildInfo } from './build-info.js';

interface Measured {
  frontEnd: FrontEnd;
  others: readonly FrontEndWorker[];
  live: LiveSnapshot;
  readiness: Readiness;
  recovery: Recovery;
  folder: WritableFolder;
}

export function daemonMetrics(info: BuildInfo, dataDir: string, measured: Measured): Metrics {
  const { frontEnd, others, live, readiness, recovery, folder } = measured;
  const metrics = new Metrics(
    { ...info },
    {
      frontEnds: async () => {
        const further = await Promise.all(others.map(other => other.read()));
        return [frontEnd.read(), ...further];
      },
      ready: () => readiness.reasons().length === 0,
      degraded: () => readiness.degradations().length > 0,
      writable: () => folder.fault === undefined,
      damages: () => recovery.damages,
      lastSwapSeconds: () => frontEnd.counts.lastSwapSeconds,
      snapshot: () => {
        const manifest = live.current?.shared.manifest;
        if (manifest === undefined) return undefined;
        const { catalogGeneration, createdAt, counts } = manifest;
        return { generation: catalogGeneration, createdAt, bytes: snapshotBytes(manifest), products: counts.products };
      },
    },
  );
  processMetrics(metrics.registry, dataDir);
  return metrics;
}

/** Import of a whole catalog: from the first byte sent until its snapshot is built and live. */
import type { Daemon } from '../harness/daemon.js';
import { cpuSeconds, memory } from '../harness/processes.js';
import type { Turn } from '../publishing/results.js';

const SAMPLE_MS = 100;

/**
 * @param file .jsonl.gz
 * @param lineBytes of its lines, before compression
 */
export async function measureImport(daemon: Daemon, file: string, lineBytes: number): Promise<Turn> {
  const pid = await daemon.ingestPid();
  let own = 0;
  const sampler = setInterval(() => {
    own = Math.max(own, memory(pid).own);
  }, SAMPLE_MS);
  const started = performance.now();
  const cpu = cpuSeconds(pid);
  try {
    await daemon.importCatalog(file, 'PUT');
  } finally {
    clearInterval(sampler);
  }
  const seconds = (performance.now() - started) / 1000;
  // CPU time and memory of the ingest process.
  return { seconds, cpuSeconds: cpuSeconds(pid) - cpu, ownMb: own, peakMb: memory(pid).peak, lineBytes };
}

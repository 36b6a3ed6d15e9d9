/** Import of a whole catalog: from the first byte sent until its snapshot is built and live. */
import type { Daemon } from '../harness/daemon.js';
import { whole } from '../harness/figures.js';
import type { Measurement } from '../harness/measurement.js';
import { cpuSeconds, memory } from '../harness/processes.js';

/** The targets hold for a catalog of this size. */
const TARGET_PRODUCTS = 100_000;
const TARGET_SECONDS = 60;
const TARGET_MB = 2_000;
const SAMPLE_MS = 100;

export interface TimedImport {
  seconds: number;
  /** Seconds of CPU of the ingest process. */
  cpu: number;
  /** Most megabytes of the ingest process, without mapped files. */
  own: number;
  /** The same with mapped files. */
  peak: number;
}

/** @param file .jsonl.gz */
export async function timeImport(daemon: Daemon, file: string): Promise<TimedImport> {
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
  return { seconds, cpu: cpuSeconds(pid) - cpu, own, peak: memory(pid).peak };
}

/**
 * @param name of the catalog
 * @param bytes of its lines, before compression
 */
export async function measureImport(
  daemon: Daemon,
  name: string,
  file: string,
  products: number,
  bytes: number,
): Promise<Measurement> {
  const { seconds, cpu, own, peak } = await timeImport(daemon, file);
  return {
    what: `${name}: import and build`,
    rate: `${seconds.toFixed(1)} s`,
    memoryMb: peak,
    note: `${whole(bytes / 1e6)} MB of lines; ${cpu.toFixed(1)} s of CPU; ${whole(own)} MB without mapped files`,
    ...(products === TARGET_PRODUCTS && {
      target: `${TARGET_SECONDS} s, ${whole(TARGET_MB)} MB`,
      met: seconds <= TARGET_SECONDS && peak <= TARGET_MB,
    }),
  };
}

/**
 * What Node and the system tell of the process: the default metrics of prom-client (CPU, memory, heap, garbage collection, event
 * loop), but for those that take longer the more connections there are, and the disk of the data folder.
 */
import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * They list every connection, and gauges that are called a total are none to `promtool check metrics`. With 5,000
 * connections the open files alone, listed, are 4 ms of the thread that queries go through.
 */
const SLOW = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'process_open_fds',
];
const DESCRIPTORS = '/proc/self/fd';

/** @param dataDir of the file system that is measured */
export function processMetrics(register: Registry, dataDir: string): void {
  collectDefaultMetrics({ register });
  for (const name of SLOW) register.removeSingleMetric(name);
  const registers = [register];
  new Gauge({
    name: 'process_open_fds',
    help: 'Number of open file descriptors.',
    registers,
    collect() {
      const count = openDescriptors();
      if (count !== undefined) this.set(count);
    },
  });
  const free = new Gauge({
    name: 'vitrine_disk_free_bytes',
    help: 'What is free for the daemon on the file system of the data folder.',
    registers,
    async collect() {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      free.set(bavail * bsize);
      size.set(blocks * bsize);
    },
  });
  const size = new Gauge({
    name: 'vitrine_disk_size_bytes',
    help: 'Size of the file system of the data folder.',
    registers,
  });
}

/** @returns undefined where the system does not tell */
function openDescriptors(): number | undefined {
  try {
    // The size of the folder is their number from Linux 6.2 on, 0 before.
    return statSync(DESCRIPTORS).size || readdirSync(DESCRIPTORS).length;
  } catch {
    return undefined;
  }
}

/** A load on a server, with the CPU time that a request of it cost the server. */
import type { Turn } from '../publishing/results.js';
import { type Load, load, type Streams } from './load-generator.js';
import { cpuSeconds, firstThreadCpuSeconds } from './processes.js';

export type TimedLoad = Omit<Load, 'failures'> & Required<Pick<Turn, 'cpuMicros' | 'frontCpuMicros'>>;

/** @param seconds of the load */
export async function timedLoad(
  { url, pid }: { url: string; pid: number },
  sent: Streams,
  seconds: number,
  connections?: number,
): Promise<TimedLoad> {
  const all = cpuSeconds(pid);
  const first = firstThreadCpuSeconds(pid);
  const { failures: _, ...measured } = await load(url, sent, seconds, connections);
  const micros = (cpu: number) => (cpu * 1e6) / measured.requests;
  return {
    ...measured,
    cpuMicros: micros(cpuSeconds(pid) - all),
    frontCpuMicros: micros(firstThreadCpuSeconds(pid) - first),
  };
}

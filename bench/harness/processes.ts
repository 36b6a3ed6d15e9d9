/** What the kernel says of a process: its family, the CPU time it has used, the memory it holds. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel states CPU time in hundredths of a second, whatever its own clock. */
const TICKS_PER_SECOND = 100;
const MB = 1e6;

/** The fields of /proc/PID/stat after the name, which may hold anything. */
function stat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Processes that a process has started, not those that they have started. @returns {number[]} */
export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(candidate => {
      try {
        return Number(stat(candidate)[1]) === pid;
      } catch {
        // It has ended since the folder was read.
        return false;
      }
    });
}

/** User and system time of all threads, in seconds. */
export function cpuSeconds(pid) {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The same of one thread. The first thread of a process has the process's id. */
export function threadCpuSeconds(pid, thread) {
  const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * Megabytes a process holds. `resident` and `peak` count pages of mapped files, which the kernel takes back when it
 * needs them; `own` does not.
 */
export function memory(pid) {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = name => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024) / MB;
  return { resident: of('VmRSS'), peak: of('VmHWM'), own: of('RssAnon') + of('RssShmem') };
}

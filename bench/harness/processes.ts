/** What the kernel says of a process: its children, the CPU time it has used, the memory it holds. Linux only. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../scripts/setup/say.mjs';

/** The kernel states CPU time in hundredths of a second, whatever its own clock. */
const TICKS_PER_SECOND = 100;
const MB = 1e6;

/** In megabytes. `resident` and `peak` count pages of mapped files, which the kernel takes back when it needs them. */
export interface Memory {
  resident: number;
  /** The most that was resident so far. */
  peak: number;
  /** Without mapped files. */
  own: number;
}

/** Ends the process with 1 where there is no /proc. */
export function requireLinux(): void {
  if (!existsSync('/proc/self/stat')) fail('the bench reads CPU time and memory from /proc, which only Linux has');
}

/** Processes that a process has started, not those that they have started. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(candidate => {
      try {
        return Number(statFields(`/proc/${candidate}/stat`)[1]) === pid;
      } catch {
        // It has ended since the folder was read.
        return false;
      }
    });
}

/** The program and its arguments; empty where the process has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** User and system time of all threads, in seconds. */
export function cpuSeconds(pid: number): number {
  return cpuSecondsIn(`/proc/${pid}/stat`);
}

/** The same of the first thread, which has the process's id. */
export function firstThreadCpuSeconds(pid: number): number {
  return cpuSecondsIn(`/proc/${pid}/task/${pid}/stat`);
}

export function memory(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024) / MB;
  return { resident: of('VmRSS'), peak: of('VmHWM'), own: of('RssAnon') + of('RssShmem') };
}

/** What the descriptors of a process lead to, by name; files that were removed end in ` (deleted)`. */
export function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap(name => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      // It was closed since the folder was read.
      return [];
    }
  });
}

function cpuSecondsIn(file: string): number {
  const fields = statFields(file);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The fields after the name, which may hold anything. */
function statFields(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/**
 * Killing a daemon the way a power cut would, and its processes one by one. Processes are found through /proc, so tests
 * that need this skip where there is none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Daemon } from '../daemon.js';
import { until } from '../within.js';

/** The reason to skip, where processes cannot be looked at. */
export const missingProc: string | false = existsSync('/proc/self/stat') ? false : 'there is no /proc here';

interface Entry {
  state: string;
  parent: number;
  threads: number;
}

function look(pid: number): Entry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended.
    return undefined;
  }
  // The second field, the name, may hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0]!, parent: Number(fields[1]), threads: Number(fields[17]) };
}

/** Of a daemon: its ingest process, once it has started it, and the one that reads exports, while there is one. */
export function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? [Number(name)] : []));
  return pids.filter(one => look(one)?.parent === pid && look(one)?.state !== 'Z');
}

function isIngest(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/ingest/process.js');
}

/** Resolves when all threads of a process have ended; its parent may still have to take its exit code. */
async function gone(pid: number): Promise<void> {
  const hasEnded = (entry = look(pid)) => entry === undefined || (entry.state === 'Z' && entry.threads <= 1);
  await until(`the end of process ${pid}`, () => hasEnded(), { pauseMs: 1 });
}

/** SIGKILL to the daemon and its ingest process, as good as at once: the first cannot act on the other's end. */
export async function killAll(daemon: Daemon): Promise<void> {
  const pid = daemon.process.pid!;
  process.kill(pid, 'SIGSTOP');
  const children = childrenOf(pid);
  for (const child of children) process.kill(child, 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  await Promise.all([gone(pid), ...children.map(gone)]);
}

/** SIGKILL to the ingest process alone. Returns false when there was none. */
export async function killIngest(daemon: Daemon): Promise<boolean> {
  const child = childrenOf(daemon.process.pid!).find(isIngest);
  if (child === undefined) return false;
  process.kill(child, 'SIGKILL');
  await gone(child);
  return true;
}

/**
 * SIGKILL to the daemon alone; its ingest process finds itself without a parent, and stands still until it is told to
 * go on.
 */
export async function killParent(daemon: Daemon): Promise<{ goOn(): void; ended(): Promise<unknown> }> {
  const pid = daemon.process.pid!;
  const children = childrenOf(pid);
  for (const child of children) process.kill(child, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  return {
    goOn: () => {
      for (const child of children) process.kill(child, 'SIGCONT');
    },
    ended: () => Promise.all(children.map(gone)),
  };
}

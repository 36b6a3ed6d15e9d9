/** `kill -9` to processes of a daemon, as a power cut or the kernel's killer of processes would end them. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Daemon } from '../harness/daemon.js';
import { childrenOf } from '../harness/processes.js';

/** SIGKILL to all processes of a daemon, as good as at once: none can act on the other's end. */
export async function killAll({ pid }: Daemon): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const children = childrenOf(pid);
  for (const one of [...children, pid]) process.kill(one, 'SIGKILL');
  await Promise.all([pid, ...children].map(gone));
}

/** SIGKILL to the daemon alone; its ingest process is left to find out. */
export async function killDaemonAlone({ pid }: Daemon): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await gone(pid);
}

/** Resolves when all threads of a process have ended; its parent may still have to take its exit code. */
async function gone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`) && !isZombie(pid)) await delay(1);
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' && Number(fields[17]) <= 1;
  } catch {
    // It has ended meanwhile.
    return true;
  }
}

/**
 * Locks a data folder for one daemon: a lock file names the process that holds it. The file of a process that has died
 * is taken over. A process is identified by its id and, where the system has it, its start time, because ids are
 * reused, in containers almost at once.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';

interface Holder {
  pid: number;
  /**
   * Clock ticks from boot to the start of the process, with the id of the boot; empty where the system does not have
   * it.
   */
  started: string;
}

const LOOK_EVERY_MS = 5;
/** A process that was killed may wait for its disk. */
const LONGEST_END_MS = 10_000;

/** Positions in `statOf`. */
const STATE = 0;
const THREADS = 17;
const STARTED = 19;

/** Lock files that this process holds: its own id in a file may be that of a dead process with the same id. */
const held = new Set<string>();

/**
 * Synchronous: called before the daemon serves.
 * @param inUse see `takeLock`
 * @param diedBefore see `takeLock`
 * @returns the release
 * @throws Problem CONFLICT when it is held
 */
export function lockDataFolder(
  dataDir: string,
  inUse = `data folder ${dataDir}: in use by the daemon with process id`,
  diedBefore?: (pid: number) => void,
): () => void {
  return takeLock(join(dataDir, 'vitrine.lock'), inUse, diedBefore);
}

/**
 * @param file the lock file
 * @param inUse begins the message of an error; the id of the process that holds the lock follows
 * @param diedBefore called with the id of a process that held the lock when it died
 * @returns the release
 * @throws Problem CONFLICT when it is held
 */
export function takeLock(file: string, inUse: string, diedBefore?: (pid: number) => void): () => void {
  const content = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder);
  const mine = `${file}.${process.pid}`;
  // Where nothing can be written, the lock of a process that lives counts all the same.
  requireFree(file, inUse);
  writeFileSync(mine, content);
  let dead: Holder | undefined;
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (claim(mine, file)) {
        held.add(file);
        if (dead !== undefined) diedBefore?.(dead.pid);
        return () => release(file, content);
      }
      const found = requireFree(file, inUse);
      if (found === undefined) continue;
      dead = parse(found);
      removeStale(file, mine, found);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  throw new Problem('data_folder_in_use', `${file}: other processes are taking this lock`);
}

/**
 * Waits until the process that holds a lock has ended, whose work the caller goes on with, and kills it where it takes
 * longer. Blocks the thread.
 * @throws Problem CONFLICT where it cannot be told from another process, or does not end though it was killed
 */
export function evictHolder(file: string, graceMs: number): void {
  const found = read(file);
  const holder = found === undefined ? undefined : parse(found);
  if (holder === undefined || hasEndedWithin(holder, graceMs)) return;
  // Without its start time, another process may have its id by now.
  if (holder.started !== '') process.kill(holder.pid, 'SIGKILL');
  if (holder.started !== '' && hasEndedWithin(holder, LONGEST_END_MS)) return;
  throw new Problem('data_folder_in_use', `${file}: held by the process with the id ${holder.pid}, which does not end`);
}

function hasEndedWithin(holder: Holder, ms: number): boolean {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const until = performance.now() + ms; isAlive(holder); Atomics.wait(clock, 0, 0, LOOK_EVERY_MS)) {
    if (performance.now() > until) return false;
  }
  return true;
}

/** @returns what stands in the file @throws Problem CONFLICT where a process that lives has written it */
function requireFree(file: string, inUse: string): string | undefined {
  if (held.has(file)) throw new Problem('data_folder_in_use', `${inUse} ${process.pid}`);
  const found = read(file);
  const holder = found === undefined ? undefined : parse(found);
  if (holder !== undefined && isAlive(holder)) throw new Problem('data_folder_in_use', `${inUse} ${holder.pid}`);
  return found;
}

/** Creates the file by a hard link, which appears with its whole content or not at all. */
function claim(mine: string, file: string): boolean {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the stale file away; where another process has replaced it in between, its lock is restored. */
function removeStale(file: string, mine: string, stale: string): void {
  const aside = `${mine}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== stale) claim(aside, file);
  rmSync(aside, { force: true });
}

function release(file: string, content: string): void {
  held.delete(file);
  if (read(file) === content) rmSync(file, { force: true });
}

function isAlive({ pid, started }: Holder): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (hasEnded(pid)) return false;
  return started === '' || startOf(pid) === started;
}

/**
 * Whether a process is only waiting for its parent to take its exit code (a zombie), which in a container whose first
 * process is no init may never happen. As long as threads of it are ending, they may still have files open.
 */
function hasEnded(pid: number): boolean {
  const fields = statOf(pid);
  return /^[ZX]$/.test(fields[STATE] ?? '') && Number(fields[THREADS]) <= 1;
}

function startOf(pid: number): string {
  const fields = statOf(pid);
  return fields.length === 0 ? '' : `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${fields[STARTED] ?? ''}`;
}

/** The fields of proc(5)'s `stat` after the second, the name, which may contain spaces and parentheses. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    return typeof holder.pid === 'number' ? { pid: holder.pid, started: holder.started ?? '' } : undefined;
  } catch {
    // Not written by a daemon, or incomplete: no process holds it.
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

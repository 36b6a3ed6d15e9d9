/**
 * The memory that the process has for itself, without mapped files, which the system takes back when it needs them. After
 * a build of everything, heaps and malloc keep much of what that took: garbage is collected where there may be some, and
 * where that does not help, a new process takes the place of this one.
 */
import { readFileSync } from 'node:fs';

const KIB = 1024;
/** From so much on, some of it may be garbage; small imports never come to that. */
const WORTH_COLLECTING_BYTES = 256 << 20;
/** More than the updates of a million products need. */
const MOST_BYTES = 640 << 20;

/** In bytes; undefined where the system does not tell. */
export function ownMemory(): number | undefined {
  try {
    const kib = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
    return kib === undefined ? undefined : Number(kib) * KIB;
  } catch {
    // Other systems have no such file.
    return undefined;
  }
}

/**
 * To be called when the process has nothing else to do.
 * @param most bytes of its own that it may keep
 * @returns whether it has more
 */
export function isWorn(collect: () => void, most = MOST_BYTES, own = ownMemory): boolean {
  if ((own() ?? 0) < WORTH_COLLECTING_BYTES) return false;
  collect();
  return (own() ?? 0) > most;
}

/**
 * The memory that the process has for itself, without mapped files, which the system takes back when it needs them. After
 * a build of everything, heaps and malloc keep much of what that took: garbage is collected where there may be some, and
 * where that does not help, a new process takes the place of this one.
 */
import { readFileSync } from 'node:fs';

const KIB = 1024;
/** With less, garbage is left alone. */
const LEAST_BYTES = 128 << 20;
/** How much more than the last collection left is worth another one. */
const WORTH_COLLECTING_BYTES = 32 << 20;
/** What it may have beside what a new one has, and at least: more than the updates of a million products need. */
const MOST_MORE_BYTES = 512 << 20;
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

export class OwnMemory {
  /** What the process had when it had done nothing but rehearse. */
  private fresh = 0;
  /** What the last collection left. */
  private left = 0;

  /** @param own the memory of the process, in bytes; undefined where the system does not tell */
  constructor(
    private readonly collect: () => void,
    private readonly own = ownMemory,
  ) {}

  /**
   * To be called when the process has nothing to do.
   * @param hasWorked whether it has run a job, or built a snapshot
   * @returns whether it keeps much more than a new one would
   */
  isWorn(hasWorked: boolean): boolean {
    const { own } = this;
    if ((own() ?? 0) < Math.max(LEAST_BYTES, this.left + WORTH_COLLECTING_BYTES)) return false;
    this.collect();
    this.left = own() ?? 0;
    if (!hasWorked) this.fresh = this.left;
    return hasWorked && this.left > Math.max(MOST_BYTES, this.fresh + MOST_MORE_BYTES);
  }
}

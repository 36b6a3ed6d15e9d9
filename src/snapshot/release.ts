/**
 * Frees the memory of released snapshots. Shared memory is freed when no thread has an object for it, but the engine
 * does not count it towards garbage collection: a daemon that does little but imports would keep every snapshot. So
 * each thread counts the bytes it releases and collects garbage above a threshold. (It cannot know how much was
 * collected already: finalizers never run in a query thread.)
 */
import v8 from 'node:v8';
import vm from 'node:vm';

/** At 100,000 products, an update of prices releases 20 MB; collecting garbage takes a thread some 20 ms. */
const MOST_BYTES = 128 << 20;

type Parts = ReadonlyMap<string, SharedArrayBuffer>;

let bytes = 0;

/** @param kept parts that the thread still uses, by file */
export function releaseParts(parts: Parts, kept: readonly Parts[]): void {
  for (const [file, { byteLength }] of parts) if (!kept.some(others => others.has(file))) bytes += byteLength;
  if (bytes <= MOST_BYTES) return;
  bytes = 0;
  collectGarbage();
}

/** Frees the shared memory for which this thread has no objects left. */
export function collectGarbage(): void {
  gc ??= exposedGc();
  gc();
}

let gc: (() => void) | undefined;

/** The flag is set no longer than that: with other flags than at its start, V8 takes no compiled code. */
function exposedGc(): () => void {
  v8.setFlagsFromString('--expose-gc');
  try {
    return vm.runInNewContext('gc') as () => void;
  } finally {
    v8.setFlagsFromString('--no-expose-gc');
  }
}

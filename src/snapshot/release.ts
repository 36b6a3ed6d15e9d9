/**
 * Frees the memory of released snapshots. Shared memory is freed when no thread has an object for it, but the engine
 * does not count it towards garbage collection: a daemon that does little but imports would keep every snapshot. So
 * each thread counts the bytes it releases and collects garbage above a threshold. (It cannot know how much was
 * collected already: finalizers never run in a query thread.)
 */
import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * What is released until garbage is collected: as much as half of what is kept, and so much at least and at most. At
 * 100,000 products, an update of prices releases 20 MB; collecting garbage takes a thread some 20 ms.
 */
const LEAST_BYTES = 32 << 20;
const MOST_BYTES = 128 << 20;
/** What may be released, in times of that, while a thread never rests: under load the engine collects garbage by itself. */
const UNREST = 2;
/** Longer than what released a snapshot goes on with it. */
const SOON_MS = 100;

type Parts = ReadonlyMap<string, SharedArrayBuffer>;

let bytes = 0;
let most = LEAST_BYTES;

/**
 * Counts parts that the thread no longer uses; `collectReleased` frees them. Not in one: what the caller has on
 * its stack is no garbage yet, and of one more snapshot it would be all the memory.
 * @param kept parts that the thread still uses, by file
 */
export function releaseParts(parts: Parts, kept: readonly Parts[]): void {
  bytes += bytesOf(parts, file => !kept.some(others => others.has(file)));
  most = Math.min(MOST_BYTES, Math.max(LEAST_BYTES, kept.reduce((sum, others) => sum + bytesOf(others), 0) / 2));
}

/** As `releaseParts`, in a thread with an event loop, which then collects garbage by itself. */
export function releaseSoon(parts: Parts, kept: readonly Parts[]): void {
  releaseParts(parts, kept);
  setTimeout(collectReleased, SOON_MS).unref();
}

/**
 * As `releaseSoon`, of parts that the thread has had for a moment: those are freed each time, because young garbage takes
 * less than a millisecond. What has grown older in that moment waits until all garbage is collected.
 */
export function releaseYoung(parts: Parts, kept: readonly Parts[]): void {
  releaseParts(parts, kept);
  setTimeout(() => {
    if (bytes > most) collectAtRest();
    else collector()({ type: 'minor' });
  }, SOON_MS).unref();
}

/** To be called when nothing refers to what was released: collects garbage where that is much. */
export function collectReleased(): void {
  if (bytes > most) collectAtRest();
}

/** As `collectReleased`, where a thread is busy: only what is so much that it cannot wait until the thread rests. */
export function collectBeyond(): void {
  if (bytes > UNREST * most) collectAtRest();
}

/** Collects garbage where anything was released; of a thread that has nothing else to do. */
export function collectAtRest(): void {
  if (bytes === 0) return;
  bytes = 0;
  collectGarbage();
}

function bytesOf(parts: Parts, counts: (file: string) => boolean = () => true): number {
  let sum = 0;
  for (const [file, { byteLength }] of parts) if (counts(file)) sum += byteLength;
  return sum;
}

/** Frees the shared memory for which this thread has no objects left. */
export function collectGarbage(): void {
  collector()();
}

type Collector = (options?: { type: 'minor' }) => void;

let gc: Collector | undefined;

function collector(): Collector {
  gc ??= exposedGc();
  return gc;
}

/**
 * The flag is set no longer than that: with other flags than at its start, V8 takes no compiled code. All threads share it,
 * so that another one may reset it too early.
 */
function exposedGc(): Collector {
  let exposed: Collector | undefined;
  while (!exposed) {
    v8.setFlagsFromString('--expose-gc');
    exposed = vm.runInNewContext('globalThis.gc') as Collector | undefined;
    v8.setFlagsFromString('--no-expose-gc');
  }
  return exposed;
}

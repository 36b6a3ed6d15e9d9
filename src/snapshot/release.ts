/**
 * Memory of snapshots that a thread has let go of. Shared memory is freed when no thread has an object for it any more,
 * but the engine does not count it as a reason to look for garbage: a daemon that does little but take imports would
 * keep every snapshot it ever had. So each thread counts what it lets go of, and looks for garbage when that has become
 * much. (It cannot know how much of it was found already: a query thread never comes to where it would be told.)
 */
import v8 from 'node:v8';
import vm from 'node:vm';

/** At 100,000 products, an update of prices lets go of 20 MB; looking for garbage takes a thread some 20 ms. */
const MOST_BYTES = 128 << 20;

type Parts = ReadonlyMap<string, SharedArrayBuffer>;

let bytes = 0;

/** @param kept parts that the thread still uses, by file as well */
export function letGo(parts: Parts, kept: readonly Parts[]): void {
  for (const [file, { byteLength }] of parts) if (!kept.some(others => others.has(file))) bytes += byteLength;
  if (bytes <= MOST_BYTES) return;
  bytes = 0;
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
}

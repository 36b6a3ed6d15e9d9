/** Shared memory of parts: what is dropped goes back to the system, also amid memory that is kept. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { bytesIn, sharedMemory } from '../../src/kernel/shared-memory.js';
import { collectGarbage } from '../../src/snapshot/release.js';
import { until } from '../within.js';

const MEGABYTE = 1 << 20;
/** As large as malloc keeps at most; it keeps no smaller blocks before one of that size was freed. */
const LARGEST_KEPT = 31 * MEGABYTE;
const BLOCKS = 40;
const isLinux = process.platform === 'linux';

/** What of the memory of this process is no file. */
function ownMegabytes(): number {
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))![1]) / 1024;
}

function filled(memory: SharedArrayBuffer): SharedArrayBuffer {
  bytesIn(memory).fill(1);
  return memory;
}

t.test('it is zero, has its length, and takes arrays of all kinds', async t => {
  for (const bytes of [0, 8, 65_535, 65_536, MEGABYTE + 8]) {
    const memory = sharedMemory(bytes);
    t.equal(memory.byteLength, bytes);
    t.ok(bytesIn(memory).every(byte => byte === 0));
    t.equal(bytesIn(memory).length, bytes);
  }
  const memory = sharedMemory(MEGABYTE);
  new Float64Array(memory, 8, 1)[0] = 0.5;
  t.equal(new Float64Array(structuredClone(memory), 8, 1)[0], 0.5, 'a clone, as threads get it, is the same memory');
});

t.test('what is dropped goes back, also between what is kept', { skip: !isLinux && 'no /proc' }, async t => {
  // Without it, malloc would not keep smaller blocks yet.
  filled(new SharedArrayBuffer(LARGEST_KEPT));
  collectGarbage();
  const before = ownMegabytes();
  const all = Array.from({ length: BLOCKS }, () => filled(sharedMemory(2 * MEGABYTE)));
  t.ok(ownMegabytes() > before + BLOCKS, 'it is used');
  const kept = all.filter((_, i) => i % 2 === 0);
  all.length = 0;
  await until('half of it is given back', () => {
    collectGarbage();
    return ownMegabytes() < before + 1.5 * BLOCKS;
  });
  t.equal(kept.length, BLOCKS / 2);
});

/** Memory of released parts: freed although who releases them still has them, and kept as long as little is released. */
import assert from 'node:assert/strict';
import t from 'tap';
import { within } from '../../src/kernel/within.js';
import { collectAtRest, collectReleased, releaseParts, releaseSoon, releaseYoung } from '../../src/snapshot/release.js';
import { until } from '../within.js';

const MEGABYTE = 1 << 20;
const MUCH = 64 * MEGABYTE;
/** Garbage is not collected for that. */
const LITTLE = 16 * MEGABYTE;
/** The engine would not have collected garbage by itself. */
const SOON_MS = 5000;

/** In place all the time: what is registered with a registry that is garbage itself is not told of. */
const registry = new FinalizationRegistry<() => void>(freed => freed());

/** A snapshot's parts, one of so many bytes. @param freed called when that is garbage and collected */
function partsOf(bytes: number, freed: () => void): Map<string, SharedArrayBuffer> {
  const part = new SharedArrayBuffer(bytes);
  registry.register(part, freed);
  return new Map([['part', part]]);
}

t.test('parts are freed soon, also those that the caller still has on its stack', async t => {
  const release = (parts: Map<string, SharedArrayBuffer>) => {
    releaseSoon(parts, []);
    return parts.size;
  };
  const freed = new Promise<void>(freed => release(partsOf(MUCH, freed)));
  t.ok(await within(freed, SOON_MS));
});

t.test('a thread without an event loop collects them when it has returned from releasing them', async t => {
  const release = (parts: Map<string, SharedArrayBuffer>) => {
    releaseParts(parts, []);
    return parts.size;
  };
  const freed = new Promise<void>(freed => release(partsOf(MUCH, freed)));
  collectReleased();
  t.ok(await within(freed, SOON_MS));
});

t.test('what a thread has had for a moment is freed soon, however little it is', async () => {
  collectAtRest();
  const held = () => process.memoryUsage().arrayBuffers;
  const before = held();
  releaseYoung(new Map([['part', new SharedArrayBuffer(LITTLE)]]), []);
  assert.ok(held() >= before + LITTLE);
  // A registry would keep it: young garbage is collected without a look at those.
  await until('the part is freed', () => held() < before + LITTLE);
});

t.test('of large snapshots, little that is released waits for more', async t => {
  // What was released before.
  collectAtRest();
  const kept = new Map([['kept', new SharedArrayBuffer(8 * MUCH)]]);
  const few = new WeakRef(new Map([['few', new SharedArrayBuffer(MUCH)]]));
  releaseParts(few.deref()!, [kept]);
  // A reference lives until the end of the job in which it was read.
  await new Promise(setImmediate);
  collectReleased();
  t.ok(few.deref());
});

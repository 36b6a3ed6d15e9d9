/** Bytes that wait on disk come back, and what an ended process has left of its own is in no way of theirs. */
import { readdirSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import t from 'tap';
import { Spill } from '../../src/index/spilled-bytes.js';
import { unfinishedFile } from '../../src/index/unfinished-files.js';
import { testFolder } from '../folder.js';

t.test('bytes come back in any order', async t => {
  const spill = new Spill(testFolder(t));
  t.teardown(() => spill.close());
  const all = [0, 1, 5, (1 << 20) + 3].map(length => Uint8Array.from({ length }, (_, i) => i + length));
  const places = all.map(bytes => spill.add(bytes));
  for (const [i, place] of [...places.entries()].reverse()) {
    const read = new Uint8Array(place.length);
    spill.readInto(read, place);
    t.ok(Buffer.from(read).equals(all[i]!), `${place.length} bytes`);
  }
});

t.test('a file that a killed process of the same number has left is replaced', async t => {
  const dir = testFolder(t);
  for (let number = 0; number < 10; number++) {
    writeFileSync(unfinishedFile(dir, `spilled-${process.pid}-${threadId}-${number}`), 'of another process');
  }
  const spill = new Spill(dir);
  t.teardown(() => spill.close());
  const read = new Uint8Array(3);
  spill.readInto(read, spill.add(Uint8Array.of(1, 2, 3)));
  t.same([...read], [1, 2, 3]);
  t.equal(readdirSync(dir).length, 9);
});

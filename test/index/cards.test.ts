import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import {
  CardFileWriter,
  CardIndex,
  CardIndexBuilder,
  RecordBuilder,
  type RecordRange,
  readRecord,
  verifyCardFile,
} from '../../src/index/cards.js';
import { reread } from './reread.js';

const seed = 20260901;

const groups = fc.array(
  fc.record(
    {
      head: fc.string({ unit: 'grapheme', maxLength: 20 }),
      blocks: fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { minLength: 1, maxLength: 4 }),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 12 },
);

/** A record taken apart by its own table. */
function parts(record: Buffer): { head: string; blocks: Uint8Array[] } {
  const count = record.readUInt32LE(0);
  let at = 8 + count * 4;
  const head = record.toString('utf8', at, (at += record.readUInt32LE(4)));
  const blocks = Array.from({ length: count }, (_, i) => {
    const length = record.readUInt32LE(8 + i * 4);
    return Uint8Array.from(record.subarray(at, (at += length)));
  });
  assert.equal(at, record.length, 'the table accounts for every byte');
  return { head, blocks };
}

/** Adds the record of a group. */
function add(writer: CardFileWriter, head: string, blocks: readonly Uint8Array[]): RecordRange {
  const record = new RecordBuilder();
  record.begin(head, blocks.length);
  for (const block of blocks) {
    record.bytes.bytes(block);
    record.endBlock(block.length);
  }
  return writer.addRecord([record.finish()]);
}

t.test('records are read back by the position the index gives', async t => {
  const dir = t.testdir();
  fc.assert(
    fc.property(groups, list => {
      const writer = new CardFileWriter(dir, 'round-trip');
      const builder = new CardIndexBuilder();
      for (const { head, blocks } of list) builder.add(0, add(writer, head, blocks));
      const { file, bytes } = writer.finish();
      const index = new CardIndex(reread(builder.finish([file])));
      assert.deepEqual(index.files, [file]);
      assert.equal(fs.statSync(path.join(dir, file)).size, bytes);
      assert.ok(verifyCardFile(path.join(dir, file)));
      const fd = fs.openSync(path.join(dir, file), 'r');
      try {
        list.forEach((group, i) => {
          assert.equal(index.file[i], 0);
          assert.deepEqual(parts(readRecord(fd, index.offset[i], index.length[i])), group);
        });
      } finally {
        fs.closeSync(fd);
      }
    }),
    { seed, numRuns: 40 },
  );
});

function smallFile(dir: string): string {
  const writer = new CardFileWriter(dir, 'small');
  add(writer, '{"key":"g","products":[', [Buffer.from('{}')]);
  return path.join(dir, writer.finish().file);
}

t.test('damage to any byte is noticed', async t => {
  const file = smallFile(t.testdir());
  const bytes = fs.readFileSync(file);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] ^= 1;
    fs.writeFileSync(file, bytes);
    assert.ok(!verifyCardFile(file), `byte ${at}`);
    bytes[at] ^= 1;
  }
});

t.test('a file cut at any length is noticed', async t => {
  const file = smallFile(t.testdir());
  for (let length = fs.statSync(file).size - 1; length >= 0; length--) {
    fs.truncateSync(file, length);
    assert.ok(!verifyCardFile(file), `cut at ${length}`);
  }
});

t.test('a record taken over from another file is the same bytes', async t => {
  const dir = t.testdir();
  const fd = fs.openSync(smallFile(dir), 'r');
  const record = readRecord(fd, 16, fs.fstatSync(fd).size - 16 - 32);
  fs.closeSync(fd);
  const writer = new CardFileWriter(dir, 'copy');
  const copied = writer.addRecord([record.subarray(0, 5), record.subarray(5)]);
  t.same(copied, { offset: 16, length: record.length });
  const { file } = writer.finish();
  t.equal(path.join(dir, file), smallFile(dir), 'and so is the file');
});

t.test('records larger than the write buffer come back whole', async t => {
  const dir = t.testdir();
  const writer = new CardFileWriter(dir, 'large');
  const blocks = [Buffer.alloc(1_500_000, 'a'), Buffer.alloc(3_000_000, 'b')];
  const small = add(writer, '', [Buffer.from('x')]);
  const { offset, length } = add(writer, 'head', blocks);
  const { file } = writer.finish();
  t.equal(offset, small.offset + small.length);
  const fd = fs.openSync(path.join(dir, file), 'r');
  t.teardown(() => fs.closeSync(fd));
  t.same(
    parts(readRecord(fd, offset, length)).blocks.map(block => block.length),
    [1_500_000, 3_000_000],
  );
  t.ok(verifyCardFile(path.join(dir, file)));
  t.throws(() => readRecord(fd, offset, length + 100), { error: 'INTERNAL', message: /ends too early/ });
});

t.test('a writer that gives up leaves nothing behind', async t => {
  const dir = t.testdir();
  const writer = new CardFileWriter(dir, 'given-up');
  add(writer, '', [Buffer.from('x')]);
  writer.abort();
  t.same(fs.readdirSync(dir), []);
  const finished = new CardFileWriter(dir, 'finished');
  finished.finish();
  finished.abort();
  t.equal(fs.readdirSync(dir).length, 1, 'what is finished stays');
});

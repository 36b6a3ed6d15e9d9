import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { CardBlock } from '../../src/index/card-block.js';
import { CardBlockBuilder } from '../../src/index/card-block-builder.js';
import { CardFile, readHot, readRecord } from '../../src/index/card-file.js';
import {
  type EncodedRecord,
  headOf,
  hotBytes,
  openBlock,
  productsIn,
  RecordBuilder,
} from '../../src/index/card-record.js';
import {
  CardFileWriter,
  CardIndex,
  CardIndexBuilder,
  type RecordRange,
  verifyCardFile,
} from '../../src/index/cards.js';
import { testFolder } from '../folder.js';
import { reread } from './reread.js';

const seed = 20260901;

/** The record of a group whose products have these texts. */
function recordOf(head: string, texts: readonly string[]): EncodedRecord {
  const record = new RecordBuilder();
  record.begin(head);
  for (const text of texts) record.add(new CardBlockBuilder().literal(text).ticket());
  return record.finish();
}

function add(writer: CardFileWriter, head: string, texts: readonly string[]): RecordRange {
  return writer.addRecord(recordOf(head, texts));
}

const groups = fc.array(
  fc.record(
    {
      head: fc.string({ unit: 'grapheme', maxLength: 20 }),
      texts: fc.array(fc.string({ unit: 'grapheme', maxLength: 50 }), { minLength: 1, maxLength: 4 }),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 12 },
);

/** A record taken apart. */
function parts(record: Buffer): { head: string; texts: string[] } {
  const block = new CardBlock();
  const texts = Array.from({ length: productsIn(record) }, (_, i) => {
    openBlock(block, record, i);
    return record.toString('utf8', block.jsonStart, block.jsonEnd);
  });
  return { head: headOf(record).toString(), texts };
}

t.test('records are read back by the position the index gives', async t => {
  const dir = testFolder(t);
  fc.assert(
    fc.property(groups, list => {
      const writer = new CardFileWriter(dir, 'round-trip');
      const positions = new CardIndexBuilder();
      for (const { head, texts } of list) positions.add(0, add(writer, head, texts));
      const { file, bytes } = writer.finish();
      const index = new CardIndex(reread(positions.finish([file])));
      assert.deepEqual(index.files, [file]);
      assert.equal(fs.statSync(path.join(dir, file)).size, bytes);
      assert.ok(verifyCardFile(path.join(dir, file)));
      const fd = fs.openSync(path.join(dir, file), 'r');
      try {
        list.forEach((group, i) => {
          assert.equal(index.file[i], 0);
          assert.equal(index.offset[i]! % 8, 0, 'records are aligned');
          assert.ok(index.hot[i]! < index.length[i]!);
          assert.deepEqual(parts(readRecord(new CardFile(file, fd), index.place(i))), group);
        });
      } finally {
        fs.closeSync(fd);
      }
    }),
    { seed, numRuns: 40 },
  );
});

function smallFile(dir: string): { file: string; place: RecordRange } {
  const writer = new CardFileWriter(dir, 'small');
  const place = add(writer, '{"key":"g","products":[', ['{}']);
  return { file: path.join(dir, writer.finish().file), place };
}

function opened(t: { teardown(end: () => void): void }, file: string, flags = 'r'): CardFile {
  const fd = fs.openSync(file, flags);
  t.teardown(() => fs.closeSync(fd));
  return new CardFile(path.basename(file), fd);
}

t.test('damage to any byte is noticed', async t => {
  const { file } = smallFile(testFolder(t));
  const bytes = fs.readFileSync(file);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] ^= 1;
    fs.writeFileSync(file, bytes);
    assert.ok(!verifyCardFile(file), `byte ${at}`);
    bytes[at] ^= 1;
  }
});

t.test('damage to a byte of a record, or of its hot part, is noticed where it is read', async t => {
  const dir = testFolder(t);
  const writer = new CardFileWriter(dir, 'records');
  const place = add(writer, '{"key":"g","products":[', ['{"title":"Lampa"}', '{}']);
  const { offset, length, hot } = place;
  const file = path.join(dir, writer.finish().file);
  const bytes = fs.readFileSync(file);
  const memory = memoryOf(1 << 10);
  const card = opened(t, file, 'r+');
  const { fd } = card;
  const read = () => readHot(card, place, memory, 1 << 10, 1 << 10);
  const expected = { code: 'snapshot_damaged', message: /checksum of a record/ };
  read();
  for (let at = offset; at < offset + length; at++) {
    for (const changed of [bytes[at]! ^ 1, bytes[at]! ^ 0x80, ~bytes[at]! & 0xff]) {
      fs.writeSync(fd, Uint8Array.of(changed), 0, 1, at);
      assert.throws(() => readRecord(card, place), expected, `byte ${at}`);
      if (at < offset + hot) assert.throws(read, expected, `byte ${at}`);
      else read();
    }
    fs.writeSync(fd, bytes, at, 1, at);
  }
  fs.writeSync(fd, new Uint8Array(length), 0, length, offset);
  t.throws(() => readRecord(card, place), expected, 'zeros');
  t.throws(read, expected);
});

function memoryOf(bytes: number): { buffer: Buffer; words: Uint32Array } {
  const memory = new ArrayBuffer(bytes);
  return { buffer: Buffer.from(memory), words: new Uint32Array(memory) };
}

t.test('places that no index has are damage', async t => {
  const { file, place } = smallFile(testFolder(t));
  const card = opened(t, file);
  const expected = { code: 'snapshot_damaged', message: 'the index of card files is wrong' };
  for (const offset of [16.000_000_1, -8, 0, 20, 2 ** 60, Number.NaN, Number.POSITIVE_INFINITY]) {
    t.throws(() => readRecord(card, { ...place, offset }), expected, `offset ${offset}`);
  }
  for (const length of [0, 7, 2 ** 32 - 4]) {
    t.throws(() => readRecord(card, { ...place, length }), expected, `length ${length}`);
    const read = () => readHot(card, { ...place, hot: length }, memoryOf(64), 64, 2 ** 32);
    t.throws(read, expected, `hot part of ${length}`);
  }
  for (const hot of [0, 6, place.length]) t.throws(() => readRecord(card, { ...place, hot }), expected, `hot ${hot}`);
  t.throws(() => readRecord(undefined, place), expected, 'no file of the number');
});

t.test('a file cut at any length is noticed', async t => {
  const { file } = smallFile(testFolder(t));
  for (let length = fs.statSync(file).size - 1; length >= 0; length--) {
    fs.truncateSync(file, length);
    assert.ok(!verifyCardFile(file), `cut at ${length}`);
  }
});

t.test('a record taken over from another file is the same bytes', async t => {
  const dir = testFolder(t);
  const small = smallFile(dir);
  const record = readRecord(opened(t, small.file), small.place);
  const writer = new CardFileWriter(dir, 'copy');
  t.same(writer.addRecord({ bytes: record, hot: hotBytes(record) }), small.place);
  const { file } = writer.finish();
  t.equal(path.join(dir, file), small.file, 'and so is the file');
});

t.test('records larger than the write buffer come back whole', async t => {
  const dir = testFolder(t);
  const writer = new CardFileWriter(dir, 'large');
  const texts = ['a'.repeat(1_500_000), 'b'.repeat(3_000_000)];
  const small = add(writer, '', ['x']);
  const place = add(writer, 'head', texts);
  const { file } = writer.finish();
  t.equal(place.offset, Math.ceil((small.offset + small.length) / 8) * 8);
  const card = opened(t, path.join(dir, file));
  t.same(parts(readRecord(card, place)), { head: 'head', texts });
  t.ok(verifyCardFile(path.join(dir, file)));
  t.throws(() => readRecord(card, { ...place, length: place.length + 100 }), {
    error: 'INTERNAL',
    message: /ends too early/,
  });
});

t.test('a writer that gives up leaves nothing behind', async t => {
  const dir = testFolder(t);
  const writer = new CardFileWriter(dir, 'given-up');
  add(writer, '', ['x']);
  writer.abort();
  t.same(fs.readdirSync(dir), []);
  const finished = new CardFileWriter(dir, 'finished');
  finished.finish();
  finished.abort();
  t.equal(fs.readdirSync(dir).length, 1, 'what is finished stays');
});

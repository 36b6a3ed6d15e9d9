import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { EXTRA, NO_VARIANT } from '../../src/index/card-block.js';
import { CardBlockBuilder } from '../../src/index/card-block-builder.js';
import { CardFile, readHot, readRecord } from '../../src/index/card-file.js';
import { type EncodedRecord, hotBytes, RecordBuilder } from '../../src/index/card-record.js';
import { CardFileWriter, type RecordRange } from '../../src/index/cards.js';
import { testFolder } from '../folder.js';

const seed = 20261129;
/** More than there have to be before records are packed. */
const FIRST = 300;

/** A record of products with these titles and descriptions. */
function recordOf(key: string, products: readonly [title: string, description: string][]): EncodedRecord {
  const record = new RecordBuilder();
  record.begin(`{"key":${JSON.stringify(key)},"products":[`);
  for (const [title, description] of products) {
    const card = new CardBlockBuilder();
    card.literal(`{"key":"p","title":${JSON.stringify(title)},"imageInfo":{"effect":"NONE","images":[]}`).ticket();
    card.extra(EXTRA.DESCRIPTION, NO_VARIANT, '', description);
    record.add(card.literal('}'));
  }
  const { bytes, hot } = record.finish();
  return { bytes: Buffer.from(bytes), hot };
}

interface Written {
  dir: string;
  file: string;
  records: EncodedRecord[];
  places: RecordRange[];
}

function write(dir: string, records: EncodedRecord[]): Written {
  const writer = new CardFileWriter(dir, 'packed');
  const places = records.map(record => writer.addRecord(record));
  return { dir, file: writer.finish().file, records, places };
}

function alike(count: number): EncodedRecord[] {
  return Array.from({ length: count }, (_, i) =>
    recordOf(`g${i}`, [[`Wool jacket ${i}`, `A warm jacket of wool, number ${i}, for cold days and nights.`]]),
  );
}

/** Checks that each record is read back, and its hot part as far as it goes. */
function check({ dir, file, records, places }: Written): void {
  const fd = fs.openSync(path.join(dir, file), 'r');
  try {
    const card = new CardFile(file, fd);
    const end = Math.ceil(Math.max(...records.map(({ bytes }) => bytes.length)) / 8) * 8 + 64;
    const memory = new ArrayBuffer(end);
    const [buffer, words] = [Buffer.from(memory), new Uint32Array(memory)];
    records.forEach(({ bytes, hot }, i) => {
      const record = readRecord(card, places[i]!);
      assert.ok(record.equals(bytes), `record ${i}`);
      assert.equal(hotBytes(record), hot);
      const from = readHot(card, places[i]!, { buffer, words }, end, end)!;
      assert.equal(from % 8, 0);
      assert.ok(buffer.subarray(from, from + hot - 4).equals(bytes.subarray(0, hot - 4)), `hot part ${i}`);
      assert.equal(readHot(card, places[i]!, { buffer, words }, end, hot - 4), undefined, 'there is no room for it');
    });
  } finally {
    fs.closeSync(fd);
  }
}

t.test('records that resemble each other are packed, and read back as they were built', async t => {
  const written = write(testFolder(t), alike(FIRST));
  check(written);
  const last = FIRST - 1;
  t.ok(written.places[last]!.length < written.records[last]!.bytes.length / 2);
  t.equal(written.places[0]!.length, written.records[0]!.bytes.length, 'the first ones stay as they are');
  t.same(write(testFolder(t), alike(FIRST)).file, written.file, 'the same records make the same file');
});

t.test('any records come back', async t => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('wool '.repeat(500), '', 'é'));
  const product = fc.tuple(text, text);
  const list = fc.array(fc.array(product, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 20 });
  const dir = testFolder(t);
  fc.assert(
    fc.property(list, groups => {
      check(write(dir, [...alike(FIRST), ...groups.map((products, i) => recordOf(`h${i}`, products))]));
    }),
    { seed, numRuns: 15 },
  );
});

t.test('damage to a packed record, or to the dictionary, is noticed where it is read', async t => {
  const { dir, file, places } = write(testFolder(t), alike(FIRST));
  const whole = fs.readFileSync(path.join(dir, file));
  const place = places.at(-1)!;
  const expected = { code: 'snapshot_damaged', message: /checksum of a record/ };
  // Threads know dictionaries by the names of files, which are made of their content.
  const reading = (name: string, bytes: Buffer) => {
    fs.writeFileSync(path.join(dir, name), bytes);
    const fd = fs.openSync(path.join(dir, name), 'r');
    t.teardown(() => fs.closeSync(fd));
    return () => readRecord(new CardFile(name, fd), place);
  };
  for (let at = place.offset; at < place.offset + place.length; at++) {
    const bytes = Buffer.from(whole);
    bytes[at]! ^= 1;
    assert.throws(reading(`damaged-${at}`, bytes), expected, `byte ${at}`);
  }
  const wrong = { code: 'snapshot_damaged', message: 'the dictionary of a card file is wrong' };
  for (const back of [33, 36, 40, 41, 100]) {
    const bytes = Buffer.from(whole);
    bytes[bytes.length - back]! ^= 1;
    t.throws(reading(`dictionary-${back}`, bytes), wrong, `${back} bytes before the end`);
  }
});

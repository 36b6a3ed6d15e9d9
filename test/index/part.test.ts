import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { writeDurably } from '../../src/index/durable-file.js';
import { PART_VERSION, Part, PartWriter, verifyPart } from '../../src/index/part.js';
import type { SectionData } from '../../src/index/part-reader.js';
import { testFolder } from '../folder.js';
import { reread } from './reread.js';

const seed = 20260901;

interface Section {
  name: string;
  type: 'u8' | 'u16' | 'u32' | 'i32' | 'f32' | 'f64';
  data: SectionData;
}

const section = fc.oneof(
  fc.uint8Array({ maxLength: 20 }).map(data => ({ type: 'u8' as const, data })),
  fc.uint16Array({ maxLength: 20 }).map(data => ({ type: 'u16' as const, data })),
  fc.uint32Array({ maxLength: 20 }).map(data => ({ type: 'u32' as const, data })),
  fc.int32Array({ maxLength: 20 }).map(data => ({ type: 'i32' as const, data })),
  fc.float32Array({ maxLength: 20 }).map(data => ({ type: 'f32' as const, data })),
  fc.float64Array({ maxLength: 20 }).map(data => ({ type: 'f64' as const, data })),
);
const sections = fc
  .uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), section), {
    maxLength: 8,
    selector: ([name]) => name,
  })
  .map(list => list.map(([name, { type, data }]): Section => ({ name, type, data })));

function writerOf(list: readonly Section[], meta: unknown = {}): PartWriter {
  const writer = new PartWriter('test', meta);
  for (const { name, data } of list) writer.add(name, data);
  return writer;
}

t.test('sections, kind and meta come back as they were added', async () => {
  fc.assert(
    fc.property(sections, fc.jsonValue(), (list, meta) => {
      const part = reread(writerOf(list, meta));
      assert.equal(part.kind, 'test');
      assert.equal(JSON.stringify(part.meta), JSON.stringify(meta));
      for (const { name, type, data } of list) {
        assert.ok(part.has(name));
        const read = part[type](name);
        assert.equal(read.constructor, data.constructor);
        assert.deepEqual([...read], [...data]);
        assert.equal(read.byteOffset % 8, 0, 'every section can be seen as any type');
      }
      assert.ok(!part.has('no such section'));
    }),
    { seed, numRuns: 200 },
  );
});

t.test('a view into a larger array is written as what it shows', async t => {
  const part = reread(new PartWriter('test').add('some', new Uint32Array([1, 2, 3, 4]).subarray(1, 3)));
  t.same([...part.u32('some')], [2, 3]);
});

t.test('the checksum notices damage to any byte', async () => {
  const bytes = writerOf([
    { name: 'a', type: 'u8', data: Uint8Array.of(1, 2, 3) },
    { name: 'b', type: 'f64', data: Float64Array.of(1.5) },
  ]).encode();
  assert.ok(verifyPart(bytes));
  for (let at = 0; at < bytes.length; at++) {
    for (const flip of [1, 0x80]) {
      bytes[at] ^= flip;
      assert.ok(!verifyPart(bytes), `byte ${at}`);
      bytes[at] ^= flip;
    }
  }
});

t.test('the checksum notices a cut at any length', async () => {
  const bytes = writerOf([{ name: 'a', type: 'u32', data: Uint32Array.of(1, 2, 3) }]).encode();
  for (let length = 0; length < bytes.length; length++) assert.ok(!verifyPart(bytes.subarray(0, length)), `${length}`);
});

t.test('bytes that are no part, and parts of another version, are refused by name', async t => {
  t.throws(() => new Part(new SharedArrayBuffer(0)), { error: 'INTERNAL', message: 'not a snapshot part' });
  t.throws(() => new Part(new SharedArrayBuffer(64)), { error: 'INTERNAL', message: 'not a snapshot part' });
  const bytes = new PartWriter('test').encode();
  bytes.writeUInt32LE(PART_VERSION + 1, 8);
  const copy = new SharedArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  t.throws(() => new Part(copy), { error: 'INTERNAL', message: /format 3, this version reads 2/ });
});

t.test('a damaged table is a damaged snapshot', async t => {
  const sound = new PartWriter('test').add('a', Uint32Array.of(1, 2, 3)).encode();
  const damaged = (change: (bytes: Buffer) => void) => {
    const copy = new SharedArrayBuffer(sound.length);
    change(Buffer.from(copy).fill(sound));
    return () => new Part(copy);
  };
  const replaced = (from: string, to: string) => (bytes: Buffer) => bytes.write(to, bytes.indexOf(from));
  const cases: [expected: RegExp, change: (bytes: Buffer) => unknown][] = [
    [/JSON/, bytes => (bytes[12]! ^= 1)],
    [/would end at \d+ of \d+ bytes/, bytes => (bytes[15]! ^= 1)],
    [/would end at \d+ of \d+ bytes/, bytes => (bytes[15]! ^= 0x80)],
    [/expected \{kind, meta, sections/, bytes => (bytes[20]! ^= 1)],
    [/expected \{kind, meta, sections/, replaced('["a",0,12]', '["a",0,[]]')],
    [/section a has 92 bytes/, replaced('12]', '92]')],
    [/section a has 12 bytes/, replaced('0,12]', '4,12]')],
  ];
  for (const [message, change] of cases) t.throws(damaged(change), { code: 'snapshot_damaged', message });
  for (let at = 0; at < sound.length; at++) {
    for (const flip of [1, 0x80]) {
      try {
        damaged(bytes => (bytes[at]! ^= flip))();
      } catch (error) {
        t.match(error, { code: 'snapshot_damaged' }, `byte ${at}`);
      }
    }
  }
});

t.test('a section that is not there is named', async t => {
  t.throws(() => reread(new PartWriter('test')).u32('missing'), { error: 'INTERNAL', message: /test .*missing/ });
});

t.test('a file is named after its content', async t => {
  const dir = testFolder(t);
  const write = (value: number) => new PartWriter('test').add('a', Uint8Array.of(value)).write(dir);
  const first = write(1);
  t.match(first.file, /^test-[0-9a-f]{32}\.part$/);
  t.same(write(1), first, 'the same content is the same file');
  t.not(write(2).file, first.file);
  const bytes = fs.readFileSync(path.join(dir, first.file));
  t.equal(bytes.length, first.bytes);
  t.ok(verifyPart(bytes));
  t.same(fs.readdirSync(dir).length, 2, 'nothing is left of the writing');
});

t.test('a file that is there is not written again, but where it is damaged', async t => {
  const there = path.join(testFolder(t, { there: 'new' }), 'there');
  const { ino } = fs.statSync(there);
  writeDurably(there, [Buffer.from('ne'), Buffer.from('w')]);
  t.equal(fs.statSync(there).ino, ino);
  fs.writeFileSync(there, 'nEw');
  writeDurably(there, [Buffer.from('ne'), Buffer.from('w')]);
  t.equal(fs.readFileSync(there, 'utf8'), 'new');
});

t.test('sections that wait on disk make the same part', async t => {
  const dir = testFolder(t);
  const long = Uint32Array.from({ length: (1 << 19) + 3 }, (_, i) => i * 2_654_435_761);
  const write = (spillDir?: string) => {
    const meta: { known?: string } = {};
    const writer = new PartWriter('test', meta, spillDir).add('short', Uint8Array.of(1, 2, 3)).add('long', long);
    writer.add('longer', new Uint8Array(long.buffer).subarray(0, -5));
    meta.known = 'at the end';
    return writer.write(dir);
  };
  const file = write(dir);
  t.ok(verifyPart(fs.readFileSync(path.join(dir, file.file))));
  t.same(write(), file);
  t.same(write(dir), file, 'also where it is there already');
  t.same(fs.readdirSync(dir), [file.file], 'nothing is left of the writing');
  const [waiting, held] = [dir, undefined].map(spillDir => new PartWriter('test', {}, spillDir).add('long', long));
  t.ok(waiting!.encode().equals(held!.encode()), 'in memory, too');
  waiting!.write(dir);
});

t.test('sections behind two gigabytes lie where the table says', async t => {
  const lengths = [
    ['long', 2 ** 31],
    ['last', 8],
  ] as const;
  // Memory that is not written to takes none.
  const writer = new PartWriter('long').addLater(lengths, ([, last]) => last!.fill(7));
  const part = new Part(writer.share());
  t.ok(part.placeOf('last').offset > 2 ** 31);
  t.same([...part.u8('last')], [7, 7, 7, 7, 7, 7, 7, 7]);
});

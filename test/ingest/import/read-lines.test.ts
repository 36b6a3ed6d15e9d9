import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { decodeLine, linesOf, readBlocks } from '../../../src/ingest/import/read-lines.js';
import { testFolder } from '../../folder.js';

const seed = 20260901;
const file = path.join(testFolder(t), 'lines');

function lines(content: string | Uint8Array, max?: number): { number: number; text: string }[] {
  fs.writeFileSync(file, content);
  const all = Array.from(readBlocks(file, max)).flatMap(block => [...linesOf(block, max)]);
  return all.map(line => ({ number: line.number, text: decodeLine(line) })).filter(({ text }) => text !== '');
}

t.test('numbers count empty lines, which are skipped; CRLF and a byte order mark are not text', async t => {
  t.same(lines('\u{feff}one\r\n\n  \ntwo'), [
    { number: 1, text: 'one' },
    { number: 4, text: 'two' },
  ]);
  t.same(lines(''), []);
});

t.test(`lines come out as they went in, wherever the pieces end (seed ${seed})`, async t => {
  const line = fc.oneof(fc.constantFrom('å', 'x', '漢字'), fc.constantFrom('é'.repeat(300_000), 'y'.repeat(1 << 20)));
  const property = fc.property(fc.array(line, { maxLength: 8 }), all => {
    const read = lines(all.join('\n')).map(({ text }) => text);
    return read.length === all.length && read.every((text, i) => text === all[i]);
  });
  t.doesNotThrow(() => fc.assert(property, { seed, numRuns: 30 }));
});

t.test('a line too long is named, also when it spans pieces', async t => {
  t.throws(() => lines(`a\n${'b'.repeat(11)}\nc`, 10), {
    error: 'BAD_REQUEST',
    message: /line 2 is longer than 10 bytes/,
  });
  t.throws(() => lines(`a\n${'b'.repeat(3 << 20)}`, 1 << 20), { message: /line 2 is longer/ });
});

t.test('text that is not UTF-8 is named by its line', async t => {
  t.throws(() => lines(Buffer.from([0x61, 0x0a, 0xc3, 0x28])), {
    error: 'BAD_REQUEST',
    message: /line 2 is not valid UTF-8/,
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Bytes } from '../../src/kernel/bytes.js';

const seed = 20260901;

type Step =
  | { write: 'text' | 'ascii'; text: string }
  | { write: 'bytes'; bytes: Uint8Array }
  | { write: 'byte'; value: number }
  | { write: 'number' | 'integer'; value: number }
  | { write: 'json'; value: unknown }
  | { write: 'kept'; index: number };

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  text.map((value): Step => ({ write: 'text', text: value })),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }).map((value): Step => ({ write: 'ascii', text: value })),
  fc.uint8Array({ maxLength: 40 }).map((bytes): Step => ({ write: 'bytes', bytes })),
  fc.integer({ min: 0, max: 255 }).map((value): Step => ({ write: 'byte', value })),
  fc
    .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(9, 10, 99, 1e9, -0, 1e21))
    .map((value): Step => ({ write: 'number', value })),
  fc.integer({ min: 0, max: 4_294_967_295 }).map((value): Step => ({ write: 'integer', value })),
  fc.jsonValue().map((value): Step => ({ write: 'json', value })),
  fc.integer({ min: 0, max: 3 }).map((index): Step => ({ write: 'kept', index })),
);

/** Writes one step into the buffer and onto the plain string of bytes beside it. */
function take(
  step: Step,
  out: Bytes,
  pieces: readonly Uint8Array[],
  offsets: readonly number[],
  plain: number[],
): void {
  switch (step.write) {
    case 'text':
      out.text(step.text);
      plain.push(...Buffer.from(step.text));
      break;
    case 'ascii':
      out.ascii(step.text);
      plain.push(...Buffer.from(step.text, 'latin1'));
      break;
    case 'bytes':
      out.bytes(step.bytes);
      plain.push(...step.bytes);
      break;
    case 'byte':
      out.byte(step.value);
      plain.push(step.value);
      break;
    case 'integer':
      out.integer(step.value);
      plain.push(...Buffer.from(String(step.value)));
      break;
    case 'number':
      out.number(step.value);
      plain.push(...Buffer.from(String(step.value)));
      break;
    case 'json':
      out.json(step.value);
      plain.push(...Buffer.from(JSON.stringify(step.value)));
      break;
    case 'kept': {
      const piece = pieces[step.index];
      if (!piece) break;
      out.copy(offsets[step.index], offsets[step.index] + piece.length);
      plain.push(...piece);
    }
  }
}

t.test('what is written is what a plain list of bytes would hold, whatever the first capacity', async () => {
  const kept = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 3 });
  const responses = fc.array(fc.array(step, { maxLength: 30 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 64 }), kept, responses, (capacity, pieces, steps) => {
      const out = new Bytes(capacity);
      const offsets = pieces.map(piece => out.keep(piece));
      for (const response of steps) {
        out.start();
        const plain: number[] = [];
        for (const one of response) take(one, out, pieces, offsets, plain);
        assert.equal(Buffer.compare(Buffer.from(out.written()), Buffer.from(plain)), 0);
      }
    }),
    { seed, numRuns: 300 },
  );
});

t.test('integers are written in decimal up to ten digits', async t => {
  const out = new Bytes(16);
  for (const value of [0, 9, 10, 99, 100, 12_345, 999_999_999, 1_000_000_000, 4_294_967_295]) {
    out.start();
    out.integer(value);
    t.equal(Buffer.from(out.written()).toString(), String(value));
  }
});

t.test('a kept piece that is given up makes room for others', async t => {
  const out = new Bytes(64);
  const first = out.keep(Buffer.from('a piece'));
  const second = out.keep(Buffer.from('another one'));
  out.release(first, 'a piece'.length);
  t.equal(out.keep(Buffer.from('a place')), first);
  const third = out.keep(Buffer.from('one more'));
  t.ok(third > second);
  out.start();
  out.copy(first, first + 7);
  out.copy(second, second + 11);
  out.copy(third, third + 8);
  t.equal(Buffer.from(out.written()).toString(), 'a placeanother oneone more');
});

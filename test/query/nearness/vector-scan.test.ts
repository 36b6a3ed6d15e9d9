import fc from 'fast-check';
import t from 'tap';
import { Deadline } from '../../../src/kernel/deadline.js';
import { eachNear } from '../../../src/query/nearness/vector-scan.js';

const seed = 20261123;
const byte = fc.integer({ min: -127, max: 127 });

t.test('vectors of all sizes are found as by looking at each, in WebAssembly and without', async t => {
  const rows = fc
    .tuple(fc.constantFrom(16, 64, 384, 2048), fc.integer({ min: 1, max: 150 }))
    .chain(([dimensions, count]) =>
      fc.record({
        dimensions: fc.constant(dimensions),
        count: fc.constant(count),
        // What a vector has is drawn from a few bytes: to draw each takes long.
        bytes: fc.array(byte, { minLength: 40, maxLength: 40 }),
        text: fc.array(byte, { minLength: dimensions, maxLength: dimensions }),
        least: fc.integer({ min: -20_000, max: 200_000 }),
        from: fc.integer({ min: 0, max: count }),
        isScaled: fc.boolean(),
      }),
    );
  fc.assert(
    fc.property(rows, ({ dimensions, count, bytes, text, least, from, isScaled }) => {
      const vectors = Int8Array.from({ length: dimensions * count }, (_, i) => bytes[(i * i + i) % 40]!);
      const scale = isScaled ? Float32Array.from({ length: count }, (_, i) => (i % 9) / 5) : undefined;
      const expected: number[][] = [];
      for (let row = from; row < count; row++) {
        const dot = text.reduce((sum, x, d) => sum + x * vectors[row * dimensions + d]!, 0);
        if (dot * (scale?.[row] ?? 1) >= least) expected.push([row, dot]);
      }
      const middle = Math.floor((from + count) / 2);
      const ranges = [
        { from, to: middle },
        { from: middle, to: count },
      ];
      for (const assembly of [true, false]) {
        const found: number[][] = [];
        const scan = { dimensions, vectors, ...(scale && { scale }) };
        eachNear(
          scan,
          ranges,
          Int8Array.from(text),
          () => least,
          new Deadline(),
          assembly,
          (row, dot) => {
            found.push([row, dot]);
          },
        );
        t.same(found, expected);
      }
    }),
    { seed, numRuns: 60 },
  );
});

t.test('a scan past its deadline ends', async t => {
  const deadline = new Deadline(() => 5);
  deadline.start(0);
  const rows = { dimensions: 16, vectors: new Int8Array(16 * 10) };
  eachNear(
    rows,
    [{ from: 0, to: 10 }],
    new Int8Array(16),
    () => 0,
    deadline,
    true,
    () => t.fail('nothing is compared'),
  );
  t.ok(deadline.cut);
});

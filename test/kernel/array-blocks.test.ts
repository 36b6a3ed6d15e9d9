import t from 'tap';
import { endBlock, placed } from '../../src/kernel/array-blocks.js';

t.test('blocks are small where arrays are', async t => {
  endBlock();
  const sizes = Array.from({ length: 40 }, () => placed(Uint8Array, 1 << 19).buffer.byteLength >> 20);
  t.strictSame([...new Set(sizes)], [1, 8, 64]);
});

t.test('arrays of one block are apart, aligned and zero', async t => {
  endBlock();
  const numbers = placed(Uint32Array, 5000).fill(1);
  const bytes = placed(Uint8Array, 5001).fill(2);
  const doubles = placed(Float64Array, 1000);
  t.equal(bytes.buffer, numbers.buffer);
  t.equal(doubles.buffer, numbers.buffer);
  t.equal(doubles.byteOffset % 8, 0);
  t.ok(numbers.every(value => value === 1));
  t.ok(bytes.every(value => value === 2));
  t.ok(doubles.every(value => value === 0));
});

t.test('what is made after the end of a block lies in another one', async t => {
  const before = placed(Uint32Array, 5000);
  endBlock();
  t.not(placed(Uint32Array, 5000).buffer, before.buffer);
});

t.test('a full block is followed by another one, and neither short nor long arrays have a part of one', async t => {
  endBlock();
  const half = 32 << 20;
  const [first, second, third] = Array.from({ length: 3 }, () => placed(Uint8Array, half));
  t.equal(first!.buffer, second!.buffer);
  t.not(third!.buffer, first!.buffer);
  t.equal(placed(Uint8Array, 100).buffer.byteLength, 100);
  t.equal(placed(Uint8Array, half + 1).buffer.byteLength, half + 1);
});

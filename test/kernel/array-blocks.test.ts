import t from 'tap';
import { inBlocks, placed } from '../../src/kernel/array-blocks.js';

t.test('blocks are small where arrays are', async t => {
  const sizes = inBlocks(() => Array.from({ length: 40 }, () => placed(Uint8Array, 1 << 19).buffer.byteLength >> 20));
  t.strictSame([...new Set(sizes)], [1, 8, 64]);
});

t.test('arrays of one block are apart, aligned and zero', async t => {
  const [numbers, bytes, doubles] = inBlocks(() => [
    placed(Uint32Array, 5000).fill(1),
    placed(Uint8Array, 5001).fill(2),
    placed(Float64Array, 1000),
  ]);
  t.equal(bytes.buffer, numbers.buffer);
  t.equal(doubles.buffer, numbers.buffer);
  t.equal(doubles.byteOffset % 8, 0);
  t.ok(numbers.every(value => value === 1));
  t.ok(bytes.every(value => value === 2));
  t.ok(doubles.every(value => value === 0));
});

t.test('what is made after the work has ended, well or not, lies in other blocks, which begin small again', async t => {
  const [first] = inBlocks(() => Array.from({ length: 40 }, () => placed(Uint8Array, 1 << 19)));
  const second = inBlocks(() => placed(Uint32Array, 5000));
  t.not(second.buffer, first!.buffer);
  t.equal(second.buffer.byteLength, 1 << 20);
  let failed: Uint32Array | undefined;
  const fail = () => {
    failed = placed(Uint32Array, 5000);
    throw new Error('no');
  };
  t.throws(() => inBlocks(fail), /no/);
  t.not(inBlocks(() => placed(Uint32Array, 5000)).buffer, failed!.buffer);
});

t.test('a full block is followed by another one, and neither short nor long arrays have a part of one', async t => {
  const half = 32 << 20;
  const [first, second, third, short, long] = inBlocks(() => [
    ...Array.from({ length: 3 }, () => placed(Uint8Array, half)),
    placed(Uint8Array, 100),
    placed(Uint8Array, half + 1),
  ]);
  t.equal(first!.buffer, second!.buffer);
  t.not(third!.buffer, first!.buffer);
  t.equal(short!.buffer.byteLength, 100);
  t.equal(long!.buffer.byteLength, half + 1);
});

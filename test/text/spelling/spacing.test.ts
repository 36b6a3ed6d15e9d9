import t from 'tap';
import { splits } from '../../../src/text/spelling/spacing.js';

const knows = (words: string) => {
  const known = new Set(words.split(' '));
  return (left: string, right: string) => known.has(left) && known.has(right);
};

t.test('a word is split where both sides are known, the even division first', async t => {
  t.strictSame(splits('flipflops', knows('flip flops fl ipflops')), [
    ['flip', 'flops'],
    ['fl', 'ipflops'],
  ]);
  t.strictSame(splits('jeans', knows('je shirt')), []);
});

t.test('one letter counts in front alone, and last', async t => {
  t.strictSame(splits('tshirt', knows('t shirt ts hirt tshir')), [
    ['ts', 'hirt'],
    ['t', 'shirt'],
  ]);
});

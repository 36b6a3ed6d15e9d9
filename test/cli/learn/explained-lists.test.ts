/** What scores in a list consist of, for learning from choices. */
import t from 'tap';
import { listOf } from '../../../src/cli/learn/explained-lists.js';
import type { Explanation } from '../../../src/pages/pages.js';

const CHOICE = {
  market: 'uk',
  locale: 'en-GB',
  q: 'lamp',
  productKey: 'a',
  position: 0,
  visitor: 'v',
  weight: 1,
  isPaid: false,
};

function listed(...hits: { key: string; parts: object[] }[]) {
  const explain = () => ({ lists: [{ id: 'primaryList', hits }] }) as unknown as Explanation;
  return listOf({ explain }, CHOICE, 0);
}

t.test('points are those of the usual weights, without what choices for the text have added', async t => {
  const parts = [
    { kind: 'word', points: 3 },
    { kind: 'boost', points: 1 },
    { kind: 'chosen', points: 2 },
    { kind: 'popularity', points: 0.5 },
    { kind: 'stock', points: -0.75, factor: 0.5 },
  ];
  t.strictSame(listed({ key: 'a', parts }), [{ key: 'a', points: [4, 0.5, 0, 0, -1.5] }]);
});

t.test('what rules have put in its place is passed over, and what is behind partial matches', async t => {
  const plain = (key: string) => ({ key, parts: [{ kind: 'word', points: 1 }] });
  const pinned = { key: 'pinned', parts: [{ kind: 'pin', points: 9 }] };
  const partial = { key: 'partial', parts: [{ kind: 'lacking', points: 0 }] };
  const list = listed(plain('a'), pinned, plain('b'), partial, plain('c'))!;
  t.strictSame(
    list.map(({ key }) => key),
    ['a', 'b'],
  );
});

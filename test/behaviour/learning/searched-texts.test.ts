/** Which searches leave the learner for word vectors: what several visitors have in common. */
import t from 'tap';
import { Learner } from '../../../src/behaviour/learning/index.js';
import { clickHit, FOREVER, learned, search } from './shop.js';

/** A visitor searches, and clicks products. */
const asked = (q: string, session: string, products: readonly string[]) => [
  search(q, { session }),
  ...products.map((product, i) => clickHit(product, q, i, { session })),
];
const visitors = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`);

t.test('texts of three visitors come with the products that three chose, the most chosen first', async t => {
  const learner = learned(
    [
      ...visitors(5).flatMap((session, n) => asked('Sofa', session, n < 4 ? ['p-2', 'p-1'] : ['p-1', 'p-3'])),
      ...visitors(3).flatMap(session => asked('couch', session, ['p-1'])),
      ...visitors(2).flatMap(session => asked('settee', session, ['p-1'])),
      ...visitors(3).flatMap((session, n) => asked('divan', session, [`p-${n}`])),
    ],
    FOREVER,
  );
  const place = { market: 'uk', locale: 'en-GB' };
  const expected = [
    { ...place, text: 'sofa', chosen: ['p-1', 'p-2'] },
    { ...place, text: 'couch', chosen: ['p-1'] },
  ];
  t.same(learner.searchedTexts(), expected);
  t.same(Learner.decode(learner.encode(), FOREVER).searchedTexts(), expected, 'after a restart, too');
});

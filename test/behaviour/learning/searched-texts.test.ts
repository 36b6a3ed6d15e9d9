/** Which searches leave the learner for word vectors: what several visitors have in common. */
import { join } from 'node:path';
import t from 'tap';
import { Learner } from '../../../src/behaviour/learning/index.js';
import { LearningMemory } from '../../../src/behaviour/learning-memory.js';
import { readSearchedTexts } from '../../../src/index/searched-texts.js';
import { testFolder } from '../../folder.js';
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

t.test('what was learned is saved with the texts that builds read', async t => {
  const dir = testFolder(t);
  const searchedFile = join(dir, 'searched.json');
  const warn = (_: object, message: string) => t.fail(message);
  const memory = await LearningMemory.open({
    ...{ dir: join(dir, 'behaviour'), journalDir: join(dir, 'journal'), searchedFile, warn },
    learning: FOREVER,
  });
  await memory.follow(0);
  memory.take(
    visitors(3)
      .flatMap(session => asked('couch', session, ['p-1']))
      .map(activity => ({ activity })),
  );
  await memory.save();
  const saved = readSearchedTexts(searchedFile, error => t.fail(String(error)));
  t.same(
    saved.map(({ text, chosen }) => [text, chosen]),
    [['couch', ['p-1']]],
  );
  await memory.close();
});

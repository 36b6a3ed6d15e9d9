/** Engines beside ours: each finds the products that have all words, and facets are counted among them. */
import t from 'tap';
import { wordFields } from '../../bench/lucene/fields.js';
import type { Document } from '../../bench/yardsticks/documents.js';
import type { Question } from '../../bench/yardsticks/engine.js';
import { ENGINE_NAMES, engineOf, missing } from '../../bench/yardsticks/engines.js';
import { FacetCounts } from '../../bench/yardsticks/facet-counts.js';

const NO_WORDS = Object.fromEntries(wordFields().map(({ name }) => [name, ''])) as Document['words'];
const PRODUCTS = [
  { title: 'Trail running shoe', brand: 'Nordvik', color: '3' },
  { title: 'Road running shoes', brand: 'Alta', color: '4' },
  { title: 'Rain jacket', brand: 'Nordvik', color: '3' },
];
const QUESTION: Question = { text: '', unfinished: false, color: '', skip: 0, limit: 8 };

for (const name of ENGINE_NAMES) {
  const reason = missing(name);
  t.test(name, { skip: reason === undefined ? false : reason }, async t => {
    const engine = engineOf(name);
    for (const { title, brand, color } of PRODUCTS) {
      const facets = { brand, productType: '', 'custom.color': '', category: '' };
      engine.add({ words: { ...NO_WORDS, title, brand }, colors: [color], facets, card: Buffer.alloc(0) });
    }
    engine.finish();
    const found = (question: Partial<Question>) => {
      const { best, total, all } = engine.find({ ...QUESTION, ...question }, true);
      t.equal(total, [...all].length);
      return [...best].sort((a, b) => a - b);
    };
    t.same(found({ text: 'shoes' }), [0, 1], 'stems');
    t.same(found({ text: 'nordvik shoe' }), [0], 'words of different fields');
    t.same(found({ text: 'running jacket' }), [], 'no product has both');
    t.same(found({ text: 'nordvik sho', unfinished: true }), [0], 'the beginning of a word');
    t.same(found({ text: 'nordvik', color: '3' }), [0, 2], 'a colour');
    t.same(found({ text: 'running', color: '4' }), [1], 'a colour');
    t.equal(found({ text: 'running', limit: 1 }).length, 1, 'a page');
    t.equal(found({ text: 'running', limit: 1, skip: 2 }).length, 0, 'behind the last page');
  });
}

t.test('facets are counted by value, most frequent first', async t => {
  const counts = new FacetCounts('category');
  for (const values of ['Shoes\nRunning', '', 'Shoes', 'Jackets', 'Shoes\nRunning']) counts.add(values);
  const { id, values } = JSON.parse(counts.json([0, 1, 2, 4]));
  t.equal(id, 'category');
  t.same(
    values.map(({ label, count }: { label: string; count: number }) => [label, count]),
    [
      ['Shoes', 3],
      ['Running', 2],
    ],
  );
});

import t from 'tap';
import { type Remembering, Slot } from '../../../src/query/understanding/remembered.js';

interface Word extends Remembering {
  text: string;
}

t.test('each slot keeps its own value of an object', async t => {
  const lengths = new Slot<Word, number>();
  const letters = new Slot<Word, string>();
  const word: Word = { text: 'coat' };
  t.equal(lengths.get(word), undefined);
  lengths.set(word, 4);
  t.equal(letters.get(word), undefined);
  letters.set(word, 'c');
  lengths.set(word, 5);
  t.same([lengths.get(word), letters.get(word)], [5, 'c']);
});

t.test('a copy of an object has none of its values, and leaves them as they are', async t => {
  const lengths = new Slot<Word, number>();
  const word: Word = { text: 'coat' };
  lengths.set(word, 4);
  const copy = { ...word, text: 'coats' };
  t.equal(lengths.get(copy), undefined);
  lengths.set(copy, 5);
  t.same([lengths.get(word), lengths.get(copy)], [4, 5]);
});

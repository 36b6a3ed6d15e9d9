import t from 'tap';
import { WordPieces } from '../../src/encoder/word-pieces.js';

const TOKENS = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  'rain',
  '##coat',
  '##s',
  'cafe',
  'café',
  '-',
  '!',
  '雨',
  'a',
  'Rain',
];
const vocabulary = new Map(TOKENS.map((token, number) => [token, number]));
const plain = new WordPieces({ vocabulary, lowercase: true, stripAccents: true });

const read = (words: WordPieces, text: string, most = 100) => words.tokens(text, most).map(token => TOKENS[token]);

t.test('texts become words, and words their longest pieces', async t => {
  const cases: [text: string, ...tokens: string[]][] = [
    ['', '[CLS]', '[SEP]'],
    ['  Raincoats\t!', '[CLS]', 'rain', '##coat', '##s', '!', '[SEP]'],
    ['rain-rain', '[CLS]', 'rain', '-', 'rain', '[SEP]'],
    ['Café', '[CLS]', 'cafe', '[SEP]'],
    ['雨雨', '[CLS]', '雨', '雨', '[SEP]'],
    ['rai\u0000n', '[CLS]', 'rain', '[SEP]'],
    ['raincoatx a', '[CLS]', '[UNK]', 'a', '[SEP]'],
    ['a'.repeat(101), '[CLS]', '[UNK]', '[SEP]'],
  ];
  for (const [text, ...tokens] of cases) t.same(read(plain, text), tokens, text);
});

t.test('letters and accents stay where the rules say so', async t => {
  const exact = new WordPieces({ vocabulary, lowercase: false, stripAccents: false });
  t.same(read(exact, 'Rain café'), ['[CLS]', 'Rain', 'café', '[SEP]']);
});

t.test('long texts are cut, and end as others do', async t => {
  t.same(read(plain, 'raincoats raincoats', 4), ['[CLS]', 'rain', '##coat', '[SEP]']);
});

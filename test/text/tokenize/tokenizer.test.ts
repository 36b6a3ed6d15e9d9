import fc from 'fast-check';
import t, { type Test } from 'tap';
import { analyzerFor } from '../../../src/text/analysis/locale-analyzer.js';

const seed = 20260901;

/** Tokens in one line: `whole(part part)`. */
function words(text: string, locale = 'en-GB'): string {
  let out = '';
  for (const token of analyzerFor(locale).tokenize(text)) {
    if (!token.part) out += out === '' ? token.text : ` | ${token.text}`;
    else out += ` ·${token.text}`;
  }
  return out;
}

function check(t: Test, cases: Record<string, string>, locale?: string): void {
  for (const [text, expected] of Object.entries(cases)) t.equal(words(text, locale), expected, text);
}

t.test('words stand between spaces and signs', async t => {
  check(t, {
    'Turtle Check Men Navy Blue Shirt': 'turtle | check | men | navy | blue | shirt',
    '(red), blue; and/or green_grey!': 'red | blue | and | or | green | grey',
    '  \t\n ': '',
    '': '',
    '-- & . /': '',
  });
});

t.test("a possessive loses its 's, whatever the apostrophe", async t => {
  check(t, { "men's": 'men', 'WOMEN’S shoes': 'women | shoes', "girls' tops": 'girls | tops', "Levi's": 'levi' });
});

t.test('other apostrophes join', async t => {
  check(t, { "don't": 'dont', "O'Neill": 'oneill ·o ·neill', "rock'n'roll": 'rocknroll ·rock ·n ·roll' });
});

t.test('French and Italian articles fall off before an apostrophe', async t => {
  check(t, { "l'été": 'ete', 'robe d’hiver': 'robe | hiver', "aujourd'hui": 'aujourdhui ·aujourd ·hui' }, 'fr-FR');
  check(t, { "dell'uomo": 'uomo', "l'abito": 'abito' }, 'it-IT');
});

t.test('hyphens and dots join words and leave their parts', async t => {
  check(t, {
    'T-Shirt': 'tshirt ·t ·shirt',
    'flip‑flops': 'flipflops ·flip ·flops',
    's.Oliver': 'soliver ·s ·oliver',
    'U.S. polo': 'us ·u ·s | polo',
  });
});

t.test('an ampersand belongs to a brand', async t => {
  check(t, {
    'Q&Q': 'q&q ·qq ·q',
    'H&M': 'h&m ·hm ·h ·m',
    'h & m jeans': 'h&m ·hm ·h ·m | jeans',
    'dolce & gabbana': 'dolce | gabbana',
    'salt & p': 'salt | p',
  });
});

t.test('part numbers are whole, stripped of signs and leading zeros, and split', async t => {
  check(t, {
    'AB-1234/x': 'ab1234x ·ab ·1234 ·x',
    ab1234x: 'ab1234x ·ab ·1234 ·x',
    '00123-45': '12345 ·123 ·45',
    '#0012': '12',
    '12.345.67': '1234567 ·12 ·345 ·67',
    'W32/L34': 'w32l34 ·w32 ·w ·32 ·l34 ·l ·34',
    iPhone15: 'iphone15 ·iphone ·15',
    '2XL': '2xl ·2 ·xl',
    '000': '000',
    '0000': '0',
  });
});

t.test('short pairs of numbers keep their sign', async t => {
  check(t, { '32/34': '32/34 ·32 ·34', '1/2': '1/2 ·1 ·2', '36-38': '36-38 ·36 ·38' });
});

t.test('numbers take their units along, however these are written', async t => {
  const inch = ['27 inch', '27-inch', '27inches', '27 INCH'];
  for (const text of inch) t.match(words(text), /^27inch ·27 ·inch/, text);
  check(t, {
    '27"': '27inch ·27 ·inch',
    '27″': '27inch ·27 ·inch',
    "27''": '27inch ·27 ·inch',
    '27in': '27inch ·27 ·in',
    '500ml': '500ml ·500 ·ml',
    '500 ml bottle': '500ml ·500 ·ml | bottle',
    '1.5 litres': '1.5l ·1.5 ·litres',
    'size 32 l': 'size | 32 | l',
    '10 in stock': '10 | in | stock',
    '2-pack': '2pack ·2 ·pack',
    '10x20cm': '10x20cm ·10 ·x ·20 ·cm',
    '"top 10" and 27"': 'top | 10 | and | 27inch ·27 ·inch',
  });
  check(t, { '16,5 cm': '16.5cm ·16.5 ·cm', '27 tum': '27inch ·27 ·tum' }, 'sv-SE');
});

t.test('decimals and thousands are read as the language writes them', async t => {
  check(t, { '42.50': '42.5', '42,5': '42.5', '1,000': '1000', '1,234.56': '1234.56', '0.125': '0.125', '1.0': '1' });
  check(t, { '1.000': '1000', '1.234,56': '1234.56', '42,5': '42.5' }, 'de-DE');
  check(t, { '36,38,40': '36 | 38 | 40', 'red,2xl': 'red | 2xl ·2 ·xl' });
});

t.test('a long chain is no word of its own', async t => {
  t.equal(words('a-b-c-d-e-f-g-h-i-j'), 'a | b | c | d | e | f | g | h | i | j');
  const path = 'catalogue-of-autumn-outerwear-for-the-whole-family';
  t.equal(words(path), path.replaceAll('-', ' | '));
});

t.test('scripts without spaces are segmented', async t => {
  check(t, { 赤いドレス: '赤い | ドレス', Tシャツ: 't | シャツ' }, 'ja-JP');
  check(t, { 红色连衣裙: words('红色 连衣裙', 'zh-CN') }, 'zh-CN');
  t.ok(words('เสื้อผ้าผู้หญิง', 'th-TH').includes(' | '));
  check(t, { '빨간 드레스': '빨간 | 드레스' }, 'ko-KR');
});

t.test('scripts with spaces need no language to be known', async t => {
  check(t, { 'Κόκκινο φόρεμα': 'κοκκινο | φορεμα' }, 'el-GR');
  check(t, { 'Красное платье-футляр': 'красное | платьефутляр ·платье ·футляр' }, 'ru-RU');
  check(t, { 'فستان أحمر': 'فستان | أحمر' }, 'ar');
  check(t, { 'שמלה אדומה, 38': 'שמלה | אדומה | 38' }, 'he-IL');
  check(t, { 'लाल पोशाक': 'लाल | पोशाक' }, 'hi-IN');
  check(t, { 'Červené šaty 42,5': 'cervene | saty | 42.5' }, 'cs-CZ');
});

t.test('emoji are no words', async t => {
  check(t, { '😀 jeans👖': 'jeans' });
});

t.test('tokens point at what was written', async t => {
  const slices = (text: string) =>
    analyzerFor('en-GB')
      .tokenize(text)
      .map(({ start, end }) => text.slice(start, end));
  t.strictSame(slices("Men's T-Shirt"), ['Men', 'T-Shirt', 'T', 'Shirt']);
  t.strictSame(slices('ﬁne e\u0301te\u0301 Ｔシャツ'), ['ﬁne', 'e\u0301te\u0301', 'Ｔ', 'シャツ']);
  t.strictSame(slices('½ İstanbul'), ['½', '½', 'İstanbul']);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'abÅéß019 .-/&,\'"#_+½ﬁ赤ชא\u0301\u200b😀İ'), maxLength: 40 }),
);
const anyLocale = fc.constantFrom('en-GB', 'sv-SE', 'de-DE', 'fr-FR', 'ja-JP', 'xx');

t.test('any text gives tokens in order, inside the text, parts at the position of their whole', async () => {
  fc.assert(
    fc.property(anyText, anyLocale, (text, locale) => {
      let position = -1;
      for (const token of analyzerFor(locale).tokenize(text)) {
        if (token.text === '' || token.start < 0 || token.start >= token.end || token.end > text.length) return false;
        if (token.part ? token.position !== position : token.position !== ++position) return false;
      }
      return true;
    }),
    { seed, numRuns: 3000 },
  );
});

t.test('tokens are folded', async () => {
  fc.assert(
    fc.property(anyText, anyLocale, (text, locale) => {
      const analyzer = analyzerFor(locale);
      return analyzer.tokenize(text).every(token => analyzer.normalize(token.text) === token.text);
    }),
    { seed, numRuns: 3000 },
  );
});

t.test('composed and decomposed letters, upper and lower case, are the same words', async () => {
  const latin = fc.string({ unit: fc.constantFrom(..."aeioåäöéüßñçø -'.12"), maxLength: 30 });
  fc.assert(
    fc.property(latin, anyLocale, (text, locale) => {
      const expected = words(text, locale);
      return words(text.normalize('NFD'), locale) === expected && words(text.toUpperCase(), locale) === expected;
    }),
    { seed, numRuns: 1000 },
  );
});

t.test('any unit may stand beside a mark, also one that is no character', async t => {
  for (let unit = 0; unit <= 0xffff; unit++) words(`${String.fromCharCode(unit)}e\u0301`);
  check(t, { '\uffff': '', '\uffffe\u0301': 'e', 'red\ufffe \ud800\uffff': 'red' });
});

t.test('whole catalogs are read quickly', async t => {
  const lines = Array.from({ length: 5000 }, (_, i) => `Brand ${i} Men's Solid Black T-Shirt, 500 ml, blå klänning`);
  const analyzer = analyzerFor('en-GB');
  let count = 0;
  const begin = performance.now();
  for (let round = 0; round < 5; round++) for (const line of lines) count += analyzer.tokenize(line).length;
  t.comment(`${count} tokens, ${(count / (performance.now() - begin) / 1000).toFixed(1)} million a second`);
  t.ok(count > lines.length);
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { decodePlace, encodePlace, FIELD, NO_PLACE } from '../../src/index/fields.js';
import { TextIndex } from '../../src/index/text-index.js';
import { entityKey, TextIndexBuilder } from '../../src/index/text-index-builder.js';
import { compareBytes } from '../../src/kernel/byte-order.js';
import { analyzerFor, headOfTitle, headsOfName } from '../../src/text/index.js';
import { reread } from './reread.js';

const seed = 20260901;

const analyzer = analyzerFor('en-GB');
const word = fc.constantFrom(
  ...'shoe shoes running run runs red Red T-shirt tshirt AB-1234/x 42.5 27" the for women’s'.split(' '),
);
const text = fc.array(word, { maxLength: 6 }).map(words => words.join(' '));
const field = fc.constantFrom(FIELD.BRAND, FIELD.TYPE, FIELD.COLOR, FIELD.ONTOLOGY);
const key = fc.string({ unit: fc.constantFrom(...'ab1-/'), minLength: 1, maxLength: 6 });
const product = fc.record({
  title: text,
  values: fc.array(fc.record({ field, text }), { maxLength: 4 }),
  key,
});
type Product = typeof product extends fc.Arbitrary<infer T> ? T : never;

interface Posting {
  fields: number;
  place: number;
}

const wordCount = (title: string) => analyzer.tokenize(title).filter(token => !token.part).length;

/** Word → product → where it stands there. */
function oracle(products: readonly Product[]): Map<string, Map<number, Posting>> {
  const postings = new Map<string, Map<number, Posting>>();
  const mark = (doc: number, word: string, bit: number, place = NO_PLACE) => {
    const docs = postings.get(word) ?? new Map<number, Posting>();
    postings.set(word, docs);
    const posting = docs.get(doc) ?? { fields: 0, place: NO_PLACE };
    docs.set(doc, { fields: posting.fields | (1 << bit), place: Math.min(posting.place, place) });
  };
  products.forEach(({ title, values, key }, doc) => {
    const head = headOfTitle(title, analyzer.tokenize(title), 'en', new Set());
    if (head >= 0) mark(doc, analyzer.tokenize(title)[head]!.text, FIELD.HEAD);
    for (const token of analyzer.tokenize(title)) {
      if (token.part) mark(doc, token.text, FIELD.PART);
      else mark(doc, token.text, FIELD.TITLE, encodePlace(token.position, wordCount(title)));
    }
    for (const { field, text } of values) {
      const tokens = analyzer.tokenize(text);
      for (const token of tokens) mark(doc, token.text, token.part ? FIELD.PART : field);
      if (field !== FIELD.TYPE) continue;
      for (const at of headsOfName(text, tokens, 'en')) mark(doc, tokens[at]!.text, FIELD.HEAD);
    }
    for (const token of analyzer.tokenize(key)) {
      if (!token.part) mark(doc, token.text, FIELD.KEY);
      else if (token.text.length >= 3) mark(doc, token.text, FIELD.PART);
    }
  });
  return postings;
}

function build(products: readonly Product[], entities: readonly [string, number, number][] = []): TextIndex {
  const builder = new TextIndexBuilder(analyzer);
  products.forEach(({ title, values, key }) => {
    builder.addTitle(title);
    for (const { field, text } of values) builder.addValue(field, text);
    builder.addKey(key);
    builder.endDoc();
  });
  for (const entity of entities) builder.addEntity(...entity);
  return new TextIndex(reread(builder.finish()));
}

t.test('every word leads to its products in order, with its fields and its first place in the title', async () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 12 }), products => {
      const index = build(products);
      const expected = oracle(products);
      const words = [...expected.keys()].sort(compareBytes);
      assert.deepEqual(
        Array.from({ length: index.terms.size }, (_, i) => index.terms.term(i)),
        words,
      );
      words.forEach((word, term) => {
        const docs = [...expected.get(word)!].sort((a, b) => a[0] - b[0]);
        const from = index.start[term];
        const to = index.start[term + 1];
        assert.equal(index.frequency(term), docs.length);
        const heads = docs.filter(([, { fields }]) => (fields & (1 << FIELD.HEAD)) !== 0).length;
        assert.equal(index.heads[term], Math.round((255 * heads) / docs.length), word);
        assert.deepEqual(
          [...index.docs.subarray(from, to)],
          docs.map(([doc]) => doc),
          word,
        );
        assert.deepEqual(
          [...index.fields.subarray(from, to)],
          docs.map(([, { fields }]) => fields),
          word,
        );
        assert.deepEqual(
          [...index.place.subarray(from, to)],
          docs.map(([, { place }]) => place),
          word,
        );
      });
      assert.equal(index.productCount, products.length);
    }),
    { seed, numRuns: 200 },
  );
});

t.test('a word that a level above has is no head of the title, unless the product is called so itself', async t => {
  const builder = new TextIndexBuilder(analyzer);
  const names = (above: string, thing: string, other: string) => ({
    above: [builder.analyse(above)],
    things: [builder.analyse(thing)],
    others: [builder.analyse(other)],
  });
  const fromHead = (title: string, about: ReturnType<typeof names>) => title.slice(builder.addTitle(title, about));
  const chairs = names('Furniture > Office Chairs', 'Office Desk Chairs', 'Oak');
  t.equal(fromHead('Rolling desk chairs', chairs), 'chairs');
  t.equal(fromHead('Rolling desk furniture', chairs), 'desk furniture');
  t.equal(fromHead('Desk chairs oak', chairs), 'chairs oak');
  t.equal(fromHead('Shirts women', names('Clothing', 'Women', 'Women')), 'Shirts women');
});

t.test('words of one stem are together', async () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 12 }), products => {
      const index = build(products);
      const words = Array.from({ length: index.terms.size }, (_, i) => index.terms.term(i));
      for (const stem of new Set(['none', ...words.map(word => analyzer.stem(word))])) {
        const expected = words.flatMap((word, term) => (analyzer.stem(word) === stem ? [term] : []));
        assert.deepEqual([...index.termsOfStem(stem)], expected);
      }
    }),
    { seed, numRuns: 100 },
  );
});

t.test('attribute values are found by their stemmed words', async () => {
  const entity = fc.tuple(text, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5 }));
  fc.assert(
    fc.property(fc.array(entity, { maxLength: 20 }), text, (entities, typed) => {
      const index = build([], entities);
      for (const name of [typed, ...entities.map(([name]) => name)]) {
        const key = entityKey(analyzer, name);
        const like = key === '' ? [] : entities.filter(([other]) => entityKey(analyzer, other) === key);
        const expected = [
          ...new Map(like.map(([, attribute, value]) => [`${attribute} ${value}`, { attribute, value }])),
        ];
        assert.deepEqual(
          index.entitiesOf(key),
          expected.map(([, value]) => value),
        );
      }
    }),
    { seed, numRuns: 200 },
  );
});

t.test('the name of a value is its stems without small words, unless it has no others', async t => {
  t.equal(entityKey(analyzer, 'Shoes for the Women'), 'shoe woman');
  t.equal(entityKey(analyzer, 'The For'), 'the for');
  t.equal(entityKey(analyzer, ' - '), '');
});

t.test('places say position and length, in long titles as far as they can', async t => {
  const places = (title: string, ...words: string[]) => {
    const index = build([{ title, values: [], key: 'k' }]);
    return words.map(word => decodePlace(index.place[index.start[index.terms.find(word)]]));
  };
  t.same(places('red shoe', 'red', 'shoe', 'k'), [
    { position: 0, length: 2 },
    { position: 1, length: 2 },
    decodePlace(NO_PLACE),
  ]);
  const long = Array.from({ length: 300 }, (_, i) => `w${i}x`).join(' ');
  t.same(places(long, 'w0x', 'w13x', 'w14x', 'w299x'), [
    { position: 0, length: 15 },
    { position: 13, length: 15 },
    { position: 14, length: 15 },
    { position: 14, length: 15 },
  ]);
});

t.test('more words than the first scratch has room for are told apart', async t => {
  const builder = new TextIndexBuilder(analyzer);
  const count = (1 << 16) + 100;
  for (let from = 0; from < count; from += 10_000) {
    builder.addTitle(Array.from({ length: Math.min(10_000, count - from) }, (_, i) => `q${from + i}q`).join(' '));
    builder.endDoc();
  }
  const index = new TextIndex(reread(builder.finish()));
  for (const at of [0, 65_535, 65_536, count - 1]) {
    const term = index.terms.find(`q${at}q`);
    t.same([...index.docs.subarray(index.start[term], index.start[term + 1])], [Math.floor(at / 10_000)]);
  }
});

t.test(
  'a compound stands for its parts, in the fields that it stands in, and its head alone says what it is',
  async t => {
    const swedish = new TextIndexBuilder(analyzerFor('sv-SE'));
    const titles = ['Regnjacka herr', 'Jacka i ull', 'Varm vinterjacka', 'Skydd för regn', 'Dagsryggsäck', 'Ryggsäck'];
    titles.forEach((title, doc) => {
      swedish.addTitle(title, { above: [], things: [], others: [swedish.analyse('herr')] });
      swedish.addValue(FIELD.TYPE, title.split(' ').at(doc === 0 ? 0 : -1)!);
      swedish.endDoc();
    });
    swedish.addEntity('Regnjacka', 2, 7);
    const index = new TextIndex(reread(swedish.finish()));
    const docsOf = (word: string) => {
      const term = index.terms.find(word);
      return term < 0 ? [] : [...index.docs.subarray(index.start[term], index.start[term + 1])];
    };
    const fieldsOf = (word: string, doc: number) => {
      const term = index.terms.find(word);
      return index.fields[index.docs.indexOf(doc, index.start[term])]!;
    };
    t.same(docsOf('jacka'), [0, 1, 2], 'vinterjacka has it behind a word that nobody knows');
    t.same(docsOf('regn'), [0, 3]);
    t.same(docsOf('ryggsäck'), [4, 5]);
    const regnjacka = fieldsOf('regnjacka', 0);
    t.equal(fieldsOf('jacka', 0), regnjacka, 'the head is where the compound is');
    t.equal(fieldsOf('regn', 0), regnjacka & ~(1 << FIELD.HEAD), 'what it is for is not what it is');
    t.same(index.entitiesOf('regn jack'), [{ attribute: 2, value: 7 }], 'a value is named by the parts as well');
    const ending = (stem: string) => index.stemsEndingWith(stem, 10).map(at => index.stems.term(at));
    t.same(ending('jack').sort(), ['regnjack', 'vinterjack']);
    t.same(index.stemsEndingWith('jack', 1).length, 1, 'at most so many');
    t.same(ending('kängor'), []);
  },
);

t.test('the parts of compounds of compounds are found too', async t => {
  const builder = new TextIndexBuilder(analyzerFor('sv-SE'));
  const titles = ['Damvinterskor', 'Vinterskor', 'Skor', 'Vinter', 'Dam', 'För dam'];
  titles.forEach(title => {
    builder.addTitle(title);
    builder.endDoc();
  });
  const index = new TextIndex(reread(builder.finish()));
  const docsOf = (word: string) => {
    const term = index.terms.find(word);
    return term < 0 ? [] : [...index.docs.subarray(index.start[term], index.start[term + 1])];
  };
  t.same(docsOf('skor'), [0, 1, 2]);
  t.same(docsOf('vinter'), [0, 1, 3]);
  t.same(docsOf('dam'), [0, 4, 5]);
  t.same(docsOf('vinterskor'), [0, 1]);
});

t.test('where words are written apart nothing is divided', async t => {
  const builder = new TextIndexBuilder(analyzer);
  ['rain', 'coat', 'raincoat'].forEach(title => {
    builder.addTitle(title);
    builder.endDoc();
  });
  const index = new TextIndex(reread(builder.finish()));
  t.equal(index.frequency(index.terms.find('coat')), 1);
  t.same(index.stemsEndingWith('coat', 10), []);
});

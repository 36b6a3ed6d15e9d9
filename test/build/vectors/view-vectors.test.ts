import t from 'tap';
import { vectorsOfBase, vectorsOfOverlay } from '../../../src/build/vectors/view-vectors.js';
import { wordOccurrences } from '../../../src/build/vectors/word-occurrences.js';
import { FIELD } from '../../../src/index/fields.js';
import { ProductVectors, writeProductVectors } from '../../../src/index/product-vectors.js';
import type { TextIndex } from '../../../src/index/text-index.js';
import { VECTOR_LENGTH, WordVectors } from '../../../src/index/word-vectors.js';
import { reread } from '../../index/reread.js';
import { analyzer, textOf, themes, titles } from './themed-products.js';

const SETTINGS = { enabled: true, leastProducts: 100, mostProducts: 1e6 };
const PRODUCTS = 1000;
const shop = titles(PRODUCTS, 7);

function made(text: TextIndex, settings = SETTINGS) {
  return vectorsOfBase(use => use(text), text.productCount, analyzer, settings);
}

function vectorAt({ vectors }: { vectors: Int8Array }, at: number): Int8Array {
  return vectors.subarray(at * 64, (at + 1) * 64);
}

function similarity(a: Int8Array, b: Int8Array): number {
  return a.reduce((sum, x, i) => sum + x * b[i]!, 0) / VECTOR_LENGTH ** 2;
}

const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

t.test('words that products have together are near, others are not', async t => {
  const words = new WordVectors(reread(made(textOf(shop)).words!));
  const at = (word: string) => vectorAt(words, words.find(analyzer.stem(word)));
  const [first, second] = themes as [string[], string[]];
  const within = first.slice(1).map(word => similarity(at(first[0]!), at(word)));
  const across = second.map(word => similarity(at(first[0]!), at(word)));
  t.ok(mean(within) > 0.4 && mean(across) < 0.1, `${mean(within)} and ${mean(across)}`);
  t.equal(words.find('unheard'), -1);
  t.equal(words.find('key-17'), -1, 'keys say nothing of what a product is');
  const shared = words.find('gift');
  t.ok(words.rarity[shared]! < words.rarity[words.find(analyzer.stem(first[0]!))]!, 'what many have is less rare');
});

t.test('texts of strangers are less near to products than texts of one theme', async t => {
  const parts = made(textOf(shop));
  const words = new WordVectors(reread(parts.words!));
  t.equal(words.strangersOf(1), 0);
  for (const count of [2, 3, 4, 9]) {
    t.ok(words.strangersOf(count) > 0.2 && words.strangersOf(count) < 1, `${words.strangersOf(count)}`);
  }
});

t.test('the same text has the same vectors, to the bit', async t => {
  const [one, two] = [made(textOf(shop)), made(textOf(shop))];
  t.ok(one.words!.encode().equals(two.words!.encode()));
  t.ok(writeProductVectors(one.products).encode().equals(writeProductVectors(two.products).encode()));
});

t.test('the vector of a product is the sum of those of its words by rarity and field', async t => {
  const text = textOf(shop);
  const parts = made(text);
  const words = new WordVectors(reread(parts.words!));
  const products = new ProductVectors(reread(writeProductVectors(parts.products)));
  for (const product of [0, 1, 2, 63, 64, PRODUCTS - 1]) {
    const sum = new Float64Array(64);
    for (let term = 0; term < text.terms.size; term++) {
      const at = words.find(analyzer.stem(text.terms.term(term)));
      for (let i = text.start[term]!; at >= 0 && i < text.start[term + 1]!; i++) {
        if (text.docs[i] !== product) continue;
        const inTitle = (text.fields[i]! & (1 << FIELD.TITLE)) !== 0;
        const weight = words.rarity[at]! * (inTitle ? 1 : 0.5);
        vectorAt(words, at).forEach((x, d) => {
          sum[d]! += weight * x;
        });
      }
    }
    const length = Math.hypot(...sum);
    const own = vectorAt(products, product);
    t.ok(
      sum.every((x, d) => Math.abs((x / length) * VECTOR_LENGTH - own[d]!) < 0.51),
      `product ${product}`,
    );
  }
});

t.test('products of an overlay get the vectors that the base would give them', async t => {
  const base = made(textOf(shop));
  const words = new WordVectors(reread(base.words!));
  const same = vectorsOfOverlay(use => use(textOf(shop.slice(0, 40))), words);
  const [whole, part] = [base.products, same.products].map(
    columns => new ProductVectors(reread(writeProductVectors(columns))),
  );
  t.same(part!.vectors, whole!.vectors.subarray(0, 40 * 64));
  t.equal(same.words, undefined);
  const unknown = vectorsOfOverlay(use => use(textOf(['unheard of'])), words);
  t.ok(new ProductVectors(reread(writeProductVectors(unknown.products))).vectors.every(x => x === 0));
});

t.test('too few products, too many, too few words, and a setting leave a view without vectors', async t => {
  const few = textOf(shop.slice(0, 99));
  const alike = textOf(shop.map(() => 'gift item'));
  const many = made(textOf(shop), { ...SETTINGS, mostProducts: shop.length - 1 });
  for (const parts of [made(few), many, made(alike), made(textOf(shop), { ...SETTINGS, enabled: false })]) {
    t.equal(parts.words, undefined);
    const products = new ProductVectors(reread(writeProductVectors(parts.products)));
    t.equal(products.dimensions, 0);
    t.equal(products.vectors.length, 0);
  }
  t.equal(vectorsOfOverlay(() => t.fail('the text is not needed') as never, undefined).words, undefined);
});

t.test('a view or an overlay without products, or with one, has as many vectors', async t => {
  const words = new WordVectors(reread(made(textOf(shop)).words!));
  for (const titles of [[], [shop[0]!]]) {
    const base = made(textOf(titles), { enabled: true, leastProducts: 1, mostProducts: 1e6 });
    t.equal(base.words, undefined);
    t.equal(new ProductVectors(reread(writeProductVectors(base.products))).vectors.length, 0);
    const overlay = new ProductVectors(
      reread(writeProductVectors(vectorsOfOverlay(use => use(textOf(titles)), words).products)),
    );
    t.equal(overlay.dimensions, 64);
    t.equal(overlay.vectors.length, titles.length * 64);
  }
});

t.test('what visitors chose gives vectors to words that no product has, the same for the same choices', async t => {
  const text = textOf(shop);
  const [first, second] = themes as [string[], string[]];
  // Themes come in turn.
  const choices = [0, 40, 80, 120].map(product => ({ text: 'unheard of 501', product }));
  const withChoices = () => vectorsOfBase(use => use(text), text.productCount, analyzer, SETTINGS, choices);
  const part = withChoices().words!;
  const words = new WordVectors(reread(part));
  const at = (word: string) => vectorAt(words, words.find(analyzer.stem(word)));
  const near = mean(first.map(word => similarity(at('unheard'), at(word))));
  const far = mean(second.map(word => similarity(at('unheard'), at(word))));
  t.ok(near > 0.3 && far < 0.1, `${near} and ${far}`);
  t.same([words.find('of'), words.find('501')], [-1, -1], 'words that say nothing, and numbers, have none');
  t.ok(withChoices().words!.encode().equals(part.encode()));
  const few = vectorsOfBase(use => use(text), text.productCount, analyzer, SETTINGS, choices.slice(0, 2));
  t.equal(new WordVectors(reread(few.words!)).find(analyzer.stem('unheard')), -1, 'nor has a word of two choices');
});

t.test('of a large view a sample is looked at', async t => {
  const text = textOf(shop);
  const sampled = wordOccurrences(Object.assign(Object.create(text), { productCount: 1 << 16 }) as TextIndex, analyzer);
  t.equal(sampled.products, 1 << 15);
  const every = wordOccurrences(text, analyzer);
  t.equal(every.products, PRODUCTS);
  const stemmed = themes[0]!.map(word => analyzer.stem(word));
  t.ok(stemmed.every(word => every.words.includes(word)));
  for (const [place, word] of every.words.entries()) {
    const own = every.of.subarray(every.starts[place], every.starts[place + 1]);
    for (const product of own) {
      const words = every.wordsOf.subarray(every.wordStarts[product], every.wordStarts[product + 1]);
      if (!words.includes(place)) t.fail(`${word} of ${product}`);
    }
  }
});

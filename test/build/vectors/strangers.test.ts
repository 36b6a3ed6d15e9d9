import t from 'tap';
import { strangersOf } from '../../../src/build/vectors/strangers.js';
import { draws } from '../../../src/kernel/draws.js';

const seed = 20261129;

/** Words and products with random vectors. */
function shop(wordCount: number, products: number, dimensions: number) {
  const draw = draws(seed);
  const bytes = (count: number) => Int8Array.from({ length: count * dimensions }, () => Math.floor(draw() * 255) - 127);
  const words = {
    words: Array.from({ length: wordCount }, (_, i) => `w${i}`),
    rarity: Float32Array.from({ length: wordCount }, () => draw() + 0.1),
    vectors: bytes(wordCount),
    dimensions,
  };
  return { words, products: { dimensions, vectors: bytes(products) } };
}

t.test(`WebAssembly finds the same strangers as TypeScript (seed ${seed})`, async t => {
  for (const [products, dimensions] of [
    [1, 16],
    [257, 16],
    [5000, 64],
    [20_000, 16],
    [300, 24],
  ] as const) {
    const made = shop(50, products, dimensions);
    const found = strangersOf(made.words, made.products);
    t.strictSame(
      found,
      strangersOf(made.words, made.products, false),
      `${products} products, ${dimensions} dimensions`,
    );
    t.ok(found.length === 5 && found.slice(2).every(similarity => similarity > 0), found.join());
  }
});

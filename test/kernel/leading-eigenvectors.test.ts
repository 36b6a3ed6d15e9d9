/** Leading eigenvectors of a matrix that is made of known ones are found again. */
import t from 'tap';
import { draws } from '../../src/kernel/draws.js';
import { leadingEigenvectors, type SparseSymmetric } from '../../src/kernel/leading-eigenvectors.js';

const SIZE = 120;

/** A sum of outer products of orthogonal vectors: of sines, times their values. */
function matrixOf(values: readonly number[]): { matrix: SparseSymmetric; vectors: Float64Array[] } {
  const vectors = values.map((_, k) =>
    Float64Array.from({ length: SIZE }, (_, i) => {
      return Math.sqrt(2 / (SIZE + 1)) * Math.sin((Math.PI * (k + 1) * (i + 1)) / (SIZE + 1));
    }),
  );
  const entries = Array.from({ length: SIZE * SIZE }, (_, at) => {
    return vectors.reduce((sum, v, k) => sum + values[k]! * v[Math.floor(at / SIZE)]! * v[at % SIZE]!, 0);
  });
  return {
    vectors,
    matrix: {
      size: SIZE,
      starts: Uint32Array.from({ length: SIZE + 1 }, (_, row) => row * SIZE),
      columns: Uint32Array.from(entries, (_, at) => at % SIZE),
      values: Float32Array.from(entries),
    },
  };
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

t.test('the leading eigenvectors come by magnitude, of length 1', async t => {
  const values = [2, -9, 5, 1, -3, 7, 0.5];
  const { matrix, vectors } = matrixOf(values);
  const found = leadingEigenvectors(matrix, 4);
  const order = [1, 5, 2, 4];
  t.ok(
    found.values.every((value, i) => Math.abs(value - values[order[i]!]!) < 1e-4),
    `${found.values}`,
  );
  for (const [i, vector] of found.vectors.entries()) {
    t.ok(Math.abs(dot(vector, vector) - 1) < 1e-9);
    t.ok(Math.abs(Math.abs(dot(vector, vectors[order[i]!]!)) - 1) < 1e-6, `vector ${i}`);
  }
});

t.test('a matrix with fewer eigenvectors than are asked for gives those that it has', async t => {
  const { matrix } = matrixOf([4, 2]);
  t.same(leadingEigenvectors(matrix, 2), leadingEigenvectors(matrix, 2), 'the same bits each time');
  t.equal(leadingEigenvectors({ ...matrix, starts: new Uint32Array(SIZE + 1) }, 3).values.length, 0);
});

t.test('draws are between 0 and 1, and the same for a seed', async t => {
  const [first, second, other] = [draws(1), draws(1), draws(2)];
  const drawn = Array.from({ length: 1000 }, first);
  t.same(drawn, Array.from({ length: 1000 }, second));
  t.notSame(drawn, Array.from({ length: 1000 }, other));
  t.ok(drawn.every(x => x >= 0 && x < 1) && Math.abs(drawn.reduce((a, b) => a + b) / 1000 - 0.5) < 0.05);
});

/**
 * Leading eigenvectors of a large sparse symmetric matrix, by randomised subspace iteration (Halko, Martinsson, Tropp:
 * Finding Structure with Randomness, 2011, algorithms 4.4 and 5.3): what the matrix makes of some random vectors spans
 * nearly the space of its leading eigenvectors, in which a small dense problem is left. The same input gives the same
 * bits.
 */
import { draws } from './draws.js';

/** Rows of a symmetric matrix, each with its entries other than zero. */
export interface SparseSymmetric {
  size: number;
  /** First entry of each row, and behind the last row their number. */
  starts: Uint32Array;
  columns: Uint32Array;
  values: Float32Array;
}

export interface Eigenvectors {
  /** By magnitude, the largest first. */
  values: number[];
  /** Of length 1, in the order of the values. */
  vectors: Float64Array[];
}

/** Random vectors beyond those that are asked for: the last ones that are kept become more exact. */
const SPARE = 8;
/** Times that the matrix is applied again: what is beyond the leading eigenvectors is damped each time. */
const POWERS = 2;
const SWEEPS = 12;
const SEED = 0x9e3779b9;
/** Shorter vectors are what rounding has left of those that depend on others. */
const LEAST_LENGTH = 1e-9;
/** Entries of the small matrix that are zero but for rounding, beside its largest. */
const NEGLIGIBLE = 1e-12;

/** @param count how many are wanted; fewer are returned where the matrix has fewer rows */
export function leadingEigenvectors(matrix: SparseSymmetric, count: number): Eigenvectors {
  let basis = randomVectors(matrix.size, Math.min(matrix.size, count + SPARE));
  for (let power = 0; power <= POWERS; power++) basis = orthonormal(products(matrix, basis));
  const images = products(matrix, basis);
  const small = basis.map(vector => dots(vector, images));
  const { values, vectors } = eigenvectorsOf(small);
  const order = [...values.keys()].sort((a, b) => Math.abs(values[b]) - Math.abs(values[a]) || a - b).slice(0, count);
  return {
    values: order.map(i => values[i]),
    vectors: order.map(i => {
      const vector = new Float64Array(matrix.size);
      addAll(vector, basis, vectors[i]);
      return vector;
    }),
  };
}

function randomVectors(size: number, count: number): Float64Array[] {
  const draw = draws(SEED);
  return Array.from({ length: count }, () => Float64Array.from({ length: size }, () => draw() * 2 - 1));
}

/** What the matrix makes of each vector. Its entries are read once for four, whose numbers stand side by side. */
function products(
  { size, starts, columns, values }: SparseSymmetric,
  vectors: readonly Float64Array[],
): Float64Array[] {
  const all: Float64Array[] = [];
  const four = new Float64Array(size * 4);
  for (let first = 0; first < vectors.length; first += 4) {
    const some = vectors.slice(first, first + 4);
    some.forEach((vector, k) => {
      for (let i = 0; i < size; i++) four[i * 4 + k] = vector[i];
    });
    const out = Array.from({ length: 4 }, () => new Float64Array(size));
    for (let row = 0; row < size; row++) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let i = starts[row]; i < starts[row + 1]; i++) {
        const value = values[i];
        const at = columns[i] * 4;
        a += value * four[at];
        b += value * four[at + 1];
        c += value * four[at + 2];
        d += value * four[at + 3];
      }
      out[0][row] = a;
      out[1][row] = b;
      out[2][row] = c;
      out[3][row] = d;
    }
    all.push(...out.slice(0, some.length));
  }
  return all;
}

/** Gram-Schmidt, twice, which is exact to rounding; vectors that depend on others are left out. */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const vector of vectors) {
    const before = lengthOf(vector);
    for (let turn = 0; turn < 2; turn++) addAll(vector, basis, dots(vector, basis), -1);
    const length = lengthOf(vector);
    if (length <= before * LEAST_LENGTH) continue;
    for (let i = 0; i < vector.length; i++) vector[i] /= length;
    basis.push(vector);
  }
  return basis;
}

function lengthOf(vector: Float64Array): number {
  let square = 0;
  for (let i = 0; i < vector.length; i++) square += vector[i] * vector[i];
  return Math.sqrt(square);
}

/** The dot products of a vector with others, of which four at a time are read: each sum waits for its last addition. */
function dots(vector: Float64Array, others: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(others.length);
  const none = new Float64Array(others.length % 4 === 0 ? 0 : vector.length);
  for (let first = 0; first < others.length; first += 4) {
    const [p, q = none, r = none, s = none] = others.slice(first, first + 4);
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < vector.length; i++) {
      const value = vector[i];
      a += value * p[i];
      b += value * q[i];
      c += value * r[i];
      d += value * s[i];
    }
    out.set([a, b, c, d].slice(0, others.length - first), first);
  }
  return out;
}

/** Adds to a vector others, each times its weight and the factor. */
function addAll(vector: Float64Array, others: readonly Float64Array[], weights: ArrayLike<number>, factor = 1): void {
  const none = new Float64Array(others.length % 4 === 0 ? 0 : vector.length);
  for (let first = 0; first < others.length; first += 4) {
    const [p, q = none, r = none, s = none] = others.slice(first, first + 4);
    const [a, b, c, d] = [0, 1, 2, 3].map(k => (first + k < others.length ? weights[first + k] * factor : 0));
    for (let i = 0; i < vector.length; i++) vector[i] += a * p[i] + b * q[i] + (c * r[i] + d * s[i]);
  }
}

/** All eigenvectors of a small symmetric matrix, by Jacobi rotations; the matrix is overwritten. */
function eigenvectorsOf(matrix: Float64Array[]): Eigenvectors {
  const size = matrix.length;
  const vectors = matrix.map((_, i) => {
    const unit = new Float64Array(size);
    unit[i] = 1;
    return unit;
  });
  const least = NEGLIGIBLE * Math.max(...matrix.flatMap(row => [...row].map(Math.abs)), 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) if (Math.abs(matrix[p][q]) > least) rotate(matrix, vectors, p, q);
    }
  }
  return { values: matrix.map((row, i) => row[i]), vectors };
}

/** Makes the entry (p, q) zero. */
function rotate(matrix: readonly Float64Array[], vectors: readonly Float64Array[], p: number, q: number): void {
  const theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (const row of matrix) turn(row, row, p, q, cosine, sine);
  for (let k = 0; k < matrix.length; k++) turn(matrix[p], matrix[q], k, k, cosine, sine);
  for (let k = 0; k < matrix.length; k++) turn(vectors[p], vectors[q], k, k, cosine, sine);
}

function turn(a: Float64Array, b: Float64Array, i: number, j: number, cosine: number, sine: number): void {
  const [x, y] = [a[i], b[j]];
  a[i] = cosine * x - sine * y;
  b[j] = sine * x + cosine * y;
}

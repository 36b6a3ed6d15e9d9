/**
 * `npm run bench -- vectors`: how long it takes to compare a vector with those of all products, as searches that words do
 * not fill do it (64 dimensions), and those with a vector of a shop's model (384). Beside it what copying the same bytes
 * takes, piece by piece: no scan is faster.
 */
import { Deadline } from '../../src/kernel/deadline.js';
import { TopK } from '../../src/kernel/top-k.js';
import { eachNear, type VectorRows } from '../../src/query/nearness/vector-scan.js';
import { type Draws, stream } from '../catalogs/chance.js';
import { median, quantile, whole } from '../harness/figures.js';

const PRODUCTS = 100_000;
const DIMENSIONS = [64, 384];
const SCANS = 300;
const WARM_UP_SHARE = 0.2;
/** As many as a page has. */
const NEAREST = 60;
/** Of 64 dimensions. */
const TARGET_MS = 1;
const PIECE_BYTES = 1 << 16;
/** Largest byte of a vector, either way. */
const MOST = 127;

export function benchVectorScan(): void {
  console.log('| products | dimensions | median ms | p99 ms | copying ms | target |\n|---|---|---|---|---|---|');
  for (const dimensions of DIMENSIONS) {
    const draws = stream(`bench vectors ${dimensions}`);
    const rows = { dimensions, vectors: vectorOf(draws, PRODUCTS * dimensions) };
    const texts = Array.from({ length: SCANS }, () => vectorOf(draws, dimensions));
    const scans = measured(texts, text => nearest(rows, text));
    const piece = new Int8Array(PIECE_BYTES);
    const copies = measured(texts, () => copyAll(rows, piece));
    const p50 = median(scans);
    const isAimed = dimensions === DIMENSIONS[0];
    const target = isAimed ? `${TARGET_MS} ms (${p50 <= TARGET_MS ? 'met' : 'missed'})` : '';
    const figures = [p50, quantile(scans, 0.99), median(copies)].map(ms => ms.toFixed(2));
    console.log(`| ${[whole(PRODUCTS), dimensions, ...figures, target].join(' | ')} |`);
  }
}

function vectorOf(draws: Draws, length: number): Int8Array {
  return Int8Array.from({ length }, () => draws.below(2 * MOST + 1) - MOST);
}

/** @returns milliseconds, ascending */
function measured(texts: readonly Int8Array[], scan: (text: Int8Array) => void): number[] {
  const times = texts.map(text => {
    const started = performance.now();
    scan(text);
    return performance.now() - started;
  });
  return times.slice(SCANS * WARM_UP_SHARE).sort((a, b) => a - b);
}

const best = new TopK(NEAREST);
const found = new Uint32Array(NEAREST);

function nearest(rows: VectorRows, text: Int8Array): number {
  best.reset(NEAREST);
  const ranges = [{ from: 0, to: PRODUCTS }];
  const isUsable = true;
  eachNear(
    rows,
    ranges,
    text,
    () => best.floor,
    new Deadline(),
    isUsable,
    (number, dot) => best.offer(number, dot, number),
  );
  return best.drain(found);
}

function copyAll({ vectors }: VectorRows, piece: Int8Array): void {
  for (let from = 0; from < vectors.length; from += PIECE_BYTES) {
    piece.set(vectors.subarray(from, Math.min(vectors.length, from + PIECE_BYTES)));
  }
}

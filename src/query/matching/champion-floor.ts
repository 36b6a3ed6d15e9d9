/**
 * A score that the best products of a search reach for certain, known before blocks are looked at: the least of the best
 * k champions of its first term that count. Blocks are passed over from the beginning then, and not only once the list is
 * full.
 */
import { hasBit } from '../../kernel/bitmap.js';
import { TopK } from '../../kernel/top-k.js';
import type { BestSearch, BlockBounds } from './block-bounds.js';
import { type DenseLayer, denseScore } from './layer.js';

/** In place of products that are not found yet, of which it is known what score they reach at least. */
export const NOT_FOUND = 0xffffffff;

/** With fewer times the wanted products, looking at champions takes as long as looking at blocks. */
const WORTHWHILE = 8;

/**
 * Champions that count are looked at up to so many times the wanted products: those behind them rarely raise the floor,
 * and each is read from several places that lie in no cache.
 */
const LOOKS_PER_WANTED = 4;

const { fround } = Math;

/** Of the thread: the champions of the last search of which a score is known. */
const best = new TopK();

/** -Infinity: none is known. */
export function championFloor(
  layer: DenseLayer,
  { together }: BlockBounds,
  { among, except, limit, boosts, ties }: BestSearch,
): number {
  const docs = together?.champions.docs;
  if (docs === undefined || docs.length < limit || layer.count < limit * WORTHWHILE) return Number.NEGATIVE_INFINITY;
  best.reset(limit);
  let looks = limit * LOOKS_PER_WANTED;
  for (let i = 0; i < docs.length && looks > 0; i++) {
    const doc = docs[i];
    if (!hasBit(layer.bits, doc)) continue;
    if (among !== undefined && !hasBit(among, doc)) continue;
    if (except !== undefined && hasBit(except, doc)) continue;
    looks--;
    let score = denseScore(layer, doc);
    for (let b = 0; b < boosts.length; b++) {
      if (hasBit(boosts[b].products, doc)) score = fround(score + boosts[b].points);
    }
    best.offer(doc, score, ties[doc]);
  }
  return best.floor;
}

/** Writes the champions that the last floor is of to `out`, best first, and their scores. @returns how many there are */
export function takeChampions(out: Uint32Array, scores?: Float32Array): number {
  return best.drain(out, scores);
}

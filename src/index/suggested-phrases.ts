/**
 * Part `phrases`: phrases to suggest while a visitor types; each leads to hits in its view. Ordinals are in descending
 * order of weight, so that the best phrases in a range of keys are those with the smallest ordinals.
 *
 *   phrases (strings), weight u32     display form, by descending weight
 *   keys (strings), keyPhrase u32     every phrase, folded, from each of its words on, in byte order
 */

import { orderByBytes, sortedByBytes } from '../kernel/byte-order.js';
import { type Part, PartWriter } from './part.js';
import { Strings, writeStrings } from './strings.js';

/**
 * @param weights phrases in display form → weight, a whole number above 0
 * @param normalize the folding that is applied to query text
 */
export function writeSuggestedPhrases(
  weights: ReadonlyMap<string, number>,
  normalize: (text: string) => string,
): PartWriter {
  const part = new PartWriter('phrases');
  addPhraseSections(part, weights, normalize);
  return part;
}

/** Adds the sections to a part with further ones. @returns the phrases by ordinal */
export function addPhraseSections(
  part: PartWriter,
  weights: ReadonlyMap<string, number>,
  normalize: (text: string) => string,
): string[] {
  const shown = byWeight(weights);
  const keys: string[] = [];
  const phraseOf: number[] = [];
  shown.forEach((phrase, ordinal) => {
    const folded = normalize(phrase);
    for (let at = 0; at >= 0; at = folded.indexOf(' ', at) + 1 || -1) {
      keys.push(folded.slice(at));
      phraseOf.push(ordinal);
    }
  });
  const order = orderByBytes(keys);
  writeStrings(part, 'phrases', shown);
  writeStrings(
    part,
    'keys',
    Array.from(order, i => keys[i]),
  );
  part.add(
    'weight',
    Uint32Array.from(shown, phrase => weights.get(phrase)!),
  );
  part.add(
    'keyPhrase',
    order.map(i => phraseOf[i]),
  );
  return shown;
}

/** Phrases by descending weight, ties in byte order. */
function byWeight(weights: ReadonlyMap<string, number>): string[] {
  const sorted = sortedByBytes(weights.keys());
  const weightOf = Float64Array.from(sorted, phrase => weights.get(phrase)!);
  const order = Uint32Array.from(sorted.keys()).sort((a, b) => weightOf[b] - weightOf[a]);
  return Array.from(order, i => sorted[i]);
}

/** Keys that are passed over together where none of their phrases is among the best. */
const BLOCK = 64;

export class SuggestedPhrases {
  private readonly phrases: Strings;
  private readonly keys: Strings;
  private readonly keyPhrase: Uint32Array;
  readonly weight: Uint32Array;
  /** By block of keys: the least ordinal of their phrases. Made when it is first needed. */
  private least: Uint32Array | undefined;

  constructor(part: Part) {
    this.phrases = new Strings(part, 'phrases');
    this.keys = new Strings(part, 'keys');
    this.keyPhrase = part.u32('keyPhrase');
    this.weight = part.u32('weight');
  }

  get size(): number {
    return this.phrases.size;
  }

  at(ordinal: number): string {
    return this.phrases.at(ordinal);
  }

  /** Ordinals of at most `limit` phrases with a word that begins with `typed` (folded), best first. */
  startingWith(typed: string, limit: number): number[] {
    const { from, to } = this.keys.rangeOf(typed);
    const best: number[] = [];
    const least = (this.least ??= leastOfBlocks(this.keyPhrase));
    for (let i = from; i < to; i++) {
      // A first letter has thousands of keys.
      if (i % BLOCK === 0) while (best.length === limit && i < to && least[i / BLOCK] >= best[limit - 1]) i += BLOCK;
      if (i >= to) break;
      const phrase = this.keyPhrase[i];
      if (best.length === limit && phrase >= best[limit - 1]) continue;
      let at = best.length;
      while (at > 0 && best[at - 1] > phrase) at--;
      if (best[at - 1] === phrase) continue;
      if (best.length < limit) best.push(phrase);
      for (let last = best.length - 1; last > at; last--) best[last] = best[last - 1];
      if (limit > 0) best[at] = phrase;
    }
    return best;
  }
}

function leastOfBlocks(keyPhrase: Uint32Array): Uint32Array {
  const least = new Uint32Array(Math.ceil(keyPhrase.length / BLOCK));
  for (let block = 0; block < least.length; block++) {
    let own = keyPhrase[block * BLOCK];
    for (let i = block * BLOCK; i < Math.min((block + 1) * BLOCK, keyPhrase.length); i++)
      own = Math.min(own, keyPhrase[i]);
    least[block] = own;
  }
  return least;
}

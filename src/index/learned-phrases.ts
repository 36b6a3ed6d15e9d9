/**
 * Part of learned phrases: search phrases of one market and locale, with the boosts, related searches and corrections
 * learned from visitor behaviour. Every phrase had hits in its last search; suggestions check that it still has.
 *
 *   phrases, keys, weight, keyPhrase   all phrases, the most used first: see suggested-phrases.ts
 *   trending u32                  phrases whose frequency grows most against their own past, fastest first
 *   folded (strings), entry u32   folded phrases in byte order, and the entry of each
 *   boostStart u32[E+1], boosted u32, boost f32    products chosen for the phrase, best first
 *   relatedStart u32[E+1], related u32             phrases that visitors search for next, best first
 *   meantStart u32[E+1], meant u32                 phrases to which visitors correct it, best first
 */

import { compareBytes } from '../kernel/byte-order.js';
import { type Part, PartWriter } from './part.js';
import { Strings, writeStrings } from './strings.js';
import { addPhraseSections, SuggestedPhrases } from './suggested-phrases.js';

/** The learned data of one phrase. Related phrases and corrections are in display form; each must have a weight. */
export interface PhraseEntry {
  /** Normalized like query text. */
  folded: string;
  /** Product ordinals and the boosts of their scores, best first. */
  boosts: readonly (readonly [product: number, boost: number])[];
  related: readonly string[];
  meant: readonly string[];
}

export interface LearnedPhrasesInput {
  /** Phrases in display form, and their frequency: whole numbers above 0. */
  weights: ReadonlyMap<string, number>;
  trending: readonly string[];
  entries: readonly PhraseEntry[];
}

/** @param normalize the folding that is applied to query text */
export function writeLearnedPhrases(input: LearnedPhrasesInput, normalize: (text: string) => string): PartWriter {
  const part = new PartWriter('learned');
  const shown = addPhraseSections(part, input.weights, normalize);
  const ordinals = new Map(shown.map((phrase, ordinal) => [phrase, ordinal]));
  const ordinalsOf = (phrases: readonly string[]) => phrases.map(phrase => ordinals.get(phrase)!);
  part.add('trending', Uint32Array.from(ordinalsOf(input.trending)));
  const entries = [...input.entries].sort((a, b) => compareBytes(a.folded, b.folded));
  writeStrings(
    part,
    'folded',
    entries.map(({ folded }) => folded),
  );
  const boosts = rows(entries.map(entry => entry.boosts));
  part.add('boostStart', boosts.start);
  part.add(
    'boosted',
    Uint32Array.from(boosts.items, ([product]) => product),
  );
  part.add(
    'boost',
    Float32Array.from(boosts.items, ([, boost]) => boost),
  );
  for (const name of ['related', 'meant'] as const) {
    const { start, items } = rows(entries.map(entry => ordinalsOf(entry[name])));
    part.add(`${name}Start`, start).add(name, Uint32Array.from(items));
  }
  return part;
}

function rows<T>(lists: readonly (readonly T[])[]): { start: Uint32Array; items: T[] } {
  const start = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i] + list.length;
  });
  return { start, items: lists.flat() };
}

export class LearnedPhrases {
  /** All phrases, for suggestions. */
  readonly phrases: SuggestedPhrases;
  private readonly trendingOrdinals: Uint32Array;
  private readonly folded: Strings;

  constructor(private readonly part: Part) {
    this.phrases = new SuggestedPhrases(part);
    this.trendingOrdinals = part.u32('trending');
    this.folded = new Strings(part, 'folded');
  }

  /** At most `limit` trending phrases, the most trending first. */
  trending(limit: number): string[] {
    return Array.from(this.trendingOrdinals.subarray(0, limit), ordinal => this.phrases.at(ordinal));
  }

  /** Visits each product that a phrase (folded) boosts, with the points added to its score. */
  eachBoost(folded: string, visit: (product: number, boost: number) => void): void {
    const entry = this.folded.find(folded);
    if (entry < 0) return;
    const start = this.part.u32('boostStart');
    const products = this.part.u32('boosted');
    const boosts = this.part.f32('boost');
    for (let i = start[entry]; i < start[entry + 1]; i++) visit(products[i], boosts[i]);
  }

  /** Phrases that visitors searched for after the phrase (folded), best first. */
  related(folded: string): string[] {
    return this.list('related', folded);
  }

  /** Phrases to which visitors corrected the phrase (folded), best first. */
  meant(folded: string): string[] {
    return this.list('meant', folded);
  }

  private list(name: 'related' | 'meant', folded: string): string[] {
    const entry = this.folded.find(folded);
    if (entry < 0) return [];
    const start = this.part.u32(`${name}Start`);
    return Array.from(this.part.u32(name).subarray(start[entry], start[entry + 1]), at => this.phrases.at(at));
  }
}

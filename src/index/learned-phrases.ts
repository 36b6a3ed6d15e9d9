/**
 * What searches of one market and locale have taught. Every phrase here had hits when it was last searched for;
 * whoever suggests one makes sure that it still has.
 *
 *   suggested: phrases, keys, weight, keyPhrase    see phrases.ts: all phrases, those used most first
 *   trending u32                  phrases that rise against their own past, most first
 *   folded (strings), entry u32   what is known by folded phrase, in byte order, and its entry
 *   boostStart u32[E+1], boosted u32, boost f32    products that are chosen for the phrase, best first
 *   relatedStart u32[E+1], related u32             phrases that visitors go on with, best first
 *   meantStart u32[E+1], meant u32                 phrases that visitors correct it to, best first
 */
import { type Part, PartWriter } from './part.js';
import { Phrases, phraseSections } from './phrases.js';
import { compareBytes, Strings, writeStrings } from './strings.js';

/** What is known of one phrase. Phrases are given as shown and must be among those suggested. */
export interface PhraseEntry {
  /** As typed text is folded. */
  folded: string;
  /** Product ordinal and what is added to its score, best first. */
  boosts: readonly (readonly [product: number, boost: number])[];
  related: readonly string[];
  meant: readonly string[];
}

export interface LearnedPhrasesInput {
  /** Phrases as shown, and how much they are used: whole numbers above 0. */
  weights: ReadonlyMap<string, number>;
  trending: readonly string[];
  entries: readonly PhraseEntry[];
}

/** `normalize` folds a phrase as typed text is folded. */
export function writeLearnedPhrases(input: LearnedPhrasesInput, normalize: (text: string) => string): PartWriter {
  const part = new PartWriter('learned');
  const shown = phraseSections(part, input.weights, normalize);
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
  /** All of them, for suggestions. */
  readonly phrases: Phrases;
  private readonly trendingOrdinals: Uint32Array;
  private readonly folded: Strings;

  constructor(private readonly part: Part) {
    this.phrases = new Phrases(part);
    this.trendingOrdinals = part.u32('trending');
    this.folded = new Strings(part, 'folded');
  }

  /** The `limit` phrases that rise most, most first. */
  trending(limit: number): string[] {
    return Array.from(this.trendingOrdinals.subarray(0, limit), ordinal => this.phrases.at(ordinal));
  }

  /** Whether products are chosen for a phrase (folded). */
  hasBoosts(folded: string): boolean {
    let some = false;
    this.eachBoost(folded, () => {
      some = true;
    });
    return some;
  }

  /** Calls back with each product chosen for a phrase (folded), and what that adds to its score. */
  eachBoost(folded: string, visit: (product: number, boost: number) => void): void {
    const entry = this.folded.find(folded);
    if (entry < 0) return;
    const start = this.part.u32('boostStart');
    const products = this.part.u32('boosted');
    const boosts = this.part.f32('boost');
    for (let i = start[entry]; i < start[entry + 1]; i++) visit(products[i], boosts[i]);
  }

  /** What visitors who searched for the phrase (folded) searched for next, best first. */
  related(folded: string): string[] {
    return this.list('related', folded);
  }

  /** What visitors who typed the phrase (folded) put it right to, best first. */
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

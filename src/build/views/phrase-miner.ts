/**
 * Finds phrases to suggest in the products themselves, so that a shop has suggestions before its first visit: types and
 * categories, brands and series, both together, both with a colour or audience, and word pairs that several titles
 * share. Every phrase comes from at least one product, so it leads to hits; its weight is the number of its products.
 */
import { PairCounts } from '../../kernel/pair-counts.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import type { Analyzer } from '../../text/index.js';

/** Least number of titles with a pair of words for it to be a phrase. */
const SHARED_PAIRS = 3;
const MAX_PAIRS = 20_000;
const MAX_PHRASE = 60;
/** Entries of each generation of the caches of names and words. */
const KEPT_NAMES = 1 << 16;
/** Stands in for the number of a stop word, or of a text that is no word (see `isContent`). */
const NO_CONTENT = -1;

/** Names of a product's values, each in the form of suggested phrases; a list may have duplicates. */
export interface NamedValues {
  /** Kinds of product: types and last levels of categories. */
  things: readonly string[];
  /** Brand and series. */
  owners: readonly string[];
  /** Colours and audiences. */
  qualities: readonly string[];
}

interface PhraseCount {
  count: number;
  /** Number of the last product that was counted, from 1. */
  product: number;
}

export class PhraseMiner {
  private counts = new Map<string, PhraseCount>();
  /** Counts of two-name phrases, by first and second name: concatenating them would cost more than both look-ups. */
  private joined = new Map<string, Map<string, PhraseCount>>();
  private products = 0;
  /** Counts of pairs of title words, by number. */
  private pairs = new PairCounts();
  /** Title words as shown, by number. */
  private readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  // Names and title words recur over products.
  private readonly lowered = new TwoGenerationCache<string>(KEPT_NAMES);
  private readonly numberOf = new TwoGenerationCache<number>(KEPT_NAMES);

  constructor(private readonly analyzer: Analyzer) {}

  /** Counts the phrases of a product. @param named its values by role, in the form that `shown` returns */
  add(title: string, { things, owners, qualities }: NamedValues): void {
    this.products++;
    for (let i = 0; i < things.length; i++) this.count(things[i]);
    for (let i = 0; i < owners.length; i++) {
      const owner = owners[i];
      this.count(owner);
      for (let k = 0; k < things.length; k++) if (!things[k].startsWith(owner)) this.countPair(owner, things[k]);
    }
    for (let i = 0; i < qualities.length; i++) {
      for (let k = 0; k < things.length; k++) this.countPair(qualities[i], things[k]);
    }
    this.addPairs(title);
  }

  /** Phrases with their weights. To be called once: it frees the counts. */
  finish(): Map<string, number> {
    const shared = Array.from(this.pairs.atLeast(SHARED_PAIRS), ({ a, b, count }): [string, number] => [
      `${this.words[a]} ${this.words[b]}`,
      count,
    ]);
    shared.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const weights = new Map<string, number>();
    for (const [phrase, { count }] of this.counts) if (phrase.length <= MAX_PHRASE) weights.set(phrase, count);
    for (const [pair, count] of shared.slice(0, MAX_PAIRS)) if (!weights.has(pair)) weights.set(pair, count);
    this.counts = new Map();
    this.joined = new Map();
    this.pairs = new PairCounts();
    this.numbers.clear();
    this.words.length = 0;
    return weights;
  }

  private count(phrase: string): void {
    this.increment(this.countOf(phrase));
  }

  private countPair(first: string, second: string): void {
    let bySecond = this.joined.get(first);
    if (!bySecond) this.joined.set(first, (bySecond = new Map()));
    let count = bySecond.get(second);
    if (!count) bySecond.set(second, (count = this.countOf(`${first} ${second}`)));
    this.increment(count);
  }

  private countOf(phrase: string): PhraseCount {
    let count = this.counts.get(phrase);
    if (!count) this.counts.set(phrase, (count = { count: 0, product: 0 }));
    return count;
  }

  /** Counts a phrase at most once for each product. */
  private increment(count: PhraseCount): void {
    if (count.product === this.products) return;
    count.product = this.products;
    count.count++;
  }

  private addPairs(title: string): void {
    const words = title.split(/\s+/).map(word => this.numberOfWord(word));
    for (let i = 0; i + 1 < words.length; i++) {
      const [a, b] = [words[i], words[i + 1]];
      if (a === NO_CONTENT || b === NO_CONTENT) continue;
      let first = 0;
      while (words[first] !== a || words[first + 1] !== b) first++;
      // A title counts once for each pair.
      if (first === i) this.pairs.add(a, b);
    }
  }

  private numberOfWord(written: string): number {
    let number = this.numberOf.get(written);
    if (number === undefined) {
      const word = this.shown(written);
      number = this.isContent(word) ? this.numberOfShown(word) : NO_CONTENT;
      this.numberOf.set(written, number);
    }
    return number;
  }

  private numberOfShown(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      this.numbers.set(word, (number = this.words.length));
      this.words.push(word);
    }
    return number;
  }

  private isContent(word: string): boolean {
    return (
      word.length > 1 &&
      /^\p{L}[\p{L}\p{N}'-]*$/u.test(word) &&
      !this.analyzer.isStopWord(this.analyzer.normalize(word))
    );
  }

  /** Converts a name to the form of suggested phrases: lower case, as visitors type queries. */
  shown(text: string): string {
    let shown = this.lowered.get(text);
    if (shown === undefined) {
      shown = text.toLocaleLowerCase(this.analyzer.locale === '*' ? undefined : this.analyzer.locale).trim();
      this.lowered.set(text, shown);
    }
    return shown;
  }
}

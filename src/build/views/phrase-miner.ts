/**
 * Finds phrases to suggest in the products themselves, so that a shop has suggestions before its first visit: types and
 * categories, brands and series, both together, both with a colour or audience, and word pairs that several titles
 * share. Every phrase comes from at least one product, so it leads to hits; its weight is the number of its products.
 */
import type { ResolvedProduct } from '../../catalog/resolve.js';
import { LEVEL_SEPARATOR } from '../../index/attributes.js';
import { PairCounts } from '../../kernel/pair-counts.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import type { Analyzer } from '../../text/index.js';

/** Least number of titles with a pair of words for it to be a phrase. */
const SHARED_PAIRS = 3;
const MAX_PAIRS = 20_000;
const MAX_PHRASE = 60;
/** Entries of each generation of the caches of names and words. */
const KEPT_NAMES = 1 << 16;
/** In the place of a word's number: a stop word, or no word. */
const NO_CONTENT = -1;

export class PhraseMiner {
  private weights = new Map<string, number>();
  /** Counts of pairs of title words, by number. */
  private pairs = new PairCounts();
  /** Title words as shown, by number. */
  private readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  // Names and title words recur over products.
  private readonly lowered = new TwoGenerationCache<string>(KEPT_NAMES);
  private readonly numberOf = new TwoGenerationCache<number>(KEPT_NAMES);

  constructor(private readonly analyzer: Analyzer) {}

  add(product: ResolvedProduct, label: (attribute: string, id: string) => string): void {
    const { data } = product;
    const types = (data.productType ?? []).map(id => label('productType', id));
    const leaves = (data.category ?? []).map(id => label('category', id).split(LEVEL_SEPARATOR).at(-1)!);
    const things = new Set([...types, ...leaves].map(name => this.shown(name)));
    const found = new Set<string>(things);
    const owners = [data.brand && label('brand', data.brand), data.series && label('series', data.series)];
    for (const owner of owners) {
      if (!owner) continue;
      found.add(this.shown(owner));
      for (const thing of things) if (!thing.startsWith(this.shown(owner))) found.add(`${this.shown(owner)} ${thing}`);
    }
    const colors = data.customLabels?.color?.map(id => label('custom.color', id)) ?? [];
    const audiences = (data.gender ?? []).map(id => label('gender', id));
    for (const word of [...colors, ...audiences]) for (const thing of things) found.add(`${this.shown(word)} ${thing}`);
    for (const phrase of found) {
      if (phrase.length <= MAX_PHRASE) this.weights.set(phrase, (this.weights.get(phrase) ?? 0) + 1);
    }
    this.addPairs(data.title ?? '');
  }

  /** Phrases with their weights. To be called once: it frees what was collected. */
  finish(): Map<string, number> {
    const shared = Array.from(this.pairs.atLeast(SHARED_PAIRS), ({ a, b, count }): [string, number] => [
      `${this.words[a]} ${this.words[b]}`,
      count,
    ]);
    shared.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const { weights } = this;
    for (const [pair, count] of shared.slice(0, MAX_PAIRS)) if (!weights.has(pair)) weights.set(pair, count);
    this.weights = new Map();
    this.pairs = new PairCounts();
    this.numbers.clear();
    this.words.length = 0;
    return weights;
  }

  private addPairs(title: string): void {
    const words = title.split(/\s+/).map(word => this.numberOfWord(word));
    for (let i = 0; i + 1 < words.length; i++) {
      const [a, b] = [words[i], words[i + 1]];
      if (a === NO_CONTENT || b === NO_CONTENT) continue;
      let first = 0;
      while (words[first] !== a || words[first + 1] !== b) first++;
      // A title counts once.
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

  /** Suggestions are shown in lower case, as visitors type. */
  private shown(text: string): string {
    let shown = this.lowered.get(text);
    if (shown === undefined) {
      shown = text.toLocaleLowerCase(this.analyzer.locale === '*' ? undefined : this.analyzer.locale).trim();
      this.lowered.set(text, shown);
    }
    return shown;
  }
}

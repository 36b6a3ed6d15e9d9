/**
 * Finds phrases to suggest in the products themselves, so that a shop has suggestions before its first visit: types and
 * categories, brands and series, both together, both with a colour or audience, and word pairs that several titles
 * share. Every phrase comes from at least one product, so it leads to hits; its weight is the number of its products.
 */
import { WordNumbers } from '../../index/word-numbers.js';
import { growableU32 } from '../../kernel/growable.js';
import { PairNumbers } from '../../kernel/pair-numbers.js';
import type { Analyzer } from '../../text/index.js';

/** Least number of titles with a pair of words for it to be a phrase. */
const SHARED_PAIRS = 3;
const MAX_PAIRS = 20_000;
const MAX_PHRASE = 60;
/** Stands in for the number of a stop word, or of a text that is no word (see `isContent`). */
const NO_CONTENT = -1;

/** The name of a value, in the form of suggested phrases (lower case). */
export interface PhraseName {
  text: string;
  /** The phrase that the name is by itself. */
  phrase: number;
}

/** Of a value that is no part of phrases. */
export const NO_NAME: PhraseName = { text: '', phrase: -1 };

/** Names of a product's values; a list may have duplicates. */
export interface NamedValues {
  /** Kinds of product: types and last levels of categories. */
  things: readonly PhraseName[];
  /** Brand and series. */
  owners: readonly PhraseName[];
  /** Colours and audiences. */
  qualities: readonly PhraseName[];
}

/** No white space but single spaces between words. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

export class PhraseMiner {
  /** Phrases by text, numbered from 0. */
  private phrases = new Map<string, number>();
  /** Of each phrase, how many products have it, and the number of the last one, from 1. */
  private readonly counts = growableU32();
  private readonly lastProduct = growableU32();
  /** The phrase of two names that are phrases themselves, plus one: joining the texts would cost more. */
  private joined = new PairNumbers();
  private products = 0;
  /** Counts of pairs of title words, by number. */
  private pairs = new PairNumbers();
  /** Title words as shown, by number. */
  private readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  /** Title words as written, numbered, and the number of each as shown, or NO_CONTENT. */
  private written = new WordNumbers();
  private readonly shownAs: number[] = [];

  /** Scratch: the words of the current title. */
  private readonly titleWords: number[] = [];

  constructor(private readonly analyzer: Analyzer) {}

  /** The name of a value. */
  nameOf(label: string): PhraseName {
    const text = this.shown(label);
    return { text, phrase: this.numberOfPhrase(text) };
  }

  /** Counts the phrases of a product. @param named names of its values, made by `nameOf` */
  add(title: string, { things, owners, qualities }: NamedValues): void {
    this.products++;
    for (let i = 0; i < things.length; i++) this.count(things[i].phrase);
    for (let i = 0; i < owners.length; i++) {
      const owner = owners[i];
      this.count(owner.phrase);
      for (let k = 0; k < things.length; k++) {
        if (!things[k].text.startsWith(owner.text)) this.countPair(owner, things[k]);
      }
    }
    for (let i = 0; i < qualities.length; i++) {
      for (let k = 0; k < things.length; k++) this.countPair(qualities[i], things[k]);
    }
    this.addPairs(title);
  }

  /** Phrases with their weights. To be called once: it frees the counts. */
  finish(): Map<string, number> {
    const shared = Array.from(this.pairs.atLeast(SHARED_PAIRS), ({ a, b, value }): [string, number] => [
      `${this.words[a]} ${this.words[b]}`,
      value,
    ]);
    shared.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const weights = new Map<string, number>();
    for (const [phrase, number] of this.phrases) {
      const count = this.counts.get(number);
      if (count > 0 && phrase.length <= MAX_PHRASE) weights.set(phrase, count);
    }
    for (const [pair, count] of shared.slice(0, MAX_PAIRS)) if (!weights.has(pair)) weights.set(pair, count);
    this.phrases = new Map();
    this.joined = new PairNumbers();
    this.pairs = new PairNumbers();
    this.numbers.clear();
    this.written = new WordNumbers();
    this.shownAs.length = 0;
    this.words.length = 0;
    return weights;
  }

  private numberOfPhrase(phrase: string): number {
    let number = this.phrases.get(phrase);
    if (number === undefined) {
      this.phrases.set(phrase, (number = this.phrases.size));
      this.counts.push(0);
      this.lastProduct.push(0);
    }
    return number;
  }

  private countPair(first: PhraseName, second: PhraseName): void {
    let joined = this.joined.get(first.phrase, second.phrase);
    if (joined === 0) {
      joined = this.numberOfPhrase(`${first.text} ${second.text}`) + 1;
      this.joined.set(first.phrase, second.phrase, joined);
    }
    this.count(joined - 1);
  }

  /** Counts a phrase at most once for each product. */
  private count(phrase: number): void {
    if (this.lastProduct.get(phrase) === this.products) return;
    this.lastProduct.set(phrase, this.products);
    this.counts.set(phrase, this.counts.get(phrase) + 1);
  }

  private addPairs(title: string): void {
    const { titleWords } = this;
    titleWords.length = 0;
    for (const word of wordsOf(title)) titleWords.push(this.numberOfWord(word));
    for (let i = 0; i + 1 < titleWords.length; i++) {
      const a = titleWords[i];
      const b = titleWords[i + 1];
      if (a === NO_CONTENT || b === NO_CONTENT) continue;
      let first = 0;
      while (titleWords[first] !== a || titleWords[first + 1] !== b) first++;
      // A title counts once for each pair.
      if (first === i) this.pairs.increment(a, b);
    }
  }

  private numberOfWord(written: string): number {
    const number = this.written.numberOf(written);
    if (number === this.shownAs.length) {
      const word = this.shown(written);
      this.shownAs.push(this.isContent(word) ? this.numberOfShown(word) : NO_CONTENT);
    }
    return this.shownAs[number];
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

  /** A text in lower case, as visitors type queries. */
  private shown(text: string): string {
    return text.toLocaleLowerCase(this.analyzer.locale === '*' ? undefined : this.analyzer.locale).trim();
  }
}

/** The words between white space, which is nearly always a single space. */
function wordsOf(title: string): string[] {
  return PLAIN.test(title) ? title.split(' ') : title.split(/\s+/);
}

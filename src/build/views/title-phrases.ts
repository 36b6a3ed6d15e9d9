/**
 * Finds phrases in titles: what products are called, by the heads of titles, alone ("whisk") and with the words before them
 * ("dough whisk", "wooden dough whisk"; behind them where a language has the head first). What is only a piece of
 * something is none: of "michael kors tote" the tote alone, and the whole.
 */
import { WordNumbers } from '../../index/word-numbers.js';
import { growableU32 } from '../../kernel/growable.js';
import { PairNumbers } from '../../kernel/pair-numbers.js';
import { type Analyzer, queryWordsOf } from '../../text/index.js';

/** Titles that a head, and that a longer phrase must have in common. */
const LEAST_HEADS = 2;
const LEAST_TITLES = 3;
/** A word is suggested alone where it is the head of one in so many titles that have it. */
const HEAD_ONE_IN = 4;
/** Most phrases of several words. */
const MOST_PHRASES = 20_000;
/** A word is the rest of another that stands before it in this share of all cases. */
const BOUND = 0.8;
/** Stands in for the number of a stop word, or of a text that is no word. */
const NO_WORD = -1;

/** White space that is no space. Each is one character, so that what follows it stands where it did. */
const OTHER_SPACE = /[^\S ]/g;
/** Longer texts are no words. */
const LONGEST_WORD = 64;
const FRAME = /^([([{"'“‘]*)(.*?)([)\]}"'”’.,;:!?]*)$/u;
const OPENS = /[([{]/;
const CLOSES = /[)\]},;:.!?]/;
const WORD = /^\p{L}[\p{L}\p{N}'’-]+$/u;

/**
 * A text between white space is one number: of the word without the signs around it, plus one, times four; and whether
 * what stands before it, or behind it, belongs to something else.
 */
const [BEGINS, ENDS] = [2, 1];
const wordIn = (written: number) => (written >>> 2) - 1;

export class TitlePhrases {
  /** Words as shown, by number. */
  private readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  private written = new WordNumbers();
  private readonly read = growableU32();
  /** By word: how many times titles have it and are headed by it. */
  private readonly totals = growableU32();
  private readonly heads = growableU32();
  /** How often two words stand together at all. */
  private neighbours = new PairNumbers();
  private pairs = new PairNumbers();
  /** Numbers of pairs, from 1, and counts of pairs with a third word. */
  private pairNumbers = new PairNumbers();
  private pairCount = 0;
  private triples = new PairNumbers();
  private readonly headFirst: boolean;

  /** Scratch: the words of the current title. */
  private readonly line: number[] = [];

  constructor(
    private readonly analyzer: Analyzer,
    private readonly shown: (text: string) => string,
  ) {
    this.headFirst = queryWordsOf(analyzer.language).headFirst;
  }

  /** @param head where the head of the title begins; -1: it has none */
  add(written: string, head: number): void {
    const { line } = this;
    const title = written.replace(OTHER_SPACE, ' ');
    line.length = 0;
    let headAt = -1;
    for (let start = 0; start < title.length; ) {
      let end = title.indexOf(' ', start);
      if (end < 0) end = title.length;
      if (end > start) {
        if (head >= start && head < end) headAt = line.length;
        line.push(this.wordOf(title.slice(start, end)));
      }
      start = end + 1;
    }
    for (let i = 0; i < line.length; i++) {
      const word = wordIn(line[i]);
      if (word === NO_WORD) continue;
      this.totals.set(word, this.totals.get(word) + 1);
      if (this.isRun(i - 1, i)) this.neighbours.increment(wordIn(line[i - 1]), word);
    }
    if (headAt >= 0 && wordIn(line[headAt]) !== NO_WORD) this.addHead(headAt);
  }

  /** Phrases and in how many titles they are. To be called once: it frees the counts. */
  finish(): Map<string, number> {
    const found = new Map<string, number>();
    const { words, heads, totals } = this;
    words.forEach((word, number) => {
      const count = heads.get(number);
      if (count >= LEAST_HEADS && count * HEAD_ONE_IN >= totals.get(number)) found.set(word, count);
    });
    const pairs: [a: number, b: number][] = [];
    for (const { a, b, value } of this.pairNumbers.atLeast(1)) pairs[value] = [a, b];
    const phrases: [string, number][] = [];
    const rests = this.rests();
    for (const { a, b, value } of this.pairs.atLeast(LEAST_TITLES)) {
      if (!rests.has(a)) phrases.push([`${words[a]} ${words[b]}`, value]);
    }
    for (const { a: pair, b: last, value } of this.triples.atLeast(LEAST_TITLES)) {
      const [a, b] = pairs[pair];
      if (!rests.has(a)) phrases.push([`${words[a]} ${words[b]} ${words[last]}`, value]);
    }
    phrases.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    for (const [phrase, count] of phrases.slice(0, MOST_PHRASES)) found.set(phrase, count);
    this.neighbours = new PairNumbers();
    this.pairs = new PairNumbers();
    this.pairNumbers = new PairNumbers();
    this.triples = new PairNumbers();
    this.written = new WordNumbers();
    this.numbers.clear();
    return found;
  }

  /** Whether the word at `i` and the next one belong together. */
  private isJoined(i: number): boolean {
    const { line } = this;
    return i >= 0 && i + 1 < line.length && (line[i] & ENDS) === 0 && (line[i + 1] & BEGINS) === 0;
  }

  private addHead(at: number): void {
    const { line, heads } = this;
    const head = wordIn(line[at]);
    heads.set(head, heads.get(head) + 1);
    const [first, last] = this.headFirst ? [at, at + 2] : [at - 2, at];
    const [pairFrom, pairTo] = this.headFirst ? [at, at + 1] : [at - 1, at];
    if (!this.isRun(pairFrom, pairTo)) return;
    this.pairs.increment(wordIn(line[pairFrom]), wordIn(line[pairTo]));
    if (!this.isRun(first, last)) return;
    this.triples.increment(this.numberOfPair(wordIn(line[first]), wordIn(line[first + 1])), wordIn(line[last]));
  }

  /** Whether words that belong together stand from one index to another. */
  private isRun(from: number, to: number): boolean {
    const { line } = this;
    if (from < 0 || to >= line.length) return false;
    for (let i = from; i <= to; i++) {
      if (wordIn(line[i]) === NO_WORD || (i < to && !this.isJoined(i))) return false;
    }
    return true;
  }

  /** The words that are the rest of others: "lasting" of "long lasting". */
  private rests(): Set<number> {
    const rests = new Set<number>();
    for (const { b, value } of this.neighbours.atLeast(LEAST_TITLES)) {
      if (value >= this.totals.get(b) * BOUND) rests.add(b);
    }
    return rests;
  }

  private numberOfPair(a: number, b: number): number {
    let number = this.pairNumbers.get(a, b);
    if (number === 0) this.pairNumbers.set(a, b, (number = ++this.pairCount));
    return number;
  }

  private wordOf(written: string): number {
    const number = this.written.numberOf(written);
    if (number === this.read.length) this.read.push(this.readWord(written));
    return this.read.get(number);
  }

  private readWord(written: string): number {
    if (written.length > LONGEST_WORD) return 0;
    const [, opening, text, closing] = FRAME.exec(written)!;
    const shown = this.shown(text);
    const word = this.isContent(shown) ? this.numberOf(shown) : NO_WORD;
    return (word + 1) * 4 + (OPENS.test(opening) ? BEGINS : 0) + (CLOSES.test(closing) ? ENDS : 0);
  }

  private numberOf(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      this.numbers.set(word, (number = this.words.length));
      this.words.push(word);
      this.totals.push(0);
      this.heads.push(0);
    }
    return number;
  }

  private isContent(word: string): boolean {
    return WORD.test(word) && !this.analyzer.isStopWord(this.analyzer.normalize(word));
  }
}

/**
 * Finds phrases in titles: what products are called, by the heads of titles, alone ("whisk") and with the words before them
 * ("dough whisk", "wooden dough whisk"; behind them where a language has the head first). What is only a piece of
 * something is none: of "michael kors tote" the tote alone, and the whole; of "pop up drain stopper" no "up drain stopper".
 */
import { WordNumbers } from '../../index/word-numbers.js';
import { growableU32 } from '../../kernel/growable.js';
import { PairNumbers } from '../../kernel/pair-numbers.js';
import { type Analyzer, queryWordsOf } from '../../text/index.js';
import { PhraseTally } from './phrase-tally.js';

/** A phrase of titles. */
export interface TitlePhrase {
  text: string;
  head: string;
  /** In how many titles it is. */
  count: number;
  /** The brand of all of them; -1: there are several, or none. */
  owner: number;
}

/** Titles that a head, and that a longer phrase must have in common. */
const LEAST_HEADS = 2;
const LEAST_TITLES = 3;
/** A word is suggested alone where it is the head of one in so many titles that have it. */
const HEAD_ONE_IN = 4;
/** As many for words behind others. */
const LONGER_ONE_IN = 16;
/** Most phrases of several words. */
const MOST_PHRASES = 20_000;
/** A word is the rest of another that stands before it in this share of all cases. */
const BOUND = 0.8;
/** A word is the unit of a number when it stands behind one in more than this share of all cases. */
const COUNTED = 0.5;
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
const NUMBER = /^\p{N}/u;

/**
 * A text between white space is one number: of the word without the signs around it, plus one, times eight; and whether
 * it is a number, and what stands before it, or behind it, belongs to something else.
 */
const [IS_NUMBER, BEGINS, ENDS] = [4, 2, 1];
const wordIn = (written: number) => (written >>> 3) - 1;

export class TitlePhrases {
  /** Words as shown, by number. */
  private readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  private written = new WordNumbers();
  private readonly read = growableU32();
  /** By word: how many times titles have it, have it behind a number, and are headed by it. */
  private readonly totals = growableU32();
  private readonly counted = growableU32();
  private readonly heads = new PhraseTally();
  /** How often two words stand together at all. */
  private neighbours = new PairNumbers();
  /** Numbers of pairs, and of pairs with a third word, from 1. */
  private pairNumbers = new PairNumbers();
  private readonly pairs = new PhraseTally();
  private tripleNumbers = new PairNumbers();
  private readonly triples = new PhraseTally();
  private readonly headFirst: boolean;

  /** Scratch: the words of the current title. */
  private readonly line: number[] = [];

  constructor(
    private readonly analyzer: Analyzer,
    private readonly shown: (text: string) => string,
  ) {
    this.headFirst = queryWordsOf(analyzer.language).headFirst;
  }

  /**
   * @param head where the head of the title begins; -1: it has none
   * @param owner the number of its brand; -1: it has none
   */
  add(written: string, head: number, owner: number): void {
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
      if (i > 0 && (line[i - 1] & IS_NUMBER) !== 0) this.counted.set(word, this.counted.get(word) + 1);
      if (this.isRun(i - 1, i)) this.neighbours.increment(wordIn(line[i - 1]), word);
    }
    if (headAt >= 0 && wordIn(line[headAt]) !== NO_WORD) this.addHead(headAt, owner);
  }

  /** To be called once: it frees the counts. */
  finish(): TitlePhrase[] {
    const { words, heads, pairs, triples, totals } = this;
    const found: TitlePhrase[] = [];
    const isHead = (number: number, oneIn: number) => heads.count(number) * oneIn >= totals.get(number);
    words.forEach((text, number) => {
      const count = heads.count(number);
      if (count >= LEAST_HEADS && isHead(number, HEAD_ONE_IN))
        found.push({ text, head: text, count, owner: heads.owner(number) });
    });
    const textOfPair: string[] = [];
    const longer: TitlePhrase[] = [];
    const rests = this.rests();
    const pieces = new Map([pairs, triples].map(tally => [tally, tally.pieces(LEAST_TITLES)]));
    const add = (tally: PhraseTally, number: number, first: number, last: number, text: string) => {
      const count = tally.count(number);
      if (count < LEAST_TITLES || rests.has(first) || pieces.get(tally)!.has(number)) return;
      // Of "kids water bottles" in many titles, some have the water as their head.
      const head = this.headFirst ? first : last;
      if (isHead(head, LONGER_ONE_IN)) longer.push({ text, head: words[head], count, owner: tally.owner(number) });
    };
    const firstOfPair: number[] = [];
    for (const { a, b, value } of this.pairNumbers.atLeast(1)) {
      firstOfPair[value] = a;
      textOfPair[value] = `${words[a]} ${words[b]}`;
      add(pairs, value, a, b, textOfPair[value]);
    }
    for (const { a: pair, b: last, value } of this.tripleNumbers.atLeast(1)) {
      add(triples, value, firstOfPair[pair], last, `${textOfPair[pair]} ${words[last]}`);
    }
    longer.sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
    this.neighbours = new PairNumbers();
    this.pairNumbers = new PairNumbers();
    this.tripleNumbers = new PairNumbers();
    this.written = new WordNumbers();
    this.numbers.clear();
    return [...found, ...longer.slice(0, MOST_PHRASES)];
  }

  /** Whether the word at `i` and the next one belong together. */
  private isJoined(i: number): boolean {
    const { line } = this;
    return i >= 0 && i + 1 < line.length && (line[i] & ENDS) === 0 && (line[i + 1] & BEGINS) === 0;
  }

  private addHead(at: number, owner: number): void {
    const { line, headFirst } = this;
    this.heads.add(wordIn(line[at]), owner, NO_WORD);
    const [pairFrom, pairTo] = headFirst ? [at, at + 1] : [at - 1, at];
    if (!this.isRun(pairFrom, pairTo)) return;
    const pair = this.pairOf(wordIn(line[pairFrom]), wordIn(line[pairTo]));
    const [from, to] = headFirst ? [at, at + 2] : [at - 2, at];
    const isLonger = this.isRun(from, to);
    this.pairs.add(pair, owner, isLonger ? wordIn(line[headFirst ? to : from]) : NO_WORD);
    if (!isLonger) return;
    const beginning = headFirst ? pair : this.pairOf(wordIn(line[from]), wordIn(line[from + 1]));
    const triple = numberOf(this.tripleNumbers, this.triples, beginning, wordIn(line[to]));
    const further = headFirst ? to + 1 : from - 1;
    const isPart = headFirst ? this.isRun(to, further) : this.isRun(further, from);
    this.triples.add(triple, owner, isPart ? wordIn(line[further]) : NO_WORD);
  }

  private pairOf(a: number, b: number): number {
    return numberOf(this.pairNumbers, this.pairs, a, b);
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

  /** The words that are the rest of others: "lasting" of "long lasting", and "oz" of "16 oz". */
  private rests(): Set<number> {
    const rests = new Set<number>();
    // Of "fluoride free toothpaste" the last two.
    const { freeOf } = queryWordsOf(this.analyzer.language);
    for (const word of freeOf) if (this.numbers.has(word)) rests.add(this.numbers.get(word)!);
    for (let word = 0; word < this.words.length; word++) {
      if (this.counted.get(word) > this.totals.get(word) * COUNTED) rests.add(word);
    }
    for (const { b, value } of this.neighbours.atLeast(LEAST_TITLES)) {
      if (value >= this.totals.get(b) * BOUND) rests.add(b);
    }
    return rests;
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
    const signs = (OPENS.test(opening) ? BEGINS : 0) + (CLOSES.test(closing) ? ENDS : 0);
    return (word + 1) * 8 + (NUMBER.test(text) ? IS_NUMBER : 0) + signs;
  }

  private numberOf(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      this.numbers.set(word, (number = this.words.length));
      this.words.push(word);
      this.totals.push(0);
      this.counted.push(0);
    }
    return number;
  }

  private isContent(word: string): boolean {
    return WORD.test(word) && !this.analyzer.isStopWord(this.analyzer.normalize(word));
  }
}

/** The number of a pair in a tally, which takes the next one where it has none. */
function numberOf(numbers: PairNumbers, tally: PhraseTally, a: number, b: number): number {
  let number = numbers.get(a, b);
  if (number === 0) numbers.set(a, b, (number = tally.next()));
  return number;
}

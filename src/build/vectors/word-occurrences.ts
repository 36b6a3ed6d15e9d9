/**
 * Which words a sample of a view's products have: the most frequent ones that say what a product is. Its size is bounded,
 * however large the view is, so that making word vectors takes seconds at most. What visitors chose for texts counts like
 * further products: each has the words of the text and those of the product that was chosen.
 */
import type { TextIndex } from '../../index/text-index.js';
import { sortedByBytes } from '../../kernel/byte-order.js';
import type { Analyzer } from '../../text/index.js';
import type { ChosenProduct } from './chosen-products.js';
import { meaningOf } from './meaning-fields.js';

/** Products that are looked at, at equal distances: their order is by category. */
const MOST_PRODUCTS = 1 << 15;
const MOST_WORDS = 1 << 14;
/** Further words of a product do not count. */
const MOST_WORDS_OF_PRODUCT = 64;
/** A word that fewer products of the sample have says little of others. */
const LEAST_PRODUCTS = 3;
const SHORTEST = 2;
/** Words of texts that no product has. */
const MOST_ASKED_WORDS = 1 << 11;
const DIGIT = /\d/;

export interface WordOccurrences {
  /** Stems in byte order. */
  words: string[];
  /** Products of the sample, and choices, which follow them. */
  products: number;
  /** Products of each word, by their places in the sample, ascending: from `starts[word]` to `starts[word + 1]`. */
  starts: Uint32Array;
  of: Uint32Array;
  /** Words of each product, ascending, likewise. */
  wordStarts: Uint32Array;
  wordsOf: Uint32Array;
}

export function wordOccurrences(
  text: TextIndex,
  analyzer: Analyzer,
  choices: readonly ChosenProduct[] = [],
): WordOccurrences {
  const step = Math.ceil(text.productCount / MOST_PRODUCTS);
  const sampled = Math.ceil(text.productCount / step);
  const products = sampled + choices.length;
  const stems = frequentStems(text, analyzer, step);
  const asked = askedStems(choices, analyzer, sampled);
  const chosen = choicesByProduct(choices, sampled);
  const words = sortedByBytes([...stems.keys(), ...newWords(asked, stems, text)]);
  const counts = new Uint32Array(products);
  const lists = words.map(word => {
    const stem = stems.get(word);
    const own = stem === undefined ? [] : sampledProducts(text, stem, step);
    const further = stem === undefined || choices.length === 0 ? [] : chosenWith(text, stem, chosen);
    const inTexts = asked.get(word) ?? [];
    const all = further.length + inTexts.length === 0 ? own : ascending(own, further, inTexts);
    const list = all.filter(product => counts[product] < MOST_WORDS_OF_PRODUCT);
    for (const product of list) counts[product]++;
    return list;
  });
  const starts = startsOf(lists.map(({ length }) => length));
  const of = new Uint32Array(starts[words.length]);
  const wordStarts = startsOf(counts);
  const wordsOf = new Uint32Array(of.length);
  const next = wordStarts.slice(0, products);
  lists.forEach((list, word) => {
    of.set(list, starts[word]);
    for (const product of list) wordsOf[next[product]++] = word;
  });
  return { words, products, starts, of, wordStarts, wordsOf };
}

/** Stems by word, of those with the most products. */
function frequentStems(text: TextIndex, analyzer: Analyzer, step: number): Map<string, number> {
  const found: { word: string; stem: number; frequency: number }[] = [];
  for (let stem = 0; stem < text.stems.size; stem++) {
    // Of most words of a large catalog this tells that they are too rare.
    if (postingsOf(text, stem) < LEAST_PRODUCTS) continue;
    const word = text.stems.term(stem);
    if (word.length < SHORTEST || analyzer.isStopWord(word)) continue;
    const frequency = sampledProducts(text, stem, step).length;
    if (frequency >= LEAST_PRODUCTS) found.push({ word, stem, frequency });
  }
  found.sort((a, b) => b.frequency - a.frequency || a.stem - b.stem);
  return new Map(found.slice(0, MOST_WORDS).map(({ word, stem }) => [word, stem]));
}

function postingsOf(text: TextIndex, stem: number): number {
  return text.termsOfStemAt(stem).reduce((sum, term) => sum + text.frequency(term), 0);
}

/** Products of the sample with a form of a stem, ascending. */
function sampledProducts(text: TextIndex, stem: number, step: number): number[] {
  const { start } = text;
  const found = new Set<number>();
  for (const term of text.termsOfStemAt(stem)) {
    const { docs, fields } = text.postings(term);
    for (let i = start[term]; i < start[term + 1]; i++) {
      if (docs[i] % step === 0 && meaningOf(fields[i]) > 0) found.add(docs[i] / step);
    }
  }
  return ascending(found);
}

function ascending(...lists: Iterable<number>[]): number[] {
  return [...new Set(lists.flatMap(list => [...list]))].sort((a, b) => a - b);
}

/** The choices for texts with a word, by its stem. @param first the number of the first choice */
function askedStems(choices: readonly ChosenProduct[], analyzer: Analyzer, first: number): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const stemsOf = new Map<string, Set<string>>();
  choices.forEach(({ text }, i) => {
    let stems = stemsOf.get(text);
    if (!stems) stemsOf.set(text, (stems = new Set(wordsOf(text, analyzer))));
    for (const stem of stems) {
      const own = found.get(stem);
      if (own) own.push(first + i);
      else found.set(stem, [first + i]);
    }
  });
  return found;
}

function wordsOf(text: string, analyzer: Analyzer): string[] {
  return analyzer
    .tokenize(text)
    .filter(
      ({ part, text: word }) => !part && word.length >= SHORTEST && !DIGIT.test(word) && !analyzer.isStopWord(word),
    )
    .map(token => analyzer.stem(token.text));
}

/** Words that products have in no field, of those with enough choices the most frequent. */
function newWords(
  asked: ReadonlyMap<string, readonly number[]>,
  stems: ReadonlyMap<string, number>,
  text: TextIndex,
): string[] {
  return [...asked]
    .filter(([word, own]) => own.length >= LEAST_PRODUCTS && !stems.has(word) && text.stems.find(word) < 0)
    .sort(([a, own], [b, others]) => others.length - own.length || (a < b ? -1 : 1))
    .slice(0, MOST_ASKED_WORDS)
    .map(([word]) => word);
}

/** By ordinal of the product: the numbers of its choices. */
function choicesByProduct(choices: readonly ChosenProduct[], first: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  choices.forEach(({ product }, i) => {
    const own = found.get(product);
    if (own) own.push(first + i);
    else found.set(product, [first + i]);
  });
  return found;
}

/** The choices of products with a form of a stem. */
function chosenWith(text: TextIndex, stem: number, chosen: ReadonlyMap<number, readonly number[]>): number[] {
  const { start } = text;
  const found: number[] = [];
  for (const term of text.termsOfStemAt(stem)) {
    const { docs, fields } = text.postings(term);
    for (let i = start[term]; i < start[term + 1]; i++) {
      const own = chosen.get(docs[i]);
      if (own !== undefined && meaningOf(fields[i]) > 0) found.push(...own);
    }
  }
  return found;
}

function startsOf(counts: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) starts[i + 1] = starts[i] + counts[i];
  return starts;
}

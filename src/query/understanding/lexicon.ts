/**
 * The lexicon of a view: stop words and function words of its language, and synonyms of the language and of the shop.
 * The lists of a language are compiled once; those of a shop are merged with them.
 */
import { type Analyzer, numberWordsOf, queryWordsOf, type ThesaurusEntry, thesaurusOf } from '../../text/index.js';
import type { SearchWords } from '../phrases/phrase-rule-matcher.js';
import { KIND_WEIGHTS } from './query-term.js';

/** A synonym: a word or phrase. */
export interface Meaning {
  /** Folded words, and their stems. */
  words: readonly { text: string; stem: string }[];
  weight: number;
}

/** The synonyms of a run of words: all members of the groups that it belongs to, itself included. */
interface Entry {
  groups: Group[];
  /** Of wider and narrower words. */
  otherwise: Group[];
  /** Of all groups, when they were first asked for. */
  meanings: Meanings | undefined;
}

/** What a word or phrase stands for. */
export interface Meanings {
  readonly same: readonly Meaning[];
  /** Where nothing is called so: wider and narrower words, or those that are the other way round in a one-way entry. */
  readonly otherwise: readonly Meaning[];
}

/** What words always stand for. */
type SynonymEntry = Exclude<ThesaurusEntry, { wide: readonly string[] }>;

/** The members of a group; most groups of a language are never asked for. */
type Group = () => readonly KeyedMeaning[];

interface KeyedMeaning extends Meaning {
  /** Its stems, joined by spaces. */
  key: string;
}

/** Neighbouring words, by their indexes: `to` is behind the last. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Weight of a synonym that the shop defines. */
const SHOP_SYNONYM = 0.95;
/** Most synonyms of one word or phrase. */
const MOST_MEANINGS = 64;

export class Lexicon {
  /** By stems, joined by spaces. */
  private readonly entries = new Map<string, Entry>();
  /** By first stem: lengths of the runs that begin with it, longest first. */
  private readonly lengths = new Map<string, number[]>();
  /** By stem: a word that has synonyms, as it is written. */
  private readonly single = new Map<string, string>();
  /** All words that have synonyms, or stand in phrases that have some; in order once they were asked for. */
  private readonly written = new Set<string>();
  private sorted: readonly string[] | undefined;
  private readonly stopWords: ReadonlySet<string>;
  private readonly fillers: ReadonlySet<string>;

  constructor(
    private readonly analyzer: Analyzer,
    shop: SearchWords = { synonyms: [], stopWords: [] },
  ) {
    // A stop word written in parts (t-shirt) is compared as the word that they form.
    this.stopWords = new Set(
      shop.stopWords.flatMap(word =>
        analyzer
          .tokenize(word)
          .slice(0, 1)
          .map(({ text }) => text),
      ),
    );
    this.fillers = queryWordsOf(analyzer.language).fillers;
    // The shop's synonyms come first, and keep their weight.
    for (const synonym of shop.synonyms) this.add(synonym, SHOP_SYNONYM);
    for (const entry of thesaurusOf(analyzer.language)) {
      if ('wide' in entry) {
        this.addOtherwise(entry.narrow, entry.wide);
        this.addOtherwise(entry.wide, entry.narrow);
        continue;
      }
      this.add(entry, KIND_WEIGHTS.synonym);
      if ('from' in entry) this.addOtherwise(entry.to, entry.from);
    }
    for (const { word, digits } of numberWordsOf(analyzer.language)) {
      this.add({ from: [word], to: [digits] }, KIND_WEIGHTS.synonym);
    }
    for (const lengths of this.lengths.values()) lengths.sort((a, b) => b - a);
  }

  /** Whether a folded word carries so little meaning that products need not contain it. */
  isStopWord(word: string): boolean {
    return this.analyzer.isStopWord(word) || this.stopWords.has(word);
  }

  /** Whether a folded word belongs to a question or a wish. */
  isFiller(word: string): boolean {
    return this.fillers.has(word);
  }

  /** Whether a word has synonyms, so that it is a word of the language. @param stem of it */
  has(stem: string): boolean {
    return this.entries.has(stem);
  }

  /** The words that have synonyms, folded, one of each stem. */
  get words(): Iterable<string> {
    return this.single.values();
  }

  /** The words that have synonyms, alone or in phrases, folded. */
  get phraseWords(): Iterable<string> {
    return this.written;
  }

  /** Whether a word that has synonyms, alone or in a phrase, begins with a folded text: it need not be misspelt. */
  begins(text: string): boolean {
    this.sorted ??= [...this.written].sort();
    const { sorted } = this;
    let from = 0;
    for (let to = sorted.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if (sorted[middle] < text) from = middle + 1;
      else to = middle;
    }
    return from < sorted.length && sorted[from].startsWith(text);
  }

  /** The synonyms of the longest run from `at` on that has any, and its length. */
  meaningsAt(stems: readonly string[], at: number): { length: number; meanings: Meanings } | undefined {
    for (const length of this.lengths.get(stems[at]) ?? []) {
      const key = stems.slice(at, at + length).join(' ');
      const entry = at + length <= stems.length ? this.entries.get(key) : undefined;
      if (!entry) continue;
      entry.meanings ??= { same: meaningsOf(entry.groups, key), otherwise: meaningsOf(entry.otherwise, key) };
      return { length, meanings: entry.meanings };
    }
    return undefined;
  }

  /** The runs of words that may have synonyms and go on behind the last of some words. */
  runsBeyond(stems: readonly string[]): Run[] {
    return stems.flatMap((stem, from) =>
      (this.lengths.get(stem) ?? []).map(length => ({ from, to: from + length })).filter(({ to }) => to > stems.length),
    );
  }

  /** Whether one of some runs has synonyms. */
  hasSome(runs: readonly Run[], stems: readonly string[]): boolean {
    return runs.some(({ from, to }) => to <= stems.length && this.entries.has(stems.slice(from, to).join(' ')));
  }

  private add(synonym: SynonymEntry, weight: number): void {
    const [from, to] = 'words' in synonym ? [synonym.words, synonym.words] : [synonym.from, synonym.to];
    let members: readonly KeyedMeaning[] | undefined;
    const group = () => (members ??= this.meaningsOf(to, weight));
    for (const text of from) {
      const words = this.wordsOf(text);
      if (words.length > 0) this.entryOf(words).groups.push(group);
    }
  }

  /**
   * Lets words stand for others where they are in no product. Words alone: a phrase would keep its words from having
   * meanings of their own.
   */
  private addOtherwise(words: readonly string[], others: readonly string[]): void {
    let members: readonly KeyedMeaning[] | undefined;
    const group = () => (members ??= this.meaningsOf(others, KIND_WEIGHTS.synonym));
    for (const text of words) {
      const own = this.wordsOf(text);
      if (own.length === 1) this.entryOf(own).otherwise.push(group);
    }
  }

  private meaningsOf(texts: readonly string[], weight: number): KeyedMeaning[] {
    return texts.flatMap(text => {
      const words = this.wordsOf(text);
      return words.length === 0 ? [] : [{ words, weight, key: words.map(({ stem }) => stem).join(' ') }];
    });
  }

  private entryOf(words: Meaning['words']): Entry {
    const stems = words.map(({ stem }) => stem);
    const key = stems.join(' ');
    const known = this.entries.get(key);
    if (known) return known;
    const entry: Entry = { groups: [], otherwise: [], meanings: undefined };
    this.entries.set(key, entry);
    for (const { text } of words) this.written.add(text);
    if (words.length === 1) this.single.set(key, words[0].text);
    const lengths = this.lengths.get(stems[0]);
    if (!lengths) this.lengths.set(stems[0], [stems.length]);
    else if (!lengths.includes(stems.length)) lengths.push(stems.length);
    return entry;
  }

  private wordsOf(text: string): { text: string; stem: string }[] {
    return this.analyzer
      .tokenize(text)
      .filter(token => !token.part)
      .map(token => ({ text: token.text, stem: this.analyzer.stem(token.text) }));
  }
}

/** What the members of the groups stand for, but for the run itself. */
function meaningsOf(groups: readonly Group[], own: string): Meaning[] {
  const meanings = new Map<string, Meaning>();
  for (const group of groups) {
    for (const meaning of group()) {
      if (meanings.size >= MOST_MEANINGS) break;
      if (meaning.key !== own && !meanings.has(meaning.key)) meanings.set(meaning.key, meaning);
    }
  }
  return [...meanings.values()];
}

const usual = new WeakMap<Analyzer, Lexicon>();

/** The lexicon of a language alone. */
export function lexiconOf(analyzer: Analyzer): Lexicon {
  let lexicon = usual.get(analyzer);
  if (!lexicon) usual.set(analyzer, (lexicon = new Lexicon(analyzer)));
  return lexicon;
}

/**
 * What words mean in a language and in a shop: which carry little, and which words or phrases stand for the same thing.
 * A language's own lists are compiled once; a shop's are compiled with them where it has some.
 */
import type { Analyzer } from '../text/analyzer.js';
import { numberWordsOf, queryWordsOf, type ThesaurusEntry, thesaurusOf } from '../text/index.js';
import type { SearchWords } from './phrase-rules.js';
import { WORTH } from './understanding/slot.js';

/** A word or phrase that another stands for. */
export interface Meaning {
  /** Folded words, and their stems. */
  words: readonly { text: string; stem: string }[];
  weight: number;
}

interface Entry {
  /** Stems of the words that mean it. */
  stems: readonly string[];
  meanings: Meaning[];
}

/** What a shop says itself is nearly as good as the word. */
const SHOP_SYNONYM = 0.95;

export class Lexicon {
  /** By the first stem; longest first. */
  private readonly entries = new Map<string, Entry[]>();
  private readonly stopWords: ReadonlySet<string>;
  private readonly fillers: ReadonlySet<string>;

  constructor(
    private readonly analyzer: Analyzer,
    shop: SearchWords = { synonyms: [], stopWords: [] },
  ) {
    this.stopWords = new Set(shop.stopWords.map(word => analyzer.normalize(word)));
    this.fillers = queryWordsOf(analyzer.language).fillers;
    for (const synonym of shop.synonyms) this.add(synonym, SHOP_SYNONYM);
    for (const synonym of thesaurusOf(analyzer.language)) this.add(synonym, WORTH.synonym);
    for (const { word, digits } of numberWordsOf(analyzer.language)) {
      this.add({ from: [word], to: [digits] }, WORTH.synonym);
    }
    for (const entries of this.entries.values()) entries.sort((a, b) => b.stems.length - a.stems.length);
  }

  /** Whether a folded word carries so little that products need not contain it. */
  isStopWord(word: string): boolean {
    return this.analyzer.isStopWord(word) || this.stopWords.has(word);
  }

  /** Whether a folded word is one of asking and wishing. */
  isFiller(word: string): boolean {
    return this.fillers.has(word);
  }

  /** What the words from `at` on mean beside themselves, for the longest run that means something, and its length. */
  meaningsAt(stems: readonly string[], at: number): { length: number; meanings: readonly Meaning[] } | undefined {
    const entry = this.entries.get(stems[at])?.find(({ stems: run }) => run.every((stem, i) => stems[at + i] === stem));
    return entry && { length: entry.stems.length, meanings: entry.meanings };
  }

  private add(synonym: ThesaurusEntry, weight: number): void {
    const [from, to] = 'words' in synonym ? [synonym.words, synonym.words] : [synonym.from, synonym.to];
    const meanings = to.map(text => ({ words: this.wordsOf(text), weight }));
    for (const text of from) {
      const stems = this.wordsOf(text).map(({ stem }) => stem);
      if (stems.length === 0) continue;
      const key = stems.join(' ');
      const others = meanings.filter(
        ({ words }) => words.length > 0 && words.map(({ stem }) => stem).join(' ') !== key,
      );
      this.merge(stems, others);
    }
  }

  private merge(stems: readonly string[], meanings: readonly Meaning[]): void {
    let list = this.entries.get(stems[0]);
    if (!list) this.entries.set(stems[0], (list = []));
    const key = stems.join(' ');
    const known = list.find(entry => entry.stems.join(' ') === key);
    // What the shop says is added first, and keeps its weight.
    if (known) known.meanings.push(...meanings);
    else list.push({ stems, meanings: [...meanings] });
  }

  private wordsOf(text: string): { text: string; stem: string }[] {
    return this.analyzer
      .tokenize(text)
      .filter(token => !token.part)
      .map(token => ({ text: token.text, stem: this.analyzer.stem(token.text) }));
  }
}

const usual = new WeakMap<Analyzer, Lexicon>();

/** The lexicon of a language alone. */
export function lexiconOf(analyzer: Analyzer): Lexicon {
  let lexicon = usual.get(analyzer);
  if (!lexicon) usual.set(analyzer, (lexicon = new Lexicon(analyzer)));
  return lexicon;
}

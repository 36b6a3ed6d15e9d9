/**
 * The analyzer of a locale: words, folding, stems and stop words of its language. Analyzers are made once and kept;
 * locales of one language share stems.
 */
import type { Analyzer, Token } from './analyzer.js';
import { stemmerFor } from './stemming.js';
import { stopWordsOf } from './stopwords.js';
import { WordScanner } from './words.js';

/** Stems kept per language: two halves of this size, the older dropped when the newer is full. */
const KEPT_STEMS = 1 << 16;
const KEPT_ANALYZERS = 256;

class LanguageAnalysis {
  readonly scanner: WordScanner;
  readonly stopWords: Set<string>;
  private readonly stemmer: (word: string) => string;
  private recent = new Map<string, string>();
  private older = new Map<string, string>();

  constructor(language: string) {
    this.scanner = new WordScanner(language);
    const fold = (text: string) => this.scanner.folder.fold(text).text;
    this.stopWords = stopWordsOf(language, fold);
    this.stemmer = stemmerFor(language, fold);
  }

  stem(token: string): string {
    const known = this.recent.get(token);
    if (known !== undefined) return known;
    const stem = this.older.get(token) ?? this.stemmer(token);
    if (this.recent.size >= KEPT_STEMS) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(token, stem);
    return stem;
  }
}

class LocaleAnalyzer implements Analyzer {
  constructor(
    readonly locale: string,
    readonly language: string,
    private readonly analysis: LanguageAnalysis,
  ) {}

  tokenize(text: string): Token[] {
    return this.analysis.scanner.scan(text);
  }

  normalize(text: string): string {
    return this.analysis.scanner.folder.fold(text).text.trim().replace(/ {2,}/g, ' ');
  }

  stem(token: string): string {
    return this.analysis.stem(token);
  }

  isStopWord(token: string): boolean {
    return this.analysis.stopWords.has(token);
  }
}

const languages = new Map<string, LanguageAnalysis>();
const analyzers = new Map<string, LocaleAnalyzer>();

/** The analyzer of a locale such as `sv-SE`. An unknown language gets plain folding and no stems. */
export function analyzerFor(locale: string): Analyzer {
  const made = analyzers.get(locale);
  if (made) return made;
  if (analyzers.size >= KEPT_ANALYZERS) analyzers.clear();
  const language = languageOf(locale);
  let analysis = languages.get(language);
  if (!analysis) languages.set(language, (analysis = new LanguageAnalysis(language)));
  const analyzer = new LocaleAnalyzer(locale, language, analysis);
  analyzers.set(locale, analyzer);
  return analyzer;
}

/** The language subtag, if it is one that the platform takes; otherwise `und`. */
function languageOf(locale: string): string {
  const language = locale.split(/[-_]/, 1)[0].toLowerCase();
  return /^[a-z]{2,3}$/.test(language) ? language : 'und';
}

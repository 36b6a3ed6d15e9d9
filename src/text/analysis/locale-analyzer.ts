/**
 * The analyzer of a locale: tokens, folding, stems and stop words of its language. Analyzers are made once and kept;
 * locales of one language share stems.
 */
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import { languageOf } from '../languages/registry.js';
import { stemmerOf } from '../stem/stemmer.js';
import type { Token } from '../tokenize/token.js';
import { Tokenizer } from '../tokenize/tokenizer.js';
import { stopWordsOf } from '../vocabulary/stop-words.js';
import type { Analyzer } from './analyzer.js';

/** Stems kept per language: two halves of this size. */
const KEPT_STEMS = 1 << 16;
const KEPT_ANALYZERS = 256;

class LanguageAnalysis {
  readonly tokenizer: Tokenizer;
  readonly stopWords: Set<string>;
  private readonly stemmer: (word: string) => string;
  private readonly stems = new TwoGenerationCache<string>(KEPT_STEMS);

  constructor(code: string) {
    this.tokenizer = new Tokenizer(code);
    const fold = (text: string) => this.tokenizer.folder.fold(text);
    const language = languageOf(code);
    this.stopWords = stopWordsOf(language, fold);
    this.stemmer = language ? stemmerOf(language, fold) : word => word;
  }

  stem(token: string): string {
    let stem = this.stems.get(token);
    if (stem === undefined) this.stems.set(token, (stem = this.stemmer(token)));
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
    return this.analysis.tokenizer.tokenize(text);
  }

  normalize(text: string): string {
    return this.analysis.tokenizer.folder.fold(text).trim().replace(/ {2,}/g, ' ');
  }

  stem(token: string): string {
    return this.analysis.stem(token);
  }

  isStopWord(token: string): boolean {
    return this.analysis.stopWords.has(token);
  }
}

const analyses = new Map<string, LanguageAnalysis>();
const analyzers = new Map<string, LocaleAnalyzer>();

/** The analyzer of a locale such as `sv-SE`. An unknown language gets plain folding and no stems. */
export function analyzerFor(locale: string): Analyzer {
  const made = analyzers.get(locale);
  if (made) return made;
  if (analyzers.size >= KEPT_ANALYZERS) analyzers.clear();
  const language = subtagOf(locale);
  let analysis = analyses.get(language);
  if (!analysis) analyses.set(language, (analysis = new LanguageAnalysis(language)));
  const analyzer = new LocaleAnalyzer(locale, language, analysis);
  analyzers.set(locale, analyzer);
  return analyzer;
}

/** The language subtag, if it is of a form that `Intl` takes; otherwise `und`. */
function subtagOf(locale: string): string {
  const language = locale.split(/[-_]/, 1)[0].toLowerCase();
  return /^[a-z]{2,3}$/.test(language) ? language : 'und';
}

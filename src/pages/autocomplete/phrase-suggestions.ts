/**
 * Suggested phrases that continue the typed text: those learned from searches before those mined from the catalog. Each
 * has hits among the allowed products. What is suggested for a text, where all products are allowed, is remembered.
 */

import type { SuggestedPhrases } from '../../index/suggested-phrases.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import { ContinuedHits } from '../../query/correction/continued-hits.js';
import { leadsToHits } from '../../query/correction/phrases-with-hits.js';
import { ViewCache } from '../../query/view-cache.js';
import type { View } from '../../snapshot/index.js';
import { type Analyzer, Highlighter } from '../../text/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';

/** Candidates tried for each phrase wanted, where not all have hits. */
const LOOKED_AT = 3;
/** Factors of the weights of phrases that begin with the text, and that have its last word whole. */
const BEGINS_GAIN = 3;
const WORD_GAIN = 1.5;
/** Beginnings whose candidates or suggestions are remembered, in each of two generations. */
const KEPT_BEGINNINGS = 8192;
/** Phrases of a source that are remembered as candidates, in each of two generations. */
const KEPT_PHRASES = 4096;
/** Letters of the shortest word that is looked for in other forms, and how many of these. */
const SHORTEST_FORM = 4;
const MOST_FORMS = 3;
/** What JSON has as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** What is suggested for a text, best first, and the same as a response has it. */
export interface Suggestions {
  phrases: readonly string[];
  json: Uint8Array;
}

/** By what was learned and the view, or the view where nothing was learned. */
const knownSuggestions = new ViewCache<Suggestions>('suggestions', KEPT_BEGINNINGS);

/** A phrase, and how texts are compared with it. */
class Candidate {
  private knownPhrase: string | undefined;
  private knownFolded: string | undefined;
  private knownStems: readonly string[] | undefined;
  private knownMeaning: string | undefined;

  /** @param ordinal in the source that has it, from which it is read when it is first needed */
  constructor(
    private readonly source: SuggestedPhrases,
    readonly ordinal: number,
    private readonly analyzer: Analyzer,
  ) {}

  get phrase(): string {
    this.knownPhrase ??= this.source.at(this.ordinal);
    return this.knownPhrase;
  }

  get folded(): string {
    this.knownFolded ??= this.analyzer.normalize(this.phrase);
    return this.knownFolded;
  }

  /** Of its words. */
  get stems(): readonly string[] {
    this.knownStems ??= stemsOf(this.folded, this.analyzer);
    return this.knownStems;
  }

  /** Phrases of the same stems mean the same: "water bottle", "water bottles". */
  get meaning(): string {
    this.knownMeaning ??= this.stems.join(' ');
    return this.knownMeaning;
  }
}

type Suggested = Pick<Candidate, 'phrase' | 'folded' | 'meaning'>;

const knownCandidates = new ViewCache<readonly Candidate[]>('phrases', KEPT_BEGINNINGS);
/** By ordinal: a phrase is a candidate for many beginnings. */
const knownPhrases = new WeakMap<SuggestedPhrases, TwoGenerationCache<Candidate, number>>();

/** The best phrases with a word that begins with a folded text. */
function candidates(source: SuggestedPhrases, typed: string, limit: number, analyzer: Analyzer): readonly Candidate[] {
  return knownCandidates.get(source, `${limit} ${typed}`, () => candidatesAt(source, typed, limit, analyzer));
}

/**
 * Those of phrases whose weights are of products: what begins with the text goes before what has it further on, and what
 * has it as a word before what begins so, where that is not much rarer.
 */
function minedCandidates(
  source: SuggestedPhrases,
  typed: string,
  limit: number,
  analyzer: Analyzer,
): readonly Candidate[] {
  return knownCandidates.get(source, `${limit} ${typed}`, () => {
    const weightOf = ({ ordinal, folded }: Candidate) => {
      const at = folded.startsWith(typed) ? 0 : folded.indexOf(` ${typed}`) + 1;
      const isWord = (folded[at + typed.length] ?? ' ') === ' ';
      return source.weight[ordinal] * (at === 0 ? BEGINS_GAIN : 1) * (isWord ? WORD_GAIN : 1);
    };
    return candidatesAt(source, typed, limit * LOOKED_AT, analyzer)
      .map(candidate => ({ candidate, weight: weightOf(candidate) }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, limit)
      .map(({ candidate }) => candidate);
  });
}

function candidatesAt(source: SuggestedPhrases, typed: string, limit: number, analyzer: Analyzer): Candidate[] {
  let phrases = knownPhrases.get(source);
  if (!phrases) knownPhrases.set(source, (phrases = new TwoGenerationCache(KEPT_PHRASES)));
  const found: Candidate[] = [];
  for (const ordinal of source.startingWith(typed, limit)) {
    let candidate = phrases.get(ordinal);
    if (!candidate) phrases.set(ordinal, (candidate = new Candidate(source, ordinal, analyzer)));
    found.push(candidate);
  }
  return found;
}

function trendingPhrase(phrase: string, analyzer: Analyzer): Suggested {
  const folded = analyzer.normalize(phrase);
  return { phrase, folded, meaning: stemsOf(folded, analyzer).join(' ') };
}

function stemsOf(folded: string, analyzer: Analyzer): string[] {
  return folded.split(' ').map(word => analyzer.stem(word));
}

export function suggestPhrases(q: string, selection: Selection, context: PageContext): Suggestions {
  const { view, matcher } = context;
  const source = view.learned ?? view.key;
  const shared = selection.within === undefined;
  const known = shared ? knownSuggestions.find(source, q) : undefined;
  if (known) return known;
  const phrases = phrasesFor(q, selection, context);
  const suggestions = { phrases, json: Buffer.from(jsonOf(phrases, new Highlighter(q, view.analyzer))) };
  if (shared && !matcher.deadline.passed) knownSuggestions.keep(source, q, suggestions);
  return suggestions;
}

function jsonOf(phrases: readonly string[], highlighter: Highlighter): string {
  let json = '';
  for (const phrase of phrases) {
    const start = json === '' ? '[' : ',';
    json += `${start}{"q":${quoted(phrase)},"highlighted":${quoted(highlighter.mark(phrase))}}`;
  }
  return json === '' ? '[]' : `${json}]`;
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/**
 * Phrases that continue the text; for an empty one trending phrases, then the most used, then those with the largest
 * weight.
 */
function phrasesFor(q: string, { within }: Selection, { view, matcher, settings }: PageContext): string[] {
  const { learned, phrases, analyzer } = view;
  const limit = settings.phraseSuggestions;
  const wanted = limit * LOOKED_AT;
  const typed = analyzer.normalize(q);
  const found = new Map<string, string>();
  const add = <Tried extends Suggested>(some: Iterable<Tried>, hasHits: (tried: Tried) => boolean) => {
    for (const tried of some) {
      if (found.size >= limit || matcher.deadline.passed) return;
      // Few have hits.
      if (hasHits(tried) && !found.has(tried.meaning)) found.set(tried.meaning, tried.phrase);
    }
  };
  const leads = ({ phrase }: Suggested) => leadsToHits(phrase, view, within, matcher);
  if (learned) {
    if (typed === '')
      add(
        learned.trending(wanted).map(phrase => trendingPhrase(phrase, analyzer)),
        leads,
      );
    add(candidates(learned.phrases, typed, wanted, analyzer), leads);
  }
  // Every mined phrase has hits in the view, but rules may exclude them all: under rules each is tried.
  const hasHits = within ? leads : () => true;
  add(minedCandidates(phrases, typed, wanted, analyzer), hasHits);
  if (found.size === 0) {
    for (const form of otherForms(typed, view)) {
      const isIn = ({ folded }: Candidate) => ` ${folded} `.includes(` ${form} `);
      add(minedCandidates(phrases, form, wanted, analyzer).filter(isIn), hasHits);
    }
  }
  const before = found.size < limit ? wordsBefore(q, typed) : undefined;
  if (before) {
    const hits = new ContinuedHits(before.text, view, matcher, within);
    add(continued(before, wanted, view), tried => hits.has(tried.last));
  }
  return [...found.values()];
}

/**
 * A text with the last word in other forms, the most frequent first: "kenkä" is the beginning of no phrase where shops
 * write "kengät".
 */
function otherForms(typed: string, { text, analyzer }: View): string[] {
  const behind = typed.lastIndexOf(' ') + 1;
  const last = typed.slice(behind);
  if (last.length < SHORTEST_FORM) return [];
  return [...text.termsOfStem(analyzer.stem(last))]
    .sort((a, b) => text.frequency(b) - text.frequency(a))
    .slice(0, MOST_FORMS)
    .map(term => typed.slice(0, behind) + text.terms.term(term));
}

/** The words of a text before the last one, which is unfinished. */
interface WordsBefore {
  /** In lower case, with the space behind them. */
  text: string;
  folded: string;
  /** The last word, folded. */
  last: string;
}

/** Undefined where there are none, or only one letter: no word to put before another phrase ("t shirt"). */
function wordsBefore(q: string, typed: string): WordsBefore | undefined {
  const behind = typed.lastIndexOf(' ') + 1;
  const last = typed.slice(behind);
  if (behind <= 2 || last === '') return undefined;
  return { text: q.slice(0, q.lastIndexOf(' ') + 1).toLowerCase(), folded: typed.slice(0, behind), last };
}

/** A phrase behind the words of a text. Few have hits, so that texts are made of few. */
class ContinuedPhrase implements Suggested {
  /**
   * @param stemsBefore joined by spaces
   * @param last stands in place of the last word
   */
  constructor(
    private readonly textBefore: string,
    private readonly foldedBefore: string,
    private readonly stemsBefore: string,
    readonly last: Candidate,
  ) {}

  get phrase(): string {
    return this.textBefore + this.last.phrase;
  }

  get folded(): string {
    return this.foldedBefore + this.last.folded;
  }

  get meaning(): string {
    return `${this.stemsBefore} ${this.last.meaning}`;
  }
}

/**
 * Suggestions for the last word alone, for texts whose words no known phrase has together; the words before it are
 * kept.
 */
function* continued(
  { text, folded, last }: WordsBefore,
  limit: number,
  { phrases, analyzer }: View,
): Generator<ContinuedPhrase> {
  const before = stemsOf(folded.trimEnd(), analyzer);
  for (const candidate of minedCandidates(phrases, last, limit, analyzer)) {
    if (!haveCommon(candidate.stems, before)) yield new ContinuedPhrase(text, folded, before.join(' '), candidate);
  }
}

/** Plain loops: this runs for dozens of phrases in a query. */
function haveCommon(some: readonly string[], others: readonly string[]): boolean {
  for (let i = 0; i < some.length; i++) if (others.includes(some[i])) return true;
  return false;
}

/**
 * Suggested phrases that continue the typed text: those learned from searches before those mined from the catalog. Each
 * has hits among the allowed products. What is suggested for a text, where all products are allowed, is remembered.
 */

import type { SuggestedPhrases } from '../../index/suggested-phrases.js';
import { leadsToHits } from '../../query/correction/phrases-with-hits.js';
import { ViewCache } from '../../query/view-cache.js';
import type { View } from '../../snapshot/index.js';
import { type Analyzer, Highlighter } from '../../text/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';

/** Candidates tried for each phrase wanted, where not all have hits. */
const LOOKED_AT = 3;
/** Beginnings whose candidates or suggestions are remembered, in each of two generations. */
const KEPT_BEGINNINGS = 4096;

/** What is suggested for a text, best first, and the same as a response has it. */
export interface Suggestions {
  phrases: readonly string[];
  json: Uint8Array;
}

/** By what was learned and the view, or the view where nothing was learned. */
const knownSuggestions = new ViewCache<Suggestions>('suggestions', KEPT_BEGINNINGS);

/** A phrase, and how texts are compared with it. */
class Candidate {
  private knownFolded: string | undefined;
  private knownStems: readonly string[] | undefined;

  constructor(
    readonly phrase: string,
    private readonly analyzer: Analyzer,
  ) {}

  get folded(): string {
    this.knownFolded ??= this.analyzer.normalize(this.phrase);
    return this.knownFolded;
  }

  /** Of its words. */
  get stems(): readonly string[] {
    this.knownStems ??= stemsOf(this.folded, this.analyzer);
    return this.knownStems;
  }
}

const knownCandidates = new ViewCache<readonly Candidate[]>('phrases', KEPT_BEGINNINGS);

/** The best phrases with a word that begins with a folded text. */
function candidates(source: SuggestedPhrases, typed: string, limit: number, analyzer: Analyzer): readonly Candidate[] {
  return knownCandidates.get(source, `${limit} ${typed}`, () =>
    source.startingWith(typed, limit).map(ordinal => new Candidate(source.at(ordinal), analyzer)),
  );
}

function stemsOf(folded: string, analyzer: Analyzer): string[] {
  return folded.split(' ').map(word => analyzer.stem(word));
}

export function suggestPhrases(q: string, selection: Selection, context: PageContext): Suggestions {
  const { view, matcher } = context;
  const source = view.learned ?? view;
  const shared = selection.within === undefined;
  const known = shared ? knownSuggestions.find(source, q) : undefined;
  if (known) return known;
  const phrases = phrasesFor(q, selection, context);
  const highlighter = new Highlighter(q, view.analyzer);
  const shown = phrases.map(phrase => ({ q: phrase, highlighted: highlighter.mark(phrase) }));
  const suggestions = { phrases, json: Buffer.from(JSON.stringify(shown)) };
  if (shared && !matcher.deadline.passed) knownSuggestions.keep(source, q, suggestions);
  return suggestions;
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
  const add = (some: Iterable<Pick<Candidate, 'phrase' | 'folded'>>, check: boolean) => {
    for (const candidate of some) {
      if (found.size >= limit || matcher.deadline.passed) return;
      const { phrase, folded } = candidate;
      if (found.has(folded)) continue;
      if (!check || leadsToHits(phrase, view, within, matcher)) found.set(folded, phrase);
    }
  };
  if (learned) {
    if (typed === '')
      add(
        learned.trending(wanted).map(phrase => new Candidate(phrase, analyzer)),
        true,
      );
    add(candidates(learned.phrases, typed, wanted, analyzer), true);
  }
  // Every mined phrase has hits in the view, but rules may exclude them all: under rules each is tried.
  add(candidates(phrases, typed, wanted, analyzer), within !== undefined);
  if (found.size < limit) add(continued(q, typed, wanted, view), true);
  return [...found.values()];
}

/**
 * Suggestions for the last word alone, for texts whose words no known phrase has together; the words before it are
 * kept.
 */
function* continued(
  q: string,
  typed: string,
  limit: number,
  { phrases, analyzer }: View,
): Generator<Pick<Candidate, 'phrase' | 'folded'>> {
  const behind = typed.lastIndexOf(' ') + 1;
  const last = typed.slice(behind);
  // One letter ("t shirt") is no word to put before another phrase.
  if (behind <= 2 || last === '') return;
  const head = q.slice(0, q.lastIndexOf(' ') + 1).toLowerCase();
  const foldedHead = typed.slice(0, behind);
  const before = stemsOf(typed.slice(0, behind - 1), analyzer);
  for (const { phrase, folded, stems } of candidates(phrases, last, limit, analyzer)) {
    if (!stems.some(stem => before.includes(stem))) yield { phrase: head + phrase, folded: foldedHead + folded };
  }
}

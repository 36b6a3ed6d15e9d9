/**
 * Corrects texts with words that the catalog does not have: collects the best replacement candidates of each such word,
 * and tries their combinations, best first, until some have hits.
 */
import { KEYS_AND_SIZES } from '../../index/fields.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { Searchable } from '../../snapshot/index.js';
import {
  allowedEdits,
  type CorrectionRound,
  correctionRounds,
  correctionScore,
  isFormOf,
  mostCorrectionScore,
  splits,
  unfinishedScore,
} from '../../text/index.js';
import type { Matcher } from '../matching/matcher.js';
import type { Scope } from '../matching/text-match.js';
import { expand, frequencyOf, frequencyOfQueryTerm, isKnown, type QueryTerm } from '../understanding/query-term.js';
import { LONGEST_WORD } from '../understanding/reading.js';
import { understand } from '../understanding/understand.js';
import type { Understanding } from '../understanding/understanding.js';
import { ViewCache } from '../view-cache.js';

export interface Correction {
  q: string;
  understanding: Understanding;
  hits: number;
}

/** Candidates considered for one word, and phrases tried for one query. */
const CANDIDATES = 4;
const TRIED_PHRASES = 24;
/** Shortest unknown word that is completed. */
const SHORTEST_BEGINNING = 3;
const SHORTEST_STEM = 4;
/** Shortest part of a divided word beside one that may be inflected. */
const SHORTEST_APART = 3;
/** Shortest unknown word that is replaced though no product has all words of the phrase: shorter ones are like too many. */
const SHORTEST_LIKELY = 6;

interface Candidate {
  text: string;
  /** Letters that are wrong; more than any can be where others are to follow. */
  edits: number;
  score: number;
  /** Number of products with the word. */
  frequency: number;
}

/** A text to be corrected. */
export interface CorrectionInput {
  q: string;
  understanding: Understanding;
  /** Most corrections. */
  limit: number;
  /** Whether the text is still being typed: its last word may be unfinished, with an error in what is there. */
  typing?: boolean;
}

/** Words whose candidates are remembered, in each of two generations. */
const KEPT_WORDS = 4096;
/** Behind a word that is still being typed; no word has it. */
const UNFINISHED = '*';
const knownCandidates = new ViewCache<readonly Candidate[]>('replacements', KEPT_WORDS);

/** How many times as many products another word needs to replace one that the catalog has. */
const MUCH_COMMONER = 10;

interface KnownCorrections {
  readonly q: string;
  readonly limit: number;
  readonly typing: boolean;
  readonly found: readonly Correction[];
}

/** Over the whole view, by the understanding of the text: those of frequent texts are remembered. */
const ofWholeView = new WeakMap<Understanding, KnownCorrections>();

/**
 * Corrected phrases with hits, best first, at most `limit`. Words that the catalog has stay as they are, unless all are
 * such words: then each word in turn is replaced, for phrases whose words never occur together. Where no phrase has hits,
 * the likeliest one is returned whose replaced words have one wrong letter each: some products have most of its words. A
 * word beside known ones is divided there only into two that a product has together: "air fryer", not "micro sft".
 */
export function correct(input: CorrectionInput, scope: Scope, matcher: Matcher): readonly Correction[] {
  // Past the deadline no other text is begun with, known or not.
  if (scope.within || matcher.deadline.passed) return findCorrections(input, scope, matcher);
  const { q, understanding, limit, typing = false } = input;
  const known = ofWholeView.get(understanding);
  if (known && known.q === q && known.limit === limit && known.typing === typing) return known.found;
  const found = findCorrections(input, scope, matcher);
  if (!matcher.deadline.cut) ofWholeView.set(understanding, { q, limit, typing, found });
  return found;
}

function findCorrections(
  { q, understanding, limit, typing = false }: CorrectionInput,
  { view, within, lexicon }: Scope,
  matcher: Matcher,
): Correction[] {
  const { queryTerms } = understanding;
  const replaceable: number[] = [];
  for (let i = 0; i < queryTerms.length; i++) {
    if (!queryTerms[i].optional && !isPart(i, queryTerms)) replaceable.push(i);
  }
  const unknown = replaceable.filter(i => !isKnown(queryTerms[i]));
  // What is looked for, where the catalog has it, is not taken for another thing.
  const sets = unknown.length > 0 ? [unknown] : replaceable.filter(i => !queryTerms[i].head).map(i => [i]);
  const occursAtOnce = (text: string) => {
    if (!text.includes(' ')) return true;
    const { queryTerms } = understand(text, view, lexicon);
    return queryTerms.every(({ optional }) => !optional) && matcher.countMatches(queryTerms, view, within) > 0;
  };
  const found: Correction[] = [];
  let likely: Correction | undefined;
  const seen = new Set<string>();
  for (const set of sets) {
    if (matcher.deadline.passed) return found;
    const wrong = set.map(i => ({
      queryTerm: queryTerms[i],
      choices: candidates(queryTerms[i], typing && i === queryTerms.length - 1, view, matcher.deadline).filter(
        // A word that the catalog has is replaced only by a far more frequent one.
        ({ frequency }) => frequency >= MUCH_COMMONER * frequencyOfQueryTerm(queryTerms[i], view),
      ),
    }));
    const correctable = wrong.filter(({ choices }) => choices.length > 0);
    if (correctable.length === 0) continue;
    // A word without candidates stays; the others can still be corrected.
    const certain = queryTerms.some((queryTerm, i) => !queryTerm.optional && !set.includes(i));
    if (correctable.length < wrong.length && !certain) continue;
    for (const choice of combinations(correctable.map(({ choices }) => choices))) {
      const phrase = replace(
        q,
        correctable.map(({ queryTerm }) => queryTerm),
        choice.map(({ text }) => text),
      );
      if (seen.has(phrase)) continue;
      seen.add(phrase);
      const corrected = understand(phrase, view, lexicon);
      const known = corrected.queryTerms.filter(isKnown);
      const hits = matcher.countMatches(known, view, within);
      if (hits > 0) found.push({ q: phrase, understanding: corrected, hits });
      else if (!likely && !typing && set === unknown && choice.length === wrong.length) {
        const mayBeDivided = !certain || choice.every(({ text }) => occursAtOnce(text));
        if (mayBeDivided && correctable.every(isLikely(choice))) {
          // Within a filter, too, there are products with each word.
          const fewest = Math.min(...known.map(queryTerm => matcher.countMatches([queryTerm], view, within)));
          if (fewest > 0) likely = { q: phrase, understanding: corrected, hits: fewest };
        }
      }
      if (found.length >= limit || seen.size >= TRIED_PHRASES || matcher.deadline.passed) return found;
    }
  }
  return found.length === 0 && likely ? [likely] : found;
}

/** Tells of the words of a text whether each is a long one, of which one letter was replaced. */
function isLikely(choice: readonly Candidate[]): (wrong: { queryTerm: QueryTerm }, i: number) => boolean {
  return ({ queryTerm }, i) => queryTerm.text.length >= SHORTEST_LIKELY && choice[i].edits <= 1;
}

/**
 * Whether a query term is one of several parts of a written compound: a replacement would replace the whole compound.
 */
function isPart(at: number, queryTerms: readonly QueryTerm[]): boolean {
  for (let i = 0; i < queryTerms.length; i++) {
    if (i !== at && queryTerms[i].start === queryTerms[at].start) return true;
  }
  return false;
}

/** Replacement candidates of a word from the dictionary, best first; remembered, unless the deadline has passed. */
function candidates(
  { text }: QueryTerm,
  unfinished: boolean,
  view: Searchable,
  deadline: Deadline,
): readonly Candidate[] {
  if (text.length > LONGEST_WORD) return [];
  const key = unfinished ? `${text}${UNFINISHED}` : text;
  const known = knownCandidates.find(view.key, key);
  if (known) return known;
  const found = searchCandidates(text, unfinished, view, deadline);
  if (!deadline.passed) knownCandidates.keep(view.key, key, found);
  return found;
}

function searchCandidates(word: string, unfinished: boolean, view: Searchable, deadline: Deadline): Candidate[] {
  let found: Candidate[] = [];
  for (const round of correctionRounds(word)) {
    if (found.length === 0 && !deadline.passed) found = near(word, round, view);
  }
  for (const beginning of beginnings(word, view)) found.push(beginning);
  if (unfinished && found.length === 0) found = mistypedBeginnings(word, view);
  for (const split of twoWords(word, view)) found.push(split);
  found.sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  return found.slice(0, CANDIDATES);
}

/** Scores of candidates, of which the best few count. */
class BestScores {
  /** Highest first. */
  private readonly best: number[] = [];

  /** The score of a candidate, or less than any where it cannot be among the best. */
  score(typed: string, candidate: string, edits: number, frequency: number): number {
    const { best } = this;
    if (best.length === CANDIDATES && mostCorrectionScore(edits, frequency) < best[CANDIDATES - 1])
      return Number.NEGATIVE_INFINITY;
    const score = correctionScore(typed, candidate, edits, frequency);
    let at = best.length;
    while (at > 0 && best[at - 1] < score) at--;
    best.splice(at, 0, score);
    if (best.length > CANDIDATES) best.pop();
    return score;
  }
}

function near(word: string, round: CorrectionRound, view: Searchable): Candidate[] {
  const { maxEdits, prefixLength, shortest = 0 } = round;
  const { terms } = view.text;
  const found: Candidate[] = [];
  const best = new BestScores();
  terms.fuzzy(word, maxEdits, prefixLength, (term, distance) => {
    const text = terms.term(term);
    if (text.length < shortest || isKey(term, text, view)) return;
    const frequency = view.text.frequency(term);
    found.push({ text, edits: distance, score: best.score(word, text, distance, frequency), frequency });
  });
  for (const other of stemCandidates(word, round, best, view)) {
    if (!found.some(({ text }) => text === other.text)) found.push(other);
  }
  return found;
}

/**
 * Candidates whose inflected form was mistyped, such as a singular of which the catalog has only the plural; of each
 * stem the most frequent form. The stem is compared with both the word and its stem, which the error may have changed.
 */
function stemCandidates(
  word: string,
  { maxEdits, prefixLength }: CorrectionRound,
  scores: BestScores,
  view: Searchable,
): Candidate[] {
  const { terms, stems } = view.text;
  const found = new Map<number, Candidate>();
  for (const typed of new Set([view.analyzer.stem(word), word])) {
    stems.fuzzy(typed, Math.min(maxEdits, allowedEdits(typed)), prefixLength, (at, distance) => {
      const stem = stems.term(at);
      if (stem.length < SHORTEST_STEM || found.has(at)) return;
      let best = -1;
      for (const term of view.text.termsOfStemAt(at)) {
        if (best < 0 || view.text.frequency(term) > view.text.frequency(best)) best = term;
      }
      const text = terms.term(best);
      // The same stem by chance: "extenal" is no form of extension.
      if (isKey(best, text, view) || (distance === 0 && !isFormOf(text, word))) return;
      const frequency = view.text.frequency(best);
      found.set(at, { text, edits: distance, score: scores.score(typed, stem, distance, frequency), frequency });
    });
  }
  return [...found.values()];
}

/** Whether a term occurs only as a key or size; those are never candidates. */
function isKey(term: number, text: string, { text: index }: Searchable): boolean {
  if (/\d/.test(text)) return true;
  const { start } = index;
  const { fields } = index.postings(term);
  for (let i = start[term]; i < start[term + 1]; i++) if (fields[i] & ~KEYS_AND_SIZES) return false;
  return true;
}

/** The most frequent words that begin with the typed one. */
function beginnings(word: string, view: Searchable): Candidate[] {
  if (word.length < SHORTEST_BEGINNING) return [];
  const { terms } = view.text;
  const { from, to } = terms.prefix(word);
  let best: { text: string; frequency: number } | undefined;
  for (let term = from; term < to; term++) {
    const frequency = view.text.frequency(term);
    if (best && frequency <= best.frequency) continue;
    const text = terms.term(term);
    if (!/\d/.test(text)) best = { text, frequency };
  }
  if (!best) return [];
  const { text, frequency } = best;
  return [{ text, edits: Infinity, score: unfinishedScore(text.length - word.length, frequency), frequency }];
}

/** The most frequent words whose beginning is within the allowed edits of the typed word. */
function mistypedBeginnings(word: string, view: Searchable): Candidate[] {
  const { terms } = view.text;
  let best: { term: number; frequency: number } | undefined;
  if (allowedEdits(word) === 0) return [];
  terms.fuzzyPrefix(word, 1, 1, (from, to) => {
    for (let term = from; term < to; term++) {
      const frequency = view.text.frequency(term);
      if ((best && frequency <= best.frequency) || isKey(term, terms.term(term), view)) continue;
      best = { term, frequency };
    }
  });
  if (!best) return [];
  const text = terms.term(best.term);
  const { frequency } = best;
  return [{ text, edits: Infinity, score: unfinishedScore(Math.abs(text.length - word.length), frequency), frequency }];
}

/** Splits of a word into two known words. */
function twoWords(word: string, view: Searchable): Candidate[] {
  const frequency = (part: string) => frequencyOf(expand(part, view.analyzer.stem(part), view), view);
  const { terms } = view.text;
  // Two letters beside what is only the stem of other words are none: "exten al".
  const areWords = (parts: readonly string[]) =>
    parts.every(part => part.length >= SHORTEST_APART) || parts.every(part => terms.find(part) >= 0);
  const found = splits(word, part => frequency(part) > 0).filter(areWords);
  return found.map(([left, right]) => ({
    text: `${left} ${right}`,
    edits: 1,
    score: correctionScore(word, word, 1, Math.min(frequency(left), frequency(right))),
    frequency: Math.min(frequency(left), frequency(right)),
  }));
}

/** Combinations of one candidate for each word, in about the order of their summed scores. */
function* combinations(choices: readonly Candidate[][]): Generator<Candidate[]> {
  if (choices.some(candidates => candidates.length === 0)) return;
  if (choices.length === 1) {
    for (const candidate of choices[0]) yield [candidate];
    return;
  }
  let partial: { picked: Candidate[]; score: number }[] = [{ picked: [], score: 0 }];
  for (const candidates of choices) {
    partial = partial
      .flatMap(({ picked, score }) => candidates.map(c => ({ picked: [...picked, c], score: score + c.score })))
      .sort((a, b) => b.score - a.score)
      .slice(0, TRIED_PHRASES);
  }
  for (const { picked } of partial) yield picked;
}

/** The text with some words replaced; everything else stays as typed. */
function replace(q: string, queryTerms: readonly QueryTerm[], texts: readonly string[]): string {
  let out = '';
  let at = 0;
  queryTerms.forEach((queryTerm, i) => {
    out += q.slice(at, queryTerm.start) + texts[i];
    at = queryTerm.end;
  });
  return out + q.slice(at);
}

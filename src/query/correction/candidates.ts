/** The words that may have been meant by one that the catalog does not have, from its dictionary and the phrases of the language. */
import { KEYS_AND_SIZES } from '../../index/fields.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { Searchable } from '../../snapshot/index.js';
import {
  allowedEdits,
  type CorrectionRound,
  correctionRounds,
  correctionScore,
  foldBasic,
  isFormOf,
  isOneEdit,
  keepsAccents,
  mostCorrectionScore,
  sameSoundRound,
  soundOf,
  splits,
  unfinishedScore,
  writesCompounds,
} from '../../text/index.js';
import type { Scope } from '../matching/text-match.js';
import { type Lexicon, lexiconOf } from '../understanding/lexicon.js';
import { expand, frequencyOf, frequencyOfQueryTerm, isKnown, type QueryTerm } from '../understanding/query-term.js';
import { LONGEST_WORD } from '../understanding/reading.js';
import { OFTEN_HEAD } from '../understanding/recognition.js';
import { readWords } from '../understanding/understand.js';
import { ViewCache } from '../view-cache.js';

/** Candidates considered for one word. */
const CANDIDATES = 4;
/** Shortest unknown word that is completed. */
const SHORTEST_BEGINNING = 3;
const SHORTEST_STEM = 4;
/** Shortest part of a divided word beside one that may be inflected. */
const SHORTEST_APART = 3;
/** Shortest unknown word that is taken for one that has synonyms alone. */
const SHORTEST_SYNONYM = 5;
/** How the last part of a compound is looked for. */
const TAIL_ROUND: CorrectionRound = { maxEdits: 1, prefixLength: 1 };
/** Words whose candidates are remembered, in each of two generations. */
const KEPT_WORDS = 4096;
/** Behind a word that is still being typed; no word has it. */
const UNFINISHED = '*';
const knownCandidates = new ViewCache<readonly Candidate[]>('replacements', KEPT_WORDS);

export interface Candidate {
  text: string;
  /** Letters that are wrong; more than any can be where others are to follow. */
  edits: number;
  score: number;
  /** Number of products with the word. */
  frequency: number;
}

/** The words before and behind a word of a text. */
interface Beside {
  before?: QueryTerm | undefined;
  behind?: QueryTerm | undefined;
}

/**
 * Replacement candidates of a word from the dictionary, best first; remembered, unless the deadline has passed.
 * @param beside its neighbours, with which it may be a phrase
 */
export function candidates(
  { text }: QueryTerm,
  unfinished: boolean,
  { view, lexicon = lexiconOf(view.analyzer) }: Scope,
  deadline: Deadline,
  beside: Beside = {},
): readonly Candidate[] {
  if (text.length > LONGEST_WORD) return [];
  const found = dictionaryCandidates(text, unfinished, view, deadline);
  const said = [
    ...phrases(text, view, lexicon),
    ...synonyms(text, view, lexicon),
    ...wordsOfPhrases(text, beside, view, lexicon),
  ];
  const more = said.filter(one => !found.some(other => other.text === one.text));
  return more.length === 0 ? found : bestOf([...found, ...more]);
}

function dictionaryCandidates(
  text: string,
  unfinished: boolean,
  view: Searchable,
  deadline: Deadline,
): readonly Candidate[] {
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
  if (found.length === 0 && !deadline.passed) found = unaccented(word, view);
  if (found.length === 0 && !deadline.passed) found = sameSounding(word, view);
  if (found.length === 0 && !deadline.passed) found = mistypedTails(word, view);
  for (const beginning of beginnings(word, view)) found.push(beginning);
  if (unfinished && found.length === 0) found = mistypedBeginnings(word, view);
  for (const split of twoWords(word, view)) found.push(split);
  return bestOf(found);
}

function bestOf(found: Candidate[]): Candidate[] {
  return found.sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1)).slice(0, CANDIDATES);
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
    const ending = word.slice(typed.length);
    stems.fuzzy(typed, Math.min(maxEdits, allowedEdits(typed)), prefixLength, (at, distance) => {
      const stem = stems.term(at);
      if (stem.length < SHORTEST_STEM || found.has(at)) return;
      let best = -1;
      let hasEnding = false;
      for (const term of view.text.termsOfStemAt(at)) {
        hasEnding ||= terms.term(term).endsWith(ending);
        if (best < 0 || view.text.frequency(term) > view.text.frequency(best)) best = term;
      }
      const text = terms.term(best);
      // The same stem by chance: "extenal" is no form of extension.
      if (isKey(best, text, view) || (distance === 0 && !isFormOf(text, word))) return;
      // An ending of its own shows that a short stem is right: "walking" is no wall.
      if (stem.length <= SHORTEST_STEM && ending.length > 1 && !hasEnding) return;
      const frequency = view.text.frequency(best);
      // "Extenal" for extended has an error in its ending, too.
      const score = scores.score(typed, stem, hasEnding ? distance : distance + 1, frequency);
      found.set(at, { text, edits: distance, score, frequency });
    });
  }
  return [...found.values()];
}

/** Words of which one letter is wrong beside accents that are missing: "ryggsak" for ryggsäck. */
function unaccented(word: string, view: Searchable): Candidate[] {
  if (!keepsAccents(view.analyzer.language) || allowedEdits(word) !== 1) return [];
  const { terms } = view.text;
  const plain = foldBasic(word);
  const found: Candidate[] = [];
  terms.fuzzy(word, 2, 1, term => {
    const text = terms.term(term);
    const basic = foldBasic(text);
    if (basic === text || !isOneEdit(plain, basic) || isKey(term, text, view)) return;
    const frequency = view.text.frequency(term);
    found.push({ text, edits: 1, score: correctionScore(plain, basic, 1, frequency), frequency });
  });
  return found;
}

/** Words with two other letters that sound the same: "teppig" for Teppich. */
function sameSounding(word: string, view: Searchable): Candidate[] {
  const round = sameSoundRound(word);
  if (!round) return [];
  const sound = soundOf(word);
  const syllables = syllablesOf(word);
  return near(word, round, view).filter(({ text }) => soundOf(text) === sound && syllablesOf(text) === syllables);
}

function syllablesOf(word: string): number {
  return word.match(/[aeiouyåäöæøü]+/g)?.length ?? 0;
}

/** Compounds of which the last part is mistyped, which the catalog need not have: "wanderschue", where it has shoes. */
function mistypedTails(word: string, view: Searchable): Candidate[] {
  if (!writesCompounds(view.analyzer.language)) return [];
  const found: Candidate[] = [];
  for (let at = SHORTEST_APART; at <= word.length - SHORTEST_STEM; at++) {
    const beginning = word.slice(0, at);
    const known = frequencyOf(expand(beginning, view.analyzer.stem(beginning), view), view);
    if (known === 0) continue;
    for (const tail of near(word.slice(at), TAIL_ROUND, view)) {
      const term = view.text.terms.find(tail.text);
      if (term < 0 || view.text.heads[term] < OFTEN_HEAD) continue;
      const frequency = Math.min(known, tail.frequency);
      const text = beginning + tail.text;
      found.push({ text, edits: tail.edits, score: correctionScore(word, text, tail.edits, frequency), frequency });
    }
  }
  return found;
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
  const found = splits(word, (left, right) => frequency(right) > 0 && frequency(left) > 0).filter(areWords);
  return found.map(([left, right]) => ({
    text: `${left} ${right}`,
    edits: 1,
    score: correctionScore(word, word, 1, Math.min(frequency(left), frequency(right))),
    frequency: Math.min(frequency(left), frequency(right)),
  }));
}

/** Splits of a word into a phrase that has synonyms in the catalog: "hardisk" where it says hard drive. */
function phrases(word: string, view: Searchable, lexicon: Lexicon): Candidate[] {
  const { analyzer } = view;
  const isPhrase = (left: string, right: string) => lexicon.has(`${analyzer.stem(left)} ${analyzer.stem(right)}`);
  return splits(word, isPhrase).flatMap(parts => {
    const text = parts.join(' ');
    const frequency = frequencyOfText(text, view, lexicon);
    return frequency === 0 ? [] : [{ text, edits: 1, score: correctionScore(word, word, 1, frequency), frequency }];
  });
}

/** Words with one other letter that have synonyms in the catalog: "rucksak" where it says backpack. */
function synonyms(word: string, view: Searchable, lexicon: Lexicon): Candidate[] {
  if (word.length < SHORTEST_SYNONYM || allowedEdits(word) === 0) return [];
  const found: Candidate[] = [];
  for (const text of lexicon.words) {
    if (!isOneEdit(word, text) || hasWord(text, view)) continue;
    const frequency = frequencyOfText(text, view, lexicon);
    if (frequency > 0) found.push({ text, edits: 1, score: correctionScore(word, text, 1, frequency), frequency });
  }
  return found;
}

/**
 * Words with one other letter that make a phrase with a neighbour, which has synonyms in the catalog: "coffe table" where it
 * says side table.
 */
function wordsOfPhrases(word: string, { before, behind }: Beside, view: Searchable, lexicon: Lexicon): Candidate[] {
  if (word.length < SHORTEST_SYNONYM || allowedEdits(word) === 0 || !(before || behind)) return [];
  const found: Candidate[] = [];
  for (const text of lexicon.phraseWords) {
    if (!isOneEdit(word, text) || hasWord(text, view)) continue;
    const stem = view.analyzer.stem(text);
    const phrase =
      (behind && lexicon.has(`${stem} ${behind.stem}`) && `${text} ${behind.text}`) ||
      (before && lexicon.has(`${before.stem} ${stem}`) && `${before.text} ${text}`);
    const frequency = phrase ? frequencyOfText(phrase, view, lexicon) : 0;
    if (frequency > 0) found.push({ text, edits: 1, score: correctionScore(word, text, 1, frequency), frequency });
  }
  return found;
}

/** Whether the catalog has a word or a form of it, which is among the candidates of its dictionary as it is written there. */
function hasWord(word: string, view: Searchable): boolean {
  return expand(word, view.analyzer.stem(word), view).length > 0;
}

/** How many products have a text by its rarest word, or a synonym of that; 0: it says what the catalog lacks. */
function frequencyOfText(text: string, view: Searchable, lexicon: Lexicon): number {
  const read = readWords(text, view, lexicon);
  return read.every(isKnown) ? Math.min(...read.map(queryTerm => frequencyOfQueryTerm(queryTerm, view))) : 0;
}

/**
 * Corrects texts with words that the catalog does not have: collects the best replacement candidates of each such word,
 * and tries their combinations, best first, until some have hits.
 */
import type { Searchable } from '../../snapshot/index.js';
import { soundOf, writesCompounds } from '../../text/index.js';
import type { Matcher } from '../matching/matcher.js';
import type { Scope } from '../matching/text-match.js';
import { partialQueriesOf } from '../relaxation/partial-queries.js';
import { lexiconOf } from '../understanding/lexicon.js';
import { frequencyOfQueryTerm, isKnown, type QueryTerm } from '../understanding/query-term.js';
import { OFTEN_HEAD } from '../understanding/recognition.js';
import { Slot } from '../understanding/remembered.js';
import { understand } from '../understanding/understand.js';
import type { Understanding } from '../understanding/understanding.js';
import { type Candidate, candidates } from './candidates.js';

export interface Correction {
  q: string;
  understanding: Understanding;
  hits: number;
}

/** Phrases tried for one query. */
const TRIED_PHRASES = 24;
/** Shortest unknown word that is replaced though no product has all words of the phrase: shorter ones are like too many. */
const SHORTEST_LIKELY = 6;

/** A text to be corrected. */
export interface CorrectionInput {
  q: string;
  understanding: Understanding;
  /** Most corrections. */
  limit: number;
  /** Whether the text is still being typed: its last word may be unfinished, with an error in what is there. */
  typing?: boolean;
}

/** How many times as many products another word needs to replace one that the catalog has. */
const MUCH_COMMONER = 10;
/** Letters of the shortest beginning of a word that is none by chance. */
const SHORTEST_BEGINNING = 4;
/** Letters of an ending that says little of the word. */
const LONGEST_ENDING = 1;
/** Fewer descriptions may have a misspelling. */
const LEAST_DESCRIBED = 3;

interface KnownCorrections {
  readonly q: string;
  readonly limit: number;
  readonly typing: boolean;
  readonly found: readonly Correction[];
}

/** Over the whole view, by the understanding of the text: those of frequent texts are remembered. */
const ofWholeView = new Slot<Understanding, KnownCorrections>();

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
  scope: Scope,
  matcher: Matcher,
): Correction[] {
  const { view, within, lexicon } = scope;
  const { queryTerms } = understanding;
  const replaceable: number[] = [];
  for (let i = 0; i < queryTerms.length; i++) {
    if (!queryTerms[i].optional && !isPart(i, queryTerms)) replaceable.push(i);
  }
  const absent = replaceable.filter(i => !isKnown(queryTerms[i]));
  // A word of the language is right, though the catalog has no such thing: a jacket (veste) is nothing green (verte).
  const words = lexicon ?? lexiconOf(view.analyzer);
  const compounds = writesCompounds(view.analyzer.language);
  // One that is being typed may become one, and in front of another it makes a compound.
  const isUnfinished = (i: number) => typing && i === queryTerms.length - 1;
  const isWord = ({ text, stem }: QueryTerm, i: number) => {
    if (words.has(stem)) return true;
    return text.length >= SHORTEST_BEGINNING && (isUnfinished(i) || compounds) && words.begins(text);
  };
  const unknown = absent.filter(i => !isWord(queryTerms[i], i));
  // What is looked for, where the catalog has it, is not taken for another thing.
  const inTurn = () => replaceable.filter(i => !queryTerms[i].head).map(i => [i]);
  const sets = unknown.length > 0 ? [unknown] : absent.length > 0 ? [] : inTurn();
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
      choices: candidates(queryTerms[i], isUnfinished(i), scope, matcher.deadline, {
        before: queryTerms[i - 1],
        behind: queryTerms[i + 1],
      }).filter(mayBeMeantBy(queryTerms[i], view)),
    }));
    const correctable = wrong.filter(({ choices }) => choices.length > 0);
    if (correctable.length === 0) continue;
    // A word without candidates stays; the others can still be corrected, where one says for certain what is meant.
    const certain = queryTerms.some((queryTerm, i) => !queryTerm.optional && !set.includes(i));
    const isAlone = correctable.length < wrong.length && !certain;
    for (const choice of combinations(correctable.map(({ choices }) => choices))) {
      const phrase = replace(
        q,
        correctable.map(({ queryTerm }) => queryTerm),
        choice.map(({ text }) => text),
      );
      if (seen.has(phrase) || (isAlone && !correctable.some(isThing(choice, view)))) continue;
      seen.add(phrase);
      const corrected = understand(phrase, view, lexicon);
      const known = corrected.queryTerms.filter(isKnown);
      // Of a text of which the catalog knows a colour alone, nothing is listed.
      if (!corrected.queryTerms.every(isKnownOrOptional) && !partialQueriesOf(corrected, view).knownIsEnough) continue;
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

/**
 * Tells of candidates whether one may be meant by a word. One that the catalog has is replaced only by a far more frequent
 * word, and one that descriptions have, which is a word of the language, only by such a word that sounds the same.
 */
function mayBeMeantBy(queryTerm: QueryTerm, view: Searchable): (candidate: Candidate) => boolean {
  const described = describedBy(queryTerm, view);
  const isWord = described >= LEAST_DESCRIBED;
  const least = MUCH_COMMONER * Math.max(frequencyOfQueryTerm(queryTerm, view), isWord ? described : 0);
  const sounds = (text: string) => soundOf(text.replaceAll(' ', ''));
  return ({ text, frequency }) => frequency >= least && (!isWord || sounds(text) === sounds(queryTerm.text));
}

/**
 * How many groups have a word in their descriptions, of which stems are known alone: "extenal" has that of extensions by
 * chance, so that words do not count that have far more letters.
 */
function describedBy({ text, stem }: QueryTerm, { descriptions }: Searchable): number {
  if (text.length - stem.length > LONGEST_ENDING) return 0;
  const at = descriptions ? descriptions.stems.find(stem) : -1;
  return descriptions && at >= 0 ? descriptions.frequency(at) : 0;
}

function isKnownOrOptional(queryTerm: QueryTerm): boolean {
  return queryTerm.optional || isKnown(queryTerm);
}

/** Tells of the words of a text whether each is a long one, of which one letter was replaced. */
function isLikely(choice: readonly Candidate[]): (wrong: { queryTerm: QueryTerm }, i: number) => boolean {
  return ({ queryTerm }, i) => queryTerm.text.length >= SHORTEST_LIKELY && choice[i].edits <= 1;
}

/** Tells of the words of a text whether each is a long one, of which one letter was replaced, and then a thing. */
function isThing(choice: readonly Candidate[], { text }: Searchable): ReturnType<typeof isLikely> {
  const likely = isLikely(choice);
  return (wrong, i) => likely(wrong, i) && text.heads[text.terms.find(choice[i].text)] >= OFTEN_HEAD;
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

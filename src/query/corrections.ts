/**
 * What someone may have meant whose words the catalog does not know: the best replacements of each unknown word, tried
 * together, best first, until some lead to hits.
 */
import type { Bitmap } from '../kernel/bitmap.js';
import type { Searchable } from '../snapshot/index.js';
import { splits } from '../text/spacing.js';
import { correctionRounds, correctionScore, unfinishedScore } from '../text/typos.js';
import type { Matcher } from './matcher.js';
import { expand, LONGEST_WORD, type Slot, type Understanding, understand } from './understanding.js';

export interface Correction {
  q: string;
  understanding: Understanding;
  hits: number;
}

/** Replacements considered for one word, and phrases tried for one query. */
const CANDIDATES = 4;
const TRIED_PHRASES = 24;
/** Letters from which on a word may be the beginning of another. */
const SHORTEST_BEGINNING = 3;

interface Candidate {
  text: string;
  score: number;
}

/**
 * Corrected phrases with hits, best first, at most `limit`. Words that the catalog knows stay as they are, unless
 * `all`: then each word in turn may be wrong, for phrases whose words never stand together.
 */
export function correct(
  q: string,
  understanding: Understanding,
  view: Searchable,
  matcher: Matcher,
  within: Bitmap | undefined,
  limit: number,
  all = false,
): Correction[] {
  const { slots } = understanding;
  const unknown = slots.flatMap((slot, i) => (!slot.optional && slot.expansions.length === 0 ? [i] : []));
  const sets = unknown.length > 0 || !all ? [unknown] : slots.map((_, i) => [i]);
  const found: Correction[] = [];
  const seen = new Set<string>();
  for (const set of sets) {
    // A word that nothing is near to stays; the others may still be put right.
    const wrong = set.map(i => ({ slot: slots[i], choices: candidates(slots[i], view) }));
    const correctable = wrong.filter(({ choices }) => choices.length > 0);
    if (correctable.length === 0) continue;
    for (const choice of combinations(correctable.map(({ choices }) => choices))) {
      const phrase = replace(
        q,
        correctable.map(({ slot }) => slot),
        choice.map(({ text }) => text),
      );
      if (seen.has(phrase)) continue;
      seen.add(phrase);
      const corrected = understand(phrase, view);
      const known = corrected.slots.filter(({ expansions }) => expansions.length > 0);
      const hits = matcher.countMatches(known, view, within);
      if (hits > 0) found.push({ q: phrase, understanding: corrected, hits });
      if (found.length >= limit || seen.size >= TRIED_PHRASES) return found;
    }
  }
  return found;
}

/** Words of the dictionary that an unknown word may stand for, best first. */
function candidates(slot: Slot, view: Searchable): Candidate[] {
  if (slot.text.length > LONGEST_WORD) return [];
  let found: Candidate[] = [];
  for (const { maxEdits, prefixLength } of correctionRounds(slot.text)) {
    if (found.length === 0) found = near(slot.text, maxEdits, prefixLength, view);
  }
  for (const beginning of beginnings(slot.text, view)) found.push(beginning);
  for (const split of twoWords(slot.text, view)) found.push(split);
  found.sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  return found.slice(0, CANDIDATES);
}

function near(word: string, edits: number, prefixLength: number, view: Searchable): Candidate[] {
  const { terms } = view.text;
  const found: Candidate[] = [];
  terms.fuzzy(word, edits, prefixLength, (term, distance) => {
    const text = terms.term(term);
    if (/\d/.test(text)) return;
    found.push({ text, score: correctionScore(word, text, distance, view.text.frequency(term)) });
  });
  return found;
}

/** Words that go on where the typed one stops: the most frequent of them. */
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
  return [{ text: best.text, score: unfinishedScore(best.text.length - word.length, best.frequency) }];
}

/** Two known words written as one. */
function twoWords(word: string, view: Searchable): Candidate[] {
  const frequency = (part: string) =>
    expand(part, view.analyzer.stem(part), view).reduce((sum, { term }) => sum + view.text.frequency(term), 0);
  return splits(word, part => frequency(part) > 0).map(([left, right]) => ({
    text: `${left} ${right}`,
    score: correctionScore(word, word, 1, Math.min(frequency(left), frequency(right))),
  }));
}

/** Choices of one candidate for each word, best sum of scores first as far as the candidates are. */
function* combinations(choices: readonly Candidate[][]): Generator<Candidate[]> {
  if (choices.some(candidates => candidates.length === 0)) return;
  let partial: { picked: Candidate[]; score: number }[] = [{ picked: [], score: 0 }];
  for (const candidates of choices) {
    partial = partial
      .flatMap(({ picked, score }) => candidates.map(c => ({ picked: [...picked, c], score: score + c.score })))
      .sort((a, b) => b.score - a.score)
      .slice(0, TRIED_PHRASES);
  }
  for (const { picked } of partial) yield picked;
}

/** The query with some words replaced; everything else stays as typed. */
function replace(q: string, slots: readonly Slot[], texts: readonly string[]): string {
  let out = '';
  let at = 0;
  slots.forEach((slot, i) => {
    out += q.slice(at, slot.start) + texts[i];
    at = slot.end;
  });
  return out + q.slice(at);
}

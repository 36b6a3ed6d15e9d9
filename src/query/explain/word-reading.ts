/**
 * Describes how a text was understood, for explanations: each word with its role and its expansions, and the recognised
 * attribute values.
 */
import { emptyBitmap, popcount, setBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import { termGroupHitsOf } from '../matching/posting-lookup.js';
import { rarityOf } from '../matching/rarity.js';
import { valueWeight } from '../ranking/scoring.js';
import type { Exclusion } from '../understanding/negation.js';
import { type Expansion, frequencyOf, isKnown, type MatchKind, type QueryTerm } from '../understanding/query-term.js';
import type { Understanding } from '../understanding/understanding.js';

/** The role of a word in the query. */
export type WordRole =
  | 'word'
  /** The word that says what the thing is. */
  | 'head'
  /** Carries little meaning: products need not have it. */
  | 'filler'
  /** The catalog does not have it. */
  | 'unknown'
  /** Negates what follows it. */
  | 'negator'
  | 'unwanted'
  /** Part of a bound such as "under 50". */
  | 'bound';

/** An expansion, or the words of a term group, all of which a product must have. */
export interface Meaning {
  terms: string[];
  how: MatchKind;
  weight: number;
  products: number;
}

export interface WordReading {
  /** As typed, folded; a bound as typed. */
  text: string;
  role: WordRole;
  /** The most frequent meanings, as many as are listed. */
  means: Meaning[];
  /** Number of meanings that are not listed. */
  more?: number;
  /** Number of products that match; for required words. */
  products?: number;
  rarity?: number;
}

export interface ValueReading {
  attribute: string;
  value: string;
  label: string;
  /** The words that name it, folded. */
  words: string;
  /** Points for a product that has it, with its share applied. */
  worth: number;
  /** Less than 1 for a type that only modifies the head. */
  share: number;
  products: number;
}

const MOST_MEANINGS = 12;

/** In the order of the text. */
export function readWords(q: string, understanding: Understanding, view: Searchable): WordReading[] {
  const { queryTerms, bounds, excluded } = understanding;
  const read = [
    ...queryTerms.map(queryTerm => ({ start: queryTerm.start, reading: wordOf(queryTerm, view) })),
    ...bounds.map(({ start, end }) => ({
      start,
      reading: { text: q.slice(start, end), role: 'bound' as const, means: [] },
    })),
    ...excluded.flatMap(exclusion => unwanted(exclusion, view)),
  ];
  return read.sort((a, b) => a.start - b.start).map(({ reading }) => reading);
}

function unwanted({ negator, words }: Exclusion, view: Searchable): { start: number; reading: WordReading }[] {
  const named: WordReading = { text: negator.text, role: 'negator', means: [] };
  const taken = words.map(queryTerm => ({
    start: queryTerm.start,
    reading: { text: queryTerm.text, role: 'unwanted' as const, ...meaningsOf(queryTerm, view) },
  }));
  return [{ start: negator.start, reading: named }, ...taken];
}

function wordOf(queryTerm: QueryTerm, view: Searchable): WordReading {
  const { text } = queryTerm;
  if (queryTerm.optional) return { text, role: 'filler', means: [] };
  if (!isKnown(queryTerm)) return { text, role: 'unknown', means: [] };
  return {
    text,
    role: queryTerm.head ? 'head' : 'word',
    ...meaningsOf(queryTerm, view),
    products: productsWith(queryTerm, view),
    rarity: rarityOf(queryTerm, view),
  };
}

/** Number of products that match any expansion or term group of a query term. */
function productsWith({ expansions, termGroups, fields: counting }: QueryTerm, view: Searchable): number {
  const { start, docs, fields } = view.text;
  const products = emptyBitmap(view.structure.productCount);
  for (const { term } of expansions) {
    for (let i = start[term]; i < start[term + 1]; i++) if (fields[i] & counting) setBit(products, docs[i]);
  }
  for (const { words } of termGroups)
    for (const product of termGroupHitsOf(words, view).docs) setBit(products, product);
  return popcount(products);
}

/** Exact terms first, then by number of products. */
function meaningsOf({ expansions, termGroups }: QueryTerm, view: Searchable): Pick<WordReading, 'means' | 'more'> {
  const single = expansions.map(expansion => meaningOf([[expansion]], expansion, view));
  const together = termGroups.map(termGroup => meaningOf(termGroup.words, termGroup, view));
  const all = [...single, ...together];
  const first = (meaning: Meaning) => (meaning.how === 'exact' ? 0 : 1);
  all.sort((a, b) => first(a) - first(b) || b.products - a.products);
  const more = all.length - MOST_MEANINGS;
  return { means: all.slice(0, MOST_MEANINGS), ...(more > 0 && { more }) };
}

function meaningOf(
  words: readonly (readonly Expansion[])[],
  { how, weight }: { how: MatchKind; weight: number },
  view: Searchable,
): Meaning {
  return {
    // Of a word's forms the first is the word itself, where the catalog has it.
    terms: words.map(([{ term }]) => view.text.terms.term(term)),
    how,
    weight,
    products: Math.min(...words.map(word => frequencyOf(word, view))),
  };
}

export function readValues({ queryTerms, values }: Understanding, view: Searchable): ValueReading[] {
  return values.map(({ attribute, value, from, to, share }) => {
    const { id, values: names, ownersStart, level } = view.attributes.all[attribute];
    return {
      attribute: id,
      value: names.at(value),
      label: view.labels.get(id)?.labels.at(value) ?? names.at(value),
      words: queryTerms
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
      // Recognised values of variants are listed, but raise no product.
      worth: level === 'product' ? valueWeight(id) * share : 0,
      share,
      products: ownersStart[value + 1] - ownersStart[value],
    };
  });
}

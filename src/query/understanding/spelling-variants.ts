/**
 * Takes a rare word of the catalog for another spelling of a frequent one: what shoppers misspell stands in some titles
 * too ("marshmellow"). It goes on to find what has it as typed, and finds what has the frequent word behind that. A word
 * is no such spelling where it names a kind or brand, or the language's lists have it, and unless products with both
 * words are of the same kinds: "planter" is no planner.
 */
import { FIELD } from '../../index/fields.js';
import type { Searchable } from '../../snapshot/index.js';
import { correctionScore, soundOf } from '../../text/index.js';
import { ViewCache } from '../view-cache.js';
import type { Lexicon } from './lexicon.js';
import { valuesNamed } from './named-values.js';
import { addExpansions, type Expansion, expand, frequencyOf, type QueryTerm } from './query-term.js';
import { isKind, OFTEN_HEAD } from './recognition.js';

/** Shortest word that may be misspelt, and shortest that may sound otherwise than what was meant. */
const SHORTEST = 5;
const SHORTEST_OTHER_SOUND = 7;
/** A rare word has one product in so many, or is in one product. */
const RARE = 2048;
/** How many times as many products the other word has. */
const MUCH_COMMONER = 10;
/** Products that are looked at: of the rare word, and of the frequent one. */
const MOST_RARE = 8;
const MOST_FREQUENT = 64;
/** Least share of the products with the frequent word that are of a kind which products with the rare one are of. */
const LEAST_SHARE = 1 / 8;
const DIGIT = /\d/;
const PART = 1 << FIELD.PART;

/** Words of a view that are remembered, in each of two generations. */
const KEPT_WORDS = 4096;

interface Variant {
  readonly stem: string;
  readonly expansions: readonly Expansion[];
}

const variants = new ViewCache<readonly Variant[]>('spellings', KEPT_WORDS);

export function addSpellings(queryTerms: QueryTerm[], view: Searchable, lexicon: Lexicon): QueryTerm[] {
  return queryTerms.map(queryTerm => {
    const [variant] = mayBeMisspelt(queryTerm, view, lexicon) ? variantOf(queryTerm, view) : [];
    if (!variant) return queryTerm;
    const more = { ...queryTerm, expansions: [...queryTerm.expansions], names: [...queryTerm.names, variant.stem] };
    addExpansions(more, variant.expansions);
    return more;
  });
}

function mayBeMisspelt(
  { text, stem, optional, expansions, termGroups }: QueryTerm,
  view: Searchable,
  lexicon: Lexicon,
): boolean {
  if (optional || text.length < SHORTEST || expansions.length === 0 || termGroups.length > 0) return false;
  if (text.includes(' ') || DIGIT.test(text) || expansions.some(({ how }) => how !== 'exact' && how !== 'form')) {
    return false;
  }
  return frequencyOf(expansions, view) <= Math.max(1, view.structure.productCount / RARE) && !lexicon.has(stem);
}

/** @returns one or none */
function variantOf(queryTerm: QueryTerm, view: Searchable): readonly Variant[] {
  return variants.get(view.key, queryTerm.text, () => findVariant(queryTerm, view));
}

function findVariant({ text, stem, expansions }: QueryTerm, view: Searchable): Variant[] {
  const named = valuesNamed(stem, view).map(({ attribute }) => view.attributes.all[attribute].id);
  if (named.some(id => isKind(id) || id === 'brand')) return [];
  const isHead = expansions.some(({ term }) => view.text.heads[term] >= OFTEN_HEAD);
  const least = MUCH_COMMONER * frequencyOf(expansions, view);
  const products = productsOf(expansions, MOST_RARE, view);
  const found: (Variant & { score: number })[] = [];
  /** @param typed the rare word or its stem, @param written a word or stem that is like it */
  const consider = (typed: string, written: string, word: string) => {
    const soundsAlike = soundOf(written) === soundOf(typed);
    if (DIGIT.test(word) || (!soundsAlike && (isHead || text.length < SHORTEST_OTHER_SOUND))) return;
    const other = view.analyzer.stem(word);
    const meant = other === stem ? [] : expand(word, other, view, 'spelling');
    const frequency = frequencyOf(meant, view);
    if (frequency < least) return;
    // What says what a thing is may be another thing of the same kind: products have both words, or it is another one.
    const stoodBeside = soundsAlike && meant.some(({ term }) => products.some(product => has(term, product, view)));
    if (!stoodBeside && (isHead || !areOfSameKinds(products, meant, view))) return;
    found.push({ stem: other, expansions: meant, score: correctionScore(typed, written, 1, frequency) });
  };
  const { terms, stems } = view.text;
  terms.fuzzy(text, 1, 1, term => {
    const word = terms.term(term);
    consider(text, word, word);
  });
  stems.fuzzy(stem, 1, 1, at => {
    const [term] = view.text.termsOfStemAt(at);
    if (term !== undefined) consider(stem, stems.term(at), terms.term(term));
  });
  return found.sort((a, b) => b.score - a.score).slice(0, 1);
}

function areOfSameKinds(products: readonly number[], meant: readonly Expansion[], view: Searchable): boolean {
  const kinds = new Set(products.flatMap(product => kindsOf(product, view)));
  const others = productsOf(meant, MOST_FREQUENT, view);
  const alike = others.filter(product => kindsOf(product, view).some(kind => kinds.has(kind)));
  return alike.length >= others.length * LEAST_SHARE;
}

/** Some of the products that have one of the words as a whole, spread over all of them. */
function productsOf(expansions: readonly Expansion[], limit: number, { text }: Searchable): number[] {
  const found = expansions.flatMap(({ term }) => {
    const from = text.start[term];
    const count = text.frequency(term);
    const { docs, fields } = text.postings(term);
    const taken = Math.min(count, limit);
    const places = Array.from({ length: taken }, (_, i) => from + Math.floor((i * count) / taken));
    return places.filter(at => (fields[at] & PART) === 0).map(at => docs[at]);
  });
  const step = Math.max(1, found.length / limit);
  return Array.from({ length: Math.min(limit, found.length) }, (_, i) => found[Math.floor(i * step)]);
}

function has(term: number, product: number, { text }: Searchable): boolean {
  const { docs } = text.postings(term);
  let [from, to] = [text.start[term], text.start[term + 1]];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (docs[middle] < product) from = middle + 1;
    else to = middle;
  }
  return from < text.start[term + 1] && docs[from] === product;
}

/** The narrowest values of a product that say what kind it is of, as keys. */
function kindsOf(product: number, { attributes }: Searchable): string[] {
  return attributes.all.flatMap(attribute => {
    if (!isKind(attribute.id) || attribute.level !== 'product') return [];
    let narrowest = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (const value of attribute.valuesOf(product)) {
      const { length } = attribute.ownersOf(value);
      if (length <= fewest) [narrowest, fewest] = [value, length];
    }
    return narrowest < 0 ? [] : [`${attribute.index} ${narrowest}`];
  });
}

/**
 * The products that an exclusion takes away, and those that say themselves that they have none of what is not wanted:
 * "without sugar" takes sugar cookies away, and raises sugar-free ones.
 */
import { decodePlace, FIELD, NO_PLACE } from '../../index/fields.js';
import { type Bitmap, emptyBitmap, hasBit, setBit } from '../../kernel/bitmap.js';
import type { Searchable } from '../../snapshot/index.js';
import { queryWordsOf } from '../../text/index.js';
import type { Exclusion } from '../understanding/negation.js';
import type { QueryTerm } from '../understanding/query-term.js';
import { holds, positionOf, termGroupHitsOf } from './posting-lookup.js';

export interface ExcludedProducts {
  readonly unwanted: Bitmap;
  /** Undefined: no product says so. */
  readonly sayingNone: Bitmap | undefined;
}

/** Places in a title that are at most so far apart belong together: "free of added sugar". */
const NEAR = 2;
/** From this place on, places in titles are not told apart. */
const FAR = 14;
/** Fields of a few words, which belong together. */
const SHORT_FIELDS = (1 << FIELD.BRAND) | (1 << FIELD.TYPE) | (1 << FIELD.SERIES);
/** Fields in which a certain negation may be one of the word, or of another. */
const LONG_FIELDS = (1 << FIELD.LABEL) | (1 << FIELD.SHELF);

/**
 * Those of the last exclusions, the oldest first: a search asks for them several times, and texts, which are remembered
 * by thousands, must not keep bitmaps of the catalog. An exclusion belongs to a text in one view.
 */
const last: { exclusion: Exclusion; products: ExcludedProducts }[] = [];
const MOST_EXCLUSIONS = 8;

export function excludedProducts(exclusion: Exclusion, view: Searchable): ExcludedProducts {
  const known = last.find(one => one.exclusion === exclusion);
  if (known) return known.products;
  const products = find(exclusion, view);
  last.push({ exclusion, products });
  if (last.length > MOST_EXCLUSIONS) last.shift();
  return products;
}

function find({ words, values, lacking }: Exclusion, view: Searchable): ExcludedProducts {
  const { text, structure } = view;
  const unwanted = emptyBitmap(structure.productCount);
  const sayingNone = emptyBitmap(structure.productCount);
  let saidByAny = lacking.length > 0;
  for (const term of lacking) {
    const { docs } = text.postings(term);
    for (let i = text.start[term]; i < text.start[term + 1]; i++) setBit(sayingNone, docs[i]);
  }
  const [first, ...others] = words;
  const negations = new Negations(first, view);
  const look = (doc: number) => {
    if (hasBit(sayingNone, doc) || !others.every(word => holds(doc, word, view))) return;
    const negated = negations.of(doc);
    if (negated === 'no') setBit(unwanted, doc);
    if (negated !== 'yes') return;
    setBit(sayingNone, doc);
    saidByAny = true;
  };
  for (const { term } of first.expansions) {
    const { docs, fields } = text.postings(term);
    for (let i = text.start[term]; i < text.start[term + 1]; i++) {
      if ((fields[i] & first.fields) !== 0) look(docs[i]);
    }
  }
  for (const { words: together } of first.termGroups) termGroupHitsOf(together, view).docs.forEach(look);
  for (const { attribute, value } of values) {
    const { level, ownersStart, owners } = view.attributes.all[attribute];
    if (level !== 'product') continue;
    for (let i = ownersStart[value]; i < ownersStart[value + 1]; i++) setBit(unwanted, owners[i]);
  }
  return { unwanted, sayingNone: saidByAny ? sayingNone : undefined };
}

/** Tells whether products negate a word. */
class Negations {
  private readonly certain: readonly number[];
  private readonly negators: readonly number[];
  /** Products that have a negating word: few, so that most products of a common word are passed by. */
  private readonly having: Bitmap;

  constructor(
    private readonly word: QueryTerm,
    private readonly view: Searchable,
  ) {
    const { text, analyzer, structure } = view;
    const { negators, freeOf } = queryWordsOf(analyzer.language);
    const termsOf = (some: Iterable<string>) => [...some].map(one => text.terms.find(one)).filter(term => term >= 0);
    this.certain = termsOf(negators.certain);
    this.negators = [...this.certain, ...termsOf([...negators.possible, ...freeOf])];
    this.having = emptyBitmap(structure.productCount);
    for (const term of this.negators) {
      const { docs } = text.postings(term);
      for (let i = text.start[term]; i < text.start[term + 1]; i++) setBit(this.having, docs[i]);
    }
  }

  /** "Maybe": a long field has the word and a certain negation, of what it does not tell. */
  of(doc: number): 'yes' | 'maybe' | 'no' {
    if (!hasBit(this.having, doc)) return 'no';
    let isMaybe = false;
    for (const negator of this.negators) {
      const negation = this.standing(doc, negator);
      if (!negation) continue;
      for (const { term } of this.word.expansions) {
        const word = this.standing(doc, term);
        if (!word) continue;
        if (belongTogether(negation, word)) return 'yes';
        // A title tells by itself.
        isMaybe ||=
          word.place === undefined &&
          (negation.fields & word.fields & LONG_FIELDS) !== 0 &&
          this.certain.includes(negator);
      }
    }
    return isMaybe ? 'maybe' : 'no';
  }

  private standing(doc: number, term: number): Standing | undefined {
    const posting = positionOf(doc, term, this.view);
    if (posting < 0) return undefined;
    const { place, fields } = this.view.text.postings(term);
    const encoded = place[posting];
    return { fields: fields[posting], place: encoded === NO_PLACE ? undefined : decodePlace(encoded).position };
  }
}

/** Where a word stands in a product. */
interface Standing {
  fields: number;
  /** The first in the title. */
  place: number | undefined;
}

function belongTogether(a: Standing, b: Standing): boolean {
  if ((a.fields & b.fields & SHORT_FIELDS) !== 0) return true;
  if (a.place === undefined || b.place === undefined) return false;
  return Math.abs(a.place - b.place) <= NEAR || Math.min(a.place, b.place) >= FAR;
}

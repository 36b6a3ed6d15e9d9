/**
 * The products that an exclusion takes away, and those that say themselves that they have none of what is not wanted:
 * "without sugar" takes sugar cookies away, and raises sugar-free ones. Worked out once for each exclusion.
 */
import { decodePlace, NO_PLACE } from '../../index/fields.js';
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

/** An exclusion belongs to a text in one view. */
const known = new WeakMap<Exclusion, ExcludedProducts>();

export function excludedProducts(exclusion: Exclusion, view: Searchable): ExcludedProducts {
  let products = known.get(exclusion);
  if (!products) known.set(exclusion, (products = find(exclusion, view)));
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
    if (negations.standWith(doc)) {
      setBit(sayingNone, doc);
      saidByAny = true;
    } else setBit(unwanted, doc);
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

/** Tells whether a product negates a word. */
class Negations {
  private readonly certain: readonly number[];
  /** Words that negate what is near them alone: "no", "free". */
  private readonly possible: readonly number[];

  constructor(
    private readonly word: QueryTerm,
    private readonly view: Searchable,
  ) {
    const { negators, freeOf } = queryWordsOf(view.analyzer.language);
    const termsOf = (some: Iterable<string>) =>
      [...some].map(one => view.text.terms.find(one)).filter(term => term >= 0);
    this.certain = termsOf(negators.certain);
    this.possible = termsOf([...negators.possible, ...freeOf]);
  }

  standWith(doc: number): boolean {
    const { certain, possible, view } = this;
    if (certain.some(term => positionOf(doc, term, view) >= 0)) return true;
    return possible.some(term => this.isNear(doc, term));
  }

  private isNear(doc: number, negation: number): boolean {
    const at = this.placeOf(doc, negation);
    if (at === undefined) return false;
    return this.word.expansions.some(({ term }) => {
      const place = this.placeOf(doc, term);
      return place !== undefined && (Math.abs(place - at) <= NEAR || Math.min(place, at) >= FAR);
    });
  }

  /** The first place of a term in the title. */
  private placeOf(doc: number, term: number): number | undefined {
    const posting = positionOf(doc, term, this.view);
    if (posting < 0) return undefined;
    const place = this.view.text.postings(term).place[posting];
    return place === NO_PLACE ? undefined : decodePlace(place).position;
  }
}

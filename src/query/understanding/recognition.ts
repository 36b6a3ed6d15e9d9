/**
 * Recognises attribute values in the words of a query, and finds its head. In "red shirt dress for women" the head is
 * the dress: a type before it is a modifier.
 */
import { FIELD } from '../../index/fields.js';
import type { Entity } from '../../index/text-index.js';
import type { Searchable } from '../../snapshot/index.js';
import { queryWordsOf } from '../../text/index.js';
import { namesBeginWith, valuesNamed } from './named-values.js';
import { frequencyOf, type QueryTerm } from './query-term.js';
import type { Remembering } from './remembered.js';

export interface RecognisedValue extends Remembering {
  /** Index in `view.attributes.all`. */
  attribute: number;
  value: number;
  /** Half-open range of query terms that name it. */
  from: number;
  to: number;
  /** The share of its weight that is added to scores: less than 1 for a type that is a modifier. */
  share: number;
}

/** Most words in the name of a value. */
const MAX_VALUE_WORDS = 5;
/** A word counts as a noun when it is the head of this share (of 255) of the titles that contain it. */
export const OFTEN_HEAD = 64;
/** Share of the weight of a value that only a synonym names, beside one that the word itself names. */
const BESIDE_ITSELF = 0.5;
/** Share of the weight of a type that is a modifier. */
const MODIFIER_SHARE = 0.15;

/** How many times as many products a noun has than a colour with the noun in its name, which is none then. */
const MANY_MORE = 16;

/**
 * A kind names a thing fully where one in so many of the products that have its word are of it: in a shop that has bottles
 * on a shelf for babies alone, "water bottle" means others.
 */
const NAMED_ONE_IN = 8;

const DIGIT = /\d/;
const PART = 1 << FIELD.PART;
const KINDS = new Set(['product_type', 'category', 'ontology']);
const AUDIENCES = new Set(['gender', 'age', 'department']);

/** Whether the values of an attribute say what kind a product is of. @param id of the attribute */
export function isKind(id: string): boolean {
  return KINDS.has(id);
}

/** The longest runs of words that name attribute values; runs do not overlap. */
export function recognise(queryTerms: readonly QueryTerm[], view: Searchable): RecognisedValue[] {
  /** Indexes of the words that are not optional. */
  const words: number[] = [];
  for (let i = 0; i < queryTerms.length; i++) if (!queryTerms[i].optional) words.push(i);
  const found: RecognisedValue[] = [];
  for (let i = 0; i < words.length; ) {
    const from = words[i];
    const { stem } = queryTerms[from];
    const longest =
      i + 1 < words.length && namesBeginWith(stem, view) ? Math.min(MAX_VALUE_WORDS, words.length - i) : 1;
    let taken = 0;
    for (let length = longest; length > 1 && taken === 0; length--) {
      let name = stem;
      for (let k = 1; k < length; k++) name += ` ${queryTerms[words[i + k]].stem}`;
      const to = words[i + length - 1] + 1;
      const own = view.text.entitiesOf(name).filter(entity => !swallows(entity, queryTerms, from, to, view));
      for (const { attribute, value } of own) found.push({ attribute, value, from, to, share: 1 });
      if (own.length > 0) taken = length;
    }
    if (taken === 0) addNamedBy(queryTerms[from], from, view, found);
    i += Math.max(1, taken);
  }
  return found;
}

/**
 * Whether a colour or pattern has a noun in its name that stands for far more products: what one product has for a
 * colour ("mini rc cars") does not make the thing a colour.
 */
function swallows(
  { attribute, value }: Entity,
  queryTerms: readonly QueryTerm[],
  from: number,
  to: number,
  view: Searchable,
): boolean {
  const { id, level, ownersStart } = view.attributes.all[attribute];
  if (level !== 'product' || !isLook(id)) return false;
  const owners = ownersStart[value + 1] - ownersStart[value];
  for (let at = from; at < to; at++) {
    if (headShare(queryTerms[at], view) < OFTEN_HEAD) continue;
    if (owners * MANY_MORE < frequencyOf(queryTerms[at].expansions, view)) return true;
  }
  return false;
}

/** Whether a noun is the name of a brand, too, that has far fewer products: who asks for cups wants none of the brand. */
function isBrandByChance({ attribute, value }: Entity, queryTerm: QueryTerm, view: Searchable): boolean {
  const { id, ownersStart } = view.attributes.all[attribute];
  if (id !== 'brand' || headShare(queryTerm, view) < OFTEN_HEAD) return false;
  const owners = ownersStart[value + 1] - ownersStart[value];
  return owners * MANY_MORE < frequencyOf(queryTerm.expansions, view);
}

/** Whether the values of an attribute are colours and patterns. @param id of the attribute */
function isLook(id: string): boolean {
  return id === 'pattern' || /colou?r$/i.test(id);
}

/** Adds the values that a single query term names. @param from its index */
function addNamedBy(queryTerm: QueryTerm, from: number, view: Searchable, found: RecognisedValue[]): void {
  const { names } = queryTerm;
  const first = found.length;
  const to = from + 1;
  const own = valuesNamed(queryTerm.names[0], view);
  for (const entity of own) {
    const { attribute, value } = entity;
    if (isBrandByChance(entity, queryTerm, view)) continue;
    found.push({ attribute, value, from, to, share: shareOfNamed(attribute, own, queryTerm, view) });
  }
  // Values that a synonym names weigh less than those that the word itself names.
  const share = found.length > first ? BESIDE_ITSELF : 1;
  for (let n = 1; n < names.length; n++) {
    for (const entity of valuesNamed(names[n], view)) {
      const { attribute, value } = entity;
      if (isAmong(found, first, attribute, value) || isFewerThanOwn(entity, queryTerm, view)) continue;
      found.push({ attribute, value, from, to, share });
    }
  }
}

/**
 * Whether a kind that a synonym names has fewer products than there are with the word itself: parkas are jackets, but no
 * better ones than rain jackets.
 */
function isFewerThanOwn({ attribute, value }: Entity, { expansions }: QueryTerm, view: Searchable): boolean {
  const { id, ownersStart } = view.attributes.all[attribute];
  if (!isKind(id)) return false;
  const own = expansions.filter(({ how }) => how === 'exact' || how === 'form');
  return ownersStart[value + 1] - ownersStart[value] < frequencyOf(own, view);
}

/** The share of the weight of a kind by how many of the products that have the word are of a kind of that name. */
function shareOfNamed(
  attribute: number,
  named: readonly Entity[],
  { expansions }: QueryTerm,
  view: Searchable,
): number {
  const { id, ownersStart } = view.attributes.all[attribute];
  if (!isKind(id)) return 1;
  let owners = 0;
  for (const { attribute: other, value } of named) {
    if (other === attribute) owners += ownersStart[value + 1] - ownersStart[value];
  }
  return Math.min(1, (owners * NAMED_ONE_IN) / Math.max(1, frequencyOf(expansions, view)));
}

/** Whether a value is among those found from `first` on. */
function isAmong(found: readonly RecognisedValue[], first: number, attribute: number, value: number): boolean {
  for (let i = first; i < found.length; i++) {
    if (found[i].attribute === attribute && found[i].value === value) return true;
  }
  return false;
}

/** Marks the head, and lowers the shares of types that modify it. @returns whether a word is certain enough */
export function markHead(
  queryTerms: readonly QueryTerm[],
  values: readonly RecognisedValue[],
  view: Searchable,
): boolean {
  const at = headOf(queryTerms, values, view);
  if (at < 0) return false;
  queryTerms[at].head = true;
  for (const value of values) {
    if (!isKind(view.attributes.all[value.attribute].id)) continue;
    // As the head, a type does not match the parts of written words: "shirts" does not find T-shirts.
    if (value.from <= at && at < value.to) queryTerms[at].fields &= ~PART;
    else if (!namesAudience(value.from, values, view)) value.share = MODIFIER_SHARE;
  }
  lowerBrandsBehind(at, queryTerms, values, view);
  return true;
}

/** A "case for" the phone of a brand is mostly of another one: brands that stand behind such a word say little. */
function lowerBrandsBehind(
  head: number,
  queryTerms: readonly QueryTerm[],
  values: readonly RecognisedValue[],
  view: Searchable,
): void {
  const { introducers } = queryWordsOf(view.analyzer.language);
  const behind = queryTerms.findIndex(({ text }, i) => i > head && introducers.has(text));
  if (behind < 0) return;
  for (const value of values) {
    if (value.from > behind && view.attributes.all[value.attribute].id === 'brand') value.share = MODIFIER_SHARE;
  }
}

/** Index of the head, or -1 when no word is certain enough. */
function headOf(queryTerms: readonly QueryTerm[], values: readonly RecognisedValue[], view: Searchable): number {
  const { introducers, headFirst, isAside } = queryWordsOf(view.analyzer.language);
  let last = -1;
  let beginning = -1;
  for (let i = 0; i < queryTerms.length; i++) {
    // The words behind the first "for" or "with" say what it is for, not what it is.
    if ((last >= 0 || beginning >= 0) && introducers.has(queryTerms[i].text)) return last >= 0 ? last : beginning;
    if (queryTerms[i].optional || (last >= 0 && isAside(queryTerms[i].text))) continue;
    if (!canBeHead(i, queryTerms, values, view)) {
      if (beginsKind(i, queryTerms, values, view)) beginning = i;
      continue;
    }
    last = i;
    if (headFirst) break;
  }
  return last;
}

/** Whether a word that names no value begins the name of a kind: "ink for a printer" is of the kind ink cartridges. */
function beginsKind(
  at: number,
  queryTerms: readonly QueryTerm[],
  values: readonly RecognisedValue[],
  view: Searchable,
): boolean {
  const { stem, expansions } = queryTerms[at];
  return expansions.length > 0 && !values.some(({ from, to }) => from <= at && at < to) && namesBeginWith(stem, view);
}

/** Marks the word that stands where a head does, unless it is a number, a brand or the like. */
export function markLikelyHead(
  queryTerms: readonly QueryTerm[],
  values: readonly RecognisedValue[],
  view: Searchable,
): void {
  const { introducers, headFirst } = queryWordsOf(view.analyzer.language);
  let last = -1;
  for (let i = 0; i < queryTerms.length; i++) {
    const { text, optional } = queryTerms[i];
    if (last >= 0 && introducers.has(text)) break;
    if (optional || DIGIT.test(text) || values.some(({ from, to }) => from <= i && i < to)) continue;
    last = i;
    if (headFirst) break;
  }
  if (last >= 0) queryTerms[last].likelyHead = true;
}

function canBeHead(
  at: number,
  queryTerms: readonly QueryTerm[],
  values: readonly RecognisedValue[],
  view: Searchable,
): boolean {
  const named = values.filter(({ from, to }) => from <= at && at < to);
  if (isAudience(queryTerms[at], view)) return false;
  const kind = named.some(({ attribute }) => isKind(view.attributes.all[attribute].id));
  if (kind && !namesAudience(at, values, view)) return true;
  // A brand, colour or size is never the head, even where titles end with it.
  return named.length === 0 && headShare(queryTerms[at], view) >= OFTEN_HEAD;
}

function namesAudience(at: number, values: readonly RecognisedValue[], view: Searchable): boolean {
  return values.some(({ attribute, from, to }) => {
    return from <= at && at < to && AUDIENCES.has(view.attributes.all[attribute].id);
  });
}

/** Whether a word says whom a thing is for: a category "Women" names no thing, where products have no gender either. */
function isAudience({ text }: QueryTerm, { analyzer }: Searchable): boolean {
  return queryWordsOf(analyzer.language).audience.has(text);
}

/** Whether a word says by itself what a thing is: it names a kind, or is the head of titles often. */
export function namesThing(queryTerm: QueryTerm, view: Searchable): boolean {
  if (queryTerm.optional || isAudience(queryTerm, view)) return false;
  const named = queryTerm.names.flatMap(name => valuesNamed(name, view));
  const ids = named.map(({ attribute }) => view.attributes.all[attribute].id);
  if (ids.some(id => AUDIENCES.has(id))) return false;
  return ids.some(isKind) || (ids.length === 0 && headShare(queryTerm, view) >= OFTEN_HEAD);
}

/** In which share (of 255) of their titles the query term's words are the head. */
function headShare({ expansions }: QueryTerm, view: Searchable): number {
  const total = frequencyOf(expansions, view);
  let heads = 0;
  for (const { term } of expansions) heads += view.text.heads[term] * view.text.frequency(term);
  return total === 0 ? 0 : heads / total;
}

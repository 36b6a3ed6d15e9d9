/**
 * The query terms that a product must have, in the order in which points are added up. Known by the query terms
 * themselves, since the understandings of frequent texts are remembered.
 */
import type { Searchable } from '../../snapshot/index.js';
import { type Expansion, frequencyOfQueryTerm, isKnown, type QueryTerm } from '../understanding/query-term.js';
import { Slot } from '../understanding/remembered.js';
import type { Understanding } from '../understanding/understanding.js';
import type { Entry } from './kept.js';
import { byFrequency } from './rarity.js';

export interface NeededTerm {
  readonly queryTerm: QueryTerm;
  /** Of its postings. */
  readonly frequency: number;
  /** Names all that its products and points depend on, so that it is merged once for all texts of a view. */
  readonly key: string;
  /** Where its products are kept, by the memory that was last asked for them. */
  entry: Entry | undefined;
}

export interface NeededTerms {
  readonly rarestFirst: readonly NeededTerm[];
  /** Whether the catalog has all of them. */
  readonly areKnown: boolean;
}

const known = new Slot<Understanding, NeededTerms>();
/** A text shares its query terms with its relaxed queries, and phrases that are tried share those before them. */
const knownTerms = new Slot<QueryTerm, NeededTerm>();

/** @param understanding of a text in this view; its query terms stay as they are */
export function neededTerms(understanding: Understanding, view: Searchable): NeededTerms {
  let needed = known.get(understanding);
  if (!needed) known.set(understanding, (needed = inOrder(understanding.queryTerms, view, knownTerm)));
  return needed;
}

/** As `neededTerms`, for query terms that are not asked for together again; only one by one they may be. */
export function listedTerms(queryTerms: readonly QueryTerm[], view: Searchable): NeededTerms {
  return inOrder(queryTerms, view, knownTerm);
}

/** As `neededTerms`, for query terms that no other text shares: nothing of them is remembered. */
export function ownNeededTerms(queryTerms: readonly QueryTerm[], view: Searchable): NeededTerms {
  return inOrder(queryTerms, view, newTerm);
}

function inOrder(
  queryTerms: readonly QueryTerm[],
  view: Searchable,
  termOf: (queryTerm: QueryTerm, view: Searchable) => NeededTerm,
): NeededTerms {
  const rarestFirst: NeededTerm[] = [];
  let areKnown = true;
  for (const queryTerm of queryTerms) {
    if (queryTerm.optional) continue;
    rarestFirst.push(termOf(queryTerm, view));
    areKnown &&= isKnown(queryTerm);
  }
  if (rarestFirst.length > 1) rarestFirst.sort(byFrequency);
  return { rarestFirst, areKnown };
}

function knownTerm(queryTerm: QueryTerm, view: Searchable): NeededTerm {
  let term = knownTerms.get(queryTerm);
  if (!term) knownTerms.set(queryTerm, (term = newTerm(queryTerm, view)));
  return term;
}

function newTerm(queryTerm: QueryTerm, view: Searchable): NeededTerm {
  return { queryTerm, frequency: frequencyOfQueryTerm(queryTerm, view), key: keyOfTerm(queryTerm), entry: undefined };
}

/** Names all that the products and points of a query term depend on, within its view. */
function keyOfTerm({ expansions, termGroups, fields, head, likelyHead }: QueryTerm): string {
  let key = `${fields}${head ? '!' : likelyHead ? '?' : ''}:${keyOfWord(expansions)}`;
  for (const { words, weight } of termGroups) key += `(${words.map(keyOfWord).join('&')})${weight}`;
  return key;
}

function keyOfWord(expansions: readonly Expansion[]): string {
  let key = '';
  for (const { term, weight, fields } of expansions)
    key += `${term}*${weight}${fields === undefined ? '' : `/${fields}`},`;
  return key;
}

/** Names what a query term stands for, so that it is merged once for all queries of a view that share it. */
import type { Expansion, QueryTerm } from '../understanding/query-term.js';

/** Names all that the products and points of a query term depend on, within its view. */
export function keyOfTerm({ expansions, termGroups, fields, head }: QueryTerm): string {
  let key = `${fields}${head ? '!' : ''}:${keyOfWord(expansions)}`;
  for (const { words, weight } of termGroups) key += `(${words.map(keyOfWord).join('&')})${weight}`;
  return key;
}

function keyOfWord(expansions: readonly Expansion[]): string {
  let key = '';
  for (const { term, weight } of expansions) key += `${term}*${weight},`;
  return key;
}

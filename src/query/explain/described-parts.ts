/** What a product gets for its description, for explanations. */
import { FAR } from '../../index/descriptions.js';
import { positionIn } from '../../kernel/sorted-search.js';
import type { Searchable } from '../../snapshot/index.js';
import { NEAR_WORDS } from '../matching/described-products.js';
import { areBeside, type DescribedWord, FOLLOWING_POINTS, NEAR_POINTS } from '../matching/described-words.js';
import type { DescribedPart, TogetherPart } from './score-parts.js';
import { wordPart } from './word-match.js';

/** Word by word, then those of two words that follow each other in the text. */
export function describedParts(
  product: number,
  words: readonly DescribedWord[],
  view: Searchable,
): (DescribedPart | TogetherPart)[] {
  const { descriptions } = view;
  if (!descriptions) return [];
  const places = words.map(({ queryTerm, stem }) => {
    const at = positionIn(descriptions.groupsOf(stem), view.structure.groupOf[product]);
    return at < 0 || wordPart(product, queryTerm, view) ? undefined : descriptions.placesOf(stem)[at];
  });
  const parts = words.flatMap(({ queryTerm, stem, rarity, points }, w): DescribedPart[] => {
    if (places[w] === undefined) return [];
    return [{ kind: 'described', word: queryTerm.text, stem: descriptions.stems.term(stem), rarity, points }];
  });
  const together = words.slice(1).flatMap((word, w): TogetherPart[] => {
    const [first, second] = [places[w], places[w + 1]];
    if (!areBeside(words[w], word) || (first ?? FAR) === FAR || (second ?? FAR) === FAR) return [];
    const further = second! - first!;
    if (Math.abs(further) > NEAR_WORDS) return [];
    const pair = [words[w].queryTerm.text, word.queryTerm.text];
    return [{ kind: 'together', words: pair, further, points: further === 1 ? FOLLOWING_POINTS : NEAR_POINTS }];
  });
  return [...parts, ...together];
}

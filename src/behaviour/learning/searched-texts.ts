/**
 * What word vectors are made of beside the catalog: the texts that visitors searched for most, with the products that
 * they chose. Only what several visitors have in common leaves the learner, because it stays in snapshots.
 */

import { splitOverrideKey } from '../../catalog/view.js';
import type { SearchedText } from '../../index/searched-texts.js';
import type { PhraseLearning } from './phrase-learning.js';
import type { ProductLearning } from './product-learning.js';

/** Of all markets and locales. */
const MOST_TEXTS = 1 << 13;
const MOST_CHOSEN = 8;
/** How often a product was chosen for a text at least. */
const LEAST_CHOSEN = 3;

/** The most used first; of as much used ones, by market, locale and text, so that the same was learned gives the same. */
export function searchedTexts(
  { phrases, places, chosen }: PhraseLearning,
  { products }: Pick<ProductLearning, 'products'>,
): SearchedText[] {
  const { uses, visitor3 } = phrases.counters;
  const found: { at: string; phrase: number; uses: number }[] = [];
  for (let phrase = 0; phrase < phrases.used; phrase++) {
    if (phrases.name(phrase) === '' || visitor3[phrase] === 0 || chosen.start(phrase) === chosen.end(phrase)) continue;
    found.push({ at: places.name(phrases.scopes[phrase]), phrase, uses: uses[phrase] });
  }
  const nameOf = ({ at, phrase }: (typeof found)[number]) => `${at}|${phrases.name(phrase)}`;
  found.sort((a, b) => b.uses - a.uses || (nameOf(a) < nameOf(b) ? -1 : 1));
  const texts: SearchedText[] = [];
  for (const { at, phrase } of found) {
    if (texts.length === MOST_TEXTS) break;
    const often: { key: string; weight: number }[] = [];
    for (let i = chosen.start(phrase); i < chosen.end(phrase); i++) {
      if (chosen.support[i] >= LEAST_CHOSEN) often.push({ key: products.name(chosen.to[i]), weight: chosen.weight[i] });
    }
    if (often.length === 0) continue;
    often.sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
    const keys = often.slice(0, MOST_CHOSEN).map(({ key }) => key);
    texts.push({ ...splitOverrideKey(at), text: phrases.name(phrase), chosen: keys });
  }
  return texts;
}

/**
 * Words of a text that raise partial matches whose descriptions have them: by a little, as descriptions say much by the
 * way. What is looked for and by which brand is not read there, nor are numbers, which stand there for any reason,
 * nor words that many descriptions have.
 */
import type { Searchable } from '../../snapshot/index.js';
import { rarity } from '../ranking/scoring.js';
import { WEIGHTS } from '../ranking/weights.js';
import type { QueryTerm } from '../understanding/query-term.js';
import { Slot } from '../understanding/remembered.js';
import type { Understanding } from '../understanding/understanding.js';

/** A word that a product gets points for where its description has it and it has it nowhere else. */
export interface DescribedWord {
  readonly queryTerm: QueryTerm;
  /** Its place in the text. */
  readonly at: number;
  /** Its ordinal in the descriptions of the view. */
  readonly stem: number;
  /** Among descriptions. */
  readonly rarity: number;
  readonly points: number;
}

/** A word is common when the descriptions of more groups have it than one in so many, and than a few. */
const COMMON_SHARE = 8;
const FEW_GROUPS = 50;
/** Of one text. */
const MOST_WORDS = 6;
const BEGINS_WITH_DIGIT = /^\d/;
const NONE: readonly DescribedWord[] = [];

const EACH = WEIGHTS['described.each'];
const WORTH = WEIGHTS['described.worth'];
/** What two words bring that follow each other in the text, where they do so in a description, and where they are near. */
export const FOLLOWING_POINTS = WEIGHTS['described.following'];
export const NEAR_POINTS = WEIGHTS['described.near'];

const known = new Slot<Understanding, readonly DescribedWord[]>();

/** In the order of the text. */
export function describedWords(understanding: Understanding, view: Searchable): readonly DescribedWord[] {
  let words = known.get(understanding);
  if (!words) known.set(understanding, (words = wordsOf(understanding, view)));
  return words;
}

/** Whether one word follows another in the text. */
export function areBeside(first: DescribedWord, second: DescribedWord): boolean {
  return second.at === first.at + 1;
}

function wordsOf(
  { queryTerms, values }: Understanding,
  { descriptions, attributes }: Searchable,
): readonly DescribedWord[] {
  if (!descriptions || descriptions.stems.size === 0) return NONE;
  const { stems, groupCount } = descriptions;
  const brands = values.filter(({ attribute }) => attributes.all[attribute].id === 'brand');
  const words: DescribedWord[] = [];
  for (let at = 0; at < queryTerms.length && words.length < MOST_WORDS; at++) {
    const queryTerm = queryTerms[at];
    if (queryTerm.optional || queryTerm.head || BEGINS_WITH_DIGIT.test(queryTerm.text)) continue;
    if (brands.some(({ from, to }) => from <= at && at < to)) continue;
    const stem = stems.find(queryTerm.stem);
    if (stem < 0 || words.some(word => word.stem === stem)) continue;
    const frequency = descriptions.frequency(stem);
    if (frequency > Math.max(FEW_GROUPS, groupCount / COMMON_SHARE)) continue;
    const rare = rarity(frequency, groupCount);
    words.push({ queryTerm, at, stem, rarity: rare, points: Math.fround(EACH + rare * WORTH) });
  }
  return words;
}

/** Which products have the head of a text beside what they are, and what they lose where a list goes on with others. */
import { FIELD } from '../../src/index/fields.js';
import type { Item } from '../pages/oracle.js';
import { LACKING, LACKING_EACH, LACKING_WORTH, type Meaning, PART, type QueryOracle } from './query-oracle.js';
import type { WordsOracle } from './words-oracle.js';

const KINDS = new Set(['product_type', 'category', 'ontology']);
const TELLING = [FIELD.TYPE, FIELD.CATEGORY];
const MOST_TERMS = 32;
/** Beyond these, the units of a text that are worth least are not told apart. */
const MOST_UNITS = 10;

export interface Beside {
  head: string;
  has(item: Item): boolean;
  /** To be added to points. */
  points: number;
}

/** Undefined: the text has no head, or something else may be it. */
export function besideHead(meaning: Meaning, query: QueryOracle, words: WordsOracle): Beside | undefined {
  const at = meaning.words.findIndex(({ head }) => head);
  const head = meaning.words[at];
  if (!head || head.optional || head.terms.length > MOST_TERMS) return undefined;
  const isQuality = (i: number) =>
    meaning.named.some(({ entity, from, to }) => from <= i && i < to && !KINDS.has(entity.attribute));
  if (meaning.words.some(({ optional }, i) => i > at && !optional && !isQuality(i))) return undefined;
  const units = query.units(meaning).map(unit => query.weighed(unit, meaning));
  if (units.length < 2) return undefined;
  if (units.length > MOST_UNITS) throw new Error(`${meaning.q}: more units than are expected`);
  const unit = units.find(({ from, to }) => from <= at && at < to)!;
  const points = Math.fround(-(LACKING + LACKING_EACH + LACKING_EACH + unit.worth * LACKING_WORTH));
  return { head: head.text, has: isBeside, points };

  function isBeside(item: Item): boolean {
    const found = head!.terms
      .map(({ term }) => words.occurrence(term, item)?.fields ?? 0)
      .filter(fields => (fields & (head!.parts ? 0xffff : ~PART)) !== 0);
    const has = (field: number) => found.some(fields => (fields & (1 << field)) !== 0);
    return !has(FIELD.HEAD) && TELLING.some(has);
  }
}

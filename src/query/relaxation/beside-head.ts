/**
 * Products that have the head of a text beside what they are: the type "desk chairs" has the desk, and names chairs. A list
 * that goes on with products that lack words takes them for products that lack the head.
 */
import { FIELD } from '../../index/fields.js';
import type { Searchable } from '../../snapshot/index.js';
import { queryWordsOf } from '../../text/index.js';
import { positionOf } from '../matching/posting-lookup.js';
import type { QueryTerm } from '../understanding/query-term.js';
import { isKind } from '../understanding/recognition.js';
import type { Understanding } from '../understanding/understanding.js';

/**
 * What says for certain that a thing is another one. Titles that do not end with their head may just be badly read, and
 * words of brands are no heads of titles, though the brand Clip & Carry has clips.
 */
const TELLING = (1 << FIELD.TYPE) | (1 << FIELD.CATEGORY);
const HEAD = 1 << FIELD.HEAD;
/** Words that stand for more are looked up in too many postings for each product. */
const MOST_EXPANSIONS = 32;

export class BesideHead {
  /** @param points negative; what a product loses */
  constructor(
    readonly head: QueryTerm,
    readonly points: number,
    private readonly view: Searchable,
  ) {}

  has(product: number): boolean {
    const { head, view } = this;
    let fields = 0;
    for (const { term } of head.expansions) {
      const posting = positionOf(product, term, view);
      if (posting < 0) continue;
      const own = view.text.postings(term).fields[posting];
      if ((own & head.fields) !== 0) fields |= own;
      if ((fields & HEAD) !== 0) return false;
    }
    return (fields & TELLING) !== 0;
  }
}

/**
 * The head of a text, where it stands as one: of "tool wrap", whose last word no product is called by, it may be the other.
 * Undefined too where it stands for whole phrases, or for many words.
 */
export function standingHead({ queryTerms, values }: Understanding, view: Searchable): QueryTerm | undefined {
  const at = queryTerms.findIndex(({ head }) => head);
  if (at < 0) return undefined;
  const head = queryTerms[at];
  if (head.optional || head.termGroups.length > 0 || head.expansions.length > MOST_EXPANSIONS) return undefined;
  const { introducers, headFirst } = queryWordsOf(view.analyzer.language);
  const behind = queryTerms.findIndex(({ text }, i) => i > at && introducers.has(text));
  const [from, to] = headFirst ? [0, at] : [at + 1, behind < 0 ? queryTerms.length : behind];
  for (let i = from; i < to; i++) {
    const isQuality = values.some(value => {
      return value.from <= i && i < value.to && !isKind(view.attributes.all[value.attribute].id);
    });
    if (!queryTerms[i].optional && !isQuality) return undefined;
  }
  return head;
}

/** Explains why a product is not in a list of found products: one reason for each filter or word that excludes it. */
import { hasBit } from '../../kernel/bitmap.js';
import { nearWords } from '../../query/explain/near-words.js';
import type { Scorer } from '../../query/explain/scorer.js';
import { isKnown, type QueryTerm } from '../../query/understanding/query-term.js';
import type { View } from '../../snapshot/index.js';
import type { FoundList } from './explained-lists.js';
import type { Reason } from './explanation.js';
import type { NamedFilter } from './list-filters.js';

const CODES: Record<NamedFilter['kind'], Reason['code']> = {
  rules: 'RULED_OUT',
  page: 'PAGE_RULES',
  'page above': 'PAGE_ABOVE',
  blocked: 'BLOCKED',
  keywords: 'KEYWORDS',
  facet: 'FACET',
  category: 'CATEGORY',
  limit: 'LIMIT',
};

export class Absence {
  constructor(
    private readonly list: FoundList,
    private readonly scorer: Scorer,
    private readonly filters: readonly NamedFilter[],
    private readonly view: View,
  ) {}

  /** At least one reason. @param primary whether the product is in the list that this one continues */
  reasons(product: number, primary: boolean): Reason[] {
    if (primary) return [{ code: 'IN_PRIMARY_LIST', message: 'it is in the primary list' }];
    const { text } = this.list;
    const nothing = text.typed !== '' && text.understanding.queryTerms.length === 0 && text.limits.length === 0;
    if (nothing) return [{ code: 'NOTHING_SEARCHED', message: 'the text has no word to search for' }];
    const kept = this.filters.flatMap(({ kind, passing, because }): Reason[] =>
      passing && !hasBit(passing, product) ? [{ code: CODES[kind], message: because(product) }] : [],
    );
    const { near } = this.list.scoring;
    const isOfVector = near !== undefined && [...near.values()].every(({ isAlone = false }) => isAlone);
    const reasons = isOfVector ? kept : [...this.lacking(product, kept.length > 0), ...kept];
    if (reasons.length > 0) return reasons;
    if (isOfVector) {
      return [{ code: 'NOT_NEAR', message: `it is not among the ${near.size} whose vectors are nearest, or has none` }];
    }
    // It passes each filter by itself.
    return [{ code: 'NO_SINGLE_VARIANT', message: 'no single variant of it passes all filters together' }];
  }

  /** @param keptOut whether a filter excludes it as well, so that words need not be the reason */
  private lacking(product: number, keptOut: boolean): Reason[] {
    const queryTerms = this.scorer.lacking(product);
    if (queryTerms.length === 0) return [];
    const fits = this.scorer.of(product) !== undefined;
    if (fits && keptOut) return [];
    const message = queryTerms.map(queryTerm => this.lack(queryTerm, product)).join('; ');
    if (!fits) return [{ code: 'LACKS_WORDS', message }];
    const rule = 'products that lack a word are listed only where few have all, and until there are enough';
    return [{ code: 'LACKS_WORDS', message: `${message}; ${rule}` }];
  }

  private lack(queryTerm: QueryTerm, product: number): string {
    if (!isKnown(queryTerm)) return `nothing in the catalog is known for "${queryTerm.text}"`;
    const near = nearWords(product, queryTerm, this.view).map(
      ({ term, fields }) => `"${term}" in ${fields.join(', ')}`,
    );
    return `it has nothing for "${queryTerm.text}"${near.length > 0 ? `, the nearest it has is ${near.join(', ')}` : ''}`;
  }
}

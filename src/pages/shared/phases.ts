/** The phases of an answer. Each step of a page has a phase; profiles measure parts of steps, too. */

export const PHASE = {
  /** Understanding and correcting the text. */
  ANALYSIS: 0,
  /** Filters: rules, offers, stock, selected facets. */
  FILTERS: 1,
  /** Merging the postings of query terms that are not remembered. */
  MERGING: 2,
  /** Combining query terms. */
  MATCHING: 3,
  /** Priors and boosts, and finding the best. */
  RANKING: 4,
  /** Counting facets, and their values in order. */
  FACETS: 5,
  FACET_WRITING: 6,
  CARDS: 7,
  /** Suggested phrases. */
  PHRASES: 8,
  /** Content: finding and writing it. */
  CONTENT: 9,
  /** Signing the context of tickets. */
  TICKETS: 10,
  /** Finding the campaigns that win the sold places of lists. */
  AUCTION: 11,
  /** All else that is computed: recommendations, navigation. */
  REST: 12,
  /** Writing the answer, but for what is named above where that is measured apart. */
  WRITING: 13,
} as const;

export type Phase = (typeof PHASE)[keyof typeof PHASE];

/** Names of the phases in reports. */
export const PHASE_NAMES = [
  'analysis',
  'filters',
  'merging terms',
  'matching',
  'ranking',
  'counting facets',
  'writing facets',
  'writing cards',
  'phrases',
  'content',
  'tickets',
  'auction',
  'rest',
  'writing',
] as const;

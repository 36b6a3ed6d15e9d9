/** The phases of an answer. Each step of a page has a phase; only profiles read them. */

export const PHASE = {
  /** Understanding and correcting the text. */
  ANALYSIS: 0,
  /** Filters: rules, offers, stock, selected facets. */
  FILTERS: 1,
  /** Matching the words, with their scores. */
  MATCHING: 2,
  /** Priors and boosts, and ranking. */
  SCORING: 3,
  FACETS: 4,
  CARDS: 5,
  /** Suggested phrases. */
  PHRASES: 6,
  /** Content: finding and writing it. */
  CONTENT: 7,
  /** Signing the context of tickets. */
  TICKETS: 8,
  /** All else: recommendations, navigation, the members around the lists. */
  REST: 9,
} as const;

export type Phase = (typeof PHASE)[keyof typeof PHASE];

/** Names of the phases in reports. */
export const PHASE_NAMES = [
  'analysis',
  'filters',
  'matching',
  'scoring',
  'facets',
  'assembly: cards',
  'assembly: phrases',
  'assembly: content',
  'assembly: tickets',
  'assembly: rest',
] as const;

/**
 * The phases that an answer goes through. Pages name the phase of each of their steps; a profile measures
 * by these names, and nothing else reads them.
 */

export const PHASE = {
  /** What the text means, and what else may have been meant. */
  ANALYSIS: 0,
  /** What may be listed: rules, price lists, stock, selected facets. */
  FILTERS: 1,
  /** The products with the words, and their points. */
  MATCHING: 2,
  /** Points that no word brings, and the best of all hits in their order. */
  SCORING: 3,
  FACETS: 4,
  CARDS: 5,
  /** Phrases to go on with. */
  PHRASES: 6,
  /** Articles, questions and links that go with it: finding and writing them. */
  CONTENT: 7,
  /** Signing what the tickets of a list begin with. */
  TICKETS: 8,
  /** All else: recommendations, navigation, the members around the lists. */
  REST: 9,
} as const;

export type Phase = (typeof PHASE)[keyof typeof PHASE];

/** What reports call the phases, by phase. */
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

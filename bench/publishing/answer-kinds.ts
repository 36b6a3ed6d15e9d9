/** Kinds of requests that Lucene and we are asked, and what is answered to them. */
export const ANSWER_KINDS = {
  page: '60 hits with cards, counts of 4 facets',
  few: '8 hits with cards',
  prefix: 'last word a prefix, 8 hits with cards',
} as const;
export type AnswerKind = keyof typeof ANSWER_KINDS;
/** The setup of rows whose requests have a text each that was not asked before. */
export const EACH_TEXT_ONCE = 'each text once';

/** Kinds of requests that Lucene and we are asked, and what is answered to them. */
export const ANSWER_KINDS = {
  page: '60 hits with cards, counts of 4 facets',
  few: '8 hits with cards',
  prefix: 'last word a prefix, 8 hits with cards',
} as const;
export type AnswerKind = keyof typeof ANSWER_KINDS;
/** Of a daemon that is asked beside Lucene. */
export const HTTP_CONNECTIONS = 16;
/** The setup of rows that have a daemon on our side, asked over HTTP. */
export const OVER_HTTP = `ours over HTTP by ${HTTP_CONNECTIONS} connections`;
/** The setup of rows whose requests have a text each that was not asked before. */
export const EACH_TEXT_ONCE = 'each text once';

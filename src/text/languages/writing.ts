/**
 * How a language is written: its letters, its numbers and the signs inside its words. More languages have an entry here
 * than have one in `language.ts`, which needs word lists.
 */
import { type Alphabet, BASIC_ALPHABET } from './alphabets.js';

export interface Writing {
  alphabet: Alphabet;
  /** The sign that groups thousands (1,000 or 1.000); the other one is the decimal sign. */
  thousands: ',' | '.';
  /** Whether thousands may also be grouped by spaces (1 000). */
  spacedThousands: boolean;
  /** Words that lose their last vowel before an apostrophe (l'été): the tokenizer drops them. */
  elisions?: string;
  /** Words whose apostrophe joins (don't) rather than divides. */
  contraction?: RegExp;
  /** Pairs of letters that are written for letters of the alphabet's own. */
  digraphs?: Digraphs;
}

export interface Digraphs {
  /** Two letters → the one they are written for. */
  letters: Readonly<Record<string, string>>;
  /** Where two letters may be written for one; global. */
  pattern: RegExp;
}

/** French, Italian and Catalan elide alike; words of one are met in texts of the others. */
export const ROMANCE_ELISIONS = 'l d j m t s n c qu jusqu lorsqu puisqu dell all nell sull dall un quest';

/** The writing of unknown languages. */
export const PLAIN_WRITING: Writing = { alphabet: BASIC_ALPHABET, thousands: '.', spacedThousands: false };

const COMMA_THOUSANDS: Writing = { ...PLAIN_WRITING, thousands: ',' };

/** Languages with a known writing, but without word lists, by their subtag. */
export const WRITING_ALONE: ReadonlyMap<string, Writing> = new Map([
  ['ca', { ...PLAIN_WRITING, elisions: ROMANCE_ELISIONS }],
  ['he', COMMA_THOUSANDS],
  ['hi', COMMA_THOUSANDS],
  ['ja', COMMA_THOUSANDS],
  ['ko', COMMA_THOUSANDS],
  ['th', COMMA_THOUSANDS],
  ['zh', COMMA_THOUSANDS],
]);

/**
 * Spanish: Snowball's rules, with corrections where they give forms of a word different stems. Words come folded to
 * base letters but for ñ.
 */
import { stemmer as snowball } from '@orama/stemmers/spanish';

/** `-es` behind a consonant, but that of `-bles` belongs to the singular. */
export function spanishStem(word: string): string {
  return snowball(word.replace(/(?<=..(?:[rndjz]|(?<!b)l))es$/, ''));
}

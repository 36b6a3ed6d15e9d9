/**
 * French: Snowball's rules, with corrections where they give forms of a word different stems. Words come folded to base
 * letters.
 */
import { stemmer as snowball } from '@orama/stemmers/french';

export function frenchStem(word: string): string {
  return snowball(word.replace(/ees?$/, 'e')).replace(/iv$/, 'if');
}

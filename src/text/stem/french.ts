/** French: Snowball's rules, put right where they part forms of a word. Words come folded to base letters. */
import { stemmer as snowball } from '@orama/stemmers/french';

export function frenchStem(word: string): string {
  return snowball(word.replace(/ees?$/, 'e')).replace(/iv$/, 'if');
}

/** English: Snowball's rules, but for plurals of words of three letters, of which they take two (ties → ti). */
import { stemmer as snowball } from '@orama/stemmers/english';

export function englishStem(word: string): string {
  return /^..[^aius]s$/.test(word) ? word.slice(0, 3) : snowball(word);
}

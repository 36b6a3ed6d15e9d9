/**
 * Danish: Snowball's rules, and corrections for forms that they give different stems (bordet and bord, mørkblåt and
 * mørkblå).
 */
import { stemmer as snowball } from '@orama/stemmers/danish';
import { colourStem, withoutNeuterEnding, withoutUnstableVowel } from './nordic.js';

export function danishStem(word: string): string {
  return (
    colourStem(word) ??
    withoutUnstableVowel(snowball(withoutNeuterEnding(word.length > 6 ? word.replace(/ede$/, 'et') : word)))
  );
}

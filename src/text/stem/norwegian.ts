/**
 * Norwegian, both written forms: Snowball's rules, and corrections for forms that they give different stems (genser,
 * gensere; gult, gul).
 */
import { stemmer as snowball } from '@orama/stemmers/norwegian';
import { colourStem, withoutNeuterEnding, withoutUnstableVowel } from './nordic.js';

export function norwegianStem(word: string): string {
  const genser = /genser(?:e|en|ne)?$/.exec(word);
  if (genser) return `${word.slice(0, genser.index)}genser`;
  const base = withoutNeuterEnding(word.length > 6 ? word.replace(/e[td]e$/, 'et') : word);
  return colourStem(word) ?? withoutUnstableVowel(snowball(base));
}

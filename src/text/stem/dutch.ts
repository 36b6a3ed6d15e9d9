/**
 * Dutch: Snowball's rules, and corrections for forms that they give different stems (jurkje and jurk, mutsen and muts).
 */
import { stemmer as snowball } from '@orama/stemmers/dutch';

/** The diminutive counts as the word: a search for either, jurkje or jurk, means both. */
export function dutchStem(word: string): string {
  let base = word.replace(/(?<=..(?:e|en))s$/, '');
  if (base.length > 4) base = base.replace(/(?<=[lnraeiouy])tje$|(?<!oran)je$/, '');
  // Twice: the first pass leaves the ending that the singular loses (mutsen → muts → mut, as muts → mut).
  return snowball(snowball(base))
    .replace(/([bfglmnprs])\1$/, '$1')
    .replace(/z$/, 's')
    .replace(/v$/, 'f')
    .replace(/(?<=...)s$/, '');
}

/**
 * Swedish: Snowball's rules, and corrections for forms that they give different stems (jackan and jacka, bordet and
 * bord, stövlar and stövel, mörkblått and mörkblå). Words come folded.
 */
import { stemmer as snowball } from '@orama/stemmers/swedish';
import { colourStem, withoutUnstableVowel } from './nordic.js';

/** Words in -an and -et that are not definite forms. */
const ENDS_IN_AN = /(?:lak|rom|tit|fas|div|sed|ork|kaft|turb|cardig|tart|sult|oce|vulk|elast|uret)an$/;
const ENDS_IN_ET =
  /(?:pak|rack|bask|pock|tick|jack|blank|mark|plan|magn|stak|velv|bonn|outl|intern|trump|helm|sec?kr|univers\w*|kvalit)et$/;
/** Neuter adjectives whose final t is removed; in other words (kant, tält) the t belongs to the stem. */
const NEUTER = /(?:gul|grön|brun|lång|varm|mjuk|smal|tjock|tung|hög|låg|fin|mörk|ljus|stor|trång)t$/;

export function swedishStem(word: string): string {
  if (/(?:[^aeiouyåäö]|inne|ute|trä)sko(?:r|rna|n|rnas|ns)$/.test(word))
    return word.slice(0, word.lastIndexOf('sko') + 3);
  const colour = colourStem(word);
  if (colour !== undefined) return colour;
  let base = word.replace(/böcker(?:na)?$/, 'bok').replace(/(?<=..[^aeiouyåäö]{2})ena$/, 'e');
  if (base.length > 4 && base.endsWith('an') && !ENDS_IN_AN.test(base)) base = base.slice(0, -1);
  else if (base.length > 5 && base.endsWith('et') && !ENDS_IN_ET.test(base)) base = base.slice(0, -2);
  else if (ENDS_IN_AN.test(base) || ENDS_IN_ET.test(base)) return base;
  else if (NEUTER.test(base) || /[^aeiouyåäö]eln$/.test(base)) base = base.slice(0, -1);
  // `-anden` is a suffix to Snowball, but not in armbanden, handen, stranden.
  else base = base.replace(/(?<=[bhlrst]and)en$/, '');
  return withoutUnstableVowel(snowball(base));
}

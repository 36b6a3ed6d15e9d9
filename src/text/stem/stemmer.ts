/**
 * Stems by language: Snowball's rules, and around them what they miss in a shop: plural and singular, definite and
 * indefinite of the same word must agree, and short words stay as they are. Languages without rules keep their words.
 */
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as german } from '@orama/stemmers/german';
import { rulesOf } from '../languages/rules.js';
import { finnishStem } from './finnish.js';
import { irregularsOf } from './irregular.js';
import { danishStem, norwegianStem, swedishStem } from './nordic.js';
import { polishStem } from './polish.js';
import { frenchStem, italianStem, portugueseStem, spanishStem } from './romance.js';

type Stem = (word: string) => string;

const SHORTEST_STEM = 3;

const RULES: Record<string, Stem> = {
  en: word => (/^..[^aius]s$/.test(word) ? word.slice(0, 3) : english(word)),
  sv: swedishStem,
  da: danishStem,
  no: norwegianStem,
  fi: finnishStem,
  de: germanStem,
  nl: dutchStem,
  fr: frenchStem,
  es: spanishStem,
  it: italianStem,
  pt: portugueseStem,
  pl: polishStem,
};

/** The stemmer of a language; `fold` is the language's folding of whole words. */
export function stemmerFor(language: string, fold: (text: string) => string): Stem {
  const name = rulesOf(language);
  const rules = RULES[name];
  const irregulars = irregularsOf(name, fold);
  if (!rules) return word => word;
  return word => {
    const irregular = irregulars.get(word);
    if (irregular !== undefined) return irregular;
    if (word.length <= SHORTEST_STEM || !/^\p{L}+$/u.test(word)) return word;
    const stem = fold(rules(word));
    return stem.length < SHORTEST_STEM ? word : stem;
  };
}

function germanStem(word: string): string {
  const base = germanUmlauts(word)
    // The dative of Stiefel; dunkle, edle, flexible; the plurals of Sofa, Handy and Top.
    .replace(/(?<=.el)n$/, '')
    .replace(/(?<=dunk|ed|[ai]b)l(?=e[rsnm]?$)/, 'el')
    .replace(/(?<=.[^aeiouäöü][aioy]|..p)(?<!gla|gra)s$/, '');
  return german(base);
}

/** Maentel, Groesse: what is typed where there is no ä, ö, ü. `ue` after a vowel or q is no ü (neue, Quelle). */
function germanUmlauts(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/ae/g, 'ä')
    .replace(/oe/g, 'ö')
    .replace(/(?<![aeiouäöüq])ue/g, 'ü');
}

/** The diminutive counts as the word: a jurkje is a jurk to whoever looks for either. */
function dutchStem(word: string): string {
  let base = word.replace(/(?<=..(?:e|en))s$/, '');
  if (base.length > 4) base = base.replace(/(?<=[lnraeiouy])tje$|(?<!oran)je$/, '');
  // Twice: the first pass leaves the ending that the singular loses (mutsen → muts → mut, as muts → mut).
  return dutch(dutch(base))
    .replace(/([bfglmnprs])\1$/, '$1')
    .replace(/z$/, 's')
    .replace(/v$/, 'f')
    .replace(/(?<=...)s$/, '');
}

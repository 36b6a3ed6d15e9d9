/**
 * Stems by language: Snowball's rules, and around them what they miss in a shop: plural and singular, definite and
 * indefinite of the same word must agree, and short words stay as they are. Polish, for which there are no Snowball
 * rules, loses its case endings; other languages keep their words.
 */
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { irregularsOf } from './irregular.js';

type Stem = (word: string) => string;

const SHORTEST_STEM = 3;

const RULES: Record<string, Stem> = {
  en: word => (/^..[^aius]s$/.test(word) ? word.slice(0, 3) : english(word)),
  // `-an` (jackan) is no Snowball suffix; `skor` in compounds is, but leaves no `sko`; stövel, stövlar.
  sv: word => {
    if (/(?:[^aeiouyåäö]|inne|ute|trä)sko(?:r|rna|n|rnas|ns)$/.test(word))
      return word.slice(0, word.lastIndexOf('sko') + 3);
    return closeEnding(swedish(word.length > 5 && word.endsWith('an') ? word.slice(0, -1) : word));
  },
  da: word => closeEnding(danish(word)),
  no: word => closeEnding(norwegian(word)),
  fi: word => finnishRoot(word),
  // Umlauts typed without the letters, and the dative of `Stiefel`.
  de: word => german(germanUmlauts(word).replace(/(?<=.el)n$/, '')),
  // Twice: the first pass leaves the ending that the singular loses (mutsen → muts → mut, as muts → mut).
  nl: word => dutch(dutch(word.replace(/(?<=..(?:e|en))s$/, ''))),
  fr: word => french(word.replace(/ees?$/, 'e')),
  es: word => spanish(word.replace(/(?<=..[lrndjz])es$/, '')),
  it: italian,
  pt: word =>
    portuguese(
      word
        .replace(/(?<=.)[oa]es$/, 'ao')
        .replace(/(?<=.[aeu])is$/, 'l')
        .replace(/(?<=..)ns$/, 'm'),
    ),
  pl: polish,
};

const SAME_AS: Record<string, string> = { nb: 'no', nn: 'no' };

/** The stemmer of a language; `fold` is the language's folding of whole words. */
export function stemmerFor(language: string, fold: (text: string) => string): Stem {
  const name = SAME_AS[language] ?? language;
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

/** stövel, stövlar; nyckel, nycklar: the vowel that falls out before an ending. */
function closeEnding(stem: string): string {
  return /[^aeiouyåäöæø]el$/.test(stem) && stem.length > 4 ? `${stem.slice(0, -2)}l` : stem;
}

/** Maentel, Groesse: what is typed where there is no ä, ö, ü. `ue` after a vowel or q is no ü (neue, Quelle). */
function germanUmlauts(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/ae/g, 'ä')
    .replace(/oe/g, 'ö')
    .replace(/(?<![aeiouäöüq])ue/g, 'ü');
}

/** Strong and weak grades of a consonant (takki, takit; kenkä, kengät; paita, paidat) come to one form. */
function finnishRoot(word: string): string {
  if (/[^n]nen$/.test(word) && word.length > 4) return `${word.slice(0, -3)}s`;
  const root = finnish(word)
    .replace(/ks$/, 's')
    .replace(/[aeiouyäö]+$/, '');
  return root
    .replace(/([kpt])\1$/, '$1')
    .replace(/d$/, 't')
    .replace(/ng$/, 'nk')
    .replace(/mm$/, 'mp')
    .replace(/nn$/, 'nt')
    .replace(/l[lt]$/, 'l')
    .replace(/r[rt]$/, 'r');
}

const POLISH_ENDINGS =
  /(?:iami|ami|iach|ach|owie|owi|ego|emu|ymi|imi|ych|ich|iem|om|ow|em|ym|im|ej|ie|ia|iu|[aeiouy])$/;

function polish(word: string): string {
  const root = word.replace(POLISH_ENDINGS, '');
  if (root.length < SHORTEST_STEM) return word;
  // sukienek, sukienka; but not the stem of `mek`: the e that falls out before k.
  return /[^aeiouy]ek$/.test(root) && root.length > 4 ? `${root.slice(0, -2)}k` : root;
}

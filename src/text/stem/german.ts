/**
 * German: Snowball's rules, and corrections for forms that they give different stems (Stiefeln, dunkle, Handys; Maentel
 * for Mäntel).
 */
import { stemmer as snowball } from '@orama/stemmers/german';

/** Nouns whose end is an ending to Snowball where they end a compound, and their forms. */
const OWN_END = /(tisch|teig)(?:e[ns]?|s)?$/;

export function germanStem(word: string): string {
  const base = germanUmlauts(word)
    // The dative of Stiefel; dunkle, edle, flexible; the plurals of Sofa, Handy and Top.
    .replace(/(?<=.el)n$/, '')
    .replace(/(?<=dunk|ed|[ai]b)l(?=e[rsnm]?$)/, 'el')
    .replace(/(?<=.[^aeiouäöü][aioy]|..p)(?<!gla|gra)s$/, '');
  // -isch is no ending in Gartentisch, and -ig none in Pizzateig.
  const own = OWN_END.exec(base);
  return own ? base.slice(0, own.index) + own[1] : snowball(base);
}

/** Maentel, Groesse: what is typed where there is no ä, ö, ü. `ue` after a vowel or q is no ü (neue, Quelle). */
function germanUmlauts(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/ae/g, 'ä')
    .replace(/oe/g, 'ö')
    .replace(/(?<![aeiouäöüq])ue/g, 'ü');
}

/**
 * Swedish, Danish and Norwegian: what Snowball's rules leave apart in a shop (jackan and jacka, bordet and bord,
 * stövlar and stövel, mörkblått and mörkblå), put right before and after them. Words come folded.
 */
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as swedish } from '@orama/stemmers/swedish';

/** Words in -an and -et that are no definite forms. */
const SWEDISH_OWN_AN = /(?:lak|rom|tit|fas|div|sed|ork|kaft|turb|cardig|tart|sult|oce|vulk|elast|uret)an$/;
const SWEDISH_OWN_ET =
  /(?:pak|rack|bask|pock|tick|jack|blank|mark|plan|magn|stak|velv|bonn|outl|intern|trump|helm|sec?kr|univers\w*|kvalit)et$/;
/** Neuters of adjectives whose t could be of the word in others (kant, tält); the Danish ones hold in Norwegian. */
const SWEDISH_NEUTER = /(?:gul|grön|brun|lång|varm|mjuk|smal|tjock|tung|hög|låg|fin|mörk|ljus|stor|trång)t$/;
const DANISH_NEUTER = /(?:varm|tykk?|tung|lang|hø[jy]|lav|myk|smal|mørk|lys|stor)t$/;

export function swedishStem(word: string): string {
  if (/(?:[^aeiouyåäö]|inne|ute|trä)sko(?:r|rna|n|rnas|ns)$/.test(word))
    return word.slice(0, word.lastIndexOf('sko') + 3);
  const colour = plainColour(word);
  if (colour !== undefined) return colour;
  let base = word.replace(/böcker(?:na)?$/, 'bok').replace(/(?<=..[^aeiouyåäö]{2})ena$/, 'e');
  if (base.length > 4 && base.endsWith('an') && !SWEDISH_OWN_AN.test(base)) base = base.slice(0, -1);
  else if (base.length > 5 && base.endsWith('et') && !SWEDISH_OWN_ET.test(base)) base = base.slice(0, -2);
  else if (SWEDISH_OWN_AN.test(base) || SWEDISH_OWN_ET.test(base)) return base;
  else if (SWEDISH_NEUTER.test(base) || /[^aeiouyåäö]eln$/.test(base)) base = base.slice(0, -1);
  // `-anden` is a suffix to Snowball, but not in armbanden, handen, stranden.
  else base = base.replace(/(?<=[bhlrst]and)en$/, '');
  return closeEnding(swedish(base));
}

export function danishStem(word: string): string {
  return plainColour(word) ?? closeEnding(danish(withoutNeuter(word.length > 6 ? word.replace(/ede$/, 'et') : word)));
}

export function norwegianStem(word: string): string {
  const genser = /genser(?:e|en|ne)?$/.exec(word);
  if (genser) return `${word.slice(0, genser.index)}genser`;
  const base = withoutNeuter(word.length > 6 ? word.replace(/e[td]e$/, 'et') : word);
  return plainColour(word) ?? closeEnding(norwegian(base));
}

function withoutNeuter(word: string): string {
  return DANISH_NEUTER.test(word) ? word.slice(0, -1) : word;
}

const COLOURS: [forms: RegExp, colour: string][] = [
  [/blå(?:tt?|e|a)?$/, 'blå'],
  [/grå(?:tt?|e|a)?$/, 'grå'],
  [/(?:rött|röda?)$/, 'röd'],
  [/rød[te]?$/, 'rød'],
  [/vit[ta]?$/, 'vit'],
  [/grøn(?:n|ne|t|nt)?$/, 'grøn'],
];

/** Colours that end a word (mörkblått, lysegrønne) in the one form; undefined for all else. */
function plainColour(word: string): string | undefined {
  for (const [forms, colour] of COLOURS) {
    const found = forms.exec(word);
    if (found) return word.slice(0, found.index) + colour;
  }
  return undefined;
}

/** stövel, stövlar; nyckel, nycklar; sykkel, sykler: the vowel that falls out before an ending, and what it doubled. */
function closeEnding(stem: string): string {
  if (!/[^aeiouyåäöæø]el$/.test(stem) || stem.length <= 4) return stem;
  return `${stem.slice(0, -2)}l`.replace(/(.)\1l$/, '$1l');
}

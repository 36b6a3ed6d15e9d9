/** Rules that the stemmers of Swedish, Danish and Norwegian share. Words come folded. */

/** Neuter adjectives of Danish and Norwegian whose final t is removed; in other words the t belongs to the stem. */
const NEUTER = /(?:varm|tykk?|tung|lang|hø[jy]|lav|myk|smal|mørk|lys|stor)t$/;

export function withoutNeuterEnding(word: string): string {
  return NEUTER.test(word) ? word.slice(0, -1) : word;
}

const COLOURS: [forms: RegExp, colour: string][] = [
  [/blå(?:tt?|e|a)?$/, 'blå'],
  [/grå(?:tt?|e|a)?$/, 'grå'],
  [/(?:rött|röda?)$/, 'röd'],
  [/rød[te]?$/, 'rød'],
  [/vit[ta]?$/, 'vit'],
  [/grøn(?:n|ne|t|nt)?$/, 'grøn'],
];

/** The stem of a word that ends in a colour (mörkblått, lysegrønne); undefined for any other word. */
export function colourStem(word: string): string | undefined {
  for (const [forms, colour] of COLOURS) {
    const found = forms.exec(word);
    if (found) return word.slice(0, found.index) + colour;
  }
  return undefined;
}

/**
 * The stem without the vowel that inflection drops, and with its double consonant single: stövel and stövlar, nyckel
 * and nycklar, sykkel and sykler.
 */
export function withoutUnstableVowel(stem: string): string {
  if (!/[^aeiouyåäöæø]el$/.test(stem) || stem.length <= 4) return stem;
  return `${stem.slice(0, -2)}l`.replace(/(.)\1l$/, '$1l');
}

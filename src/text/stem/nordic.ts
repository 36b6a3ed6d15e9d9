/** What the stemmers of Swedish, Danish and Norwegian have in common. Words come folded. */

/** Neuters of Danish and Norwegian adjectives whose t could be of the word in others. */
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

/** Colours that end a word (mörkblått, lysegrønne) in the one form; undefined for all else. */
export function colourStem(word: string): string | undefined {
  for (const [forms, colour] of COLOURS) {
    const found = forms.exec(word);
    if (found) return word.slice(0, found.index) + colour;
  }
  return undefined;
}

/** stövel, stövlar; nyckel, nycklar; sykkel, sykler: the vowel that falls out before an ending, and what it doubled. */
export function withoutUnstableVowel(stem: string): string {
  if (!/[^aeiouyåäöæø]el$/.test(stem) || stem.length <= 4) return stem;
  return `${stem.slice(0, -2)}l`.replace(/(.)\1l$/, '$1l');
}

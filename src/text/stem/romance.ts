/**
 * Italian and Portuguese nouns and adjectives: number and gender fall off, and nothing else. Snowball also takes what
 * would be endings of verbs (divano, bicchiere, chapéu) and leaves other words; shops are searched for nouns. French
 * and Spanish keep Snowball's rules, put right where they part forms of a word. Words come folded to base letters.
 */
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as spanish } from '@orama/stemmers/spanish';

/** scarpa, scarpe; giacca, giacche; grigio, grigi, grigie; sneaker, sneakers. */
export function italianStem(word: string): string {
  return word
    .replace(/(?<=[^aeious])s$/, '')
    .replace(/i?[aeio]$/, '')
    .replace(/(?<=[cg])h$/, '');
}

/** calção, calções; azul, azuis; homem, homens; vermelho, vermelhas. */
export function portugueseStem(word: string): string {
  return word
    .replace(/(?<=.)[oa]es$/, 'ao')
    .replace(/(?<=.)([aeou])is$/, '$1l')
    .replace(/(?<=infant|juven|subt|gent)is$/, 'il')
    .replace(/(?<=..)ns$/, 'm')
    .replace(/(?<=..[rz])es$/, '')
    .replace(/(?<=[^s])s$/, '')
    .replace(/[aeo]$/, '');
}

export function frenchStem(word: string): string {
  return french(word.replace(/ees?$/, 'e')).replace(/iv$/, 'if');
}

/** `-es` behind a consonant, but that of `-bles` belongs to the singular. */
export function spanishStem(word: string): string {
  return spanish(word.replace(/(?<=..(?:[rndjz]|(?<!b)l))es$/, ''));
}

/**
 * Portuguese: number and gender of nouns and adjectives fall off, and nothing else. Snowball also takes what would be endings
 * of verbs (chapéu) and leaves other words; shops are searched for nouns. Words come folded to base letters.
 */

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

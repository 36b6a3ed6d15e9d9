/**
 * Portuguese: removes number and gender of nouns and adjectives, nothing else. Snowball would also remove what look
 * like verb endings (chapéu) and misses other forms; shops are searched for nouns. Words come folded to base letters.
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

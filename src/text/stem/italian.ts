/**
 * Italian: removes number and gender of nouns and adjectives, nothing else. Snowball would also remove what look like
 * verb endings (divano, bicchiere) and misses other forms; shops are searched for nouns. Words come folded to base
 * letters.
 */

/** scarpa, scarpe; giacca, giacche; grigio, grigi, grigie; sneaker, sneakers. */
export function italianStem(word: string): string {
  return word
    .replace(/(?<=[^aeious])s$/, '')
    .replace(/i?[aeio]$/, '')
    .replace(/(?<=[cg])h$/, '');
}

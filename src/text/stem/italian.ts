/**
 * Italian: number and gender of nouns and adjectives fall off, and nothing else. Snowball also takes what would be endings
 * of verbs (divano, bicchiere) and leaves other words; shops are searched for nouns. Words come folded to base letters.
 */

/** scarpa, scarpe; giacca, giacche; grigio, grigi, grigie; sneaker, sneakers. */
export function italianStem(word: string): string {
  return word
    .replace(/(?<=[^aeious])s$/, '')
    .replace(/i?[aeio]$/, '')
    .replace(/(?<=[cg])h$/, '');
}

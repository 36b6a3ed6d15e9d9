/**
 * Polish, for which Snowball has no rules: removes case endings, the mobile e (sukienka, sukienek; sweter, swetry) and
 * the softening before -e (sukience). Words come folded to base letters.
 */
const SHORTEST_ROOT = 3;
const ENDINGS = /(?:iami|ami|iach|ach|owie|owi|i?ego|i?emu|ymi|imi|ych|ich|iem|om|ow|em|ym|im|i?ej|ie|ia|iu|[aeiouy])$/;

export function polishStem(word: string): string {
  const root = word.replace(ENDINGS, '');
  if (root.length < SHORTEST_ROOT) return word;
  const hard = root.replace(/([^aeiouy])c$/, '$1k');
  // Not the stem of `mek`: short roots keep their only vowel.
  const closed = hard.length > 4 ? hard.replace(/([^aeiouy])i?e([^aeiouy])$/, '$1$2') : hard;
  return closed.replace(/([^aeiouy])c$/, '$1k');
}

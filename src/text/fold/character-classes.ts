/**
 * What a UTF-16 code unit is to the tokenizer: letter, digit, sign inside words, or none of them. The classes are kept
 * in a table that is filled as characters are met: a unit costs one array read, whatever its script.
 */

/** Classes of a folded unit; 0 is none yet. */
export const OTHER = 1;
export const LETTER = 2;
export const DIGIT = 3;
/** A sign that may stand inside a written word: `t-shirt`, `s.oliver`, `h&m`, `AB-12/x`. */
export const JOINER = 4;
/** A letter of a script that writes no spaces: runs of them go to the word segmenter. */
export const UNSPACED = 5;

const JOINERS = "'.&-/_+#,";
const UNSPACED_SCRIPT =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}|[\ud800-\udfff\u30fc]/u;
const classes = new Uint8Array(0x10000);

export function classOf(unit: number): number {
  const known = classes[unit];
  return known !== 0 ? known : (classes[unit] = classify(String.fromCharCode(unit)));
}

function classify(char: string): number {
  if (char >= '0' && char <= '9') return DIGIT;
  if (JOINERS.includes(char)) return JOINER;
  // Half of a surrogate pair: the segmenter decides whether the pair is a word.
  if (/[\ud800-\udfff]/.test(char) || UNSPACED_SCRIPT.test(char)) return UNSPACED;
  return /[\p{L}\p{M}\p{N}]/u.test(char) ? LETTER : OTHER;
}

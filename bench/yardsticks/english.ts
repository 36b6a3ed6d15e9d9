/** English words as all engines get them: small letters, accents folded, stems by Porter, no stop words. */
import { stemmer } from '@orama/stemmers/english';

const MARKS = /\p{M}+/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Words of a text, folded. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/'s\b/g, '')
    .normalize('NFD')
    .replace(MARKS, '')
    .split(BETWEEN_WORDS)
    .filter(word => word !== '');
}

const stems = new Map<string, string>();

/** Of a folded word; kept, because words recur. */
export function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmer(word);
    stems.set(word, stem);
  }
  return stem;
}

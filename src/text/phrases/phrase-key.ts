/**
 * The key by which phrases of search settings are compared with what is typed: the stems of its words, run together.
 * Case, accents, signs and inflection do not matter then, and neither does whether it is "t-shirt", "t shirt" or
 * "tshirt".
 */
import type { Analyzer } from '../analysis/analyzer.js';

/** Words behind these are ignored. */
const MAX_WORDS = 32;

/** The stems of the words of a text, each as it was written. */
export function stemsOf(text: string, analyzer: Analyzer): string[] {
  const stems: string[] = [];
  for (const token of analyzer.tokenize(text)) {
    if (stems.length === MAX_WORDS) break;
    if (!token.part) stems.push(analyzer.stem(token.text));
  }
  return stems;
}

/** Empty where the text has no words. */
export function phraseKey(text: string, analyzer: Analyzer): string {
  return stemsOf(text, analyzer).join('');
}

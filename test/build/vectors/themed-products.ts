/** Products whose words come from themes, so that what words mean is known: words of a theme belong together. */
import { FIELD } from '../../../src/index/fields.js';
import { TextIndex } from '../../../src/index/text-index.js';
import { TextIndexBuilder } from '../../../src/index/text-index-builder.js';
import { draws } from '../../../src/kernel/draws.js';
import { analyzerFor } from '../../../src/text/index.js';
import { reread } from '../../index/reread.js';

export const analyzer = analyzerFor('en-GB');
const THEMES = 40;
const WORDS = 12;
const CONSONANTS = [...'bdfgklmnprtv'];
const VOWELS = [...'aeiou'];

/** A word without an ending that a stemmer takes. */
function wordOf(number: number): string {
  const pick = (from: readonly string[], divisor: number) => from[Math.floor(number / divisor) % from.length]!;
  return `${pick(CONSONANTS, 1)}o${pick(CONSONANTS, 12)}${pick(VOWELS, 144)}nk${pick(VOWELS, 3)}x`;
}

export const themes = Array.from({ length: THEMES }, (_, theme) =>
  Array.from({ length: WORDS }, (_, i) => wordOf(theme * WORDS + i)),
);

/** Each product has some words of one theme, the themes in turn, and a word that all themes share. */
export function titles(count: number, seed: number): string[] {
  const draw = draws(seed);
  return Array.from({ length: count }, (_, product) => {
    const words = themes[product % THEMES]!;
    const own = Array.from({ length: 5 }, () => words[Math.floor(draw() * WORDS)]!);
    return [...new Set(own), draw() < 0.3 ? 'gift' : 'item'].join(' ');
  });
}

export function textOf(titles: readonly string[]): TextIndex {
  const builder = new TextIndexBuilder(analyzer, true);
  titles.forEach((title, product) => {
    builder.addTitle(title);
    builder.addValue(FIELD.BRAND, `brand${product % 7}`);
    builder.addKey(`KEY-${product}`);
    builder.endDoc();
  });
  return new TextIndex(reread(builder.finish()));
}

/**
 * What makes products of two groups the same product under another key, as it is bought in another size, pack or colour:
 * the same brand, type and qualities, and the same title but for words of sizes, packs and colours. A number stands for
 * all of that, so that nothing has to be compared when lists are made, and overlays need to know nothing of their base. Of
 * 53 bits: that two products of a million share one by chance happens once in ten thousand catalogs.
 */
import { colorName } from '../../index/color-names.js';
import { COLOR_IDS } from '../../kernel/colors.js';
import type { RecurringText } from '../../kernel/tape-texts.js';
import { type Analyzer, type Token, unitApart, unitBehind } from '../../text/index.js';
import type { FlatProduct } from '../input/flat-records.js';

/** With fewer words of their own, titles are names of kinds, which many products have. */
const LEAST_OWN_WORDS = 2;
const SIZES = new Set('xxs xs s m l xl xxl xxxl 2xl 3xl 4xl 5xl small medium large'.split(' '));
const MOST_KEPT = 1 << 14;
const AMOUNT = /^\d+(?:[.,]\d+)?(\p{L}*)$/u;
const FNV_PRIME = 0x01000193;
/** No character. */
const END = 0x10000;
const COLOR_NAME = /^colou?r$/i;
const SIZE_NAME = /size/i;
/** How far from a number the word of a pack may stand: "pack of 6", "6 pack". */
const BEFORE = 2;

export class SameProduct {
  private readonly colors: ReadonlySet<string>;
  /** Words of values, which recur. */
  private readonly wordsOf = new Map<string, readonly string[]>();

  constructor(private readonly analyzer: Analyzer) {
    const names = COLOR_IDS.map(id => colorName(id, analyzer.language));
    this.colors = new Set(names.flatMap(name => analyzer.tokenize(name).map(({ text }) => text)));
  }

  /**
   * @param title its words
   * @returns the number of the product; undefined where its title has too few words of its own to tell
   */
  numberOf({ data, variants }: FlatProduct, title: readonly Token[]): number | undefined {
    const words = title.filter(({ part }) => !part).map(({ text }) => text);
    const varying = this.wordsIn([
      ...data.customLabels.filter(({ name }) => COLOR_NAME.test(name)).flatMap(({ value }) => value),
      ...variants.flatMap(({ sizes }) => sizes.map(({ size }) => size)),
    ]);
    const own = words.filter(
      (word, i) =>
        !varying.has(word) && !this.colors.has(word) && !this.analyzer.isStopWord(word) && !isOfSize(words, i),
    );
    const { brand, productType, category, gender, age, pattern, series, name } = data;
    const kinds = this.wordsIn([...(brand ? [brand] : []), ...productType, ...category, ...gender, ...age]);
    if (own.filter(word => !kinds.has(word)).length < LEAST_OWN_WORDS) return undefined;
    const hash = new TextHash();
    for (const word of own) hash.add(word);
    for (const values of [[brand], productType, category, gender, age, pattern, [series], [name]]) {
      hash.add('');
      for (const value of values) hash.add(value?.text ?? '');
    }
    for (const { name, value } of data.customLabels) {
      if (COLOR_NAME.test(name) || SIZE_NAME.test(name)) continue;
      hash.add(name);
      for (const { text } of value) hash.add(text);
    }
    return hash.number;
  }

  private wordsIn(values: readonly RecurringText[]): ReadonlySet<string> {
    return new Set(values.flatMap(({ text }) => this.wordsOfValue(text)));
  }

  private wordsOfValue(text: string): readonly string[] {
    let words = this.wordsOf.get(text);
    if (words) return words;
    words = this.analyzer.tokenize(text).map(token => token.text);
    if (this.wordsOf.size === MOST_KEPT) this.wordsOf.clear();
    this.wordsOf.set(text, words);
    return words;
  }
}

/** Whether a word of a title is a size, an amount, or belongs to a pack. */
function isOfSize(words: readonly string[], at: number): boolean {
  const word = words[at];
  if (SIZES.has(word) || unitApart(word) !== undefined) return true;
  const [, letters] = AMOUNT.exec(word) ?? [];
  if (letters === undefined) return false;
  if (letters !== '') return unitBehind(letters) !== undefined;
  return [...words.slice(Math.max(0, at - BEFORE), at), words[at + 1] ?? ''].some(one => unitApart(one) !== undefined);
}

/** Two FNV-1a hashes of different seeds, side by side. */
class TextHash {
  private high = 0x811c9dc5;
  private low = 0x9e3779b9;

  /** @param text and where it ends */
  add(text: string): void {
    for (let i = 0; i < text.length; i++) this.mix(text.charCodeAt(i));
    this.mix(END);
  }

  /** 53 bits. */
  get number(): number {
    return (this.high >>> 11) * 2 ** 32 + (this.low >>> 0);
  }

  private mix(unit: number): void {
    this.high = Math.imul(this.high ^ unit, FNV_PRIME);
    this.low = Math.imul(this.low ^ unit, FNV_PRIME);
  }
}

/**
 * What makes products of two groups the same product under another key, as it is bought in another size, pack or colour:
 * the same brand, type and qualities, and the same title but for words of sizes, packs and, where it has a colour,
 * colours. A number stands for all of that, so that nothing has to be compared when lists are made, and overlays need to
 * know nothing of their base. Of 53 bits: that two products of a million share one by chance happens once in ten thousand
 * catalogs.
 */
import { colorName } from '../../index/color-names.js';
import type { AnalysedTitle } from '../../index/text-index-builder.js';
import { COLOR_IDS } from '../../kernel/colors.js';
import type { RecurringText } from '../../kernel/tape-texts.js';
import { type Analyzer, queryWordsOf, unitApart, unitBehind } from '../../text/index.js';
import type { FlatProduct } from '../input/flat-records.js';

/** With fewer words of their own, titles are names of kinds, which many products have. */
const LEAST_OWN_WORDS = 2;
const SIZES = new Set('xxs xs s m l xl xxl xxxl 2xl 3xl 4xl 5xl small medium large'.split(' '));
/** Behind the number of a size that is worn: how wide it is, and in which system: "8 M US". */
const WIDTHS = new Set('b c d e ee m n w medium narrow regular slim wide'.split(' '));
const SYSTEMS = new Set('us uk eu eur'.split(' '));
/** A size beyond XL, where a title ends with it; and one of trousers, before the length of their legs: "36W x 30L". */
const PLUS_SIZE = /^[1-6]x$/;
const WAIST = /^\d\dw$/;
const INSEAM = /^\d\dl$/;
const MOST_KEPT = 1 << 14;
const AMOUNT = /^\d+(?:[.,]\d+)?(\p{L}*)$/u;
const FNV_PRIME = 0x01000193;
/** No character. */
const END = 0x10000;
const COLOR_NAME = /^colou?r$/i;
const SIZE_NAME = /size/i;
/** Units of what a thing is rather than of how large it is or how much comes: a drill of 18 V is another one than of 12 V. */
const QUALITIES = new Set('w v wh kwh mah hz mhz ghz mp den'.split(' '));
/** Of packs. A number before it is one word with it: "6 pack". */
const PACK_UNIT = 'pack';

/** What a word of a title is by itself. Numbers vary behind the word of a pack: "pack of 6". */
const [OWN, VARYING, NUMBER, PACK, NUMBERED_PACK, COLOR] = [1, 2, 3, 4, 5, 6];

/**
 * Asked of each group of a build. Words recur, and so do values: what they are is kept.
 */
export class SameProduct {
  private readonly colors: ReadonlySet<string>;
  private readonly sizeWords: ReadonlySet<string>;
  /** By number of the term; 0 where it has not been asked. */
  private roles = new Uint8Array(1 << 12);
  private readonly wordsOf = new Map<string, readonly string[]>();
  // Scratch.
  private readonly own: string[] = [];
  private readonly varying: string[] = [];
  private readonly kinds: string[] = [];
  private readonly words: string[] = [];
  private readonly wordRoles: number[] = [];
  private hasColor = false;

  constructor(private readonly analyzer: Analyzer) {
    const names = COLOR_IDS.map(id => colorName(id, analyzer.language));
    this.colors = new Set(names.flatMap(name => analyzer.tokenize(name).map(({ text }) => text)));
    this.sizeWords = queryWordsOf(analyzer.language).sizeWords;
  }

  /**
   * @returns the number of the product; undefined where its title has too few words of its own to tell
   */
  numberOf({ data, variants, colors }: FlatProduct, title: AnalysedTitle): number | undefined {
    const { brand, productType, category, gender, age, pattern, series, name, customLabels } = data;
    const { kinds, varying } = this;
    kinds.length = 0;
    varying.length = 0;
    if (brand) this.addWords(kinds, brand);
    for (const values of [productType, category, gender, age]) {
      for (const value of values) this.addWords(kinds, value);
    }
    this.hasColor = colors.length > 0;
    for (const label of customLabels) {
      if (!COLOR_NAME.test(label.name)) continue;
      this.hasColor = true;
      for (const value of label.value) this.addWords(varying, value);
    }
    for (const { sizes } of variants) for (const { size } of sizes) this.addWords(varying, size);
    if (this.takeOwn(title) < LEAST_OWN_WORDS) return undefined;
    const hash = new TextHash();
    for (const word of this.own) hash.add(word);
    for (const values of [productType, category, gender, age, pattern]) {
      hash.add('');
      for (const { text } of values) hash.add(text);
    }
    for (const value of [brand, series, name]) hash.add(value?.text ?? '');
    for (const label of customLabels) {
      if (COLOR_NAME.test(label.name) || SIZE_NAME.test(label.name)) continue;
      hash.add(label.name);
      for (const { text } of label.value) hash.add(text);
    }
    return hash.number;
  }

  /** Takes the words of a title that do not vary between sizes and colours. @returns how many name no kind of thing */
  private takeOwn({ tokens, terms }: AnalysedTitle): number {
    const { own, varying, kinds, words, wordRoles } = this;
    own.length = 0;
    words.length = 0;
    wordRoles.length = 0;
    for (let i = 0; i < tokens.length; i++) {
      const { part, text } = tokens[i];
      if (part) continue;
      words.push(text);
      wordRoles.push(this.roleOf(text, terms[i]));
    }
    this.tellWornSizes();
    let telling = 0;
    for (let i = 0; i < words.length; i++) {
      if (this.varies(i) || varying.includes(words[i])) continue;
      own.push(words[i]);
      if (!kinds.includes(words[i])) telling++;
    }
    return telling;
  }

  /**
   * Numbers are sizes before a system of them ("8 M US"), behind a word for sizes, and behind a colour where the title ends
   * ("Black, 8"); others may be what tells models apart.
   */
  private tellWornSizes(): void {
    const { words, wordRoles: roles } = this;
    for (let i = 1; i < words.length; i++) {
      if (WAIST.test(words[i]) && words[i + 1] === 'x' && INSEAM.test(words[i + 2])) roles[i] = VARYING;
      const isPlus = i === words.length - 1 && PLUS_SIZE.test(words[i]);
      if (roles[i] !== NUMBER && !isPlus) continue;
      let end = i + 1;
      while (end < words.length && WIDTHS.has(words[end])) end++;
      const hasSystem = SYSTEMS.has(words[end]);
      if (hasSystem || isPlus || this.sizeWords.has(words[i - 1]) || (end === words.length && this.isColor(i - 1))) {
        roles.fill(VARYING, i, hasSystem ? end + 1 : end);
      }
    }
  }

  private isColor(at: number): boolean {
    return this.hasColor && (this.wordRoles[at] === COLOR || this.varying.includes(this.words[at]));
  }

  private varies(at: number): boolean {
    const { wordRoles: roles } = this;
    const role = roles[at];
    // In "iPhone 14 pack of 2" the first number is none of the pack.
    // Green tea and black tea differ in more than their colour: what comes in colours says so.
    if (role === COLOR) return this.hasColor;
    if (role === NUMBERED_PACK) return roles[at + 1] !== VARYING || roles[at + 2] !== NUMBER;
    if (role !== NUMBER) return role !== OWN;
    const before = roles[at - 1] === VARYING ? roles[at - 2] : roles[at - 1];
    return before === PACK || before === NUMBERED_PACK;
  }

  private roleOf(word: string, term: number): number {
    if (term >= this.roles.length) {
      const roles = new Uint8Array(2 * Math.max(term, this.roles.length));
      roles.set(this.roles);
      this.roles = roles;
    }
    return this.roles[term] || (this.roles[term] = this.newRole(word));
  }

  private newRole(word: string): number {
    const apart = unitApart(word);
    if (apart !== undefined) return roleOfUnit(apart, PACK);
    if (SIZES.has(word) || this.analyzer.isStopWord(word)) return VARYING;
    if (this.colors.has(word)) return COLOR;
    const [, letters] = AMOUNT.exec(word) ?? [];
    if (letters === '') return NUMBER;
    const behind = letters === undefined ? undefined : unitBehind(letters);
    return behind === undefined ? OWN : roleOfUnit(behind, NUMBERED_PACK);
  }

  private addWords(to: string[], { text }: RecurringText): void {
    let words = this.wordsOf.get(text);
    if (!words) {
      words = this.analyzer.tokenize(text).map(token => token.text);
      if (this.wordsOf.size === MOST_KEPT) this.wordsOf.clear();
      this.wordsOf.set(text, words);
    }
    for (let i = 0; i < words.length; i++) to.push(words[i]);
  }
}

/** @param ofPack what the word is where the unit is that of packs */
function roleOfUnit(unit: string, ofPack: number): number {
  if (unit === PACK_UNIT) return ofPack;
  return QUALITIES.has(unit) ? OWN : VARYING;
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

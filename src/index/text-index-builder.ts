/** Builds the inverted index of a view, product by product; text-index.ts describes its layout. */

import { sortedByBytes } from '../kernel/byte-order.js';
import { growableU32 } from '../kernel/growable.js';
import { TwoGenerationCache } from '../kernel/two-generation-cache.js';
import { type Analyzer, headOfTitle, headsOfName, PlainCode, type Token, writesCompounds } from '../text/index.js';
import { type AnalysedValue, LazyHeads, NO_NAMES, type TitleNames } from './analysed-value.js';
import { ableWords, divideCompounds, PartSources } from './compound-parts.js';
import { writeDictionary, writeUnits } from './dictionary.js';
import { EntityNames } from './entity-names.js';
import { encodePlace, FIELD, KEYS_AND_SIZES, NO_PLACE } from './fields.js';
import { PartWriter } from './part.js';
import { PostingsBuilder } from './postings-builder.js';
import { reversed } from './text-index.js';
import { type BaseVocabulary, type VocabularyWord, writeVocabulary } from './vocabulary.js';
import { type SortedWords, WordNumbers } from './word-numbers.js';

const SHORTEST_KEY_PART = 3;
/** Entries of each generation of the caches of analysed values and names, which recur over products. */
const KEPT_VALUES = 1 << 15;

/** The words that may be parts of compounds, and the parts of each compound. */
interface Division {
  words: ReadonlyMap<string, VocabularyWord>;
  compounds: ReadonlyMap<string, string[]>;
}

export interface AnalysedTitle {
  tokens: readonly Token[];
  terms: readonly number[];
}

export class TextIndexBuilder {
  /** Numbered in the order of their insertion. */
  private readonly terms = new WordNumbers();
  private readonly values = new TwoGenerationCache<AnalysedValue>(KEPT_VALUES);
  private readonly postings: PostingsBuilder;
  private readonly entities = new EntityNames();

  // State of the product that is being added: its words and their fields.
  private docTerms = new Uint32Array(1 << 8);
  private docSize = 0;
  private fields = new Uint16Array(1 << 16);
  /** By term, as far as titles have it: its first place in the title, counted from 1. */
  private places = new Uint8Array(1 << 16);
  /** By term, as far as values have it: the last title, counted from 1, in which it was excluded from the heads. */
  private nonHeadOf = new Uint32Array(1 << 16);
  private titles = 0;
  /** The words excluded from the heads of the current title. */
  private readonly nonHeads = {
    has: (word: string) => {
      const term = this.termOf(word);
      return term < this.nonHeadOf.length && this.nonHeadOf[term] === this.titles;
    },
  };
  private titleLength = 0;
  /** The words of the current title, and the numbers of their terms. */
  title: AnalysedTitle = { tokens: [], terms: [] };
  private readonly code = new PlainCode();
  private division: Division | undefined;

  /**
   * @param titlesHaveHeads whether titles name things, as those of products do, rather than articles
   * @param base the vocabulary by which compounds are divided, beside that of the products added
   * @param spillDir see `PostingsBuilder` and `PartWriter`
   */
  constructor(
    private readonly analyzer: Analyzer,
    private readonly titlesHaveHeads = true,
    private readonly base?: BaseVocabulary,
    private readonly spillDir?: string,
  ) {
    this.postings = new PostingsBuilder(spillDir);
  }

  /**
   * Adds the title of the current product, with the places of its words.
   * @returns where its head begins; -1: it has none
   */
  addTitle(text: string, names: TitleNames = NO_NAMES): number {
    this.titleLength = 0;
    let headStart = -1;
    const tokens = this.analyzer.tokenize(text);
    const terms = tokens.map(token => this.termOf(token.text));
    this.title = { tokens, terms };
    if (this.titlesHaveHeads) {
      this.tellNonHeads(names);
      const head = headOfTitle(text, tokens, this.analyzer.language, this.nonHeads);
      if (head >= 0) {
        this.mark(terms[head], FIELD.HEAD);
        headStart = tokens[head].start;
      }
    }
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i];
      const term = terms[i];
      this.mark(term, token.part ? FIELD.PART : FIELD.TITLE);
      if (!token.part) {
        this.titleLength = token.position + 1;
        if (term >= this.places.length) this.places = grown(this.places, term);
        if (this.places[term] === 0) this.places[term] = Math.min(token.position + 1, NO_PLACE);
      }
    }
    return headStart;
  }

  /** Adds a value that recurs over products; its analysis is cached. */
  addValue(field: number, text: string): void {
    let value = this.values.get(text);
    if (!value) this.values.set(text, (value = this.analyse(text)));
    this.addAnalysed(field, value);
  }

  addAnalysed(field: number, value: AnalysedValue): void {
    const { terms, parts } = value;
    for (let i = 0; i < terms.length; i++) this.mark(terms[i], field);
    for (let i = 0; i < parts.length; i++) this.mark(parts[i], FIELD.PART);
    // The fields whose values name things.
    if (field === FIELD.TYPE || field === FIELD.CATEGORY) for (const head of value.heads) this.mark(head, FIELD.HEAD);
  }

  /** The analysis of a value that recurs over products (brand, colour …), for `addAnalysed` and `addTitle`. */
  analyse(text: string): AnalysedValue {
    const tokens = this.analyzer.tokenize(text);
    const terms: number[] = [];
    const parts: number[] = [];
    for (const token of tokens) if (!token.part) terms.push(this.termOf(token.text));
    for (const token of tokens) if (token.part) parts.push(this.termOf(token.text));
    return new LazyHeads(terms, parts, () => this.headsOf(text));
  }

  private headsOf(name: string): number[] {
    const tokens = this.analyzer.tokenize(name);
    return headsOfName(name, tokens, this.analyzer.language).map(head => this.termOf(tokens[head].text));
  }

  /** Tells which words cannot be the head of the current title. */
  private tellNonHeads({ above, things, others }: TitleNames): void {
    this.titles++;
    this.tellNonHeadsOf(above);
    if (above.length > 0) for (const { heads } of things) for (const head of heads) this.tellHead(head, true);
    this.tellNonHeadsOf(others);
  }

  private tellNonHeadsOf(values: readonly AnalysedValue[]): void {
    for (const { terms, parts } of values) {
      for (const term of terms) this.tellHead(term, false);
      for (const term of parts) this.tellHead(term, false);
    }
  }

  /** @param may whether a word may be the head of the current title */
  private tellHead(term: number, may: boolean): void {
    if (term >= this.nonHeadOf.length) this.nonHeadOf = grown(this.nonHeadOf, term);
    this.nonHeadOf[term] = may ? 0 : this.titles;
  }

  /** Adds text that does not recur; its analysis is not cached. */
  addText(field: number, text: string): void {
    for (const token of this.analyzer.tokenize(text)) {
      this.mark(this.termOf(token.text), token.part ? FIELD.PART : field);
    }
  }

  /** Adds a key (of a product, variant or group) as one word, and those of its parts that are longer than sizes. */
  addKey(key: string): void {
    if (this.code.read(key)) {
      const { bytes, length, parts, partsEnd } = this.code;
      this.mark(this.known(this.terms.numberOfBytes(bytes, 0, length)), FIELD.KEY);
      for (let i = 0; i < partsEnd; i += 2) {
        if (parts[i + 1] - parts[i] < SHORTEST_KEY_PART) continue;
        this.mark(this.known(this.terms.numberOfBytes(bytes, parts[i], parts[i + 1])), FIELD.PART);
      }
      return;
    }
    for (const { text, part } of this.analyzer.tokenize(key)) {
      if (!part) this.mark(this.termOf(text), FIELD.KEY);
      else if (text.length >= SHORTEST_KEY_PART) this.mark(this.termOf(text), FIELD.PART);
    }
  }

  /** Ends the current product, whose ordinal is the number of those before it. */
  endDoc(): void {
    const { docTerms } = this;
    for (let i = 0; i < this.docSize; i++) {
      const term = docTerms[i];
      const place = term < this.places.length ? this.places[term] : 0;
      this.postings.add(term, this.fields[term], place === 0 ? NO_PLACE : encodePlace(place - 1, this.titleLength));
      this.fields[term] = 0;
      if (place > 0) this.places[term] = 0;
    }
    this.docSize = 0;
    this.postings.endProduct();
  }

  /** Adds a name by which queries recognise an attribute value. */
  addEntity(name: string, attribute: number, value: number): void {
    const key = entityKey(this.analyzer, name);
    if (key !== '') this.entities.add(key, attribute, value);
  }

  /** The part `vocabulary`, before `finish`; undefined in languages that write compounds as separate words. */
  finishVocabulary(): PartWriter | undefined {
    if (!writesCompounds(this.analyzer.language)) return undefined;
    const { words, compounds } = this.divide();
    return writeVocabulary(words, compounds, this.analyzer);
  }

  /**
   * To be called once: it frees what was added.
   * @param freed called when much of that has become garbage
   */
  finish(freed: () => void = () => undefined): PartWriter {
    const compounds = this.compounds();
    this.nameCompounds(compounds);
    this.freeState();
    const rank = new Uint32Array(this.terms.size);
    const part = new PartWriter('text', { products: this.postings.products }, this.spillDir);
    // Dictionary and postings are the most of it: one waits on disk when the other is made.
    const stems = this.writeTerms(part, rank);
    freed();
    this.writePostings(part, rank, compounds);
    freed();
    this.writeStems(part, stems);
    this.entities.write(part);
    return part;
  }

  /** Writes the dictionary, and fills in the rank of each term. @returns the terms of each stem */
  private writeTerms(part: PartWriter, rank: Uint32Array): ReadonlyMap<string, readonly number[]> {
    const order = this.terms.order();
    for (let position = 0; position < order.length; position++) rank[order[position]] = position;
    const words = this.terms.sorted(order);
    writeUnits(part, 'terms', words.units, words.offsets);
    return this.termsByStem(words);
  }

  /** Frees what adding products needs. */
  private freeState(): void {
    this.fields = new Uint16Array(0);
    this.places = new Uint8Array(0);
    this.nonHeadOf = new Uint32Array(0);
  }

  /** The compounds and their parts, which become terms. */
  private compounds(): Map<number, number[]> {
    const found = new Map<number, number[]>();
    if (!writesCompounds(this.analyzer.language)) return found;
    for (const [word, parts] of this.divide().compounds) {
      found.set(
        this.termOf(word),
        parts.map(part => this.termOf(part)),
      );
    }
    return found;
  }

  /** Divides the compounds among the words of all products. */
  private divide(): Division {
    this.division ??= this.divideWords();
    return this.division;
  }

  private divideWords(): Division {
    const { fields, frequency, heads } = this.postings.totals(this.terms.size);
    const all = new Map<string, VocabularyWord>();
    for (let term = 0; term < this.terms.size; term++) {
      if (fields[term] & ~KEYS_AND_SIZES) {
        all.set(this.terms.at(term), { frequency: frequency[term], heads: heads[term] });
      }
    }
    const words = ableWords(all, this.analyzer);
    return { words, compounds: divideCompounds(words, this.analyzer, this.base) };
  }

  /** Adds to values whose name has compounds a name of their parts: for Damskor "dam skor". */
  private nameCompounds(compounds: ReadonlyMap<number, readonly number[]>): void {
    if (compounds.size === 0) return;
    const stemOf = (term: number): string => this.analyzer.stem(this.terms.at(term));
    const parts = new Map<string, string>();
    for (const [compound, terms] of compounds) {
      parts.set(stemOf(compound), terms.map(stemOf).join(' '));
    }
    for (let name = 0, { size } = this.entities; name < size; name++) {
      const key = this.entities.at(name);
      const apart = key
        .split(' ')
        .map(stem => parts.get(stem) ?? stem)
        .join(' ');
      if (apart !== key) this.entities.addAll(apart, name);
    }
  }

  private writePostings(part: PartWriter, rank: Uint32Array, compounds: ReadonlyMap<number, readonly number[]>): void {
    const sources = compounds.size === 0 ? undefined : new PartSources(compounds, rank);
    const { start, docs, fields, place } = this.postings.finish(rank, sources);
    const heads = new Uint8Array(start.length - 1);
    for (let term = 0; term < heads.length; term++) heads[term] = headShare(fields, start[term], start[term + 1]);
    part.add('postings.start', start).add('postings.docs', docs).add('postings.fields', fields);
    part.add('postings.place', place).add('heads', heads);
  }

  private termsByStem(words: SortedWords): Map<string, number[]> {
    const byStem = new Map<string, number[]>();
    for (let term = 0; term < words.size; term++) {
      if (words.hasDigit(term)) continue;
      const stem = this.analyzer.stem(words.at(term));
      const terms = byStem.get(stem);
      if (terms) terms.push(term);
      else byStem.set(stem, [term]);
    }
    return byStem;
  }

  private writeStems(part: PartWriter, byStem: ReadonlyMap<string, readonly number[]>): void {
    const stems = sortedByBytes(byStem.keys());
    const start = new Uint32Array(stems.length + 1);
    const terms = growableU32();
    stems.forEach((stem, i) => {
      for (const term of byStem.get(stem)!) terms.push(term);
      start[i + 1] = terms.length;
    });
    writeDictionary(part, 'stems', stems);
    part.add('stemEndings', writesCompounds(this.analyzer.language) ? endings(stems) : new Uint32Array(0));
    part.add('stemTerms.start', start).add('stemTerms', terms.view());
  }

  private termOf(word: string): number {
    return this.known(this.terms.numberOf(word));
  }

  /** Makes room for the state of a term. */
  private known(term: number): number {
    if (term >= this.fields.length) this.fields = grown(this.fields, term);
    return term;
  }

  private mark(term: number, field: number): void {
    if (this.fields[term] === 0) {
      if (this.docSize === this.docTerms.length) this.docTerms = grown(this.docTerms, this.docSize);
      this.docTerms[this.docSize++] = term;
    }
    this.fields[term] |= 1 << field;
  }
}

/** The same numbers, with room for one at a place: most terms are keys, of which only fields are noted. */
function grown<T extends Uint8Array | Uint16Array | Uint32Array>(values: T, place: number): T {
  let { length } = values;
  while (length <= place) length *= 2;
  const next = new (values.constructor as new (length: number) => T)(length);
  next.set(values);
  return next;
}

/** The share of the postings `from` to `to`, of 255, whose word is the head. */
export function headShare(fields: Uint16Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (fields[i] & (1 << FIELD.HEAD)) count++;
  return Math.round((255 * count) / Math.max(1, to - from));
}

/** The stemmed words of a name joined by spaces, without stop words unless it has no other words. */
export function entityKey(analyzer: Analyzer, name: string): string {
  const words = analyzer.tokenize(name).filter(token => !token.part);
  const content = words.filter(token => !analyzer.isStopWord(token.text));
  return (content.length > 0 ? content : words).map(token => analyzer.stem(token.text)).join(' ');
}

/** Ordinals of stems, sorted by their letters read backwards. */
function endings(stems: readonly string[]): Uint32Array {
  const backwards = stems.map(reversed);
  return Uint32Array.from(stems.keys()).sort((a, b) => (backwards[a] < backwards[b] ? -1 : 1));
}

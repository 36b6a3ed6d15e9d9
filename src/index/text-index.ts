/**
 * Part `text`: the inverted index of a view. The postings of a word list the products that contain it, with the fields.
 * Words are indexed as written (folded, not stemmed) and grouped by stem, so that an exact match can rank before an
 * inflected one.
 *
 *   terms (dictionary)                  words, sorted
 *   postings.start u32[T+1], .docs u32, .fields u16, .place u8   products of each word, ascending
 *   heads u8[T]                         share of a word's products of which it is the head, of 255
 *   stems (dictionary), stemTerms.start u32[S+1], stemTerms u32   words by stem, without those with a digit: each is its
 *                                       own stem (keys, sizes, part numbers: most words of a large catalog)
 *   stemEndings u32[S]                  stems in the order of their reversed letters; empty in languages that write
 *                                       compounds as separate words
 *   entities (strings), entities.start u32, entities.attribute u16, entities.value u32
 *                                       attribute values by their stemmed words ("casual shoe")
 *
 * `fields` has a bit for each field with the word; `place` encodes its first place in the title: see `encodePlace`.
 *
 * In languages that write compounds as one word, each compound whose parts are words of the view is divided: its parts
 * get its fields, as the words of "running shoes" do in English.
 */
import { Dictionary } from './dictionary.js';
import type { Part } from './part.js';
import type { PagedSection } from './part-reader.js';
import { Strings } from './strings.js';

export interface Entity {
  /** Index in `Attributes.all`. */
  attribute: number;
  value: number;
}

/** Columns by posting. */
export interface Postings {
  readonly docs: Uint32Array;
  readonly fields: Uint16Array;
  readonly place: Uint8Array;
}

const NONE = new Uint32Array(0);

export class TextIndex {
  readonly terms: Dictionary;
  readonly start: Uint32Array;
  /** Share of a word's products of which it is the head, of 255. */
  readonly heads: Uint8Array;
  readonly stems: Dictionary;
  readonly productCount: number;
  readonly stemEndings: Uint32Array;
  readonly stemStart: Uint32Array;
  readonly stemTerms: Uint32Array;
  readonly entities: Strings;
  readonly entityStart: Uint32Array;
  readonly entityAttribute: Uint16Array;
  readonly entityValue: Uint32Array;
  private readonly paged: {
    docs: PagedSection<Uint32Array>;
    fields: PagedSection<Uint16Array>;
    place: PagedSection<Uint8Array>;
  };
  /** Of all words; a word's may not have been read. */
  private readonly all: Postings;

  constructor(part: Part) {
    this.terms = new Dictionary(part, 'terms');
    this.start = part.u32('postings.start');
    this.paged = {
      docs: part.pagedU32('postings.docs'),
      fields: part.pagedU16('postings.fields'),
      place: part.pagedU8('postings.place'),
    };
    const { docs, fields, place } = this.paged;
    this.all = { docs: docs.array, fields: fields.array, place: place.array };
    this.heads = part.u8('heads');
    this.productCount = (part.meta as { products: number }).products;
    this.stems = new Dictionary(part, 'stems');
    this.stemEndings = part.u32('stemEndings');
    this.stemStart = part.u32('stemTerms.start');
    this.stemTerms = part.u32('stemTerms');
    this.entities = new Strings(part, 'entities');
    this.entityStart = part.u32('entities.start');
    this.entityAttribute = part.u16('entities.attribute');
    this.entityValue = part.u32('entities.value');
  }

  /** The product of each posting. */
  get docs(): Uint32Array {
    return this.paged.docs.whole;
  }

  get fields(): Uint16Array {
    return this.paged.fields.whole;
  }

  get place(): Uint8Array {
    return this.paged.place.whole;
  }

  /** The postings of all words, of which those of one are read: they stand from `start[term]` to `start[term + 1]`. */
  postings(term: number): Postings {
    const { docs, fields, place } = this.paged;
    const from = this.start[term];
    const to = this.start[term + 1];
    docs.range(from, to);
    fields.range(from, to);
    place.range(from, to);
    return this.all;
  }

  /** Number of products with a word. */
  frequency(term: number): number {
    return this.start[term + 1] - this.start[term];
  }

  /** The words with a stem; empty when there are none. */
  termsOfStem(stem: string): Uint32Array {
    if (!isOwnStem(stem)) return this.termsOfStemAt(this.stems.find(stem));
    const term = this.terms.find(stem);
    return term < 0 ? NONE : Uint32Array.of(term);
  }

  termsOfStemAt(at: number): Uint32Array {
    return at < 0 ? NONE : this.stemTerms.subarray(this.stemStart[at], this.stemStart[at + 1]);
  }

  /** At most `limit` stems that end with `ending` and are longer: compounds of which it is the head. */
  stemsEndingWith(ending: string, limit: number): number[] {
    const found: number[] = [];
    const backwards = reversed(ending);
    let low = 0;
    let high = this.stemEndings.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (reversed(this.stems.term(this.stemEndings[middle])) < backwards) low = middle + 1;
      else high = middle;
    }
    for (; low < this.stemEndings.length && found.length < limit; low++) {
      const stem = this.stems.term(this.stemEndings[low]);
      if (!stem.endsWith(ending)) break;
      if (stem.length > ending.length) found.push(this.stemEndings[low]);
    }
    return found;
  }

  /** The attribute values with a name. @param key its stems, joined by spaces */
  entitiesOf(key: string): Entity[] {
    const at = this.entities.find(key);
    const found: Entity[] = [];
    if (at < 0) return found;
    for (let i = this.entityStart[at]; i < this.entityStart[at + 1]; i++) {
      found.push({ attribute: this.entityAttribute[i], value: this.entityValue[i] });
    }
    return found;
  }
}

/** Whether a word is its own stem and shares it with no other word: stemmers have no rules for digits. */
export function isOwnStem(word: string): boolean {
  return /\d/.test(word);
}

/** The units of a word in reverse order: words with a common ending are neighbours in that order. */
export function reversed(word: string): string {
  let out = '';
  for (let i = word.length - 1; i >= 0; i--) out += word[i];
  return out;
}

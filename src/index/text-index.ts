/**
 * The inverted index of a view: which products contain which words, and in what fields. Words are kept as written
 * (folded, not stemmed); words of one stem are tied together, so that an exact match can rank before an inflected one.
 *
 *   terms (dictionary)                  words, sorted
 *   postings.start u32[T+1], .docs u32, .fields u16, .place u8   products of each word, ascending
 *   stems (strings), stemOf u32[T], stemTerms.start u32[S+1], stemTerms u32   words by stem
 *   entities (strings), entities.start u32, entities.attribute u16, entities.value u32
 *                                       attribute values by their stemmed words ("casual shoe")
 *
 * `fields` has a bit for each field the word stands in; `place` says where in the title it first stands: see `placeIn`.
 */
import { growableU8, growableU16, growableU32 } from '../kernel/growable.js';
import type { Analyzer } from '../text/analyzer.js';
import { Dictionary, writeDictionary } from './dictionary.js';
import { type Part, PartWriter } from './part.js';
import { compareBytes, Strings, writeStrings } from './strings.js';

/** Bit numbers of the fields a word can stand in. */
export const FIELD = {
  TITLE: 0,
  NAME: 1,
  BRAND: 2,
  TYPE: 3,
  CATEGORY: 4,
  SERIES: 5,
  COLOR: 6,
  AUDIENCE: 7,
  DEPARTMENT: 8,
  LABEL: 9,
  SIZE: 10,
  KEY: 11,
  ONTOLOGY: 12,
  DESCRIPTION: 13,
  /** Only as a part of a longer written word. */
  PART: 15,
} as const;

const SHORTEST_KEY_PART = 3;

/** The word is not in the title. */
export const NO_PLACE = 0xff;
/** Places are told apart up to this one, lengths of titles up to the next. */
const LAST_PLACE = 14;

/** A word's position in a title of so many words, in one byte: position × 16 + length - 1. */
export function placeIn(position: number, length: number): number {
  return Math.min(position, LAST_PLACE) * 16 + Math.min(length - 1, LAST_PLACE);
}

/** Position and length of a place; both are least values where they are the largest. */
export function readPlace(place: number): { position: number; length: number } {
  return { position: place >> 4, length: (place & 15) + 1 };
}

interface AnalysedValue {
  terms: Uint32Array;
  parts: Uint32Array;
}

export class TextIndexBuilder {
  private readonly terms = new Map<string, number>();
  private readonly values = new Map<string, AnalysedValue>();
  private readonly postTerm = growableU32();
  private readonly postDoc = growableU32();
  private readonly postFields = growableU16();
  private readonly postPlace = growableU8();
  private readonly entities = new Map<string, { attribute: number; value: number }[]>();

  // The words of the product being added.
  private readonly docTerms: number[] = [];
  private fields = new Uint16Array(1 << 16);
  private places = new Uint8Array(1 << 16).fill(NO_PLACE);
  private titleLength = 0;
  private docs = 0;

  constructor(private readonly analyzer: Analyzer) {}

  /** The title of the product being added: its words keep their places. */
  addTitle(text: string): void {
    this.titleLength = 0;
    for (const token of this.analyzer.tokenize(text)) {
      const term = this.termOf(token.text);
      this.mark(term, token.part ? FIELD.PART : FIELD.TITLE);
      if (!token.part) {
        this.titleLength = token.position + 1;
        this.places[term] = Math.min(this.places[term], token.position, NO_PLACE - 1);
      }
    }
  }

  /** A value that recurs over products (brand, colour …): analysed once. */
  addValue(field: number, text: string): void {
    let value = this.values.get(text);
    if (!value) {
      const tokens = this.analyzer.tokenize(text);
      value = {
        terms: Uint32Array.from(
          tokens.filter(token => !token.part),
          token => this.termOf(token.text),
        ),
        parts: Uint32Array.from(
          tokens.filter(token => token.part),
          token => this.termOf(token.text),
        ),
      };
      this.values.set(text, value);
    }
    for (const term of value.terms) this.mark(term, field);
    for (const term of value.parts) this.mark(term, FIELD.PART);
  }

  /** Text that does not recur. */
  addText(field: number, text: string): void {
    for (const token of this.analyzer.tokenize(text)) {
      this.mark(this.termOf(token.text), token.part ? FIELD.PART : field);
    }
  }

  /** A key (of a product, variant or group): one word, and its parts as far as they can be told from sizes. */
  addKey(key: string): void {
    for (const { text, part } of this.analyzer.tokenize(key)) {
      if (!part) this.mark(this.termOf(text), FIELD.KEY);
      else if (text.length >= SHORTEST_KEY_PART) this.mark(this.termOf(text), FIELD.PART);
    }
  }

  /** Ends the product; products are added in the order of their ordinals. */
  endDoc(doc: number): void {
    for (const term of this.docTerms) {
      this.postTerm.push(term);
      this.postDoc.push(doc);
      this.postFields.push(this.fields[term]);
      const place = this.places[term];
      this.postPlace.push(place === NO_PLACE ? NO_PLACE : placeIn(place, this.titleLength));
      this.fields[term] = 0;
      this.places[term] = NO_PLACE;
    }
    this.docTerms.length = 0;
    this.docs++;
  }

  /** Names an attribute value for recognition in queries. */
  addEntity(name: string, attribute: number, value: number): void {
    const key = entityKey(this.analyzer, name);
    if (key === '') return;
    const found = this.entities.get(key);
    if (!found) this.entities.set(key, [{ attribute, value }]);
    else if (!found.some(e => e.attribute === attribute && e.value === value)) found.push({ attribute, value });
  }

  finish(): PartWriter {
    const words = [...this.terms.keys()];
    const order = [...words.keys()].sort((a, b) => compareBytes(words[a], words[b]));
    const rank = new Uint32Array(words.length);
    order.forEach((term, position) => {
      rank[term] = position;
    });
    const sorted = order.map(term => words[term]);
    const part = new PartWriter('text', { products: this.docs });
    writeDictionary(part, 'terms', sorted);
    this.writePostings(part, rank);
    this.writeStems(part, sorted);
    this.writeEntities(part);
    return part;
  }

  private writePostings(part: PartWriter, rank: Uint32Array): void {
    const terms = this.postTerm.view();
    const start = new Uint32Array(rank.length + 1);
    for (let i = 0; i < terms.length; i++) start[rank[terms[i]] + 1]++;
    for (let i = 0; i < rank.length; i++) start[i + 1] += start[i];
    const next = start.slice();
    const docs = new Uint32Array(terms.length);
    const fields = new Uint16Array(terms.length);
    const place = new Uint8Array(terms.length);
    // Products were added in ascending order, and this keeps it within each word.
    for (let i = 0; i < terms.length; i++) {
      const at = next[rank[terms[i]]]++;
      docs[at] = this.postDoc.get(i);
      fields[at] = this.postFields.get(i);
      place[at] = this.postPlace.get(i);
    }
    part.add('postings.start', start).add('postings.docs', docs).add('postings.fields', fields);
    part.add('postings.place', place);
  }

  private writeStems(part: PartWriter, sorted: readonly string[]): void {
    const byStem = new Map<string, number[]>();
    sorted.forEach((word, term) => {
      const stem = this.analyzer.stem(word);
      const terms = byStem.get(stem);
      if (terms) terms.push(term);
      else byStem.set(stem, [term]);
    });
    const stems = [...byStem.keys()].sort(compareBytes);
    const start = new Uint32Array(stems.length + 1);
    const terms = new Uint32Array(sorted.length);
    const stemOf = new Uint32Array(sorted.length);
    let at = 0;
    stems.forEach((stem, i) => {
      for (const term of byStem.get(stem)!) {
        terms[at++] = term;
        stemOf[term] = i;
      }
      start[i + 1] = at;
    });
    writeStrings(part, 'stems', stems);
    part.add('stemTerms.start', start).add('stemTerms', terms).add('stemOf', stemOf);
  }

  private writeEntities(part: PartWriter): void {
    const names = [...this.entities.keys()].sort(compareBytes);
    const lists = names.map(name => this.entities.get(name)!);
    const start = new Uint32Array(names.length + 1);
    lists.forEach((list, i) => {
      start[i + 1] = start[i] + list.length;
    });
    const flat = lists.flat();
    writeStrings(part, 'entities', names);
    part.add('entities.start', start);
    part.add(
      'entities.attribute',
      Uint16Array.from(flat, e => e.attribute),
    );
    part.add(
      'entities.value',
      Uint32Array.from(flat, e => e.value),
    );
  }

  private termOf(word: string): number {
    let term = this.terms.get(word);
    if (term === undefined) {
      this.terms.set(word, (term = this.terms.size));
      if (term >= this.fields.length) {
        const fields = new Uint16Array(this.fields.length * 2);
        fields.set(this.fields);
        this.fields = fields;
        const places = new Uint8Array(fields.length).fill(NO_PLACE);
        places.set(this.places);
        this.places = places;
      }
    }
    return term;
  }

  private mark(term: number, field: number): void {
    if (this.fields[term] === 0) this.docTerms.push(term);
    this.fields[term] |= 1 << field;
  }
}

/** The stemmed words of a value, stop words left out unless nothing else is there. */
export function entityKey(analyzer: Analyzer, name: string): string {
  const words = analyzer.tokenize(name).filter(token => !token.part);
  const content = words.filter(token => !analyzer.isStopWord(token.text));
  return (content.length > 0 ? content : words).map(token => analyzer.stem(token.text)).join(' ');
}

export interface Entity {
  /** Index in `Attributes.all`. */
  attribute: number;
  value: number;
}

export class TextIndex {
  readonly terms: Dictionary;
  readonly start: Uint32Array;
  readonly docs: Uint32Array;
  readonly fields: Uint16Array;
  readonly place: Uint8Array;
  readonly stemOf: Uint32Array;
  readonly productCount: number;
  private readonly stems: Strings;
  private readonly stemStart: Uint32Array;
  private readonly stemTerms: Uint32Array;
  private readonly entities: Strings;
  private readonly entityStart: Uint32Array;
  private readonly entityAttribute: Uint16Array;
  private readonly entityValue: Uint32Array;

  constructor(part: Part) {
    this.terms = new Dictionary(part, 'terms');
    this.start = part.u32('postings.start');
    this.docs = part.u32('postings.docs');
    this.fields = part.u16('postings.fields');
    this.place = part.u8('postings.place');
    this.stemOf = part.u32('stemOf');
    this.productCount = (part.meta as { products: number }).products;
    this.stems = new Strings(part, 'stems');
    this.stemStart = part.u32('stemTerms.start');
    this.stemTerms = part.u32('stemTerms');
    this.entities = new Strings(part, 'entities');
    this.entityStart = part.u32('entities.start');
    this.entityAttribute = part.u16('entities.attribute');
    this.entityValue = part.u32('entities.value');
  }

  /** Number of products a word occurs in. */
  frequency(term: number): number {
    return this.start[term + 1] - this.start[term];
  }

  /** The words of one stem, as a view; empty when no word has it. */
  termsOfStem(stem: string): Uint32Array {
    const at = this.stems.find(stem);
    return at < 0 ? this.stemTerms.subarray(0, 0) : this.stemTerms.subarray(this.stemStart[at], this.stemStart[at + 1]);
  }

  /** Attribute values whose words have these stems, joined by spaces. */
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

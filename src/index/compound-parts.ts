/**
 * Divides the compounds of a view by its own vocabulary, and adds postings for their parts: each part gets the products
 * of its compounds, in the fields of the compound.
 */
import { type Analyzer, isFormOf, splitCompound, writesCompounds } from '../text/index.js';
import { FIELD, NO_PLACE } from './fields.js';
import type { BaseVocabulary, VocabularyWord } from './vocabulary.js';

/** Postings of terms, concatenated; the products of a term ascend. */
interface Lists {
  docs: Uint32Array;
  fields: Uint16Array;
  place: Uint8Array;
}

/** Postings of all terms. */
export interface Postings extends Lists {
  start: Uint32Array;
}

/** Letters of the shortest word that is divided. */
const SHORTEST_COMPOUND = 6;
/** Letters of the shortest head that is split off a word whose beginning is not in the vocabulary. */
const SHORTEST_HEAD = 4;
const SHORTEST_MODIFIER = 3;
/**
 * Least number of compounds that end with a part for it to count as a head although it is no word of the vocabulary.
 */
const HEADED_COMPOUNDS = 2;

/** Whether a word may be divided, or be a part of others. */
function isAble(word: string, analyzer: Analyzer): boolean {
  return /^[\p{L}\p{M}]+$/u.test(word) && !analyzer.isStopWord(word);
}

/** The words of a vocabulary that may be divided, or be parts of others. */
export function ableWords(
  words: ReadonlyMap<string, VocabularyWord>,
  analyzer: Analyzer,
): ReadonlyMap<string, VocabularyWord> {
  return new Map([...words].filter(([word]) => isAble(word, analyzer)));
}

/**
 * The compounds of a vocabulary with their parts, the head last. Empty for languages that write compounds as separate
 * words.
 * @param words those that `ableWords` returns
 * @param base words of other products: those that it knows are divided as it did, others by the words of both
 */
export function divideCompounds(
  words: ReadonlyMap<string, VocabularyWord>,
  analyzer: Analyzer,
  base?: BaseVocabulary,
): Map<string, string[]> {
  const compounds = new Map<string, string[]>();
  const { language } = analyzer;
  if (!writesCompounds(language)) return compounds;
  const vocabulary = new Vocabulary(words, analyzer, base);
  const rest: string[] = [];
  for (const word of words.keys()) {
    if (word.length < SHORTEST_COMPOUND) continue;
    const known = base?.get(word) !== undefined;
    const parts = known ? base.partsOf(word) : splitCompound(word, part => vocabulary.frequency(part, word), language);
    if (parts) compounds.set(word, parts);
    else if (!known) rest.push(word);
  }
  if (rest.length > 0) {
    const heads = headsOf(compounds, words, base);
    for (const word of rest) {
      const parts = vocabulary.splitBeforeHead(word, heads);
      if (parts) compounds.set(word, parts);
    }
  }
  if (base) addPartsOfParts(compounds, base);
  return compounds;
}

/** Adds the parts that the base divides itself, and theirs. */
function addPartsOfParts(compounds: Map<string, string[]>, base: BaseVocabulary): void {
  const waiting = [...compounds.values()].flat();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (compounds.has(part)) continue;
    const parts = base.partsOf(part);
    if (!parts) continue;
    compounds.set(part, parts);
    waiting.push(...parts);
  }
}

/** The heads of several compounds that are heads of products; they need not be words of the vocabulary. */
function headsOf(
  compounds: ReadonlyMap<string, readonly string[]>,
  words: ReadonlyMap<string, VocabularyWord>,
  base: BaseVocabulary | undefined,
): Set<string> {
  const counts = new Map<string, number>();
  const count = (heads: number, parts: readonly string[]): void => {
    if (heads === 0) return;
    const head = parts[parts.length - 1];
    counts.set(head, (counts.get(head) ?? 0) + 1);
  };
  for (const [compound, parts] of compounds) count(words.get(compound)!.heads, parts);
  for (const { heads, parts } of base?.divided() ?? []) count(heads, parts);
  return new Set([...counts].flatMap(([head, count]) => (count >= HEADED_COMPOUNDS ? [head] : [])));
}

class Vocabulary {
  private readonly byStem = new Map<string, string[]>();

  constructor(
    private readonly words: ReadonlyMap<string, VocabularyWord>,
    private readonly analyzer: Analyzer,
    private readonly base: BaseVocabulary | undefined,
  ) {
    for (const word of words.keys()) {
      const stem = analyzer.stem(word);
      const forms = this.byStem.get(stem);
      if (forms) forms.push(word);
      else this.byStem.set(stem, [word]);
    }
  }

  /** Products with a part or an inflected form of it; the compound itself does not count as a form. */
  frequency(part: string, compound: string): number {
    const stem = this.analyzer.stem(part);
    const own = this.formsOf(part, stem, compound).reduce((sum, form) => sum + this.words.get(form)!.frequency, 0);
    return own + (this.base?.frequencyOfForms(part, stem, compound) ?? 0);
  }

  /** Divides a word whose beginning is not in the vocabulary before its longest head: tages + rucksack. */
  splitBeforeHead(word: string, heads: ReadonlySet<string>): string[] | undefined {
    for (let at = SHORTEST_MODIFIER; at <= word.length - SHORTEST_HEAD; at++) {
      const head = word.slice(at);
      const own = this.words.get(head) ?? this.base?.get(head);
      if (heads.has(head) || (own && own.heads * 2 >= own.frequency)) return [word.slice(0, at), head];
    }
    return undefined;
  }

  private formsOf(part: string, stem: string, compound: string): string[] {
    const forms = this.byStem.get(stem) ?? [];
    return forms.filter(form => form !== compound && (form === part || isFormOf(form, part)));
  }
}

/** A compound that a part is in, and whether the part is its head. */
interface PartSource {
  from: number;
  head: boolean;
}

/** The compounds whose postings their parts get as well. */
export class PartSources {
  /** By part; both are ranks in the dictionary. */
  private readonly byPart = new Map<number, PartSource[]>();

  /**
   * @param compounds the parts of each compound; both are numbered in the order of insertion
   * @param rank ordinal in the dictionary by order of insertion
   */
  constructor(compounds: ReadonlyMap<number, readonly number[]>, rank: Uint32Array) {
    for (const compound of compounds.keys()) {
      for (const { part, head } of allParts(compound, compounds)) {
        const source = { from: rank[compound], head };
        const known = this.byPart.get(rank[part]);
        if (known) known.push(source);
        else this.byPart.set(rank[part], [source]);
      }
    }
  }

  /** How many postings terms have at most when those of compounds are added. @param counts how many they have */
  room(counts: Uint32Array): Uint32Array {
    const room = counts.slice();
    for (const [part, sources] of this.byPart) for (const { from } of sources) room[part] += counts[from];
    return room;
  }

  /**
   * Adds to the postings of parts those of their compounds.
   * @param postings with `room` for each term, of which its own fill the beginning; changed in place
   * @param counts how many each term has
   * @param products number of products in the view
   */
  merge({ start, docs, fields, place }: Postings, counts: Uint32Array, products: number): Postings {
    const parts = Uint32Array.from(this.byPart.keys()).sort();
    const merged = new PostingsMerger(products);
    // All are merged before any is written: a part of a compound may itself be a compound.
    const size = parts.reduce((sum, part) => sum + start[part + 1] - start[part], 0);
    const lists = { docs: new Uint32Array(size), fields: new Uint16Array(size), place: new Uint8Array(size) };
    const ends = new Uint32Array(parts.length);
    let end = 0;
    parts.forEach((part, i) => {
      merged.addRange({ docs, fields, place }, start[part], start[part] + counts[part]);
      for (const { from, head } of this.byPart.get(part)!) {
        const mask = head ? 0xffff : ~(1 << FIELD.HEAD) & 0xffff;
        merged.addRange({ docs, fields, place }, start[from], start[from] + counts[from], mask);
      }
      ends[i] = end = merged.drain(lists, end);
    });
    let at = 0;
    let term = 0;
    /** Moves the postings of the terms before `behind`, none of which has room left, to where those before end. */
    const moveUpTo = (behind: number): void => {
      const [from, to] = [start[term], start[behind]];
      for (const values of [docs, fields, place]) values.copyWithin(at, from, to);
      for (; term < behind; term++) start[term] -= from - at;
      at += to - from;
    };
    parts.forEach((part, i) => {
      moveUpTo(part);
      const from = i === 0 ? 0 : ends[i - 1];
      docs.set(lists.docs.subarray(from, ends[i]), at);
      fields.set(lists.fields.subarray(from, ends[i]), at);
      place.set(lists.place.subarray(from, ends[i]), at);
      start[term++] = at;
      at += ends[i] - from;
    });
    moveUpTo(start.length - 1);
    start[term] = at;
    return { start, docs: docs.subarray(0, at), fields: fields.subarray(0, at), place: place.subarray(0, at) };
  }
}

/** The parts of a compound, recursively: damvinterskor has dam, vinterskor, vinter, skor. */
function allParts(
  compound: number,
  compounds: ReadonlyMap<number, readonly number[]>,
  isHead = true,
): { part: number; head: boolean }[] {
  const parts = compounds.get(compound) ?? [];
  return parts.flatMap((part, i) => {
    const head = isHead && i === parts.length - 1;
    return [{ part, head }, ...allParts(part, compounds, head)];
  });
}

/** Merges the postings of several terms into one: fields are united, and the first place in the title is kept. */
class PostingsMerger {
  private readonly fields: Uint16Array;
  private readonly place: Uint8Array;
  private readonly docs: number[] = [];

  constructor(products: number) {
    this.fields = new Uint16Array(products);
    this.place = new Uint8Array(products).fill(NO_PLACE);
  }

  private add(doc: number, fields: number, place: number): void {
    if (this.fields[doc] === 0) this.docs.push(doc);
    this.fields[doc] |= fields;
    if (place < this.place[doc]) this.place[doc] = place;
  }

  addRange({ docs, fields, place }: Lists, from: number, to: number, mask = 0xffff): void {
    for (let i = from; i < to; i++) this.add(docs[i], fields[i] & mask, place[i]);
  }

  /** Writes the merged postings, and forgets them. @returns the place behind them */
  drain(out: Lists, start: number): number {
    let at = start;
    this.docs.sort((a, b) => a - b);
    for (const doc of this.docs) {
      out.docs[at] = doc;
      out.fields[at] = this.fields[doc];
      out.place[at++] = this.place[doc];
      this.fields[doc] = 0;
      this.place[doc] = NO_PLACE;
    }
    this.docs.length = 0;
    return at;
  }
}

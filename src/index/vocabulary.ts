/**
 * Part `vocabulary`: the words of a view in a language that writes compounds as one word, and how its compounds were
 * divided. An overlay divides the words of its products as the base did, and new ones by the words of both; queries do
 * not read it.
 *
 *   words (strings), frequency u32, heads u32    words in byte order, with their products, and those whose head they are
 *   compounds u32, partStart u32[C+1], parts (strings)    the divided words, ascending, and the parts of each
 *   stems (strings), stemStart u32[S+1], stemWords u32    words by stem
 */

import { sortedByBytes } from '../kernel/byte-order.js';
import { type Analyzer, isFormOf } from '../text/index.js';
import { type Part, PartWriter } from './part.js';
import { Strings, writeStrings } from './strings.js';

/** A word of the view: its document frequency, and the number of products in which it is the head. */
export interface VocabularyWord {
  frequency: number;
  heads: number;
}

/**
 * @param words those that may be parts
 * @param compounds parts by compound
 */
export function writeVocabulary(
  words: ReadonlyMap<string, VocabularyWord>,
  compounds: ReadonlyMap<string, readonly string[]>,
  analyzer: Analyzer,
): PartWriter {
  const sorted = sortedByBytes(words.keys());
  const part = new PartWriter('vocabulary');
  writeStrings(part, 'words', sorted);
  const column = (of: (word: VocabularyWord) => number) => Uint32Array.from(sorted, word => of(words.get(word)!));
  part
    .add(
      'frequency',
      column(({ frequency }) => frequency),
    )
    .add(
      'heads',
      column(({ heads }) => heads),
    );
  const ordinals = new Map(sorted.map((word, ordinal) => [word, ordinal]));
  const divided = [...compounds].map(([word, parts]) => ({ word: ordinals.get(word)!, parts }));
  divided.sort((a, b) => a.word - b.word);
  part.add(
    'compounds',
    Uint32Array.from(divided, ({ word }) => word),
  );
  part.add('partStart', startsOf(divided.map(({ parts }) => parts)));
  writeStrings(
    part,
    'parts',
    divided.flatMap(({ parts }) => parts),
  );
  const byStem = new Map<string, number[]>();
  sorted.forEach((word, ordinal) => {
    const stem = analyzer.stem(word);
    const others = byStem.get(stem);
    if (others) others.push(ordinal);
    else byStem.set(stem, [ordinal]);
  });
  const stems = sortedByBytes(byStem.keys());
  const lists = stems.map(stem => byStem.get(stem)!);
  writeStrings(part, 'stems', stems);
  return part.add('stemStart', startsOf(lists)).add('stemWords', Uint32Array.from(lists.flat()));
}

function startsOf(lists: readonly (readonly unknown[])[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = starts[i] + list.length;
  });
  return starts;
}

export class BaseVocabulary {
  private readonly words: Strings;
  private readonly frequency: Uint32Array;
  private readonly heads: Uint32Array;
  private readonly compounds: Uint32Array;
  private readonly partStart: Uint32Array;
  private readonly parts: Strings;
  private readonly stems: Strings;
  private readonly stemStart: Uint32Array;
  private readonly stemWords: Uint32Array;

  constructor(part: Part) {
    this.words = new Strings(part, 'words');
    this.frequency = part.u32('frequency');
    this.heads = part.u32('heads');
    this.compounds = part.u32('compounds');
    this.partStart = part.u32('partStart');
    this.parts = new Strings(part, 'parts');
    this.stems = new Strings(part, 'stems');
    this.stemStart = part.u32('stemStart');
    this.stemWords = part.u32('stemWords');
  }

  get(word: string): VocabularyWord | undefined {
    const at = this.words.find(word);
    return at < 0 ? undefined : { frequency: this.frequency[at], heads: this.heads[at] };
  }

  /** The parts of a compound; undefined where a word is none, or not known. */
  partsOf(word: string): string[] | undefined {
    const at = this.words.find(word);
    const compound = at < 0 ? -1 : this.compounds.indexOf(at);
    return compound < 0 ? undefined : this.partsAt(compound);
  }

  /**
   * Products with a word or an inflected form of it.
   * @param stem the word's
   * @param except a form that does not count
   */
  frequencyOfForms(word: string, stem: string, except: string): number {
    const at = this.stems.find(stem);
    let sum = 0;
    for (let i = at < 0 ? 0 : this.stemStart[at]; at >= 0 && i < this.stemStart[at + 1]; i++) {
      const form = this.words.at(this.stemWords[i]);
      if (form !== except && (form === word || isFormOf(form, word))) sum += this.frequency[this.stemWords[i]];
    }
    return sum;
  }

  /** All compounds with their parts. */
  *divided(): Iterable<{ heads: number; parts: string[] }> {
    for (let i = 0; i < this.compounds.length; i++) {
      yield { heads: this.heads[this.compounds[i]], parts: this.partsAt(i) };
    }
  }

  private partsAt(compound: number): string[] {
    const from = this.partStart[compound];
    return Array.from({ length: this.partStart[compound + 1] - from }, (_, i) => this.parts.at(from + i));
  }
}

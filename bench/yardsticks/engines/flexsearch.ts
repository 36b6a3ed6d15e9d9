/**
 * FlexSearch: maps from words to documents by ranks of where the word stands. It looks for all words of a text within
 * one field, so the fields follow each other in one, weightiest first.
 */
import { Index } from 'flexsearch';
import { wordFields } from '../../lucene/fields.js';
import type { Document } from '../documents.js';
import type { Engine, Found, Question } from '../engine.js';
import { stemOf, wordsOf } from '../english.js';

const FIELDS = wordFields().sort((a, b) => b.weight - a.weight);
const encode = (text: string) => wordsOf(text).map(stemOf);

export class FlexSearchEngine implements Engine {
  private readonly whole = new Index({ tokenize: 'strict', encode });
  /** Every beginning of a word is a key of its own. */
  private readonly beginnings = new Index({ tokenize: 'forward', encode });
  private readonly colors: string[][] = [];

  add({ words, colors }: Document): void {
    const text = FIELDS.map(({ name }) => words[name]).join(' ');
    this.whole.add(this.colors.length, text);
    this.beginnings.add(this.colors.length, text);
    this.colors.push(colors);
  }

  finish(): void {
    // Nothing is left to do: what is added is found at once.
  }

  find({ text, unfinished, color, skip, limit }: Question): Found {
    const index = unfinished ? this.beginnings : this.whole;
    const hits = index.search(text, { limit: this.colors.length }).map(Number);
    const all = color === '' ? hits : hits.filter(number => this.colors[number].includes(color));
    return { best: all.slice(skip, skip + limit), total: all.length, all };
  }
}

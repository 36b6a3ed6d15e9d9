/** MiniSearch: an inverted index in maps and a radix tree, all in the memory of JavaScript. */
import MiniSearch from 'minisearch';
import { wordFields } from '../../lucene/fields.js';
import type { Document } from '../documents.js';
import type { Engine, Found, Question } from '../engine.js';
import { stemOf, wordsOf } from '../english.js';

const FIELDS = wordFields();
const BOOSTS = Object.fromEntries(FIELDS.map(({ name, weight }) => [name, weight]));

export class MiniSearchEngine implements Engine {
  private readonly index = new MiniSearch({
    fields: FIELDS.map(({ name }) => name),
    tokenize: wordsOf,
    processTerm: stemOf,
    searchOptions: { boost: BOOSTS, combineWith: 'AND' },
  });
  private readonly colors: string[][] = [];

  add({ words, colors }: Document): void {
    this.index.add({ id: this.colors.length, ...words });
    this.colors.push(colors);
  }

  finish(): void {
    // Nothing is left to do: what is added is found at once.
  }

  find({ text, unfinished, color, skip, limit }: Question): Found {
    const hits = this.index.search(text, {
      prefix: (_term, i, terms) => unfinished && i === terms.length - 1,
      filter: color === '' ? undefined : ({ id }) => this.colors[id].includes(color),
    });
    const numbers = hits.map(({ id }): number => id);
    return { best: numbers.slice(skip, skip + limit), total: numbers.length, all: numbers };
  }
}

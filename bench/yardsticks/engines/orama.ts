/**
 * Orama: an inverted index by radix trees, all in the memory of JavaScript. It looks for all words of a text within one
 * field, so the fields follow each other in one; and for every word as the beginning of a longer one, because its exact
 * mode compares the texts of all hits again, as they are spelt, and finds no stems.
 */
import { create, insert, type Orama, search } from '@orama/orama';
import { wordFields } from '../../lucene/fields.js';
import type { Document } from '../documents.js';
import type { Engine, Found, Question } from '../engine.js';
import { stemOf, wordsOf } from '../english.js';

const FIELDS = wordFields();
const SCHEMA = { text: 'string', colors: 'enum[]' } as const;

export class OramaEngine implements Engine {
  private readonly database: Orama<typeof SCHEMA> = create({
    schema: SCHEMA,
    components: {
      tokenizer: {
        language: 'english',
        normalizationCache: new Map(),
        tokenize: (text: string) => [...new Set(wordsOf(text).map(stemOf))],
      },
    },
  });
  private added = 0;

  add({ words, colors }: Document): void {
    insert(this.database, { id: String(this.added++), text: FIELDS.map(({ name }) => words[name]).join(' '), colors });
  }

  finish(): void {
    // Nothing is left to do: what is added is found at once.
  }

  find({ text, color, skip, limit }: Question, all: boolean): Found {
    const found = search(this.database, {
      term: text,
      properties: ['text'],
      // All words.
      threshold: 0,
      where: color === '' ? undefined : { colors: { containsAll: [color] } },
      offset: all ? 0 : skip,
      limit: all ? this.added : limit,
    });
    if (found instanceof Promise) throw new Error('Orama answers at once where nothing is hooked into it');
    const numbers = found.hits.map(({ id }) => Number(id));
    return { best: all ? numbers.slice(skip, skip + limit) : numbers, total: found.count, all: numbers };
  }
}

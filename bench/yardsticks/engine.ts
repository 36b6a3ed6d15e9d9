/**
 * What an engine does for the comparison: takes documents, and finds the best of those that have all words of a text.
 */
import type { Document } from './documents.js';

export interface Question {
  text: string;
  /** Whether the last word may be the beginning of a longer one. */
  unfinished: boolean;
  /** Id of the colour that hits must have, '' for all. */
  color: string;
  skip: number;
  limit: number;
}

export interface Found {
  /** The page: numbers of documents in the order of adding, best first. */
  best: readonly number[];
  /** How many documents there are. */
  total: number;
  /** All of them in no order, where they are asked for. */
  all: Iterable<number>;
}

export interface Engine {
  add(document: Document): void;
  /** Called once when all documents are added. */
  finish(): void;
  /** @param all whether all hits are asked for, to count facets, or the best alone */
  find(question: Question, all: boolean): Found;
}

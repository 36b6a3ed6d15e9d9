/**
 * The parts that a score adds up from, as an explanation shows them. Points of all parts of a hit together are its score
 * but for rounding, which single precision leaves in large ones.
 */
import type { MatchKind } from '../understanding/query-term.js';

/** Where a term stands in a product, and what that is worth before rarity and weight. */
export interface TermPlace {
  term: string;
  fields: string[];
  /** In the title, from 1; both are least values where they are large. */
  place?: { position: number; length: number };
  worth: number;
}

/** What a word of the text brings: points are rarity times weight times the worth of its terms, on average. */
export interface WordPart {
  kind: 'word';
  /** As typed, folded. */
  word: string;
  /** The one term that matches best, or those that together stand for the word. */
  terms: TermPlace[];
  how: MatchKind;
  weight: number;
  rarity: number;
  points: number;
}

/** What the product gets for an attribute value that the text names. */
export interface ValuePart {
  kind: 'value';
  attribute: string;
  value: string;
  label: string;
  /** How much of the value's worth counts. */
  share: number;
  points: number;
}

/** What the product is worth whatever the text, and what visitors choose for the text. */
export interface PlainPart {
  kind: 'chosen' | 'popularity' | 'rating' | 'newness' | 'stock' | 'buried';
  points: number;
}

export interface LackingPart {
  kind: 'lacking';
  /** The words that the product does not have. */
  words: string[];
  points: number;
}

export interface BoostPart {
  kind: 'boost';
  /** As imported. */
  rule: string;
  points: number;
}

/** Takes the place of all other parts. */
export interface PinPart {
  kind: 'pin';
  /** Among the pinned products, from 1. */
  place: number;
  points: number;
}

export type ScorePart = WordPart | ValuePart | PlainPart | LackingPart | BoostPart | PinPart;

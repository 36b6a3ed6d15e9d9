/**
 * The parts of a score, as explanations show them. The points of a hit's parts add up to its score, but for rounding:
 * scores are in single precision.
 */
import type { MatchKind } from '../understanding/query-term.js';

/** A posting of a term in a product, and its score before rarity and weight. */
export interface TermPlace {
  term: string;
  fields: string[];
  /** Position in the title, from 1; for large values both are lower bounds. */
  place?: { position: number; length: number };
  worth: number;
}

/** The part of one word of the text: rarity times weight times the mean score of its terms. */
export interface WordPart {
  kind: 'word';
  /** As typed, folded. */
  word: string;
  /** The term with the best score, or those of a term group. */
  terms: TermPlace[];
  how: MatchKind;
  weight: number;
  rarity: number;
  points: number;
}

/** The part of a recognised value that the product has. */
export interface ValuePart {
  kind: 'value';
  attribute: string;
  value: string;
  label: string;
  /** The share of the value's weight that is added. */
  share: number;
  points: number;
}

/** The prior of the product, and the boost of what visitors choose for the text. */
export interface PlainPart {
  kind: 'chosen' | 'popularity' | 'rating' | 'newness' | 'stock' | 'buried' | 'without' | 'repeated';
  points: number;
  /** What the choices of visitors have multiplied the weight by; absent: it is the usual one. */
  factor?: number;
}

/** The part of a word that the product has in its description alone. */
export interface DescribedPart {
  kind: 'described';
  /** As typed, folded. */
  word: string;
  /** What the description has of it. */
  stem: string;
  /** Among descriptions. */
  rarity: number;
  points: number;
}

/** What two such words bring that follow each other in the text and are near to each other in the description. */
export interface TogetherPart {
  kind: 'together';
  /** The two, as typed, folded. */
  words: string[];
  /** How many words the second is behind the first; below 0: before it. */
  further: number;
  points: number;
}

export interface LackingPart {
  kind: 'lacking';
  /** The words that the product lacks. */
  words: string[];
  points: number;
}

/** What nearness to the text adds, and what a product keeps that words have put among the first. */
export type NearPart = { kind: 'near'; similarity: number; points: number } | { kind: 'lead'; points: number };

export interface BoostPart {
  kind: 'boost';
  /** As imported. */
  rule: string;
  points: number;
}

/** The score of a pinned product; replaces all other parts. */
export interface PinPart {
  kind: 'pin';
  /** Position among the pinned products, from 1. */
  place: number;
  points: number;
}

/** What the visitor is likely to want, in a personal order. */
export interface PersonalPart {
  kind: 'personal';
  of: 'brand' | 'type' | 'price' | 'size';
  points: number;
}

export type ScorePart =
  | WordPart
  | ValuePart
  | PlainPart
  | DescribedPart
  | TogetherPart
  | LackingPart
  | NearPart
  | BoostPart
  | PinPart
  | PersonalPart;

/**
 * Where in a product a word stands: a bit for each field, and its place in the title in a byte.
 */

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
  /** Not a place of its own: the word says what the thing is, as the head of its title, type or category. */
  HEAD: 14,
  /** Only as a part of a longer written word. */
  PART: 15,
} as const;

/** A word that stands in these fields alone is a key or a size, and need not be one of the language. */
export const KEYS_AND_SIZES = (1 << FIELD.KEY) | (1 << FIELD.PART) | (1 << FIELD.SIZE);

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

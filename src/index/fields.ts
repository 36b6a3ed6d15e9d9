/**
 * The fields of a product in which a word can occur, a bit each, and the encoding of a word's place in the title.
 */

/** Bit numbers of fields in the masks of postings. */
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
  /** A shelf of the product joins several things: "Clothing, shoes & jewellery" names no shoe. */
  SHELF: 13,
  /** Set beside another field: the word is the head of the title, type or category. */
  HEAD: 14,
  /** The word is part of a longer written word. */
  PART: 15,
} as const;

/** Of contents, which stand on no shelves, where products have the shelf. */
export const CONTENT_DESCRIPTION = FIELD.SHELF;

/** A word with no other fields than these is a key or a size rather than a word of the language. */
export const KEYS_AND_SIZES = (1 << FIELD.KEY) | (1 << FIELD.PART) | (1 << FIELD.SIZE);

/** The word is not in the title. */
export const NO_PLACE = 0xff;
/** Largest position that is encoded exactly; larger ones, and lengths above the next, are clamped. */
const LAST_PLACE = 14;

/**
 * Encodes a word's place in the title as one byte: position × 16 + length - 1, both clamped.
 * @param position from 0
 * @param length words of the title, from 1
 */
export function encodePlace(position: number, length: number): number {
  return Math.min(position, LAST_PLACE) * 16 + Math.min(length - 1, LAST_PLACE);
}

/** Decodes a place; the largest position and length stand for themselves and all above. */
export function decodePlace(place: number): { position: number; length: number } {
  return { position: place >> 4, length: (place & 15) + 1 };
}

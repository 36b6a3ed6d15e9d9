/**
 * The natural order of sizes and other short labels: XS S M L XL XXL 3XL, 36 36.5 37, 32/34, 4-6 years. A label is cut
 * into numbers, letter sizes and words; numbers stand before letter sizes, letter sizes before words,
 * and a label before its own continuations. Labels that read the same are ordered by code unit, so that the order is
 * total and every run sorts alike.
 */
import { growableF64, growableU8, growableU32 } from './growable.js';

/** The sort key of a label. */
export interface NaturalKey {
  label: string;
  pieces: Piece[];
}

interface Piece {
  /** 0 number, 1 letter size, 2 word. */
  kind: number;
  value: number;
  word: string;
}

/**
 * Alternatives in order: a mixed fraction (36 2/3), a number with an optional vulgar fraction (36½), a letter size
 * (2XL, X-Large, M), a word. What lies between (spaces, slashes, hyphens) only separates.
 */
const PIECE =
  /(\d+)\s+(\d)\/(\d)(?!\d)|(\d+(?:[.,]\d+)?)(?!\d)(?!(?:x-?)+(?:small|large|s|l)(?!\p{L}))([¼½¾⅓⅔⅛⅜⅝⅞])?|(?<!\p{L})(\d*)((?:x-?)*)(small|medium|large|s|m|l)(?!\p{L})|\p{L}[\p{L}\p{M}]*/giu;

const VULGAR: Record<string, number> = {
  '¼': 1 / 4,
  '½': 1 / 2,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};

/** The sort key of a label. Making it takes longer than comparing: once a label, not once a comparison. */
export function naturalKey(label: string): NaturalKey {
  return { label, pieces: piecesOf(label) };
}

/** Negative, zero or positive as `a` stands before, with or after `b`; zero only for equal labels. */
export function compareNatural(a: NaturalKey, b: NaturalKey): number {
  if (a.label === b.label) return 0;
  const shared = Math.min(a.pieces.length, b.pieces.length);
  for (let i = 0; i < shared; i++) {
    const order = comparePieces(a.pieces[i]!, b.pieces[i]!);
    if (order !== 0) return order;
  }
  return a.pieces.length - b.pieces.length || (a.label < b.label ? -1 : 1);
}

/** The sort keys of many labels, in typed arrays: as objects, those of a million labels take 300 MB. */
export class NaturalKeys {
  /** Where the pieces of each label begin, and behind the last one where they end. */
  private readonly starts: Uint32Array;
  private readonly kinds = growableU8();
  private readonly values = growableF64();
  /** Of each piece the place of its word in `words`. */
  private readonly wordOf = growableU32();
  private readonly words: string[] = [];

  constructor(private readonly labels: readonly string[]) {
    this.starts = new Uint32Array(labels.length + 1);
    const places = new Map<string, number>();
    labels.forEach((label, i) => {
      for (const { kind, value, word } of piecesOf(label)) {
        let place = places.get(word);
        if (place === undefined) places.set(word, (place = this.words.push(word) - 1));
        this.kinds.push(kind);
        this.values.push(value);
        this.wordOf.push(place);
      }
      this.starts[i + 1] = this.kinds.length;
    });
  }

  /** As `compareNatural`, of the labels at two places. */
  compare(a: number, b: number): number {
    const { starts, kinds, values, wordOf, words, labels } = this;
    if (labels[a] === labels[b]) return 0;
    const [lengthA, lengthB] = [starts[a + 1] - starts[a], starts[b + 1] - starts[b]];
    for (let i = starts[a], k = starts[b], end = i + Math.min(lengthA, lengthB); i < end; i++, k++) {
      const order =
        kinds.get(i) - kinds.get(k) ||
        orderOf(values.get(i), values.get(k)) ||
        orderOf(words[wordOf.get(i)], words[wordOf.get(k)]);
      if (order !== 0) return order;
    }
    return lengthA - lengthB || orderOf(labels[a], labels[b]);
  }
}

function orderOf<T extends number | string>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function comparePieces(a: Piece, b: Piece): number {
  return a.kind - b.kind || orderOf(a.value, b.value) || orderOf(a.word, b.word);
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  // A sign counts only at the very start (lens strengths): elsewhere a hyphen joins the ends of a span.
  const sign = /^\s*[-−]\s*\d/.test(text) ? -1 : 1;
  for (const match of text.matchAll(PIECE)) {
    const [whole, mixed, numerator, denominator, digits, vulgar, count, xs, letters] = match;
    if (mixed !== undefined) {
      pieces.push(number(Number(mixed) + (denominator === '0' ? 0 : Number(numerator) / Number(denominator))));
    } else if (digits !== undefined) {
      pieces.push(number(Number(digits.replace(',', '.')) + (vulgar === undefined ? 0 : VULGAR[vulgar]!)));
    } else if (letters !== undefined) {
      pieces.push({ kind: 1, value: letterSize(count!, xs!, letters), word: '' });
    } else {
      pieces.push({ kind: 2, value: 0, word: fold(whole) });
    }
  }
  if (sign < 0 && pieces[0]?.kind === 0) pieces[0].value = -pieces[0].value;
  return pieces;
}

function number(value: number): Piece {
  return { kind: 0, value, word: '' };
}

/** M is 0, L is 1, XL 2, XXL and 2XL 3; S is -1, XS -2 and so on. */
function letterSize(count: string, xs: string, letters: string): number {
  const written = xs.replaceAll('-', '').length;
  const steps = written === 1 && count !== '' ? Number(count) : written;
  const base = letters[0]!.toLowerCase();
  return base === 'm' ? 0 : base === 'l' ? 1 + steps : -1 - steps;
}

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

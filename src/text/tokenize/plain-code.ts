/**
 * The words of a key or part number in ASCII letters, digits and single hyphens, as the tokenizer finds them in every
 * language, but without an object and a text for each: a build reads several keys of every product. What the tokenizer
 * treats in another way (numbers with units, leading zeros, pairs of sizes) is left to it.
 */

/** Longer codes, and those of more pieces, are no word as a whole to the tokenizer. */
const LONGEST = 40;
const MOST_PIECES = 8;
/** Of two sizes and the sign between them. */
const LONGEST_PAIR = 5;
/** Shorter words keep their leading zeros. */
const SHORTEST_PADDED = 4;

const HYPHEN = 0x2d;
const [ZERO, NINE] = [0x30, 0x39];
const [UPPER_A, UPPER_Z] = [0x41, 0x5a];
const [LOWER_A, LOWER_Z] = [0x61, 0x7a];
const LOWER = 0x20;

export class PlainCode {
  /** The whole: the code in lower case, without hyphens. */
  readonly bytes = new Uint8Array(LONGEST);
  length = 0;
  /** Where each part begins and ends in `bytes`, in turn: pieces between hyphens, and runs of digits and of letters. */
  readonly parts = new Uint8Array(2 * (LONGEST + MOST_PIECES));
  /** Behind the last of `parts`. */
  partsEnd = 0;
  /** Where the pieces end. */
  private readonly ends = new Uint8Array(MOST_PIECES);
  private pieces = 0;

  /** @returns whether it has taken the words of `text` in place of those before; if not, the tokenizer finds them */
  read(text: string): boolean {
    if (!this.fold(text) || !this.isCode(text.length)) return false;
    const { ends, pieces } = this;
    this.partsEnd = 0;
    for (let piece = 0, from = 0; piece < pieces; from = ends[piece++]) {
      if (pieces > 1) this.addPart(from, ends[piece]);
      this.addRuns(from, ends[piece]);
    }
    return !this.isPadded();
  }

  /** @returns whether the text is of a few pieces with single hyphens between them */
  private fold(text: string): boolean {
    const { bytes, ends } = this;
    let length = 0;
    let piece = 0;
    let pieces = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === HYPHEN) {
        if (piece === length || pieces + 1 === MOST_PIECES) return false;
        ends[pieces++] = piece = length;
        continue;
      }
      const letter = unit >= UPPER_A && unit <= UPPER_Z ? unit + LOWER : unit;
      if (length === LONGEST || (!isDigit(letter) && (letter < LOWER_A || letter > LOWER_Z))) return false;
      bytes[length++] = letter;
    }
    if (piece === length) return false;
    ends[pieces++] = length;
    this.pieces = pieces;
    this.length = length;
    return true;
  }

  /** Whether it is neither a word without digits, nor a pair of sizes, nor perhaps a number with a unit. */
  private isCode(textLength: number): boolean {
    const { bytes, length, ends, pieces } = this;
    let number = 0;
    while (number < ends[0] && isDigit(bytes[number])) number++;
    if (number === length) return true;
    if (number > 0 && pieces > 1 && textLength <= LONGEST_PAIR) return false;
    for (let i = number; i < length; i++) if (isDigit(bytes[i])) return true;
    return false;
  }

  private addRuns(from: number, to: number): void {
    const { bytes } = this;
    let run = from;
    for (let i = from + 1; i <= to; i++) {
      if (i < to && isDigit(bytes[i]) === isDigit(bytes[i - 1])) continue;
      if (run > from || i < to) this.addPart(run, i);
      run = i;
    }
  }

  private addPart(from: number, to: number): void {
    this.parts[this.partsEnd++] = from;
    this.parts[this.partsEnd++] = to;
  }

  /** Whether the whole or a part has leading zeros that the tokenizer drops. */
  private isPadded(): boolean {
    const { bytes, length, parts } = this;
    if (length >= SHORTEST_PADDED && bytes[0] === ZERO) return true;
    for (let i = 0; i < this.partsEnd; i += 2) {
      if (parts[i + 1] - parts[i] >= SHORTEST_PADDED && bytes[parts[i]] === ZERO) return true;
    }
    return false;
  }
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

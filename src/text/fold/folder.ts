/**
 * Folds a text: NFKC, lower case, accents as the alphabet has them, plain signs and spaces. Where the result is as long
 * as the text (nearly always) offsets are the same; otherwise the result maps its offsets to those of the original.
 */
import type { Alphabet } from '../languages/alphabets.js';
import { CharacterFolds, DROPPED, SEVERAL } from './character-folds.js';

export interface Folded {
  text: string;
  /** For each unit of `text`, where its source begins and ends in the original. Absent: the same position. */
  starts?: number[];
  ends?: number[];
}

/**
 * A character with the marks that belong to it, or a run of conjoining Hangul letters: the unit that NFKC composes. No
 * text has more than 30 marks in a row (Unicode's stream-safe format), and sorting them takes quadratic time.
 */
const CLUSTER = /[\u1100-\u11ff]+|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]{0,30}|[\p{M}\uff9e\uff9f]{1,30}/gu;

export class Folder {
  private readonly characters: CharacterFolds;

  constructor(alphabet: Alphabet) {
    this.characters = new CharacterFolds(alphabet);
  }

  fold(text: string): string {
    return this.foldWithOffsets(text).text;
  }

  foldWithOffsets(text: string): Folded {
    // Lower-casing whole texts is native and fast; what is left to do is found unit by unit.
    const lower = text.toLowerCase();
    const { length } = lower;
    if (length !== text.length) return this.foldClusters(text);
    let out = '';
    let copied = 0;
    for (let i = 0; i < length; i++) {
      const unit = lower.charCodeAt(i);
      // All below 0x7f folds to itself but white space and the backtick.
      if (unit < 0x7f && unit >= 0x20 && unit !== 0x60) continue;
      if (composes(unit)) return this.foldClusters(text);
      const folded = this.characters.foldUnit(unit);
      if (folded === unit) continue;
      if (folded === SEVERAL || folded === DROPPED) return this.foldClusters(text);
      out += lower.slice(copied, i) + String.fromCharCode(folded);
      copied = i + 1;
    }
    return { text: copied === 0 ? lower : out + lower.slice(copied) };
  }

  private foldClusters(text: string): Folded {
    const folded: Required<Folded> = { text: '', starts: [], ends: [] };
    for (const match of text.matchAll(CLUSTER)) {
      const end = match.index + match[0].length;
      const composed = (match[0].length === 1 ? match[0] : match[0].normalize('NFKC')).toLowerCase();
      for (let i = 0; i < composed.length; i++) {
        const piece = this.characters.spelledOut(composed.charCodeAt(i));
        folded.text += piece;
        for (let k = 0; k < piece.length; k++) {
          folded.starts.push(match.index);
          folded.ends.push(end);
        }
      }
    }
    return folded;
  }
}

/** Units that may only be folded together with their neighbours. */
function composes(unit: number): boolean {
  if (unit < 0x300) return false;
  return (
    unit < 0x370 ||
    (unit >= 0x1100 && unit < 0x1200) ||
    (unit >= 0x3099 && unit <= 0x309a) ||
    (unit >= 0xd800 && unit < 0xe000) ||
    unit === 0xff9e ||
    unit === 0xff9f ||
    (unit >= 0x483 && unit < 0xe00 && /\p{M}/u.test(String.fromCharCode(unit)))
  );
}

/**
 * Splits compounds (damklänning → dam + klänning) by the catalog's own vocabulary: a word is divided only into words of
 * that vocabulary, with the links that the language puts between them. Of several divisions the one of fewest parts is
 * taken, then the one with the most frequent parts (after Koehn and Knight, EACL 2003).
 */
import { type CompoundGrammar, compoundGrammarOf } from './compound-grammar.js';

const SHORTEST_PART = 3;
const MOST_PARTS = 4;
/** Longer words are not divided, which bounds the work. */
const LONGEST_WORD = 60;
/** Many endings of three letters look like words: a part of three letters has to occur this often. */
const SHORT_PART_FREQUENCY = 2;
/** Penalties of a part, in its logarithm of frequency: for a link that is taken off, and for letters restored. */
const LINKED = 1;
const RESTORED = 2;

/** Whether a language writes compounds as one word. */
export function writesCompounds(code: string): boolean {
  return compoundGrammarOf(code) !== undefined;
}

/**
 * The vocabulary: how often a word occurs, 0 or false where it does not, true where the frequency is not known. Called
 * for words of at least three letters, once each.
 */
export type Knows = (part: string) => boolean | number;

/**
 * The parts of a folded compound, as the vocabulary knows them and the head last, or undefined when it is none.
 * @param code subtag of the word's language
 */
export function splitCompound(word: string, knows: Knows, code: string): string[] | undefined {
  const grammar = compoundGrammarOf(code);
  if (!grammar || word.length < 2 * SHORTEST_PART || word.length > LONGEST_WORD) return undefined;
  const divider = new Divider(word, knows, grammar);
  for (let parts = 2; parts <= MOST_PARTS; parts++) {
    const found = divider.divide(0, parts);
    if (found) return found.parts;
  }
  return undefined;
}

interface Division {
  parts: string[];
  /** Sum over the parts of the logarithm of their frequency, less what links cost. */
  score: number;
}

/** A part before another, its link taken off. */
interface LinkedPart {
  part: string;
  score: number;
}

class Divider {
  private readonly known = new Map<string, number>();
  private readonly closed: ReadonlySet<number>;
  /** By start and end of the letters; null for letters that are no part. */
  private readonly firsts = new Map<number, LinkedPart | null>();
  /** By start and number of parts; null for rests that cannot be divided. */
  private readonly divided = new Map<number, Division | null>();

  constructor(
    private readonly word: string,
    private readonly knows: Knows,
    private readonly grammar: CompoundGrammar,
  ) {
    this.closed = grammar.closedSeams(word);
  }

  /** The best division of the rest of the word from `start` into exactly `parts` parts. */
  divide(start: number, parts: number): Division | null {
    const { word } = this;
    if (parts === 1) {
      const rest = word.slice(start);
      const score = this.grammar.endings.has(rest) ? 0 : this.partScore(rest);
      return score > 0 ? { parts: [rest], score } : null;
    }
    const state = start * (MOST_PARTS + 1) + parts;
    const before = this.divided.get(state);
    if (before !== undefined) return before;
    let best: Division | null = null;
    // From long first parts to short ones: of equals the first is kept.
    for (let end = word.length - SHORTEST_PART; end >= start + SHORTEST_PART - 1; end--) {
      if (this.closed.has(end)) continue;
      // The rest first: few rests are known words, and a first part costs a look-up for each link.
      best = this.better(best, start, end, this.divide(end, parts - 1));
      if (this.grammar.dropsThirdLetter && word[end - 1] === word[end - 2]) {
        best = this.better(best, start, end, this.divide(end - 1, parts - 1), true);
      }
    }
    this.divided.set(state, best);
    return best;
  }

  /**
   * The better of `best` and the division that begins with the letters from `start` to `end` and goes on with `rest`.
   */
  private better(best: Division | null, start: number, end: number, rest: Division | null, plain = false) {
    if (rest === null) return best;
    const first = this.firstAt(start, end);
    if (first === null || (plain && first.part !== this.word.slice(start, end))) return best;
    const score = first.score + rest.score;
    return best === null || score > best.score ? { parts: [first.part, ...rest.parts], score } : best;
  }

  /** The likeliest part for the letters from `start` to `end`, with or without a link. */
  private firstAt(start: number, end: number): LinkedPart | null {
    const at = start * (LONGEST_WORD + 1) + end;
    const before = this.firsts.get(at);
    if (before !== undefined) return before;
    const written = this.word.slice(start, end);
    let part = written;
    let score = this.partScore(written);
    let found = score > 0;
    for (const { written: link, restored } of this.grammar.links) {
      if (!written.endsWith(link)) continue;
      const other = written.slice(0, written.length - link.length) + restored;
      const otherScore = this.partScore(other);
      if (otherScore === 0) continue;
      // A frequent word with a link may outweigh a rare one without, but not an equally frequent one.
      const linkedScore = otherScore - (restored === '' ? LINKED : RESTORED);
      if (found && linkedScore <= score) continue;
      found = true;
      part = other;
      score = linkedScore;
    }
    const first = found ? { part, score } : null;
    this.firsts.set(at, first);
    return first;
  }

  /** Logarithm of the frequency of a word that may be a part, above 0; otherwise 0 or less. */
  private partScore(part: string): number {
    if (part.length < SHORTEST_PART) return 0;
    let score = this.known.get(part);
    if (score === undefined) {
      const frequency = this.knows(part);
      const enough = part.length > SHORTEST_PART || frequency === true || Number(frequency) >= SHORT_PART_FREQUENCY;
      score = frequency && enough && this.canBePart(part) ? Math.log1p(Number(frequency)) : 0;
      this.known.set(part, score);
    }
    return score;
  }

  private canBePart(part: string): boolean {
    const { shortestPart } = this.grammar;
    if (shortestPart && part.length === SHORTEST_PART && !shortestPart.test(part)) return false;
    return !this.grammar.isFunctionWord(part);
  }
}

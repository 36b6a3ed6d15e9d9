/**
 * Highlights in a suggested phrase what the typed text has matched: `{{jea}}ns`. The letters of the phrase are kept;
 * case, accents and signs inside words do not count.
 */
import type { Analyzer } from '../analysis/analyzer.js';

const OPEN = '{{';
const CLOSE = '}}';

/** ASCII letters, digits and signs alone, each of which folds to one character. */
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

/** Words and spaces alone: what spaces separate are the tokens, and each folds to its letters in lower case. */
const WORDS = /^[A-Za-z ]*$/;

/** Highlights phrases for a typed text, which is tokenized once. */
export class Highlighter {
  private readonly wanted: readonly string[];
  private readonly stems: ReadonlySet<string>;

  constructor(
    typed: string,
    private readonly analyzer: Analyzer,
  ) {
    const words = analyzer.tokenize(typed).filter(token => !token.part);
    this.wanted = [...new Set(words.map(({ text }) => text))];
    this.stems = new Set(this.wanted.map(word => analyzer.stem(word)));
  }

  /**
   * `phrase` with double braces around the beginnings of words that the words of the typed text are, and around whole
   * words that have the stem of a typed one. Without a match the phrase comes back as it is.
   */
  mark(phrase: string): string {
    if (this.wanted.length === 0) return phrase;
    return WORDS.test(phrase) ? this.markWords(phrase) : this.markTokens(phrase);
  }

  private markWords(phrase: string): string {
    const folded = phrase.toLowerCase();
    let out = '';
    let copied = 0;
    for (let start = 0; start < folded.length; ) {
      const space = folded.indexOf(' ', start);
      const end = space < 0 ? folded.length : space;
      const marked = end > start ? this.markedTo(folded, start, end) : start;
      if (marked > start) {
        out += phrase.slice(copied, start) + OPEN + phrase.slice(start, marked) + CLOSE;
        copied = marked;
      }
      start = end + 1;
    }
    return out + phrase.slice(copied);
  }

  /** How far a word of a folded phrase is marked. */
  private markedTo(folded: string, start: number, end: number): number {
    const { wanted, stems, analyzer } = this;
    let marked = start;
    for (let i = 0; i < wanted.length; i++) {
      const to = start + wanted[i].length;
      if (to > marked && to <= end && folded.startsWith(wanted[i], start)) marked = to;
    }
    return marked === start && stems.has(analyzer.stem(folded.slice(start, end))) ? end : marked;
  }

  private markTokens(phrase: string): string {
    const { wanted, stems, analyzer } = this;
    // A position is marked as far as the longest match reaches.
    const marked = new Map<number, number>();
    const mark = (start: number, end: number) => marked.set(start, Math.max(end, marked.get(start) ?? 0));
    for (const token of analyzer.tokenize(phrase)) {
      for (const word of wanted) {
        if (token.text.startsWith(word)) mark(token.start, matchedEnd(phrase, token.start, token.end, word, analyzer));
      }
      if (!marked.has(token.start) && stems.has(analyzer.stem(token.text))) mark(token.start, token.end);
    }
    return withMarks(phrase, marked);
  }
}

/** Where in the phrase the letters of `word` are used up, signs between them passed over. */
function matchedEnd(phrase: string, start: number, end: number, word: string, analyzer: Analyzer): number {
  // Nearly always the letters stand there as they were typed, and no mark follows them.
  const plain = start + word.length;
  if (plain <= end && PLAIN.test(phrase.slice(start, plain + 1)) && phrase.slice(start, plain).toLowerCase() === word) {
    return plain;
  }
  let matched = 0;
  let at = start;
  while (at < end && matched < word.length) {
    const char = characterAt(phrase, at, end);
    for (const letter of analyzer.normalize(char)) {
      if (letter === word[matched]) matched++;
      else if (/[\p{L}\p{N}]/u.test(letter)) return end;
    }
    at += char.length;
  }
  return matched === word.length ? at : end;
}

/** One character with the marks that follow it. */
function characterAt(text: string, at: number, end: number): string {
  return /^.\p{M}*/su.exec(text.slice(at, end))?.[0] ?? text[at];
}

function withMarks(phrase: string, marked: Map<number, number>): string {
  let out = '';
  let copied = 0;
  let open = -1;
  let close = -1;
  const flush = () => {
    if (open < 0) return;
    out += phrase.slice(copied, open) + OPEN + phrase.slice(open, close) + CLOSE;
    copied = close;
  };
  for (const [start, end] of [...marked].sort((a, b) => a[0] - b[0])) {
    if (start < close) close = Math.max(close, end);
    else {
      flush();
      open = start;
      close = end;
    }
  }
  flush();
  return out + phrase.slice(copied);
}

/**
 * Marks in a suggested phrase what the typed text has matched: `{{jea}}ns`. Letters stay as the phrase has them; case,
 * accents and signs inside words do not count.
 */
import type { Analyzer } from './analyzer.js';

const OPEN = '{{';
const CLOSE = '}}';

/**
 * `phrase` with double braces around the beginnings of words that the words of `typed` are, and around whole words that
 * have the stem of a typed one. Without a match the phrase comes back as it is.
 */
export function highlight(phrase: string, typed: string, analyzer: Analyzer): string {
  const wanted = [
    ...new Set(
      analyzer
        .tokenize(typed)
        .filter(token => !token.part)
        .map(token => token.text),
    ),
  ];
  if (wanted.length === 0) return phrase;
  const stems = new Set(wanted.map(word => analyzer.stem(word)));
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

/** Where in the phrase the letters of `word` are used up, signs between them passed over. */
function matchedEnd(phrase: string, start: number, end: number, word: string, analyzer: Analyzer): number {
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

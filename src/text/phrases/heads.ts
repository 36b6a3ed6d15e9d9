/**
 * Finds the head of a title, the word that says what the product is: in "shirt dress for women, white" the dress. It is
 * the last noun before a word such as "for" or "with", in Romance languages and Polish the first one. Words with digits
 * are models or sizes and never heads.
 */
import type { Token } from '../tokenize/token.js';
import { queryWordsOf } from '../vocabulary/query-words.js';

/** Signs behind which the product is described: commas, brackets, dashes that stand alone. */
const BREAK = /[,;:()[\]|\u2013\u2014]|\s-\s/;
/** Signs that join several things in the name of a value: "Tops & T-shirts". */
const JOINS = /[&/+]/;

/**
 * Index in `tokens` of the head of a title, or -1 when no word can be it.
 * @param skip words that are no heads: brands and colours
 */
export function headOfTitle(
  text: string,
  tokens: readonly Token[],
  language: string,
  skip: Pick<ReadonlySet<string>, 'has'>,
): number {
  const words = wholeWords(tokens);
  let bracketed = -1;
  let from = 0;
  while (from < words.length) {
    let to = from + 1;
    while (to < words.length && !breaks(between(text, tokens, words[to - 1], words[to]))) to++;
    const head = headOf(tokens, from === 0 && to === words.length ? words : words.slice(from, to), language, skip);
    if (head >= 0 && !isInBrackets(text, tokens[words[from]].start)) return head;
    if (bracketed < 0) bracketed = head;
    from = to;
  }
  return bracketed;
}

/** Indexes in `tokens` of the heads of a value's name, one for each kind of product that it joins. */
export function headsOfName(text: string, tokens: readonly Token[], language: string): number[] {
  const { conjunctions } = queryWordsOf(language);
  const words = wholeWords(tokens);
  const heads: number[] = [];
  let run: number[] = [];
  const end = () => {
    const head = headOf(tokens, run, language, NO_WORDS);
    if (head >= 0) heads.push(head);
    run = [];
  };
  words.forEach((word, i) => {
    const gap = i === 0 ? '' : between(text, tokens, words[i - 1], word);
    if (breaks(gap) || JOINS.test(gap)) end();
    if (conjunctions.has(tokens[word].text)) end();
    else run.push(word);
  });
  end();
  return heads;
}

/** Whether a bracket opens right before a word: "(Renewed) Apple AirPods" are no renewed. */
function isInBrackets(text: string, start: number): boolean {
  const before = text[start - 1];
  return before === '(' || before === '[';
}

/** Nearly all gaps are a single space, which is no reason to ask for more. */
function breaks(gap: string): boolean {
  return gap !== ' ' && BREAK.test(gap);
}

const NO_WORDS: ReadonlySet<string> = new Set();

function headOf(
  tokens: readonly Token[],
  run: readonly number[],
  language: string,
  skip: Pick<ReadonlySet<string>, 'has'>,
): number {
  const { introducers, headFirst } = queryWordsOf(language);
  let head = -1;
  for (let i = 0; i < run.length; i++) {
    const { text } = tokens[run[i]];
    if (i > 0 && introducers.has(text)) break;
    if ((headFirst && head >= 0) || !canBeHead(text) || skip.has(text)) continue;
    head = run[i];
  }
  return head;
}

function canBeHead(word: string): boolean {
  return word.length > 1 && /^[\p{L}\p{M}]+$/u.test(word);
}

/** Indexes of the tokens that are no parts of others. */
function wholeWords(tokens: readonly Token[]): number[] {
  const words: number[] = [];
  for (let i = 0; i < tokens.length; i++) if (!tokens[i].part) words.push(i);
  return words;
}

function between(text: string, tokens: readonly Token[], a: number, b: number): string {
  return text.slice(tokens[a].end, tokens[b].start);
}

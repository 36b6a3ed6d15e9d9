/**
 * Reads a text in two parts, such as the words before the last one and a phrase that may stand in its place. The query
 * terms of the text are those of both parts, unless something reaches over the seam: a number with its unit, a
 * quotation, two words that the catalog writes as one, a size behind its announcement, or a run of words that has
 * synonyms.
 */
import type { Searchable } from '../../snapshot/index.js';
import { type Lexicon, lexiconOf, type Run } from './lexicon.js';
import { ALL_FIELDS, MOST_QUERY_TERMS, type QueryTerm } from './query-term.js';
import { announcesSize, areJoined, joinWords, MAX_WORDS, readQueryTerms } from './reading.js';
import { meaningsOfJoined } from './understand.js';

/** What the tokenizer reads together with what follows: a quotation, "h & m", a number before its unit. */
const OPEN_END = /["&]|\d$/;

interface Seam {
  readonly last: QueryTerm | undefined;
  /** Whether the last word is read by itself, without regard to the next. */
  readonly isClosed: boolean;
  /** Whether it is joined with the one before it. */
  readonly isJoined: boolean;
  /** Runs of words with synonyms that would reach beyond the text. */
  readonly runs: readonly Run[];
}

export class TextPart {
  readonly queryTerms: readonly QueryTerm[];
  /** The words as they were read, before neighbours are joined. */
  private readonly words: readonly QueryTerm[];
  private readonly joined: readonly QueryTerm[];
  private readonly stems: readonly string[];
  /** Whether a product must have some of the words. */
  private readonly isNeeded: boolean;
  private readonly lexicon: Lexicon;
  /**
   * By word: whether the last word is joined with it. Made when it is first asked for: most parts stand behind others.
   */
  private joins: Map<string, boolean> | undefined;
  /** What of this text alone decides whether others behind it are apart. Made when it is first asked for. */
  private seam: Seam | undefined;

  /** @param view not kept: what is read outlives it, with the parts that the next one has too */
  constructor(
    private readonly text: string,
    view: Searchable,
  ) {
    this.lexicon = lexiconOf(view.analyzer);
    this.words = readQueryTerms(view.analyzer.tokenize(text), view, this.lexicon);
    this.joined = joinWords(this.words, view);
    this.stems = this.joined.map(({ stem }) => stem);
    this.isNeeded = this.words.some(({ optional }) => !optional);
    this.queryTerms = meaningsOfJoined(this.joined, view, this.lexicon);
  }

  /**
   * Whether the query terms of this text and another behind it are those of both, in this order.
   * @param view with the same key as the one that both were read in
   */
  isApartFrom(next: TextPart, view: Searchable): boolean {
    const { words, stems, lexicon } = this;
    const { last, isClosed, isJoined, runs } = (this.seam ??= this.newSeam(view));
    const first = next.words[0];
    if (!last || !first || !isClosed) return false;
    // Words that are optional in a part may be needed in the whole, and the other way round.
    if (!this.isNeeded || !next.isNeeded) return false;
    if (words.length + next.words.length > MAX_WORDS) return false;
    if (this.queryTerms.length + next.queryTerms.length > MOST_QUERY_TERMS) return false;
    // A word that is joined with the one before it is not joined with the next.
    if (!isJoined && this.joinsWith(last, first, view)) return false;
    return runs.length === 0 || !lexicon.hasSome(runs, [...stems, ...next.stems]);
  }

  private newSeam(view: Searchable): Seam {
    const { words, joined, stems, lexicon, text } = this;
    const last = words.at(-1);
    const isClosed = last !== undefined && !OPEN_END.test(view.analyzer.normalize(text)) && !announcesSize(last, view);
    return { last, isClosed, isJoined: joined.at(-1) !== last, runs: lexicon.runsBeyond(stems) };
  }

  private joinsWith(last: QueryTerm, first: QueryTerm, view: Searchable): boolean {
    // What follows such a word has made it so: it is not the same behind every text.
    if (first.fields !== ALL_FIELDS || first.optional) return areJoined(last, first, view);
    this.joins ??= new Map();
    let joins = this.joins.get(first.text);
    if (joins === undefined) this.joins.set(first.text, (joins = areJoined(last, first, view)));
    return joins;
  }
}

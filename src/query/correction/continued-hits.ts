/**
 * Tells which phrases have hits behind the words of an unfinished text. Dozens of phrases are tried for a text, so the
 * words before them are read once, and each phrase once for all texts: what both match is then looked up in both.
 */
import type { Bitmap } from '../../kernel/bitmap.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import type { PartsKey, Searchable } from '../../snapshot/index.js';
import { LookedPhrase } from '../matching/looks.js';
import type { Matcher } from '../matching/matcher.js';
import { namesThing } from '../understanding/recognition.js';
import { TextPart } from '../understanding/text-part.js';
import { leadsToHits } from './phrases-with-hits.js';

/** Beginnings and phrases of a view that are kept, in each of two generations. */
const KEPT_BEGINNINGS = 512;
const KEPT_PHRASES = 4096;

interface ReadPart {
  readonly part: TextPart;
  /** Made when it is first needed. */
  looked: LookedPhrase | undefined;
  /** Whether it names a thing. Told when it is first asked for. */
  namesThing: boolean | undefined;
}

interface Beginning extends ReadPart {
  /** By ordinal of the phrase: whether it has hits behind this beginning. */
  readonly checks: Map<number, boolean>;
}

interface ReadParts {
  readonly beginnings: TwoGenerationCache<Beginning>;
  readonly phrases: TwoGenerationCache<ReadPart, number>;
}

const readParts = new WeakMap<PartsKey, ReadParts>();

/** A phrase of the view. */
export interface OrdinalPhrase {
  readonly ordinal: number;
  readonly phrase: string;
}

export class ContinuedHits {
  private readonly parts: ReadParts;
  private readonly beginning: Beginning;

  /**
   * @param text the words before the phrases, with a space behind them
   * @param within products that may be hits; undefined: all, and what is found is remembered
   */
  constructor(
    private readonly text: string,
    private readonly view: Searchable,
    private readonly matcher: Matcher,
    private readonly within: Bitmap | undefined,
  ) {
    let parts = readParts.get(view.key);
    if (!parts) {
      parts = { beginnings: new TwoGenerationCache(KEPT_BEGINNINGS), phrases: new TwoGenerationCache(KEPT_PHRASES) };
      readParts.set(view.key, parts);
    }
    this.parts = parts;
    let beginning = parts.beginnings.get(text);
    if (!beginning) {
      beginning = { part: new TextPart(text, view), looked: undefined, namesThing: undefined, checks: new Map() };
      parts.beginnings.set(text, beginning);
    }
    this.beginning = beginning;
  }

  /** Whether the text has hits that goes on with a phrase, which does not name another thing than the text does. */
  has({ ordinal, phrase }: OrdinalPhrase): boolean {
    const { beginning, matcher, within } = this;
    if (within) return this.check(ordinal, phrase);
    let has = beginning.checks.get(ordinal);
    if (has === undefined) {
      has = this.check(ordinal, phrase);
      if (!matcher.deadline.cut) beginning.checks.set(ordinal, has);
    }
    return has;
  }

  private check(ordinal: number, phrase: string): boolean {
    const { beginning, text, view, matcher, within } = this;
    const next = this.phraseAt(ordinal, phrase);
    // What is called by both is another thing, if any: "coffee jeans".
    if (isThing(beginning, view) && isThing(next, view)) return false;
    if (within || !beginning.part.isApartFrom(next.part, view)) {
      return leadsToHits(text + phrase, view, within, matcher);
    }
    return matcher.matchBoth(lookedOf(beginning, view), lookedOf(next, view), view);
  }

  private phraseAt(ordinal: number, phrase: string): ReadPart {
    const { phrases } = this.parts;
    let known = phrases.get(ordinal);
    if (!known)
      phrases.set(
        ordinal,
        (known = { part: new TextPart(phrase, this.view), looked: undefined, namesThing: undefined }),
      );
    return known;
  }
}

function lookedOf(read: ReadPart, view: Searchable): LookedPhrase {
  read.looked ??= new LookedPhrase(read.part.queryTerms, view);
  return read.looked;
}

function isThing(read: ReadPart, view: Searchable): boolean {
  read.namesThing ??= read.part.queryTerms.some(queryTerm => namesThing(queryTerm, view));
  return read.namesThing;
}

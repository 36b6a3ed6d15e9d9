/**
 * Finds bounds of prices and measures in typed texts: "under 50", "max 500 kr", "mellan 200 och 500", "up to 2 kg". A
 * number that may be anything else (an age, a size, a model, a count of people) is no bound: a missed bound costs less
 * than a wrong one.
 */
import { convert, dimensionOf } from '../../kernel/measures.js';
import { Folder } from '../fold/folder.js';
import { writingOf } from '../languages/registry.js';
import { type Amount, AmountReader, type Lexeme } from './amounts.js';
import { type BoundKind, type BoundPhrases, type BoundPrefix, boundPhrasesOf } from './bound-phrases.js';

/** A bound of a price or measure. Inclusive, whatever the words: "under 50" is not meant to leave out what costs 50. */
export interface TextBound {
  /** UTF-16 range in the text, with the words that lead to the bound (`price`, `for`). */
  start: number;
  end: number;
  /** Infinite where the bound is open. */
  min: number;
  max: number;
  /** The unit of a measure as `units.ts` names it (`kg`, `inch`); undefined: an amount of money. */
  unit: string | undefined;
  /** ISO code of an amount of money, where it is certain. */
  currency: string | undefined;
}

/** "About 50 €" and "about 2 kg" reach so far to both sides. */
const ABOUT_MONEY = 0.2;
const ABOUT_MEASURE = 0.1;
/** "Over 40" and "from 6" are ages rather than prices: a bare lower bound below this is none. */
const LEAST_BARE_MINIMUM = 100;
/** The age of "under 18"; bounds up to it are ages in "12 and under" and next to a word for children. */
const ADULT = 18;

interface Grammar {
  folder: Folder;
  reader: AmountReader;
  phrases: BoundPhrases;
}
const grammars = new Map<string, Grammar>();

/** The bounds in a text as it was typed, in its order; they do not overlap. `language` is a subtag such as `sv`. */
export function findBounds(text: string, language: string): TextBound[] {
  // Nearly no text has a digit; those of other scripts fold to the usual ones.
  if (!/[\d\u0080-\uffff]/.test(text) || !/\d/.test(text.normalize('NFKC'))) return [];
  const { folder, reader, phrases } = grammarOf(language);
  const folded = folder.foldWithOffsets(text);
  const finder = new BoundFinder(reader.lexemes(folded.text), reader, phrases);
  const bounds = finder.find();
  if (folded.starts && folded.ends) {
    for (const bound of bounds) {
      bound.start = folded.starts[bound.start];
      bound.end = folded.ends[bound.end - 1];
    }
  }
  return bounds;
}

function grammarOf(language: string): Grammar {
  let grammar = grammars.get(language);
  if (!grammar) {
    const writing = writingOf(language);
    const folder = new Folder(writing.alphabet);
    const phrases = boundPhrasesOf(language, text => folder.fold(text));
    grammar = { folder, reader: new AmountReader(writing, phrases.currencies), phrases };
    grammars.set(language, grammar);
  }
  return grammar;
}

class BoundFinder {
  /** Index of the first lexeme behind the last bound found. */
  private free = 0;

  constructor(
    private readonly lexemes: readonly Lexeme[],
    private readonly reader: AmountReader,
    private readonly phrases: BoundPhrases,
  ) {}

  find(): TextBound[] {
    const bounds: TextBound[] = [];
    for (let at = 0; at < this.lexemes.length; at++) {
      const found = this.boundAt(at);
      if (!found) continue;
      const from = this.withLeads(at);
      bounds.push({ ...found.bound, start: this.lexemes[from].start, end: this.lexemes[found.next - 1].end });
      this.free = found.next;
      at = found.next - 1;
    }
    return bounds;
  }

  private boundAt(at: number): Found | undefined {
    if (this.isInsideWord(at) || this.isOfOtherScale(at)) return undefined;
    for (const prefix of this.startingAt(at, this.phrases.prefixes)) {
      const found = this.behindPrefix(at, prefix);
      if (found) return found;
    }
    return this.fromAmount(at);
  }

  private behindPrefix(at: number, prefix: BoundPrefix): Found | undefined {
    let behind = at + prefix.words.length;
    // price: 50, max. 50
    if (/^[:.]$/.test(this.lexemes[behind]?.text ?? '')) behind++;
    const first = this.reader.amountAt(this.lexemes, behind);
    if (!first) return undefined;
    const priced = this.isPriced(at);
    if (prefix.kind === 'between' || prefix.kind === 'from') {
      const second = this.secondAmount(first, prefix.kind === 'between' ? prefix.separator : undefined);
      return second && this.range(first, second, priced || prefix.kind === 'between', true);
    }
    if (this.secondAmount(first, undefined)) return undefined;
    const certain = first.money || first.unit !== undefined;
    if (prefix.kind === 'max' || prefix.kind === 'min') {
      // Air Max 90, pro max 256 GB, min (my) 2: only where nothing else can be meant.
      const opens = priced || (prefix.kind === 'max' && (at === 0 || this.lexemes[at - 1].text === ','));
      if (!first.money && !(opens && (certain || this.closes(first.next))) && !isMeasured(first)) return undefined;
      return bounded(prefix.kind === 'max' ? 'below' : 'above', first);
    }
    if (certain) return bounded(prefix.kind, first);
    if (prefix.kind === 'about' || !this.closes(first.next)) return undefined;
    return priced || !this.mayBeAge(at, prefix.kind, first.value) ? bounded(prefix.kind, first) : undefined;
  }

  /** `20-50 €`, `20 to 50 euros`, `50 kr or less`. */
  private fromAmount(at: number): Found | undefined {
    const first = this.reader.amountAt(this.lexemes, at);
    if (!first) return undefined;
    const second = this.secondAmount(first, undefined);
    if (second) return this.range(first, second, this.isPriced(at), false);
    for (const suffix of this.startingAt(first.next, this.phrases.suffixes)) {
      const next = first.next + suffix.words.length;
      const bare = !first.money && first.unit === undefined;
      if (bare) {
        const opens = at === 0 || this.lexemes[at - 1].text === ',' || suffix.words.length > 1;
        if (!opens || first.value <= ADULT || !this.closes(next)) continue;
        if (suffix.kind === 'above' && first.value < LEAST_BARE_MINIMUM) continue;
      }
      return { ...bounded(suffix.kind, first), next };
    }
    return undefined;
  }

  /** The amount behind `first` and a separator: the prefix's own, or else a dash or the language's word for `to`. */
  private secondAmount(first: Amount, separator: readonly string[] | undefined): Amount | undefined {
    const separators = separator ? [separator] : this.phrases.separators;
    for (const words of [...separators, ...this.phrases.dashes]) {
      if (!this.matches(first.next, words)) continue;
      const second = this.reader.amountAt(this.lexemes, first.next + words.length);
      if (second) return second;
    }
    return undefined;
  }

  private range(first: Amount, second: Amount, bareCounts: boolean, measuresCount: boolean): Found | undefined {
    const behind = this.lexemes[second.next];
    if (behind?.glued && /^[-–/]$/.test(behind.text)) return undefined;
    const money = first.money || second.money;
    const unit = second.unit ?? first.unit;
    if (money && unit !== undefined) return undefined;
    if (unit !== undefined && !measuresCount) return undefined;
    if (!money && unit === undefined && !(bareCounts && this.closes(second.next))) return undefined;
    const from = unit !== undefined && first.unit !== undefined ? inUnit(first.value, first.unit, unit) : first.value;
    if (from === undefined) return undefined;
    const [min, max] = from <= second.value ? [from, second.value] : [second.value, from];
    return { bound: { min, max, unit, currency: second.currency ?? first.currency }, next: second.next };
  }

  /**
   * Whether a bound may end here: at the end of the text, a sign, a function word or another bound, because no noun
   * follows that the number could count.
   */
  private closes(at: number): boolean {
    const lexeme = this.lexemes[at];
    if (!lexeme) return true;
    if (lexeme.kind === 'sign') return /^[,.;:!?()]$/.test(lexeme.text);
    return (
      lexeme.kind === 'word' &&
      (this.phrases.functionWords.has(lexeme.text) || this.startingAt(at, this.phrases.prefixes).length > 0)
    );
  }

  private mayBeAge(at: number, kind: BoundKind, value: number): boolean {
    if (kind === 'above') return value < LEAST_BARE_MINIMUM || (value >= 1900 && value < 2100);
    const before = this.lexemes[this.withLeads(at) - 1];
    return value === ADULT || (value < ADULT && before !== undefined && this.phrases.children.has(before.text));
  }

  /** Part of a larger word or number: pull-over, 10-20. */
  private isInsideWord(at: number): boolean {
    const { glued, kind } = this.lexemes[at];
    if (at === 0 || !glued) return false;
    const before = this.lexemes[at - 1];
    return before.kind !== 'sign' ? kind !== 'sign' : /^[-–/.,*x]$/.test(before.text);
  }

  private isOfOtherScale(at: number): boolean {
    const from = this.withLeads(at);
    return from > this.free && this.phrases.otherScales.has(this.lexemes[from - 1].text);
  }

  /** Whether a word for price stands directly before. */
  private isPriced(at: number): boolean {
    for (let i = this.withLeads(at); i < at; i++) if (this.phrases.prices.has(this.lexemes[i].text)) return true;
    return false;
  }

  /** Where the words begin that lead to lexeme `at`. */
  private withLeads(at: number): number {
    let from = at;
    while (from > this.free) {
      const priceBefore = from - 2 >= this.free && this.phrases.prices.has(this.lexemes[from - 2].text);
      const { text } = this.lexemes[from - 1];
      if (!this.phrases.leads.has(text) && !(text === ':' && priceBefore)) break;
      from--;
    }
    return from;
  }

  private startingAt<T extends { words: readonly string[] }>(
    at: number,
    phrases: ReadonlyMap<string, readonly T[]>,
  ): T[] {
    const lexeme = this.lexemes[at];
    if (!lexeme || lexeme.kind === 'number' || lexeme.kind === 'code') return [];
    return (phrases.get(lexeme.text) ?? []).filter(phrase => this.matches(at, phrase.words));
  }

  private matches(at: number, words: readonly string[]): boolean {
    return words.every((word, i) => this.lexemes[at + i]?.text === word && this.lexemes[at + i].kind !== 'code');
  }
}

interface Found {
  bound: Omit<TextBound, 'start' | 'end'>;
  next: number;
}

function bounded(kind: BoundKind, { value, unit, currency, next }: Amount): Found {
  const slack = kind === 'about' ? value * (unit === undefined ? ABOUT_MONEY : ABOUT_MEASURE) : 0;
  const min = kind === 'below' ? -Infinity : value - slack;
  const max = kind === 'above' ? Infinity : value + slack;
  return { bound: { min, max, unit, currency }, next };
}

/** Inches are the size of a model's screen rather than a bound of it. */
function isMeasured({ unit }: Amount): boolean {
  return unit !== undefined && unit !== 'inch' && dimensionOf(unit) !== undefined;
}

function inUnit(value: number, from: string, to: string): number | undefined {
  if (from === to) return value;
  const [source, target] = [from, to].map(unit => (unit === 'inch' ? 'in' : unit));
  const dimension = dimensionOf(source);
  return dimension !== undefined && dimension === dimensionOf(target) ? convert(value, source, target) : undefined;
}

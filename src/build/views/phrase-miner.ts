/**
 * Finds phrases to suggest in the products themselves, so that a shop has suggestions before its first visit: types and
 * categories, brands and series, both together, both with a colour or audience, and what titles call products. Every phrase
 * comes from at least one product, so it leads to hits; its weight is the number of its products, by what it names: a
 * kind of product for all that have it, rather than what only one brand has, or calls so.
 */
import { growableU32 } from '../../kernel/growable.js';
import { PairNumbers } from '../../kernel/pair-numbers.js';
import { type Analyzer, type QueryWords, queryWordsOf } from '../../text/index.js';
import { TitlePhrases } from './title-phrases.js';

const MAX_PHRASE = 60;
/** Products that two names together must have. */
const LEAST_TOGETHER = 2;
/** Products of which a shop has to have so many that brands of most of them, or of a single one, say nothing. */
const SMALL_SHOP = 20;
/** What a product adds to the weight of a phrase. */
const WEIGHT = {
  thing: 20,
  /** Of a brand or series. */
  owner: 10,
  /** Of a thing with a brand, colour or audience: there are many, and visitors see them when they have chosen the thing. */
  pair: 6,
  title: 20,
  /** What the titles of one brand alone say is mostly a name, and what no kind is called mostly no thing. */
  doubtful: 4,
} as const;
/** Products of a brand that is suggested by itself, but in the smallest shops. */
const LEAST_OWNED = 2;
/** Letters of a word that others may end with, in languages that write several as one. */
const SHORTEST_LAST_PART = 4;
/** A longer name of a brand is no part of other phrases. */
const MOST_OWNER_WORDS = 3;

/** The name of a value, in the form of suggested phrases (lower case). */
export interface PhraseName {
  text: string;
  /** The phrase that the name is by itself. */
  phrase: number;
  /** The kinds that it joins, as "Jackets & coats" does; mostly itself. */
  kinds: readonly PhraseName[];
  /** Whether it can stand before a thing: "02 Black/White" cannot. */
  isPlain: boolean;
  words: readonly string[];
  /** Whether it says for whom what it names is: "Men" is no thing. */
  isAudience: boolean;
}

/** Of a value that is no part of phrases. */
export const NO_NAME: PhraseName = {
  text: '',
  phrase: -1,
  kinds: [],
  isPlain: false,
  words: [],
  isAudience: false,
};

/** Names of a product's values; a list may have duplicates. */
export interface NamedValues {
  /** Kinds of product: types and last levels of categories. */
  things: readonly PhraseName[];
  /** Brand and series. */
  owners: readonly PhraseName[];
  colors: readonly PhraseName[];
  /** The one that it is for; undefined: it is for several, or not said. */
  audience: PhraseName | undefined;
}

/** Signs that join several kinds in a name. */
const JOINS = /\s*[,;:/+]\s*|(?<=^|\s)&\s+/u;
/** One or two words of letters. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{M}'’-]*(?: \p{L}[\p{L}\p{M}'’-]*)?$/u;
const SHORTEST_KIND = 3;

export class PhraseMiner {
  /** Phrases by text, numbered from 0. */
  private phrases = new Map<string, number>();
  /** Of each phrase, how many products have it and must have it, and the number of the last one, from 1. */
  private readonly counts = growableU32();
  private readonly needed = growableU32();
  private readonly lastProduct = growableU32();
  /** The phrase of two names that are phrases themselves, plus one: joining the texts would cost more. */
  private joined = new PairNumbers();
  private products = 0;
  /** Products that say of what kind they are. */
  private withKind = 0;
  /** Phrases that name brands, series and kinds of product. */
  private readonly owners = new Set<number>();
  private readonly things = new Set<number>();
  private readonly titles: TitlePhrases;
  private readonly words: Pick<QueryWords, 'headFirst' | 'agreeing' | 'conjunctions' | 'audience'>;

  constructor(private readonly analyzer: Analyzer) {
    this.words = queryWordsOf(analyzer.language);
    this.titles = new TitlePhrases(analyzer, text => this.shown(text));
  }

  /** The name of a value. */
  nameOf(label: string): PhraseName {
    const own = this.singleName(label);
    const kinds = this.kindsIn(label);
    return { ...own, kinds: kinds ? kinds.map(kind => this.singleName(kind)) : [own] };
  }

  /**
   * Counts the phrases of a product.
   * @param head where the head of the title begins; -1: it has none
   * @param named names of its values, made by `nameOf`
   */
  add(title: string, head: number, named: NamedValues): void {
    const { things, owners } = named;
    this.products++;
    for (const owner of owners) {
      this.owners.add(owner.phrase);
      this.count(owner.phrase);
    }
    if (things.length > 0) this.withKind++;
    for (const thing of things) for (const kind of thing.kinds) this.addKind(kind, named);
    this.titles.add(title, head, owners[0]?.phrase ?? -1);
  }

  private addKind(kind: PhraseName, { owners, colors, audience }: NamedValues): void {
    const { headFirst, agreeing } = this.words;
    this.things.add(kind.phrase);
    this.count(kind.phrase);
    if (kind.isAudience) return;
    for (const owner of owners) if (canOwn(owner, kind)) this.countPair(owner, kind, headFirst);
    // "Röd skor" is wrong where it is "röda skor".
    if (!agreeing) for (const color of colors) this.countDescribed(color, kind, false);
    // "Skor dam" is right, and "dam skor" is not.
    if (audience) this.countDescribed(audience, kind, agreeing);
  }

  private countDescribed(quality: PhraseName, kind: PhraseName, isBehind: boolean): void {
    if (quality.isPlain && !kind.text.startsWith(quality.text)) this.countPair(quality, kind, isBehind);
  }

  /** Phrases with their weights. To be called once: it frees the counts. */
  finish(): Map<string, number> {
    const ofAll = this.ofNearlyAll();
    const isSmall = this.products < SMALL_SHOP;
    const weights = new Map<string, number>();
    for (const [phrase, number] of this.phrases) {
      const count = this.counts.get(number);
      const needed =
        !isSmall && this.owners.has(number) && !this.things.has(number) ? LEAST_OWNED : this.needed.get(number);
      if (count > 0 && count >= needed && phrase.length <= MAX_PHRASE && !ofAll.has(number))
        weights.set(phrase, count * this.weightOf(number));
    }
    const kinds = this.kindHeads();
    for (const { text, head, count, owner } of this.titles.finish()) {
      if (weights.has(text) || text.length > MAX_PHRASE) continue;
      const isOfSeveral = owner < 0 || ofAll.has(owner);
      const isKind = kinds.size === 0 || this.endsIn(head, kinds);
      if (isOfSeveral || isKind) weights.set(text, count * (isOfSeveral && isKind ? WEIGHT.title : WEIGHT.doubtful));
    }
    this.phrases = new Map();
    this.joined = new PairNumbers();
    return weights;
  }

  private weightOf(phrase: number): number {
    if (this.things.has(phrase)) return WEIGHT.thing;
    return this.owners.has(phrase) ? WEIGHT.owner : WEIGHT.pair;
  }

  /** The stems of what kinds of product are called; none where too few products say what they are. */
  private kindHeads(): Set<string> {
    const heads = new Set<string>();
    if (this.withKind * 2 < this.products) return heads;
    for (const [phrase, number] of this.phrases) {
      if (!this.things.has(number)) continue;
      const words = phrase.split(/[ -]/);
      heads.add(this.stemOf(words[this.words.headFirst ? 0 : words.length - 1]));
    }
    return heads;
  }

  /** Whether a word, or the last part of it, is among some. */
  private endsIn(word: string, stems: ReadonlySet<string>): boolean {
    const stem = this.stemOf(word);
    if (stems.has(stem)) return true;
    if (!this.words.agreeing) return false;
    for (let i = 1; i <= stem.length - SHORTEST_LAST_PART; i++) if (stems.has(stem.slice(i))) return true;
    return false;
  }

  private stemOf(word: string): string {
    return this.analyzer.stem(this.analyzer.normalize(word));
  }

  /** The phrases of brands that nearly all products have. */
  private ofNearlyAll(): Set<number> {
    const found = new Set<number>();
    if (this.products < SMALL_SHOP) return found;
    for (const owner of this.owners) if (this.counts.get(owner) * 2 > this.products) found.add(owner);
    if (found.size === 0) return found;
    for (const { a, value } of this.joined.atLeast(1)) if (found.has(a)) found.add(value - 1);
    for (const thing of this.things) found.delete(thing);
    return found;
  }

  private singleName(label: string): PhraseName {
    const text = this.shown(label);
    const phrase = this.numberOfPhrase(text);
    this.needed.set(phrase, 1);
    const name = {
      text,
      phrase,
      kinds: [] as readonly PhraseName[],
      isPlain: PLAIN_NAME.test(text),
      words: text.split(' '),
      isAudience: this.words.audience.has(this.analyzer.normalize(text)),
    };
    name.kinds = [name];
    return name;
  }

  /**
   * The names of the kinds that a name joins: "Shoes, boots & slippers"; of "Trink- & Isolierflaschen" the whole ones.
   * @returns undefined for a name of one thing
   */
  private kindsIn(label: string): string[] | undefined {
    const { conjunctions } = this.words;
    const kinds: string[] = [];
    let joined = 0;
    for (const piece of label.split(JOINS)) {
      let kind: string[] = [];
      const end = () => {
        const name = kind.join(' ');
        if (name !== '') joined++;
        if (name.length >= SHORTEST_KIND && !name.endsWith('-')) kinds.push(name);
        kind = [];
      };
      for (const word of piece.split(/\s+/)) {
        if (conjunctions.has(this.analyzer.normalize(word))) end();
        else if (word !== '') kind.push(word);
      }
      end();
    }
    return joined > 1 && kinds.length > 0 ? kinds : undefined;
  }

  private numberOfPhrase(phrase: string): number {
    let number = this.phrases.get(phrase);
    if (number === undefined) {
      this.phrases.set(phrase, (number = this.phrases.size));
      this.counts.push(0);
      this.needed.push(LEAST_TOGETHER);
      this.lastProduct.push(0);
    }
    return number;
  }

  /** @param isBehind whether the name of the thing comes first */
  private countPair(name: PhraseName, thing: PhraseName, isBehind: boolean): void {
    let joined = this.joined.get(name.phrase, thing.phrase);
    if (joined === 0) {
      const [first, second] = isBehind ? [thing, name] : [name, thing];
      joined = this.numberOfPhrase(`${first.text} ${second.text}`) + 1;
      this.joined.set(name.phrase, thing.phrase, joined);
    }
    this.count(joined - 1);
  }

  /** Counts a phrase at most once for each product. */
  private count(phrase: number): void {
    if (this.lastProduct.get(phrase) === this.products) return;
    this.lastProduct.set(phrase, this.products);
    this.counts.set(phrase, this.counts.get(phrase) + 1);
  }

  /** A text in lower case, as visitors type queries. */
  private shown(text: string): string {
    return text.toLocaleLowerCase(this.analyzer.locale === '*' ? undefined : this.analyzer.locale).trim();
  }
}

/** Whether the name of a brand and that of a thing are a phrase: neither has a word of the other, as in "Hunter fans fans". */
function canOwn({ words }: PhraseName, kind: PhraseName): boolean {
  if (words.length > MOST_OWNER_WORDS) return false;
  for (const word of kind.words) if (words.includes(word)) return false;
  return true;
}

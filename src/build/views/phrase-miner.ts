/**
 * Finds phrases to suggest in the products themselves, so that a shop has suggestions before its first visit: types and
 * categories, brands and series, both together, both with a colour or audience, and what titles call products. Every phrase
 * comes from at least one product, so it leads to hits; its weight is the number of its products.
 */
import { growableU32 } from '../../kernel/growable.js';
import { PairNumbers } from '../../kernel/pair-numbers.js';
import { type Analyzer, queryWordsOf } from '../../text/index.js';
import { TitlePhrases } from './title-phrases.js';

const MAX_PHRASE = 60;
/** Products that two names together must have. */
const LEAST_TOGETHER = 2;
/** A brand of more than half of so many products or more says nothing. */
const SAYS_NOTHING_OF = 20;

/** The name of a value, in the form of suggested phrases (lower case). */
export interface PhraseName {
  text: string;
  /** The phrase that the name is by itself. */
  phrase: number;
  /** The kinds that it joins, as "Jackets & coats" does; mostly itself. */
  kinds: readonly PhraseName[];
  /** Whether it can stand before a thing: "02 Black/White" cannot. */
  isPlain: boolean;
}

/** Of a value that is no part of phrases. */
export const NO_NAME: PhraseName = { text: '', phrase: -1, kinds: [], isPlain: false };

/** Names of a product's values; a list may have duplicates. */
export interface NamedValues {
  /** Kinds of product: types and last levels of categories. */
  things: readonly PhraseName[];
  /** Brand and series. */
  owners: readonly PhraseName[];
  /** Colours and audiences. */
  qualities: readonly PhraseName[];
}

/** Signs that join several kinds in a name. */
const JOINS = /\s*[,;/+]\s*|(?<=^|\s)&\s+/u;
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
  /** Phrases that name brands, series and kinds of product. */
  private readonly owners = new Set<number>();
  private readonly things = new Set<number>();
  private readonly titles: TitlePhrases;

  constructor(private readonly analyzer: Analyzer) {
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
  add(title: string, head: number, { things, owners, qualities }: NamedValues): void {
    this.products++;
    for (const owner of owners) {
      this.owners.add(owner.phrase);
      this.count(owner.phrase);
    }
    for (const thing of things) for (const kind of thing.kinds) this.addKind(kind, owners, qualities);
    this.titles.add(title, head);
  }

  private addKind(kind: PhraseName, owners: readonly PhraseName[], qualities: readonly PhraseName[]): void {
    this.things.add(kind.phrase);
    this.count(kind.phrase);
    for (let i = 0; i < owners.length; i++) {
      if (!kind.text.startsWith(owners[i].text)) this.countPair(owners[i], kind);
    }
    for (let i = 0; i < qualities.length; i++) {
      if (qualities[i].isPlain && !kind.text.startsWith(qualities[i].text)) this.countPair(qualities[i], kind);
    }
  }

  /** Phrases with their weights. To be called once: it frees the counts. */
  finish(): Map<string, number> {
    const ofAll = this.ofNearlyAll();
    const weights = new Map<string, number>();
    for (const [phrase, number] of this.phrases) {
      const count = this.counts.get(number);
      if (count > 0 && count >= this.needed.get(number) && phrase.length <= MAX_PHRASE && !ofAll.has(number))
        weights.set(phrase, count);
    }
    for (const [phrase, count] of this.titles.finish()) {
      if (!weights.has(phrase) && phrase.length <= MAX_PHRASE) weights.set(phrase, count);
    }
    this.phrases = new Map();
    this.joined = new PairNumbers();
    return weights;
  }

  /** The phrases of brands that nearly all products have. */
  private ofNearlyAll(): Set<number> {
    const found = new Set<number>();
    if (this.products < SAYS_NOTHING_OF) return found;
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
    const name = { text, phrase, kinds: [] as readonly PhraseName[], isPlain: PLAIN_NAME.test(text) };
    name.kinds = [name];
    return name;
  }

  /**
   * The names of the kinds that a name joins: "Shoes, boots & slippers"; of "Trink- & Isolierflaschen" the whole ones.
   * @returns undefined for a name of one thing
   */
  private kindsIn(label: string): string[] | undefined {
    const { conjunctions } = queryWordsOf(this.analyzer.language);
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

  private countPair(first: PhraseName, second: PhraseName): void {
    let joined = this.joined.get(first.phrase, second.phrase);
    if (joined === 0) {
      joined = this.numberOfPhrase(`${first.text} ${second.text}`) + 1;
      this.joined.set(first.phrase, second.phrase, joined);
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

/**
 * What a text of plain words means: which terms each stands for, which values the words name, which of them says what
 * is looked for, and what can be given up when few products have all of it.
 */
import { FIELD } from '../../src/index/fields.js';
import { rarity, valueWeight } from '../../src/query/ranking/scoring.js';
import { WEIGHTS } from '../../src/query/ranking/weights.js';
import { findBounds, queryWordsOf, type TextBound } from '../../src/text/index.js';
import type { Item } from '../pages/oracle.js';
import type { Entity, WordsOracle } from './words-oracle.js';

export interface Word {
  text: string;
  optional: boolean;
  terms: { term: string; weight: number }[];
  head: boolean;
  /** Whether it stands where the head does, and none is certain. */
  likelyHead: boolean;
  /** Whether standing inside a longer word counts. */
  parts: boolean;
}

/** A word that descriptions have, and what it brings to products that have it nowhere else. */
export interface DescribedWord {
  word: Word;
  at: number;
  stem: string;
  points: number;
}

export interface Named {
  entity: Entity;
  from: number;
  to: number;
  worth: number;
}

export interface Meaning {
  q: string;
  words: Word[];
  named: Named[];
  /** Of prices. */
  bounds: TextBound[];
  /** What products must not have. */
  excluded: Excluded[];
}

/** A word that is not wanted, with the dictionary terms and the values that it stands for. */
export interface Excluded {
  /** With what says so. */
  text: string;
  /** Whether it is a word behind "without", not a value: products with it may still be listed behind many others. */
  mayFollow: boolean;
  terms: readonly string[];
  entities: readonly Entity[];
}

export interface Relaxed {
  meaning: Meaning;
  q: string;
  dropped: string[];
}

/** A text with some of its units alone. */
export interface Partial extends Pick<Relaxed, 'meaning' | 'dropped'> {
  /** The words that products must have. */
  kept: Word[];
  /** What is taken from the points of its products. */
  less: number;
}

const FORM = 0.9;
const BEGINNING = 0.7;
const MOST_BEGINNINGS = 48;
const MOST_NAME_WORDS = 5;
const KINDS = new Set(['product_type', 'category', 'ontology']);
const AUDIENCES = new Set(['gender', 'age', 'department']);
/** Of 255: so often a word heads titles that is a noun. */
const OFTEN_HEAD = 64;
const BESIDE_HEAD = 0.15;
const MANY_MORE = 16;
export const PART = 1 << FIELD.PART;

const MINUS = /(?:^|\s)-$/;
const SHELVES = (1 << FIELD.CATEGORY) | (1 << FIELD.ONTOLOGY) | (1 << FIELD.DEPARTMENT);
const SHELF_IDS = new Set(['category', 'ontology', 'department']);

const KEPT_LONGEST: Record<string, number> = { product_type: 40, category: 35, ontology: 35, brand: 30 };
const DROPPED_FIRST: Record<string, number> = { color: -30, size: -20, pattern: -15, gender: -8, age: -8 };
const HEAD = 50;

const HEAD_WORTH = 1.5;
const QUALITY_WORTH = 0.5;
const KIND_WORTH = 1.5;
const COMMON = 2;
const MOST_DESCRIBED = 6;
/** Words that more groups describe, and a larger share of all, are common. */
const FEW_GROUPS = 50;
const COMMON_SHARE = 8;
const LEAST_SHARE = 0.25;
export const LACKING = 1000;
export const LACKING_EACH = WEIGHTS['partial.each'];
export const LACKING_WORTH = WEIGHTS['partial.worth'];

export class QueryOracle {
  constructor(private readonly words: WordsOracle) {}

  /** @param typing whether the last word may be the beginning of others */
  read(q: string, typing = false): Meaning {
    const bounds = findBounds(q, this.words.analyzer.language);
    const tokens = this.words.analyzer
      .tokenize(q)
      .filter(({ part, start, end }) => !part && !bounds.some(bound => start < bound.end && end > bound.start));
    const { certain } = queryWordsOf(this.words.analyzer.language).negators;
    // One word behind each, which no other follows.
    const isNegator = (i: number) => certain.has(tokens[i]!.text) && i + 1 < tokens.length;
    const negators = new Map(
      tokens.flatMap((token, i) => (i > 0 && isNegator(i - 1) ? [[token, tokens[i - 1]!]] : [])),
    );
    const unwanted = tokens.filter(token => negators.has(token) || this.isUnwanted(token, q));
    const rest = tokens.filter((token, i) => !unwanted.includes(token) && !isNegator(i));
    const wanted = rest.length > 0 ? rest : tokens;
    const stems = wanted.map(({ text }) => this.words.analyzer.stem(text));
    // What is wanted is excluded as well by no text.
    const excluded = unwanted
      .filter(({ text }) => wanted === rest && !stems.includes(this.words.analyzer.stem(text)))
      .map(token => this.excluded(token.text, negators.get(token)?.text));
    const words = wanted.map(({ text }): Word => {
      const exact = this.words.terms.has(text) ? [{ term: text, weight: 1 }] : [];
      const forms = this.words.formsOf(text).map(term => ({ term, weight: FORM }));
      return { text, optional: false, terms: [...exact, ...forms], head: false, likelyHead: false, parts: true };
    });
    const named = this.recognise(words);
    this.markHead(words, named, typing);
    const last = wanted.at(-1);
    const completed = typing && last !== undefined && last.end >= q.length;
    return { q, words, named: completed ? [...named, ...this.complete(words, named)] : named, bounds, excluded };
  }

  /** Whether a minus stands before a word that products have. */
  private isUnwanted({ text, start }: { text: string; start: number }, q: string): boolean {
    const isKnown = this.words.terms.has(text) || this.words.formsOf(text).length > 0;
    return isKnown && !/^\d/.test(text) && MINUS.test(q.slice(Math.max(0, start - 2), start));
  }

  /** @param negator absent: a minus */
  private excluded(text: string, negator?: string): Excluded {
    const entities = this.words
      .named(this.words.analyzer.stem(text))
      .filter(({ attribute }) => !SHELF_IDS.has(attribute));
    const mayFollow = negator !== undefined && entities.length === 0;
    return { text: `${negator ?? '-'} ${text}`, mayFollow, terms: [text, ...this.words.formsOf(text)], entities };
  }

  /** Whether a product has what a text excludes; where it stands in the shop says nothing of that. */
  hasExcluded(item: Item, excluded: readonly Excluded[]): boolean {
    return excluded.some(
      ({ terms, entities }) =>
        terms.some(term => ((this.words.occurrence(term, item)?.fields ?? 0) & ~SHELVES) !== 0) ||
        entities.some(entity => this.words.has(item, entity)),
    );
  }

  frequency({ terms }: Word): number {
    return terms.reduce((sum, { term }) => sum + this.words.terms.get(term)!.products, 0);
  }

  rarity(word: Word): number {
    const total = this.words.oracle.items.length;
    return rarity(Math.min(this.frequency(word), total), total);
  }

  /** Ever shorter queries, the mildest first, as long as something says what is looked for. */
  relax(meaning: Meaning): Relaxed[] {
    const units = this.units(meaning);
    const relaxed: Relaxed[] = [];
    for (let dropped = 1; dropped < units.length; dropped++) {
      if (!saysWhat(units.slice(dropped), units)) break;
      relaxed.push(without(meaning, units.slice(0, dropped)));
    }
    return relaxed;
  }

  /** Queries without one unit each, all but the most important. */
  dropOne(meaning: Meaning): Relaxed[] {
    const units = this.units(meaning);
    return units.slice(0, -1).flatMap((unit, i) => {
      const rest = units.filter((_, k) => k !== i);
      return saysWhat(rest, units) ? [without(meaning, [unit])] : [];
    });
  }

  /** Words that descriptions may have for products that lack them. */
  describedWords({ words, named }: Meaning): DescribedWord[] {
    const isBrand = (at: number) =>
      named.some(one => one.entity.attribute === 'brand' && one.from <= at && at < one.to);
    const found: DescribedWord[] = [];
    for (const [at, word] of words.entries()) {
      if (word.optional || word.head || /^\d/.test(word.text) || isBrand(at)) continue;
      const stem = this.words.analyzer.stem(word.text);
      const { groups, frequency } = this.words.described(stem);
      const rare = rarity(frequency, groups);
      if (frequency === 0 || frequency > Math.max(FEW_GROUPS, groups / COMMON_SHARE)) continue;
      if (found.some(other => other.stem === stem)) continue;
      const points = Math.fround(WEIGHTS['described.each'] + rare * WEIGHTS['described.worth']);
      found.push({ word, at, stem, points });
    }
    return found.slice(0, MOST_DESCRIBED);
  }

  /** Queries with some of the units, those with most of them first; each has enough of the text to be listed. */
  partials(meaning: Meaning): Partial[] {
    const all = this.units(meaning).map(unit => this.weighed(unit, meaning));
    const isKnown = ({ from, to }: Unit) => meaning.words.slice(from, to).every(word => this.frequency(word) > 0);
    const known = all.filter(isKnown).sort((a, b) => b.worth - a.worth || a.from - b.from);
    const worth = (units: readonly Weighed[]) => units.reduce((sum, unit) => sum + unit.worth, 0);
    const partials: (Partial & { units: Weighed[]; size: number })[] = [];
    for (let set = 1; set < 1 << known.length; set++) {
      const units = known.filter((_, u) => set & (1 << u));
      const lost = known.filter(unit => !units.includes(unit));
      if (units.length === all.length || worth(units) < worth(known) * LEAST_SHARE || !saysWhat(units, all)) continue;
      const main = lost.filter(({ isMain }) => isMain).length;
      const least = LACKING + main * LACKING_EACH;
      const less = lost.reduce((sum, unit) => sum + LACKING_EACH + unit.worth * LACKING_WORTH, least);
      const { meaning: rest, dropped } = without(
        meaning,
        all.filter(unit => !units.includes(unit)),
      );
      const kept = rest.words.filter(({ optional }) => !optional);
      partials.push({ meaning: rest, dropped, kept, less: Math.fround(less), units, size: units.length - main });
    }
    return partials.sort((a, b) => b.size - a.size || worth(b.units) - worth(a.units));
  }

  weighed(unit: Unit, { words, named }: Meaning): Weighed {
    const { from, to } = unit;
    const own = words.slice(from, to);
    const values = named.filter(value => value.from === from && value.to === to);
    const isHead = own.some(({ head }) => head);
    let worth = own.reduce((sum, word) => sum + this.rarity(word), 0);
    const isCommon = worth < COMMON && !isHead && values.length === 0;
    if (isHead) worth *= HEAD_WORTH;
    if (!unit.what) worth *= QUALITY_WORTH;
    const most = values.map(({ entity, worth }) => worth * (KINDS.has(entity.attribute) ? KIND_WORTH : 1));
    const isMain = isHead || values.some(({ entity }) => entity.attribute === 'brand');
    return { ...unit, isMain, worth: worth + Math.max(0, ...most), what: unit.what && !isCommon };
  }

  private recognise(words: readonly Word[]): Named[] {
    const stems = words.map(({ text }) => this.words.analyzer.stem(text));
    const found: Named[] = [];
    for (let from = 0; from < words.length; ) {
      let taken = 1;
      for (let to = Math.min(words.length, from + MOST_NAME_WORDS); to > from; to--) {
        const entities = this.words
          .named(stems.slice(from, to).join(' '))
          .filter(entity => to === from + 1 || !this.swallows(entity, words.slice(from, to)));
        if (entities.length === 0) continue;
        found.push(...entities.map(entity => ({ entity, from, to, worth: valueWeight(entity.attribute) })));
        taken = to - from;
        break;
      }
      from += taken;
    }
    return found;
  }

  /** Whether a colour or pattern has a noun in its name that stands for far more products. */
  private swallows(entity: Entity, words: readonly Word[]): boolean {
    if (entity.attribute !== 'pattern' && !/colou?r$/i.test(entity.attribute)) return false;
    const owners = this.words.oracle.items.filter(item => this.words.has(item, entity)).length;
    return words.some(word => this.headShare(word) >= OFTEN_HEAD && owners * MANY_MORE < this.frequency(word));
  }

  private markHead(words: readonly Word[], named: readonly Named[], typing: boolean): void {
    const of = (at: number) => named.filter(({ from, to }) => from <= at && at < to);
    const isKind = ({ entity }: Named) => KINDS.has(entity.attribute);
    const namesAudience = (at: number) => of(at).some(({ entity }) => AUDIENCES.has(entity.attribute));
    const at = words.findLastIndex((word, i) => {
      if (this.isAudience(word.text)) return false;
      if (of(i).some(isKind) && !namesAudience(i)) return true;
      return of(i).length === 0 && this.headShare(word) >= OFTEN_HEAD;
    });
    if (at < 0) {
      const likely = typing ? undefined : words.findLast(({ text }, i) => of(i).length === 0 && !/\d/.test(text));
      if (likely) likely.likelyHead = true;
      return;
    }
    words[at]!.head = true;
    for (const one of named.filter(isKind)) {
      if (one.from <= at && at < one.to) words[at]!.parts = false;
      else if (!namesAudience(one.from)) one.worth = valueWeight(one.entity.attribute) * BESIDE_HEAD;
    }
  }

  /** Whether a word of a text names a kind, or heads titles often. */
  namesThing(text: string): boolean {
    return this.read(text).words.some(word => {
      if (this.isAudience(word.text)) return false;
      const named = this.words.named(this.words.analyzer.stem(word.text)).map(({ attribute }) => attribute);
      if (named.some(attribute => AUDIENCES.has(attribute))) return false;
      return (
        named.some(attribute => KINDS.has(attribute)) || (named.length === 0 && this.headShare(word) >= OFTEN_HEAD)
      );
    });
  }

  private isAudience(text: string): boolean {
    return queryWordsOf(this.words.analyzer.language).audience.has(text);
  }

  private headShare({ terms }: Word): number {
    let heads = 0;
    let products = 0;
    for (const known of terms.map(({ term }) => this.words.terms.get(term)!)) {
      heads += Math.round((255 * known.heads) / known.products) * known.products;
      products += known.products;
    }
    return products === 0 ? 0 : heads / products;
  }

  /** Lets the last word stand for the words that it begins, and name what the commonest of them names. */
  private complete(words: Word[], named: readonly Named[]): Named[] {
    const last = words.at(-1)!;
    const frequency = (term: string) => this.words.terms.get(term)!.products;
    const going = this.words.termsBeginningWith(last.text).sort((a, b) => frequency(b) - frequency(a));
    const known = new Set(last.terms.map(({ term }) => term));
    const completions = going.slice(0, MOST_BEGINNINGS).filter(term => !known.has(term));
    last.terms = [...last.terms, ...completions.map(term => ({ term, weight: BEGINNING }))];
    const to = words.length;
    if (completions.length === 0 || named.some(one => one.to === to)) return [];
    return this.words
      .named(this.words.analyzer.stem(completions[0]!))
      .map(entity => ({ entity, from: to - 1, to, worth: valueWeight(entity.attribute) }));
  }

  /** Words, those of a value together, the least important first. */
  units({ words, named }: Meaning): Unit[] {
    const units: Unit[] = [];
    for (let from = 0; from < words.length; ) {
      const values = named.filter(one => one.from === from);
      const to = values[0]?.to ?? from + 1;
      units.push(this.unit(words.slice(from, to), values, from, to));
      from = to;
    }
    return units.sort((a, b) => a.importance - b.importance || b.from - a.from);
  }

  private unit(words: readonly Word[], values: readonly Named[], from: number, to: number): Unit {
    if (this.frequency(words[0]!) === 0) return { from, to, importance: -Infinity, what: true };
    let importance = this.rarity(words[0]!);
    for (const { entity, worth } of values) {
      const kept = KEPT_LONGEST[entity.attribute];
      const whole = worth === valueWeight(entity.attribute);
      if (kept !== undefined) importance = whole ? Math.max(importance, kept) : importance;
      else if (importance < 30) importance = Math.min(importance, DROPPED_FIRST[entity.attribute] ?? importance);
    }
    if (words.some(({ head }) => head)) importance = HEAD;
    const what =
      values.length === 0 || values.some(({ entity: { attribute: a } }) => a in KEPT_LONGEST || a === 'series');
    return { from, to, importance, what };
  }
}

interface Unit {
  from: number;
  to: number;
  importance: number;
  what: boolean;
}

interface Weighed extends Unit {
  /** What it brings to the points of a product, roughly. */
  worth: number;
  /** Head or brand: to lack it counts twice. */
  isMain: boolean;
}

function saysWhat(rest: readonly Unit[], units: readonly Unit[]): boolean {
  return rest.some(({ what }) => what) || !units.some(({ what }) => what);
}

function without({ words, named, ...rest }: Meaning, units: readonly Unit[]): Relaxed {
  const isDropped = (i: number) => units.some(({ from, to }) => from <= i && i < to);
  return {
    q: words.flatMap(({ text }, i) => (isDropped(i) ? [] : [text])).join(' '),
    dropped: words.flatMap(({ text }, i) => (isDropped(i) ? [text] : [])),
    meaning: {
      ...rest,
      words: words.map((word, i) => (isDropped(i) ? { ...word, optional: true } : word)),
      named: named.filter(({ from, to }) => !units.some(unit => from < unit.to && unit.from < to)),
    },
  };
}

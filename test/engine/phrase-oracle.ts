/**
 * Phrases that the products of a view suggest, each product looked at on its own: what things are, whose they are, both
 * together, and pairs of words that titles share; and which of them go on from a text.
 */
import type { Item } from '../pages/oracle.js';
import { QueryOracle } from './query-oracle.js';
import type { WordsOracle } from './words-oracle.js';

/** Titles that share a pair of words. */
const SHARED = 3;
const LONGEST = 60;
/** Phrases that are looked at for each that is wanted. */
const LOOKED_AT = 3;

export class PhraseOracle {
  /** Most products first. */
  private readonly phrases: string[];
  private readonly query: QueryOracle;

  constructor(private readonly words: WordsOracle) {
    this.query = new QueryOracle(words);
    const counts = new Map<string, number>();
    const pairs = new Map<string, number>();
    for (const item of words.oracle.items) {
      for (const phrase of this.namesOf(item)) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
      for (const pair of this.pairsOf(item)) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    for (const [pair, count] of pairs) if (count >= SHARED && !counts.has(pair)) counts.set(pair, count);
    const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    this.phrases = [...counts].sort((a, b) => b[1] - a[1] || inBytes(a[0], b[0])).map(([phrase]) => phrase);
  }

  /**
   * What to suggest for a text, best first.
   * @param narrowed whether something may not be found
   */
  suggest(q: string, within: readonly Item[], narrowed: boolean, limit: number): string[] {
    const typed = this.words.analyzer.normalize(q);
    const going = this.goingOnFrom(typed, limit).filter(phrase => !narrowed || this.leadsTo(phrase, within));
    const others = this.continued(q, typed, limit).filter(phrase => this.leadsTo(phrase, within));
    const folded = (phrase: string) => this.words.analyzer.normalize(phrase);
    const all = [...going, ...others];
    const once = all.filter((phrase, i) => all.findIndex(other => folded(other) === folded(phrase)) === i);
    return once.slice(0, limit);
  }

  /** Phrases of which a word and what follows it begin with the text. */
  private goingOnFrom(typed: string, limit: number): string[] {
    const isGoingOn = (phrase: string) => {
      const words = this.words.analyzer.normalize(phrase).split(' ');
      return words.some((_, i) => words.slice(i).join(' ').startsWith(typed));
    };
    return this.phrases.filter(isGoingOn).slice(0, limit * LOOKED_AT);
  }

  /** The words before the last one, and behind them phrases that it begins. */
  private continued(q: string, typed: string, limit: number): string[] {
    const words = typed.split(' ');
    const last = words.at(-1)!;
    const before = words.slice(0, -1);
    if (before.join(' ').length <= 1 || last === '') return [];
    const stem = (word: string) => this.words.analyzer.stem(word);
    const said = new Set(before.map(stem));
    const isNews = (phrase: string) =>
      !this.words.analyzer
        .normalize(phrase)
        .split(' ')
        .some(word => said.has(stem(word)));
    const head = q.slice(0, q.lastIndexOf(' ') + 1).toLowerCase();
    return this.goingOnFrom(last, limit)
      .filter(isNews)
      .map(phrase => head + phrase);
  }

  private leadsTo(phrase: string, within: readonly Item[]): boolean {
    const { words } = this.query.read(phrase);
    return within.some(item =>
      words.every(({ terms }) => terms.some(({ term }) => this.words.occurrence(term, item) !== undefined)),
    );
  }

  private namesOf({ product: { data } }: Item): Set<string> {
    const named = (attribute: string, ids: readonly string[] = []) =>
      ids.map(id => this.lower(this.words.oracle.label(attribute, id)));
    const leaves = named('category', data.category).map(path => path.split(' > ').at(-1)!);
    const things = [...named('productType', data.productType), ...leaves];
    const owners = [...named('brand', [data.brand ?? []].flat()), ...named('series', [data.series ?? []].flat())];
    const found = [...things, ...owners];
    for (const thing of things) {
      for (const owner of owners) if (!thing.startsWith(owner)) found.push(`${owner} ${thing}`);
      for (const whose of named('gender', data.gender)) found.push(`${whose} ${thing}`);
    }
    return new Set(found.filter(phrase => phrase.length <= LONGEST));
  }

  private pairsOf({ product: { data } }: Item): Set<string> {
    const words = (data.title ?? '').split(/\s+/).map(word => this.lower(word));
    const isWord = (word: string) => word.length > 1 && /^\p{L}[\p{L}\p{N}'-]*$/u.test(word);
    const pairs = words.slice(1).map((word, i) => [words[i]!, word]);
    return new Set(pairs.filter(pair => pair.every(isWord)).map(pair => pair.join(' ')));
  }

  private lower(text: string): string {
    return text.toLocaleLowerCase(this.words.oracle.locale).trim();
  }
}

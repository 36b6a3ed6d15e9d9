/**
 * Phrases that the products of a view suggest, each product looked at on its own: what things are, whose they are, both
 * together, and what titles call products; and which of them go on from a text.
 */
import type { Item } from '../pages/oracle.js';
import { QueryOracle } from './query-oracle.js';
import type { WordsOracle } from './words-oracle.js';

/** Titles that share a head, or a longer phrase. */
const SHARED_HEADS = 2;
const SHARED = 3;
/** One of so many titles with a word is headed by it. */
const HEAD_ONE_IN = 4;
/** A word that stands behind the same one so often is its rest. */
const BOUND = 0.8;
/** A brand or series of more than half of so many products says nothing. */
const SAYS_NOTHING_OF = 20;
const LONGEST = 60;
/** Phrases that are looked at for each that is wanted. */
const LOOKED_AT = 3;

export class PhraseOracle {
  /** Most products first. */
  private readonly phrases: string[];
  private readonly query: QueryOracle;

  constructor(private readonly words: WordsOracle) {
    this.query = new QueryOracle(words);
    const owners = countedOnce(words.oracle.items.map(item => new Set(this.ownersOf(item))));
    const things = new Set(words.oracle.items.flatMap(item => this.thingsOf(item)));
    const isSilent = (owner: string) =>
      words.oracle.items.length >= SAYS_NOTHING_OF && owners.get(owner)! * 2 > words.oracle.items.length;
    const singles = new Set(words.oracle.items.flatMap(item => [...this.singleNames(item)]));
    const counts = countedOnce(
      words.oracle.items.map(item => new Set([...this.singleNames(item), ...this.namesTogether(item, isSilent)])),
    );
    for (const [phrase, count] of counts) if (count < 2 && !singles.has(phrase)) counts.delete(phrase);
    for (const owner of owners.keys()) if (isSilent(owner) && !things.has(owner)) counts.delete(owner);
    for (const [phrase, count] of this.titlePhrases()) if (!counts.has(phrase)) counts.set(phrase, count);
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
    const stems = (phrase: string) => this.stemsOf(folded(phrase)).join(' ');
    const once = all.filter((phrase, i) => all.findIndex(other => stems(other) === stems(phrase)) === i);
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
    const said = new Set(this.stemsOf(before.join(' ')));
    const isThing = (text: string) => this.query.namesThing(text);
    const isNews = (phrase: string) =>
      !this.stemsOf(this.words.analyzer.normalize(phrase)).some(stem => said.has(stem)) &&
      !(isThing(before.join(' ')) && isThing(phrase));
    const head = q.slice(0, q.lastIndexOf(' ') + 1).toLowerCase();
    return this.goingOnFrom(last, limit)
      .filter(isNews)
      .map(phrase => head + phrase);
  }

  private stemsOf(folded: string): string[] {
    return folded.split(' ').map(word => this.words.analyzer.stem(word));
  }

  private leadsTo(phrase: string, within: readonly Item[]): boolean {
    const { words } = this.query.read(phrase);
    return within.some(item =>
      words.every(({ terms }) => terms.some(({ term }) => this.words.occurrence(term, item) !== undefined)),
    );
  }

  private named(item: Item, attribute: 'productType' | 'category' | 'brand' | 'series' | 'gender'): string[] {
    const ids = [item.product.data[attribute] ?? []].flat();
    return ids.map(id => this.lower(this.words.oracle.label(attribute, id)));
  }

  private thingsOf(item: Item): string[] {
    const leaves = this.named(item, 'category').map(path => path.split(' > ').at(-1)!);
    return [...this.named(item, 'productType'), ...leaves];
  }

  private ownersOf(item: Item): string[] {
    return [...this.named(item, 'brand'), ...this.named(item, 'series')];
  }

  private singleNames(item: Item): Set<string> {
    return new Set([...this.thingsOf(item), ...this.ownersOf(item)].filter(phrase => phrase.length <= LONGEST));
  }

  private namesTogether(item: Item, isSilent: (owner: string) => boolean): Set<string> {
    const before = [...this.ownersOf(item).filter(owner => !isSilent(owner)), ...this.named(item, 'gender')];
    const found = this.thingsOf(item).flatMap(thing =>
      before.filter(name => !thing.startsWith(name)).map(name => `${name} ${thing}`),
    );
    return new Set(found.filter(phrase => phrase.length <= LONGEST));
  }

  /** Heads of titles, and the words that end with them, but for those that begin with the rest of another word. */
  private titlePhrases(): Map<string, number> {
    const titles = this.words.oracle.items.map(item => this.titleOf(item));
    const isWord = (word: string | undefined) => word !== undefined && /^\p{L}[\p{L}\p{N}'-]+$/u.test(word);
    const all = titles.flatMap(({ words }) => words);
    const total = (word: string) => all.filter(other => other === word).length;
    const pairs = titles.flatMap(({ words }) =>
      words.slice(1).map((word, i) => ({ word, pair: isWord(words[i]) && isWord(word) ? `${words[i]} ${word}` : '' })),
    );
    const isRest = (word: string) => {
      const counts = countedOnce(
        pairs.filter(pair => pair.word === word && pair.pair !== '').map(p => new Set([p.pair])),
      );
      return [...counts.values()].some(count => count >= SHARED && count >= total(word) * BOUND);
    };
    const found = new Map<string, number>();
    for (const length of [1, 2, 3]) {
      const ends = titles.flatMap(({ words, head }) => {
        const run = head < length - 1 ? [] : words.slice(head - length + 1, head + 1);
        return run.length === length && run.every(isWord) ? [new Set([run.join(' ')])] : [];
      });
      for (const [phrase, count] of countedOnce(ends)) {
        const isEnough =
          length === 1
            ? count >= SHARED_HEADS && count * HEAD_ONE_IN >= total(phrase)
            : count >= SHARED && !isRest(phrase.split(' ')[0]!);
        if (isEnough && phrase.length <= LONGEST) found.set(phrase, count);
      }
    }
    return found;
  }

  /** Words in lower case and commas, and which of them is the head, or -1. */
  private titleOf(item: Item): { words: string[]; head: number } {
    const start = this.words.headStart(item);
    const words = [...(item.product.data.title ?? '').matchAll(/[^\s,]+|,/g)];
    const head = words.findIndex(({ index, 0: word }) => start >= index && start < index + word.length);
    return { words: words.map(([word]) => this.lower(word)), head };
  }

  private lower(text: string): string {
    return text.toLocaleLowerCase(this.words.oracle.locale).trim();
  }
}

/** In how many of the sets each phrase is. */
function countedOnce(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const phrase of sets.flatMap(set => [...set])) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return counts;
}

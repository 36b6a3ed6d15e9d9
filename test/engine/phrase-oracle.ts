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
/** A phrase is a piece where one word goes on with it in this share of its titles. */
const PIECE = 0.75;
/** A brand or series of more than half of so many products says nothing, and neither does one of a single product. */
const SMALL_SHOP = 20;
/** What each product adds to the weight of a phrase. */
const WEIGHT = { thing: 20, owner: 10, together: 6, title: 20, doubtful: 4 };
/** Weights of phrases that begin with the text, and that have its last word whole. */
const BEGINS_GAIN = 3;
const WORD_GAIN = 1.5;
const LONGEST = 60;
/** Letters of a part that other words end with. */
const LAST_PART = 4;
/** Phrases that are looked at for each that is wanted. */
const LOOKED_AT = 3;

export class PhraseOracle {
  /** Largest weight first. */
  private readonly phrases: { phrase: string; weight: number }[];
  private readonly query: QueryOracle;

  constructor(private readonly words: WordsOracle) {
    this.query = new QueryOracle(words);
    const owners = countedOnce(words.oracle.items.map(item => new Set(this.ownersOf(item))));
    const things = new Set(words.oracle.items.flatMap(item => this.thingsOf(item)));
    const { items } = words.oracle;
    const isSilent = (owner: string) => items.length >= SMALL_SHOP && owners.get(owner)! * 2 > items.length;
    const counts = countedOnce(
      items.map(item => new Set([...this.singleNames(item), ...this.namesTogether(item, isSilent)])),
    );
    const weights = new Map<string, number>();
    for (const [phrase, count] of counts) {
      const isThing = things.has(phrase);
      const isOwner = !isThing && owners.has(phrase);
      const least = isThing || (isOwner && items.length < SMALL_SHOP) ? 1 : 2;
      if (count < least || (isOwner && isSilent(phrase))) continue;
      weights.set(phrase, count * (isThing ? WEIGHT.thing : isOwner ? WEIGHT.owner : WEIGHT.together));
    }
    const hasKinds = items.filter(item => this.thingsOf(item).length > 0).length * 2 >= items.length;
    const kinds = hasKinds ? new Set([...things].map(thing => this.stemsOf(lastWord(thing))[0]!)) : new Set<string>();
    for (const [phrase, { count, owner }] of this.titlePhrases()) {
      if (weights.has(phrase)) continue;
      const stem = this.stemsOf(lastWord(phrase))[0]!;
      const endsInKind = [...stem].some((_, i) => stem.length - i >= LAST_PART && kinds.has(stem.slice(i)));
      const isKind = kinds.size === 0 || kinds.has(stem) || (!words.oracle.locale.startsWith('en') && endsInKind);
      const isOfSeveral = owner === '' || isSilent(owner);
      if (isKind || isOfSeveral) weights.set(phrase, count * (isKind && isOfSeveral ? WEIGHT.title : WEIGHT.doubtful));
    }
    const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    this.phrases = [...weights]
      .sort((a, b) => b[1] - a[1] || inBytes(a[0], b[0]))
      .map(([phrase, weight]) => ({ phrase, weight }));
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
    const worth = ({ phrase, weight }: { phrase: string; weight: number }) => {
      const folded = this.words.analyzer.normalize(phrase);
      const begins = folded.startsWith(typed);
      const rest = folded.slice(begins ? 0 : folded.indexOf(` ${typed}`) + 1).slice(typed.length);
      return weight * (begins ? BEGINS_GAIN : 1) * (rest === '' || rest.startsWith(' ') ? WORD_GAIN : 1);
    };
    return this.phrases
      .filter(({ phrase }) => isGoingOn(phrase))
      .slice(0, limit * LOOKED_AT * LOOKED_AT)
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, limit * LOOKED_AT)
      .map(({ phrase }) => phrase);
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
    const owners = this.ownersOf(item).filter(owner => !isSilent(owner));
    const [audience, ...others] = this.named(item, 'gender');
    const isBehind = !this.words.oracle.locale.startsWith('en');
    const found = this.thingsOf(item).flatMap(thing => {
      const shared = (name: string) => thing.split(' ').some(word => name.split(' ').includes(word));
      const owned = owners.filter(name => name.split(' ').length <= 3 && !shared(name)).map(name => `${name} ${thing}`);
      if (audience === undefined || others.length > 0 || thing.startsWith(audience)) return owned;
      return [...owned, isBehind ? `${thing} ${audience}` : `${audience} ${thing}`];
    });
    return new Set(found.filter(phrase => phrase.length <= LONGEST));
  }

  /** Heads of titles, and the words that end with them, but for those that begin with the rest of another word. */
  private titlePhrases(): Map<string, { count: number; owner: string }> {
    const titles = this.words.oracle.items.map(item => ({
      ...this.titleOf(item),
      owner: this.ownersOf(item)[0] ?? '',
    }));
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
    const found = new Map<string, { count: number; owner: string }>();
    for (const length of [1, 2, 3]) {
      const ends = titles.flatMap(({ words, head, owner }) => {
        const run = head < length - 1 ? [] : words.slice(head - length + 1, head + 1);
        const before = words[head - length];
        const further = isWord(before) ? before! : '';
        return run.length === length && run.every(isWord) ? [{ phrase: run.join(' '), further, owner }] : [];
      });
      for (const phrase of new Set(ends.map(end => end.phrase))) {
        const own = ends.filter(end => end.phrase === phrase);
        const count = own.length;
        const isEnough =
          length === 1
            ? count >= SHARED_HEADS && count * HEAD_ONE_IN >= total(phrase)
            : count >= SHARED && !isRest(phrase.split(' ')[0]!) && !isPiece(own.map(({ further }) => further));
        const owner = own.every(end => end.owner === own[0]!.owner) ? own[0]!.owner : '';
        if (isEnough && phrase.length <= LONGEST) found.set(phrase, { count, owner });
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

/** Whether one of the words that go on with a phrase is in most of its titles; '' is none. */
function isPiece(further: readonly string[]): boolean {
  return further.some(word => word !== '' && further.filter(other => other === word).length >= further.length * PIECE);
}

function lastWord(phrase: string): string {
  return phrase.split(/[ -]/).at(-1)!;
}

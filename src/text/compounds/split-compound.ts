/**
 * Takes compounds apart (damklänning → dam + klänning) with the catalog's own vocabulary: a word is divided only into
 * words that the caller knows, with the links that the language puts between them. Of several divisions the one of
 * fewest parts counts, then the one whose parts are known best (after Koehn and Knight, EACL 2003).
 */

import { rulesOf } from '../languages/rules.js';
import { type QueryWords, queryWordsOf } from '../vocabulary/query-words.js';
import { closedSeams } from './lexicalised.js';

/** What stands between two parts (`written`), and what the first part is without it (`restored`). */
interface Link {
  written: string;
  restored: string;
}

const SHORTEST_PART = 3;
const MOST_PARTS = 4;
/** Longer words are no compounds that anybody searches for; bounds the search. */
const LONGEST_WORD = 60;
/** Three letters make a word of many endings: such a part has to be met this often. */
const SHORT_PART_FREQUENCY = 2;
/** A part that is there as it stands is likelier than one with a link, which is likelier than one with letters lost. */
const LINKED = 1;
const RESTORED = 2;

/**
 * `s` puts an s in between, `>a` restores an a that fell out, `u>a` does both; the plain join always counts. Verbs
 * lose their ending (sovsäck, Laufschuh), Finnish -nen becomes -s (nais-).
 */
const LINKS: Record<string, Link[]> = {
  sv: links('s e >a >e u>a o>a'),
  da: links('s e er n >e'),
  no: links('s e er n >e'),
  de: links('s es n en er e ens >e >en e>en'),
  nl: links('s e en n er'),
  fi: links('n en s s>nen'),
};

/** What follows a stem oftener than it is a word behind another; a first part it may be (barstol). */
const ENDINGS: Record<string, Set<string>> = {
  sv: words(
    'arna orna erna aren are ning ningar ande ende ing inga isk iska lig liga het heten dom skap bar bart sam tare ger mer der ner ter',
  ),
  da: words('erne ene ning ninger ende ing isk iske lig lige hed heden dom skab bar bart som ere est'),
  no: words('ene ane ning ninger ende ing isk iske lig lige het heten dom skap bar bart som ere est'),
  de: words('ung ungen heit keit lich liche isch ische chen lein sam los lose ern end ende nis tum der den'),
  nl: words('ing ingen heid lijk lijke baar loos loze tje tjes jes isch ische sel der den'),
  fi: words(
    'ssa ssä sta stä lla llä lta ltä lle ksi tta ttä nen set sen sia siä jen ien ista istä issa issä illa illä ton tön',
  ),
};

/** Of three equal letters at a seam these languages write two: toppunkt is topp + punkt. */
const DROPS_THIRD = new Set(['sv', 'no']);

function links(list: string): Link[] {
  return list.split(' ').map(link => {
    const [written, restored = ''] = link.split('>');
    return { written, restored };
  });
}

function words(list: string): Set<string> {
  return new Set(list.split(' '));
}

/** Whether a language writes compounds as one word. */
export function writesCompounds(language: string): boolean {
  return rulesOf(language) in LINKS;
}

/**
 * How often a part occurs: 0 or false for a word that is not known, true for one that is. It is asked for words of at
 * least three letters, once each.
 */
export type Knows = (part: string) => boolean | number;

/** The parts of a folded compound, as the vocabulary knows them and the head last, or undefined when it is none. */
export function splitCompound(word: string, knows: Knows, language: string): string[] | undefined {
  const name = rulesOf(language);
  const linked = LINKS[name];
  if (!linked || word.length < 2 * SHORTEST_PART || word.length > LONGEST_WORD) return undefined;
  const divider = new Divider(word, knows, name, linked);
  for (let parts = 2; parts <= MOST_PARTS; parts++) {
    const found = divider.divide(0, parts);
    if (found) return found.parts;
  }
  return undefined;
}

interface Division {
  parts: string[];
  /** Sum over the parts of the logarithm of their frequency, less what links cost. */
  score: number;
}

/** A first part as it is when what links it is taken off. */
interface First {
  part: string;
  worth: number;
}

class Divider {
  private readonly known = new Map<string, number>();
  private readonly closed: ReadonlySet<number>;
  private readonly functionWords: QueryWords;
  private readonly endings: ReadonlySet<string>;
  /** By start and end of the letters; null for letters that are none. */
  private readonly firsts = new Map<number, First | null>();
  /** By start and number of parts; null for rests that do not come apart. */
  private readonly divided = new Map<number, Division | null>();

  constructor(
    private readonly word: string,
    private readonly knows: Knows,
    private readonly language: string,
    private readonly linked: readonly Link[],
  ) {
    this.closed = closedSeams(word, language);
    this.functionWords = queryWordsOf(language);
    this.endings = ENDINGS[language];
  }

  /** The best division of the rest of the word from `start` into exactly `parts` parts. */
  divide(start: number, parts: number): Division | null {
    const { word } = this;
    if (parts === 1) {
      const rest = word.slice(start);
      const score = this.endings.has(rest) ? 0 : this.worth(rest);
      return score > 0 ? { parts: [rest], score } : null;
    }
    const state = start * (MOST_PARTS + 1) + parts;
    const before = this.divided.get(state);
    if (before !== undefined) return before;
    let best: Division | null = null;
    // From long first parts to short ones: of equals the first is kept.
    for (let end = word.length - SHORTEST_PART; end >= start + SHORTEST_PART - 1; end--) {
      if (this.closed.has(end)) continue;
      // The rest first: few letters end a word that is known, and asking for a first part costs one question a link.
      best = this.better(best, start, end, this.divide(end, parts - 1));
      if (DROPS_THIRD.has(this.language) && word[end - 1] === word[end - 2]) {
        best = this.better(best, start, end, this.divide(end - 1, parts - 1), true);
      }
    }
    this.divided.set(state, best);
    return best;
  }

  /** `best`, or what is written from `start` to `end` before `rest` where that is likelier. */
  private better(best: Division | null, start: number, end: number, rest: Division | null, plain = false) {
    if (rest === null) return best;
    const first = this.firstAt(start, end);
    if (first === null || (plain && first.part !== this.word.slice(start, end))) return best;
    const score = first.worth + rest.score;
    return best === null || score > best.score ? { parts: [first.part, ...rest.parts], score } : best;
  }

  /** The likeliest part that is written from `start` to `end`. */
  private firstAt(start: number, end: number): First | null {
    const at = start * (LONGEST_WORD + 1) + end;
    const before = this.firsts.get(at);
    if (before !== undefined) return before;
    const written = this.word.slice(start, end);
    let part = written;
    let worth = this.worth(written);
    let found = worth > 0;
    for (const { written: link, restored } of this.linked) {
      if (!written.endsWith(link)) continue;
      const other = written.slice(0, written.length - link.length) + restored;
      const otherWorth = this.worth(other);
      if (otherWorth === 0) continue;
      // A frequent word with a link may outweigh a rare one without, but not one of equal standing.
      const linkedWorth = otherWorth - (restored === '' ? LINKED : RESTORED);
      if (found && linkedWorth <= worth) continue;
      found = true;
      part = other;
      worth = linkedWorth;
    }
    const first = found ? { part, worth } : null;
    this.firsts.set(at, first);
    return first;
  }

  /** Above 0 for a word that may be a part. */
  private worth(part: string): number {
    if (part.length < SHORTEST_PART) return 0;
    let worth = this.known.get(part);
    if (worth === undefined) {
      const frequency = this.knows(part);
      const enough = part.length > SHORTEST_PART || frequency === true || Number(frequency) >= SHORT_PART_FREQUENCY;
      worth = frequency && enough && this.canBePart(part) ? Math.log1p(Number(frequency)) : 0;
      this.known.set(part, worth);
    }
    return worth;
  }

  /** No function word; the few Finnish words of three letters end in two vowels (puu, vyö). */
  private canBePart(part: string): boolean {
    if (this.language === 'fi' && part.length === SHORTEST_PART && !/[aeiouyäö]{2}$/.test(part)) return false;
    const { introducers, fillers, negators } = this.functionWords;
    return !introducers.has(part) && !fillers.has(part) && !negators.certain.has(part);
  }
}

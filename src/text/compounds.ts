/**
 * Takes compounds apart (damklänning → dam + klänning) with the catalog's own vocabulary: a word is divided only into
 * words that the caller knows, with the links that the language puts between them.
 */

/** What stands between two parts (`written`), and what the first part is without it (`restored`). */
interface Link {
  written: string;
  restored: string;
}

const SHORTEST_PART = 3;
const MOST_PARTS = 4;
/** Longer words are no compounds that anybody searches for; bounds the search. */
const LONGEST_WORD = 60;

/** `s` puts an s in between, `>a` restores an a that fell out, `u>a` does both; the plain join always counts. */
const LINKS: Record<string, Link[]> = {
  sv: links('s e >a >e u>a o>a'),
  da: links('s e er >e'),
  no: links('s e er >e'),
  de: links('s es n en er e ens >e'),
  nl: links('s e en n er'),
  fi: links('n en s'),
};

const SAME_AS: Record<string, string> = { nb: 'no', nn: 'no' };
/** Of three equal letters at a seam these languages write two: toppunkt is topp + punkt. */
const DROPS_THIRD = new Set(['sv', 'no']);

function links(list: string): Link[] {
  return list.split(' ').map(link => {
    const [written, restored = ''] = link.split('>');
    return { written, restored };
  });
}

/**
 * The parts of a compound, as the vocabulary knows them, or undefined when it is none: fewest parts first, then the
 * longest first part. `word` is folded; `knows` is asked for words of at least three letters.
 */
export function splitCompound(word: string, knows: (part: string) => boolean, language: string): string[] | undefined {
  const name = SAME_AS[language] ?? language;
  const linked = LINKS[name];
  if (!linked || word.length < 2 * SHORTEST_PART || word.length > LONGEST_WORD) return undefined;
  const divider = new Divider(word, knows, linked, DROPS_THIRD.has(name));
  for (let parts = 2; parts <= MOST_PARTS; parts++) {
    const found = divider.divide(0, parts);
    if (found) return found;
  }
  return undefined;
}

class Divider {
  /** `start * MOST_PARTS + parts` of the rests that were tried in vain. */
  private readonly failed = new Set<number>();

  constructor(
    private readonly word: string,
    private readonly knows: (part: string) => boolean,
    private readonly linked: readonly Link[],
    private readonly dropsThird: boolean,
  ) {}

  /** The rest of the word from `start` in exactly `parts` parts. */
  divide(start: number, parts: number): string[] | undefined {
    const { word } = this;
    if (parts === 1) {
      const rest = word.slice(start);
      return rest.length >= SHORTEST_PART && this.knows(rest) ? [rest] : undefined;
    }
    const state = start * (MOST_PARTS + 1) + parts;
    if (this.failed.has(state)) return undefined;
    for (let end = word.length - SHORTEST_PART; end >= start + SHORTEST_PART - 1; end--) {
      const found = this.divideAt(start, end, parts);
      if (found) return found;
    }
    this.failed.add(state);
    return undefined;
  }

  /** With the first part written up to `end`. */
  private divideAt(start: number, end: number, parts: number): string[] | undefined {
    const { word } = this;
    const written = word.slice(start, end);
    if (this.isPart(written)) {
      const rest =
        this.divide(end, parts - 1) ??
        (this.dropsThird && word[end - 1] === word[end - 2] ? this.divide(end - 1, parts - 1) : undefined);
      if (rest) return [written, ...rest];
    }
    for (const link of this.linked) {
      if (!written.endsWith(link.written)) continue;
      const part = written.slice(0, written.length - link.written.length) + link.restored;
      if (!this.isPart(part)) continue;
      const rest = this.divide(end, parts - 1);
      if (rest) return [part, ...rest];
    }
    return undefined;
  }

  private isPart(part: string): boolean {
    return part.length >= SHORTEST_PART && this.knows(part);
  }
}

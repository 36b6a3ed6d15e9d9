/**
 * Phrases to suggest while someone types: each leads to hits in its view. Ordinals are in order of weight, so that the
 * best phrases of a range of prefixes are the smallest ordinals in it.
 *
 *   phrases (strings), weight u32     as shown, most weight first
 *   keys (strings), keyPhrase u32     every phrase, folded, from each of its words on, in byte order
 */
import { type Part, PartWriter } from './part.js';
import { compareBytes, Strings, writeStrings } from './strings.js';

/** `normalize` folds a phrase as typed text is folded; `weights` maps phrases as shown to how much they are worth. */
export function writePhrases(weights: ReadonlyMap<string, number>, normalize: (text: string) => string): PartWriter {
  const part = new PartWriter('phrases');
  phraseSections(part, weights, normalize);
  return part;
}

/** Adds the sections to a part that holds more than phrases. @returns the phrases by ordinal. */
export function phraseSections(
  part: PartWriter,
  weights: ReadonlyMap<string, number>,
  normalize: (text: string) => string,
): string[] {
  const phrases = [...weights].sort((a, b) => b[1] - a[1] || compareBytes(a[0], b[0]));
  const keys: { key: string; phrase: number }[] = [];
  phrases.forEach(([phrase], ordinal) => {
    const folded = normalize(phrase);
    for (let at = 0; at >= 0; at = folded.indexOf(' ', at) + 1 || -1)
      keys.push({ key: folded.slice(at), phrase: ordinal });
  });
  keys.sort((a, b) => compareBytes(a.key, b.key) || a.phrase - b.phrase);
  const shown = phrases.map(([phrase]) => phrase);
  writeStrings(part, 'phrases', shown);
  writeStrings(
    part,
    'keys',
    keys.map(({ key }) => key),
  );
  part.add(
    'weight',
    Uint32Array.from(phrases, ([, weight]) => weight),
  );
  part.add(
    'keyPhrase',
    Uint32Array.from(keys, ({ phrase }) => phrase),
  );
  return shown;
}

export class Phrases {
  private readonly phrases: Strings;
  private readonly keys: Strings;
  private readonly keyPhrase: Uint32Array;
  readonly weight: Uint32Array;

  constructor(part: Part) {
    this.phrases = new Strings(part, 'phrases');
    this.keys = new Strings(part, 'keys');
    this.keyPhrase = part.u32('keyPhrase');
    this.weight = part.u32('weight');
  }

  get size(): number {
    return this.phrases.size;
  }

  at(ordinal: number): string {
    return this.phrases.at(ordinal);
  }

  /** Ordinals of the best phrases one of whose words begins a stretch that starts with `typed` (folded). */
  startingWith(typed: string, limit: number): number[] {
    const from = this.keys.lowerBound(typed);
    // No UTF-8 text has the byte 0xff, so this bound lies behind everything that begins with `typed`.
    const to = this.keys.lowerBound(typed, true);
    const best: number[] = [];
    for (let i = from; i < to; i++) {
      const phrase = this.keyPhrase[i];
      if (best.length === limit && phrase >= best[limit - 1]) continue;
      let at = best.length;
      while (at > 0 && best[at - 1] > phrase) at--;
      if (best[at - 1] === phrase) continue;
      best.splice(at, 0, phrase);
      if (best.length > limit) best.pop();
    }
    return best;
  }
}

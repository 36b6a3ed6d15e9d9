/**
 * Decides whether a search text is learned as a phrase, and whether two phrases may be spellings of each other. Texts
 * that may contain personal data (addresses, long numbers) are not learned, so that other visitors never see them.
 */
import { allowedEdits } from '../../text/index.js';

const SHORTEST = 2;
const LONGEST = 60;
const MOST_WORDS = 8;
/** Seven digits may be a telephone number. */
const MOST_DIGITS = 6;

/** @returns the text as it is shown to other visitors; undefined when it is not learned. */
export function phraseOf(q: string): string | undefined {
  if (q.length > LONGEST * 2) return undefined;
  const text = q.normalize('NFC').trim().replace(/\s+/g, ' ');
  if (text.length < SHORTEST || text.length > LONGEST || /[@\p{Cc}]|:\/\/|www\./u.test(text)) return undefined;
  if (!/[\p{L}\p{N}]/u.test(text) || /(.)\1{3}/u.test(text)) return undefined;
  if ((text.match(/ /g)?.length ?? 0) >= MOST_WORDS) return undefined;
  return (text.match(/\p{N}/gu)?.length ?? 0) > MOST_DIGITS ? undefined : text;
}

/**
 * Whether two folded phrases may be spellings of each other: within the edits that their length allows, with the same
 * digits.
 */
export function isNear(a: string, b: string): boolean {
  const shorter = a.length < b.length ? a : b;
  const allowed = allowedEdits(shorter.replace(/[^\p{L}\p{M}]/gu, ''));
  if (Math.abs(a.length - b.length) > allowed) return false;
  return a.replace(/\P{N}/gu, '') === b.replace(/\P{N}/gu, '') && distance(a, b) <= allowed;
}

/** Damerau and Levenshtein's distance, a swap of neighbours being one edit (optimal string alignment). */
export function distance(a: string, b: string): number {
  let before = new Uint16Array(b.length + 1);
  let row = Uint16Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = new Uint16Array(b.length + 1);
    next[0] = i;
    for (let k = 1; k <= b.length; k++) {
      const same = a[i - 1] === b[k - 1];
      let least = Math.min(row[k - 1] + (same ? 0 : 1), row[k] + 1, next[k - 1] + 1);
      if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) least = Math.min(least, before[k - 2] + 1);
      next[k] = least;
    }
    before = row;
    row = next;
  }
  return row[b.length];
}

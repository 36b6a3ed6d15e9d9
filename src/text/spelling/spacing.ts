/** Candidates for a missing space: words typed as one that the catalog writes as two. */
const SHORTEST_PART = 2;

/**
 * The ways to write `word` as two that `knows` accepts, likeliest first: evenly divided before lopsided. One letter
 * alone counts only at the front (tshirt → t shirt), and behind all others.
 */
export function splits(word: string, knows: (part: string) => boolean): [left: string, right: string][] {
  const found: [string, string][] = [];
  for (let at = 1; at <= word.length - SHORTEST_PART; at++) {
    const left = word.slice(0, at);
    const right = word.slice(at);
    if (knows(right) && knows(left)) found.push([left, right]);
  }
  const shorter = ([left, right]: [string, string]) => Math.min(left.length, right.length);
  return found.sort((a, b) => shorter(b) - shorter(a));
}

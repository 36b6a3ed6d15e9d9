/** Candidates for a missing space: words typed as one that the catalog writes as two. */
const SHORTEST_PART = 2;
/** Letters of each of two words of which the first ends as the other begins, and that one letter was written for: "hardisk". */
const SHORTEST_MERGED = 4;

/**
 * The ways to write `word` as two that `knows` accepts, likeliest first: evenly divided before lopsided. One letter
 * alone counts only at the front (tshirt → t shirt), and behind all others. Where there are none, those that share a letter.
 */
export function splits(word: string, knows: (left: string, right: string) => boolean): [left: string, right: string][] {
  const found: [string, string][] = [];
  for (let at = 1; at <= word.length - SHORTEST_PART; at++) {
    const left = word.slice(0, at);
    const right = word.slice(at);
    if (knows(left, right)) found.push([left, right]);
  }
  if (found.length === 0) {
    for (let at = SHORTEST_MERGED; at <= word.length - SHORTEST_MERGED + 1; at++) {
      const [left, right] = [word.slice(0, at), word.slice(at - 1)];
      if (knows(left, right)) found.push([left, right]);
    }
  }
  const shorter = ([left, right]: [string, string]) => Math.min(left.length, right.length);
  return found.sort((a, b) => shorter(b) - shorter(a));
}

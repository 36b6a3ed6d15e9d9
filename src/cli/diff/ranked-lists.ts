/**
 * Compares two ranked lists by their first ten positions, as a shopper sees them. Hits below are used only to find
 * former and new positions of products. Pure functions; positions count from 1.
 */

/** Number of positions that are compared. */
export const TOP = 10;
/** Weight of a position relative to the one before it, in `similarity`: most shoppers who view one view the next. */
const PERSISTENCE = 0.9;

export interface Hit {
  /** Unique in a list. */
  key: string;
  title: string;
}

export interface RankedList {
  /** The first hits of the list. */
  hits: readonly Hit[];
  /** Whether a product that is not among `hits` may be a hit further down. */
  mayHold(key: string): boolean;
}

/**
 * `new` and `gone`: not a hit on the other side. `risen` and `sunk`: further down on the other side than the hits
 * known. `moved`: in another order relative to those that stayed. `shifted`: at another position only because others
 * were added, removed or moved.
 */
export type Move = 'new' | 'gone' | 'risen' | 'sunk' | 'moved' | 'shifted';

export interface MovedHit extends Hit {
  move: Move;
  /** Positions before and after, where they are known. */
  from?: number;
  to?: number;
}

export interface ListChange {
  /** Share of the first ten that both lists have, in any order; 1 where both are empty. */
  overlap: number;
  /** 0 (nothing in common) to 1 (equal): the overlap at every depth, weighted towards the top. */
  similarity: number;
  /** Products among the first ten of either list whose position differs, the topmost first. */
  movers: MovedHit[];
}

export function compareLists(before: RankedList, after: RankedList): ListChange {
  const from = placesOf(before);
  const to = placesOf(after);
  const seen = new Map([...before.hits.slice(0, TOP), ...after.hits.slice(0, TOP)].map(hit => [hit.key, hit]));
  const stayed = [...seen.keys()].filter(key => from.has(key) && to.has(key));
  stayed.sort((a, b) => from.get(a)! - from.get(b)!);
  const kept = longestRise(stayed.map(key => to.get(key)!));
  const inOrder = new Set(stayed.filter((_, i) => kept[i]));
  const movers: MovedHit[] = [];
  for (const hit of seen.values()) {
    const [was, is] = [from.get(hit.key), to.get(hit.key)];
    if (was === is) continue;
    const move = inOrder.has(hit.key) ? 'shifted' : 'moved';
    if (was === undefined) movers.push({ ...hit, move: before.mayHold(hit.key) ? 'risen' : 'new', to: is });
    else if (is === undefined) movers.push({ ...hit, move: after.mayHold(hit.key) ? 'sunk' : 'gone', from: was });
    else movers.push({ ...hit, move, from: was, to: is });
  }
  movers.sort((a, b) => highest(a) - highest(b) || (a.to ?? TOP + 1) - (b.to ?? TOP + 1));
  return { ...agreement(before, after), movers };
}

function placesOf({ hits }: RankedList): Map<string, number> {
  return new Map(hits.map(({ key }, i) => [key, i + 1]));
}

function highest({ from = Number.POSITIVE_INFINITY, to = Number.POSITIVE_INFINITY }: MovedHit): number {
  return Math.min(from, to);
}

/**
 * Rank-biased overlap (Webber, Moffat, Zobel: "A similarity measure for indefinite rankings", TOIS 2010) down to the
 * last compared position, scaled so that equal lists have 1; and the unweighted overlap at that depth.
 */
function agreement(before: RankedList, after: RankedList): { overlap: number; similarity: number } {
  const depth = Math.min(TOP, Math.max(before.hits.length, after.hits.length));
  if (depth === 0) return { overlap: 1, similarity: 1 };
  const once = new Set<string>();
  let shared = 0;
  let sum = 0;
  let whole = 0;
  for (let i = 0, weight = 1; i < depth; i++, weight *= PERSISTENCE) {
    for (const { hits } of [before, after]) {
      const key = hits[i]?.key;
      if (key === undefined) continue;
      if (once.delete(key)) shared++;
      else once.add(key);
    }
    sum += (weight * shared) / (i + 1);
    whole += weight;
  }
  return { overlap: shared / depth, similarity: sum / whole };
}

/** Marks a longest increasing subsequence; of several, one that ends earliest. In quadratic time, for few numbers. */
export function longestRise(numbers: readonly number[]): boolean[] {
  const length: number[] = [];
  const previous: number[] = [];
  let last = -1;
  for (let i = 0; i < numbers.length; i++) {
    length[i] = 1;
    previous[i] = -1;
    for (let k = 0; k < i; k++) {
      if (numbers[k]! < numbers[i]! && length[k]! + 1 > length[i]!) {
        length[i] = length[k]! + 1;
        previous[i] = k;
      }
    }
    if (last < 0 || length[i]! > length[last]!) last = i;
  }
  const taken = numbers.map(() => false);
  for (let i = last; i >= 0; i = previous[i]!) taken[i] = true;
  return taken;
}

/**
 * How one ranked list became another, as a shopper sees it: the first ten places. What stands further down is looked at
 * only to tell where a product came from or went to. Pure; places count from 1.
 */

/** Places that are compared. */
export const TOP = 10;
/** What a place weighs next to the one before it, in `similarity`: most who look at one look at the next. */
const PERSISTENCE = 0.9;

export interface Hit {
  /** Stands in a list once. */
  key: string;
  title: string;
}

export interface RankedList {
  /** As far as the list was looked at. */
  hits: readonly Hit[];
  /** Whether a product that is not among these may be a hit further down. */
  mayHold(key: string): boolean;
}

/**
 * `new` and `gone`: no hit on the other side. `risen` and `sunk`: not as far up there as was looked at.
 * `moved`: in another order with those that stayed. `shifted`: at another place only because others came, went or moved.
 */
export type Move = 'new' | 'gone' | 'risen' | 'sunk' | 'moved' | 'shifted';

export interface Mover extends Hit {
  move: Move;
  /** Places before and after, where they are known. */
  from?: number;
  to?: number;
}

export interface ListChange {
  /** Share of the first ten that both have, whatever their order; 1 where neither has any. */
  overlap: number;
  /** From 0 (nothing shared) to 1 (the same): the agreement of both at every depth, the top weighing most. */
  similarity: number;
  /** Products among the first ten of either list whose place differs, those at the top first. */
  movers: Mover[];
}

export function compareLists(before: RankedList, after: RankedList): ListChange {
  const from = placesOf(before);
  const to = placesOf(after);
  const seen = new Map([...before.hits.slice(0, TOP), ...after.hits.slice(0, TOP)].map(hit => [hit.key, hit]));
  const stayed = [...seen.keys()].filter(key => from.has(key) && to.has(key));
  stayed.sort((a, b) => from.get(a)! - from.get(b)!);
  const kept = longestRise(stayed.map(key => to.get(key)!));
  const inOrder = new Set(stayed.filter((_, i) => kept[i]));
  const movers: Mover[] = [];
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

function highest({ from = Number.POSITIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Mover): number {
  return Math.min(from, to);
}

/**
 * Rank-biased overlap (Webber, Moffat, Zobel: "A similarity measure for indefinite rankings", TOIS 2010) over the depth
 * there is, scaled so that equal lists have 1; and the plain overlap at that depth.
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

/** Which of the numbers make up a longest rising subsequence; of several, one that ends earliest. For few numbers. */
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

/**
 * Puts the products that campaigns have won places for into a list. Its other products keep their order; how many there
 * are, and what they are counted by, is that of the list without campaigns.
 */
import type { SponsoredPlace } from '../../../behaviour/activities/notification.js';
import type { Structure } from '../../../index/structure.js';
import type { Winner } from '../../../query/auction/auction-request.js';
import type { SliceRange } from '../../../query/ranking/arrangement.js';

/** Of so many successive places of a list, a share at most may be sold. */
const SHARE_OF = 20;

/** A place of a list that a campaign has won. */
export interface SoldPlace {
  winner: Winner;
  place: SponsoredPlace;
}

/** Positions that are for sale, and what kind of place they are. */
export interface PlacesForSale {
  place: SponsoredPlace;
  /** From 0, ascending. */
  positions: readonly number[];
}

/**
 * Leaves out positions behind the list's end, and those with which more than a share of SHARE_OF successive places would
 * be sold, or of the last of the list where fewer are left. The same whatever part of the list is on the page.
 * @param hits number of products in the list
 */
export function withinShare(positions: readonly number[], hits: number, maxShare: number): number[] {
  const sold = new Map<number, number>();
  return positions.filter(position => {
    if (position >= hits) return false;
    const block = Math.floor(position / SHARE_OF);
    const places = Math.min(SHARE_OF, hits - block * SHARE_OF);
    const before = sold.get(block) ?? 0;
    // Shares like 0.07 of 100 are a little less than 7 as numbers.
    if (before + 1 > Math.floor(places * maxShare + 1e-9)) return false;
    sold.set(block, before + 1);
    return true;
  });
}

export interface MixedList {
  products: Uint32Array;
  /** The position of the first of them in the whole list. */
  first: number;
  /** By index in `products`. */
  sponsored: (SoldPlace | undefined)[];
  /** The position in the mixed list of each product of the other one, by its place there; -1: it is left out. */
  positionOf(place: number): number;
}

/**
 * The part `[skip, skip + limit)` of a list with sold places.
 * @param organic the list without them from its beginning, `skip + limit` products and one more for each sold place, or
 *   all there are
 * @param sold ascending by position
 * @param suppress whether a product that has a sold place is left out of the rest
 */
export function mixed(
  organic: Uint32Array,
  sold: readonly SoldPlace[],
  { skip, limit }: { skip: number; limit: number },
  suppress: boolean,
  structure: Structure,
): MixedList {
  const isLeftOut = suppress ? soldProducts(sold, structure) : () => false;
  const most = Math.min(limit, Math.max(0, organic.length + sold.length - skip));
  const products = new Uint32Array(most);
  const sponsored: (SoldPlace | undefined)[] = [];
  const positions = new Int32Array(Math.min(organic.length, skip + limit + sold.length)).fill(-1);
  let next = 0;
  let at = 0;
  for (let position = 0; position < skip + limit; position++) {
    let won = sold[next]?.winner.position === position ? sold[next++] : undefined;
    while (!won && at < organic.length && isLeftOut(organic[at]!)) at++;
    // Behind the last product, what is sold closes up.
    if (!won && at >= organic.length) won = sold[next++];
    if (!won && at >= organic.length) break;
    if (position >= skip) {
      products[sponsored.length] = won ? won.winner.product : organic[at]!;
      sponsored.push(won);
    }
    if (!won) positions[at++] = position;
  }
  const behind = skip + limit - at;
  return {
    products: products.subarray(0, sponsored.length),
    first: skip,
    sponsored,
    positionOf: place => (place < at ? positions[place]! : place + behind),
  };
}

/** Tells of a product whether it has a sold place: itself, or by its group where that is shown once. */
function soldProducts(sold: readonly SoldPlace[], structure: Structure): (product: number) => boolean {
  const { groupOf } = structure;
  const won = sold.map(({ winner }) => winner.product);
  const groups = won.map(product => groupOf[product]!).filter(group => structure.isCollapsed(group));
  return product => {
    for (let i = 0; i < won.length; i++) if (won[i] === product) return true;
    for (let i = 0; i < groups.length; i++) if (groups[i] === groupOf[product]) return true;
    return false;
  };
}

/**
 * The part of a list in which products with a sold place have a place of their own too. The list is longer than the number
 * of its hits then, at which clients stop: its last page has all that is left.
 * @param hits number of products in the list
 * @param sold number of its sold places
 */
export function pageWithCopies({ skip, limit }: { skip: number; limit: number }, hits: number, sold: number) {
  if (skip + limit < hits) return { skip, limit };
  return { skip, limit: skip < hits ? hits + sold - skip : 0 };
}

/** The ranges of slices where places before and among them are sold. */
export function shiftedRanges(ranges: readonly SliceRange[], { positionOf }: MixedList): SliceRange[] {
  return ranges.flatMap(({ from, id, to }) => {
    let first = from;
    let last = to - 1;
    while (first <= last && positionOf(first) < 0) first++;
    while (last >= first && positionOf(last) < 0) last--;
    return first > last ? [] : [{ from: positionOf(first), id, to: positionOf(last) + 1 }];
  });
}

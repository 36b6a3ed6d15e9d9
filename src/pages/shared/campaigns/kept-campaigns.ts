/**
 * What a thread knows of the campaigns of a view, kept for as long as the values that they name stay: an import that changes
 * other values of the same products, titles above all, leaves it as it is, so that a swap takes no time for them.
 */
import type { Structure } from '../../../index/structure.js';
import type { Bitmap } from '../../../kernel/bitmap.js';
import type { Auction } from '../../../query/auction/auction.js';
import type { PartsKey, View } from '../../../snapshot/index.js';
import type { MarketPlan } from './market-plan.js';
import { valuesAlike } from './values-alike.js';

/** Exactly one of the members. */
export interface ProductSet {
  listed?: Uint32Array;
  bits?: Bitmap;
}

/** The parts of a view that auctions read: none of its prices and stock, which they would keep in memory. */
export type AuctionView = Pick<View, 'structure' | 'attributes'>;

interface KeptAuction {
  auction: Auction;
  /** What the auction was given; its attributes are those of the newest view with these values. */
  view: AuctionView;
}

export interface KeptCampaigns {
  /** The products of sets that do not change with prices, stock or time, by their keys. */
  sets: Map<string, ProductSet>;
  /** Those that rules of these sets name. */
  attributes: Set<string>;
  /** Of plans without changing sets: published campaigns, and previewed ones. */
  auctions: Map<MarketPlan, KeptAuction>;
  /** Of the view. */
  values: Pick<View, 'attributes' | 'labels' | 'numbers'>;
}

const lasting = new WeakMap<PartsKey, KeptCampaigns>();
/** What was made last over the products of a structure, by market and locale. */
const last = new WeakMap<Structure, Map<string, KeptCampaigns>>();

const nameOf = ({ market, locale }: View) => `${market}|${locale}`;

export function keptCampaigns(view: View): KeptCampaigns {
  const { structure, key } = view;
  let kept = lasting.get(key);
  if (kept) return kept;
  let ofStructure = last.get(structure);
  if (!ofStructure) last.set(structure, (ofStructure = new Map()));
  kept = carriedOver(ofStructure.get(nameOf(view)), view);
  ofStructure.set(nameOf(view), kept);
  lasting.set(key, kept);
  return kept;
}

/** Keeps nothing of a view, which has no campaigns, for the next one. */
export function forgetCampaigns(view: View): void {
  last.get(view.structure)?.delete(nameOf(view));
}

function carriedOver(before: KeptCampaigns | undefined, view: View): KeptCampaigns {
  const { attributes, labels, numbers } = view;
  const kept: KeptCampaigns = {
    sets: new Map(),
    attributes: new Set(),
    auctions: new Map(),
    values: { attributes, labels, numbers },
  };
  if (!before) return kept;
  const isAlike = valuesAlike(before.values, view);
  if ([...before.attributes].every(isAlike)) Object.assign(kept, { sets: before.sets, attributes: before.attributes });
  for (const [plan, known] of before.auctions) {
    if (![...plan.attributes].every(isAlike)) continue;
    known.view.attributes = attributes;
    kept.auctions.set(plan, known);
  }
  return kept;
}

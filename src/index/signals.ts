/**
 * Signals: popularity and relations of the products of one market, learned from visitor behaviour and stored by the
 * ordinals of one snapshot. They are recompiled periodically for the same snapshot, so the manifest does not list them,
 * but they have the format of a part.
 *
 *   popularity f32[P]                      0 to 1, from purchases, carts and views
 *   boughtStart u32[P+1], bought u32, boughtWeight f32    products bought in one basket with it, best first
 *   seenStart u32[P+1], seen u32, seenWeight f32          products viewed in one session with it, best first
 *   likedStart u32[P+1], liked u32, likedWeight f32       products its customers view in other sessions; weight: the lift
 *                                         against other visitors; the most significant first
 *   priorFactors f64[4]                   of PRIOR_PARTS: what their weights are multiplied by
 *   contents (strings), contentPopularity f32             content keys in byte order, 0 to 1
 */
import { type Part, PartWriter } from './part.js';
import { Strings, writeStrings } from './strings.js';

/** A relation of products in CSR form: those related to product `p` are `to[start[p] … start[p + 1])`, best first. */
export interface Relations {
  start: Uint32Array;
  to: Uint32Array;
  /** Above 0; comparable within one relation. */
  weight: Float32Array;
}

/** The parts of scores that do not depend on the text, whose weights a shop's visitors may change. */
export const PRIOR_PARTS = ['popularity', 'rating', 'newness', 'stock'] as const;
/** What the weight of each part is multiplied by. */
export type PriorFactors = Readonly<Record<(typeof PRIOR_PARTS)[number], number>>;
export const PLAIN_FACTORS: PriorFactors = { popularity: 1, rating: 1, newness: 1, stock: 1 };

export interface ProductSignals {
  popularity: Float32Array;
  bought: Relations;
  seen: Relations;
  liked: Relations;
}

/** @param contents popularity by content key, keys in byte order */
export function writeSignals(
  { popularity, bought, seen, liked }: ProductSignals,
  contents: readonly (readonly [key: string, popularity: number])[],
  factors: PriorFactors = PLAIN_FACTORS,
): PartWriter {
  const part = new PartWriter('signals').add('popularity', popularity);
  part.add(
    'priorFactors',
    Float64Array.from(PRIOR_PARTS, name => factors[name]),
  );
  for (const [name, relations] of [
    ['bought', bought],
    ['seen', seen],
    ['liked', liked],
  ] as const) {
    part.add(`${name}Start`, relations.start).add(name, relations.to).add(`${name}Weight`, relations.weight);
  }
  writeStrings(
    part,
    'contents',
    contents.map(([key]) => key),
  );
  return part.add(
    'contentPopularity',
    Float32Array.from(contents, ([, popularity]) => popularity),
  );
}

/** Of the last view without any: the locales of a market have them in common, with the priors made of them. */
let noSignals: Signals | undefined;

export class Signals implements ProductSignals {
  readonly popularity: Float32Array;
  readonly bought: Relations;
  readonly seen: Relations;
  readonly liked: Relations;
  readonly factors: PriorFactors;
  private readonly contents: Strings | undefined;
  private readonly contentPopularities: Float32Array;

  private constructor(from: Part | number) {
    if (typeof from === 'number') {
      const none: Relations = {
        start: new Uint32Array(from + 1),
        to: new Uint32Array(0),
        weight: new Float32Array(0),
      };
      this.popularity = new Float32Array(from);
      this.bought = none;
      this.seen = none;
      this.liked = none;
      this.contentPopularities = new Float32Array(0);
      this.factors = PLAIN_FACTORS;
      return;
    }
    const relations = (name: string): Relations => ({
      start: from.u32(`${name}Start`),
      to: from.u32(name),
      weight: from.f32(`${name}Weight`),
    });
    this.popularity = from.f32('popularity');
    const [popularity, rating, newness, stock] = from.f64('priorFactors');
    this.factors = { popularity, rating, newness, stock };
    this.bought = relations('bought');
    this.seen = relations('seen');
    this.liked = relations('liked');
    this.contents = new Strings(from, 'contents');
    this.contentPopularities = from.f32('contentPopularity');
  }

  static open(part: Part): Signals {
    return new Signals(part);
  }

  /** The signals of a shop without visits. */
  static none(productCount: number): Signals {
    if (noSignals?.popularity.length !== productCount) noSignals = new Signals(productCount);
    return noSignals;
  }

  /** Whether these are the signals of a shop without visits. */
  get isNone(): boolean {
    return this.contents === undefined;
  }

  /** 0 to 1; 0 for an item without views. */
  contentPopularity(key: string): number {
    const at = this.contents?.find(key) ?? -1;
    return at < 0 ? 0 : this.contentPopularities[at];
  }
}

/**
 * The weighted attributes of a few products: of the one that a page is about, or those in a cart. Scores how well
 * another product fits, and finds candidates.
 *
 * The fit in an attribute is the rarity of the profile's values that the product has, relative to what the profile's
 * own products have on average: 1 for the only product of a profile, little for one of many different ones. The fits
 * are then averaged with weights for the purpose of the list.
 */
import { FIELD } from '../index/fields.js';
import type { View } from '../snapshot/index.js';
import type { Candidates } from './candidates.js';
import { PriceBand } from './price-band.js';
import type { Role, Trait, Traits } from './traits.js';
import type { WeightedValue } from './value-candidates.js';

export type Weights = Readonly<Record<Role | 'title' | 'price', number>>;

/** Factor for products whose values of gender or age are all others than the profile's. */
const MISMATCH_FACTOR = 0.3;
/** Fit of a product without a value in such an attribute. */
const MISSING_VALUE_FIT = 0.5;
/** Least standard deviation of the logarithm of prices: a third more or less is the same price range. */
const PRICE_SPREAD = 0.35;
/** Most postings of title words that are read. */
const TITLE_BUDGET = 5_000;
const MAX_TITLE_WORDS = 12;
const TITLE = 1 << FIELD.TITLE;

interface ProfileAttribute {
  trait: Trait;
  /** By value: the weight of the profile's products with it, times its rarity. */
  value: Float32Array;
  /** Values that are not 0. */
  touched: number[];
  /** Sum over the profile's products of the rarity of their values. */
  total: number;
}

export class Profile {
  private readonly attributes: ProfileAttribute[];
  private readonly prices = new PriceBand(PRICE_SPREAD);
  private titleOf = -1;

  constructor(
    private readonly view: View,
    private readonly traits: Traits,
  ) {
    this.attributes = traits.all.map(trait => ({
      trait,
      value: new Float32Array(trait.attribute.size),
      touched: [],
      total: 0,
    }));
  }

  clear(): void {
    for (const attribute of this.attributes) {
      for (const value of attribute.touched) attribute.value[value] = 0;
      attribute.touched.length = 0;
      attribute.total = 0;
    }
    this.prices.clear();
    this.titleOf = -1;
  }

  /** Adds a product; `prices` are lowest selling prices. The reference title is that of the product added last. */
  add(product: number, weight: number, prices: Float64Array): void {
    this.titleOf = product;
    for (const attribute of this.attributes) {
      const { start, values, rarity } = attribute.trait;
      const place = this.traits.place(attribute.trait, product);
      for (let i = start[place]; i < start[place + 1]; i++) {
        const value = values[i];
        if (attribute.value[value] === 0) attribute.touched.push(value);
        attribute.value[value] += weight * rarity[value];
        attribute.total += weight * rarity[value];
      }
    }
    this.prices.add(Math.log(prices[product]), weight);
  }

  /**
   * How well a product fits, 0 to 1.
   * @param title share of the reference title that its title has
   */
  fit(product: number, weights: Weights, prices: Float64Array, title = 0): number {
    let sum = 0;
    let most = 0;
    let mismatch = 1;
    for (const { trait, value, total } of this.attributes) {
      const weight = weights[trait.role];
      if (weight === 0 || total === 0) continue;
      most += weight;
      const { start, values } = trait;
      const place = this.traits.place(trait, product);
      const from = start[place];
      const to = start[place + 1];
      let shared = 0;
      for (let i = from; i < to; i++) shared += value[values[i]];
      if (shared > 0) sum += weight * Math.min(1, shared / total);
      else if (trait.role === 'gender' || trait.role === 'age') {
        if (from === to || this.isNeutral(trait, value, from, to)) sum += weight * MISSING_VALUE_FIT;
        else mismatch *= MISMATCH_FACTOR;
      }
    }
    if (weights.title > 0) {
      most += weights.title;
      sum += weights.title * title;
    }
    if (weights.price > 0 && this.prices.isKnown) {
      most += weights.price;
      sum += weights.price * this.prices.fit(Math.log(prices[product]));
    }
    return most === 0 ? 0 : (mismatch * sum) / most;
  }

  private isNeutral({ neutral, values }: Trait, value: Float32Array, from: number, to: number): boolean {
    if (neutral < 0) return false;
    if (value[neutral] > 0) return true;
    for (let i = from; i < to; i++) if (values[i] === neutral) return true;
    return false;
  }

  /** The profile's values, by which candidates are found. */
  weightedValues(weights: Weights): WeightedValue[] {
    const found: WeightedValue[] = [];
    for (const { trait, value, touched, total } of this.attributes) {
      const weight = weights[trait.role];
      if (weight === 0) continue;
      for (const one of touched) found.push({ trait, value: one, weight: (weight * value[one]) / total });
    }
    return found;
  }

  /**
   * Adds candidates by words of the reference title, rare words first; each gains its share of the title's rarity.
   * @param weight of the whole title, relative to values
   */
  addByTitle(candidates: Candidates, weight: number): void {
    const { attributes, analyzer, text } = this.view;
    const titles = attributes.get('title');
    if (titles?.level !== 'product' || titles.start[this.titleOf] === titles.start[this.titleOf + 1]) return;
    const title = titles.values.at(titles.of[titles.start[this.titleOf]]);
    const stems = new Set<string>();
    for (const token of analyzer.tokenize(title)) {
      if (!token.part && !analyzer.isStopWord(token.text)) stems.add(analyzer.stem(token.text));
    }
    const words = [...stems].slice(0, MAX_TITLE_WORDS).map(stem => {
      const terms = text.termsOfStem(stem);
      let frequency = 0;
      for (const term of terms) frequency += text.frequency(term);
      return { terms, frequency, rarity: Math.log(1 + text.productCount / (frequency + 0.5)) };
    });
    const total = words.reduce((sum, { rarity }) => sum + rarity, 0);
    let left = TITLE_BUDGET;
    for (const { terms, frequency, rarity } of words.sort((a, b) => a.frequency - b.frequency)) {
      left -= frequency;
      if (left < 0) return;
      for (const term of terms) {
        const { docs, fields } = text.postings(term);
        for (let i = text.start[term]; i < text.start[term + 1]; i++) {
          if ((fields[i] & TITLE) !== 0) candidates.addTitle(docs[i], rarity / total, weight);
        }
      }
    }
  }
}

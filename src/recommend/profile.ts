/**
 * What a few products have in common, weighted: one that a page is about, or those in a cart. Tells how well another
 * product fits, and finds those that may.
 *
 * Of each attribute a product's fit is the rarity of the profile's values that it has, as a share of what the profile's
 * own products have on average: 1 for the only product of a profile, little for one of many that differ.
 * Attributes are then weighed by what the comparison is for.
 */
import { FIELD } from '../index/fields.js';
import type { View } from '../snapshot/index.js';
import type { Candidates } from './candidates.js';
import type { Lead } from './gather-candidates.js';
import type { Role, Trait, Traits } from './traits.js';

export type Weights = Readonly<Record<Role | 'title' | 'price', number>>;

/** Products with values, but none of the profile's, in an attribute that says whom a thing is for. */
const STRANGER = 0.3;
/** What a product without a value gets of such an attribute: nothing speaks against it. */
const UNSAID = 0.5;
/** Least spread of prices, as a logarithm: a third more or less is the same band. */
const PRICE_SPREAD = 0.35;
/** Postings of title words that are walked. */
const TITLE_BUDGET = 5_000;
const MAX_TITLE_WORDS = 12;
const TITLE = 1 << FIELD.TITLE;

interface Side {
  trait: Trait;
  /** By value: how much of the profile has it, times its rarity. */
  value: Float32Array;
  /** Values that are not 0. */
  touched: number[];
  /** What the profile's products have on average. */
  whole: number;
}

export class Profile {
  private readonly sides: Side[];
  private logPrice = 0;
  private logPriceSquared = 0;
  private priced = 0;
  private titleOf = -1;

  constructor(
    private readonly view: View,
    private readonly traits: Traits,
  ) {
    this.sides = traits.all.map(trait => ({
      trait,
      value: new Float32Array(trait.attribute.size),
      touched: [],
      whole: 0,
    }));
  }

  clear(): void {
    for (const side of this.sides) {
      for (const value of side.touched) side.value[value] = 0;
      side.touched.length = 0;
      side.whole = 0;
    }
    this.logPrice = 0;
    this.logPriceSquared = 0;
    this.priced = 0;
    this.titleOf = -1;
  }

  /** Adds a product; `prices` are lowest selling prices. The title of the last one added is that of the profile. */
  add(product: number, weight: number, prices: Float64Array): void {
    this.titleOf = product;
    for (const side of this.sides) {
      const { start, values, rarity } = side.trait;
      const place = this.traits.place(side.trait, product);
      for (let i = start[place]; i < start[place + 1]; i++) {
        const value = values[i];
        if (side.value[value] === 0) side.touched.push(value);
        side.value[value] += weight * rarity[value];
        side.whole += weight * rarity[value];
      }
    }
    const price = Math.log(prices[product]);
    if (!Number.isFinite(price)) return;
    this.priced += weight;
    this.logPrice += weight * price;
    this.logPriceSquared += weight * price * price;
  }

  /**
   * How well a product fits, 0 to 1.
   * @param title what its title has of the profile's, 0 to 1
   */
  fit(product: number, weights: Weights, prices: Float64Array, title = 0): number {
    let sum = 0;
    let most = 0;
    let stranger = 1;
    for (const { trait, value, whole } of this.sides) {
      const weight = weights[trait.role];
      if (weight === 0 || whole === 0) continue;
      most += weight;
      const { start, values } = trait;
      const place = this.traits.place(trait, product);
      const from = start[place];
      const to = start[place + 1];
      let shared = 0;
      for (let i = from; i < to; i++) shared += value[values[i]];
      if (shared > 0) sum += weight * Math.min(1, shared / whole);
      else if (trait.role === 'gender' || trait.role === 'age') {
        if (from === to || this.isNeutral(trait, value, from, to)) sum += weight * UNSAID;
        else stranger *= STRANGER;
      }
    }
    if (weights.title > 0) {
      most += weights.title;
      sum += weights.title * title;
    }
    if (weights.price > 0 && this.priced > 0) {
      most += weights.price;
      sum += weights.price * this.priceFit(prices[product]);
    }
    return most === 0 ? 0 : (stranger * sum) / most;
  }

  private isNeutral({ neutral, values }: Trait, value: Float32Array, from: number, to: number): boolean {
    if (neutral < 0) return false;
    if (value[neutral] > 0) return true;
    for (let i = from; i < to; i++) if (values[i] === neutral) return true;
    return false;
  }

  private priceFit(price: number): number {
    const mean = this.logPrice / this.priced;
    const variance = Math.max(0, this.logPriceSquared / this.priced - mean * mean);
    const away = (Math.log(price) - mean) / (PRICE_SPREAD + Math.sqrt(variance));
    return Number.isFinite(away) ? Math.exp((-away * away) / 2) : 0;
  }

  /** Values worth looking for in products that fit. */
  leads(weights: Weights): Lead[] {
    const found: Lead[] = [];
    for (const { trait, value, touched, whole } of this.sides) {
      const weight = weights[trait.role];
      if (weight === 0) continue;
      for (const one of touched) found.push({ trait, value: one, worth: (weight * value[one]) / whole });
    }
    return found;
  }

  /**
   * Adds products by words of the last product's title, rare ones first; each gets the share of the title's rarity that
   * it has. @param worth of the whole title beside values
   */
  gatherTitle(candidates: Candidates, worth: number): void {
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
    const whole = words.reduce((sum, { rarity }) => sum + rarity, 0);
    let left = TITLE_BUDGET;
    for (const { terms, frequency, rarity } of words.sort((a, b) => a.frequency - b.frequency)) {
      left -= frequency;
      if (left < 0) return;
      for (const term of terms) {
        for (let i = text.start[term]; i < text.start[term + 1]; i++) {
          if ((text.fields[i] & TITLE) !== 0) candidates.addTitle(text.docs[i], rarity / whole, worth);
        }
      }
    }
  }
}

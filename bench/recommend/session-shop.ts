/**
 * The hidden structure of invented sessions: how the products of a catalog hang together, and what segments of visitors
 * like. The same products and seed give the same structure.
 */
import { type Draws, stream, weighted, zipf } from '../catalogs/chance.js';
import type { SessionProduct } from './products.js';

/** What the visitors of one segment like. */
export interface Segment {
  gender: string | undefined;
  categories: readonly string[];
  brands: ReadonlySet<string>;
  colors: ReadonlySet<string>;
  /** Of prices: the lower, the middle or the upper third. */
  level: number;
}

/** What narrows a draw of a product. */
interface Within {
  category?: string;
  /** Mostly of this style, where it is given. */
  style?: number;
}

const STYLES = 8;
const SEGMENT_CATEGORIES = 6;
const COMPLEMENT_CATEGORIES = 3;
const COMPLEMENTS = 4;
/** Products that are looked at for each complement. */
const COMPLEMENT_CANDIDATES = 12;
/** Of a category, the most popular ones. */
const DRAWN_FROM = 4_000;
/** How much more a product is looked at for what the segment likes, and for its style. */
const LIKED = { brand: 3, color: 2, level: 2, style: 8 };
/** The share of what is looked at that is of another gender. */
const ANY_GENDER = 0.15;

export class SessionShop {
  readonly categories: readonly string[];
  /** By product: what goes with it. */
  readonly complements: readonly (readonly number[])[];
  private readonly segments: readonly Segment[];
  /** Products by category. */
  private readonly byCategory = new Map<string, number[]>();
  /** From the most popular product to the least. */
  private readonly order: readonly number[];
  /** Popularity by product. */
  private readonly appeal: Float64Array;
  private readonly styles: readonly number[];
  /** Of the price, by product. */
  private readonly levels: readonly number[];
  private readonly drawers = new Map<string, (draws: Draws) => number>();

  constructor(
    readonly products: readonly SessionProduct[],
    seed: string,
    segmentCount: number,
  ) {
    const draws = stream(`${seed} shop`);
    products.forEach(({ category }, i) => {
      const members = this.byCategory.get(category);
      if (members) members.push(i);
      else this.byCategory.set(category, [i]);
    });
    this.categories = [...this.byCategory.keys()];
    this.order = this.drawOrder(draws);
    this.appeal = new Float64Array(products.length);
    this.order.forEach((product, rank) => {
      this.appeal[product] = 1 / (rank + 10);
    });
    this.styles = this.drawStyles(draws);
    this.levels = priceLevels(products);
    const complementing = new Map(
      this.categories.map(category => {
        const others = this.categories.filter(other => other !== category);
        return [category, draws.some(others, COMPLEMENT_CATEGORIES)];
      }),
    );
    this.segments = this.drawSegments(segmentCount, draws);
    this.complements = products.map(({ category }, i) => this.complementsOf(i, complementing.get(category)!, draws));
  }

  segment(index: number): Segment {
    return this.segments[index];
  }

  /** A hidden property of products that half follows their brand. */
  styleOf(product: number): number {
    return this.styles[product];
  }

  /** Draws a product as a segment likes them. @param segment its index */
  draw(segment: number, { category, style }: Within, draws: Draws): number {
    const name = `${segment}|${category ?? ''}|${style ?? ''}`;
    let drawer = this.drawers.get(name);
    if (drawer === undefined) {
      const members = category === undefined ? this.order : this.byCategory.get(category)!;
      const drawnFrom = members.slice(0, DRAWN_FROM);
      const drawIndex = weighted(drawnFrom.map(product => this.weight(product, this.segments[segment], style)));
      drawer = draws => drawnFrom[drawIndex(draws)];
      this.drawers.set(name, drawer);
    }
    return drawer(draws);
  }

  private weight(product: number, likes: Segment, style: number | undefined): number {
    const { gender, brand = '', color } = this.products[product];
    let weight = this.appeal[product];
    if (gender !== undefined && likes.gender !== undefined && gender !== likes.gender) weight *= ANY_GENDER;
    if (likes.brands.has(brand)) weight *= LIKED.brand;
    if (color !== undefined && likes.colors.has(color)) weight *= LIKED.color;
    if (this.levels[product] === likes.level) weight *= LIKED.level;
    if (style !== undefined && this.styles[product] === style) weight *= LIKED.style;
    return weight;
  }

  /** Popularity is drawn, as it owes nothing to the order of the catalog. */
  private drawOrder(draws: Draws): number[] {
    const { categories } = this;
    const order = draws.some(categories, categories.length).flatMap(category => this.byCategory.get(category) ?? []);
    for (let i = order.length - 1; i > 0; i--) {
      const k = draws.below(i + 1);
      [order[i], order[k]] = [order[k], order[i]];
    }
    return order;
  }

  private drawStyles(draws: Draws): number[] {
    const styleOfBrand = new Map(brandsOf(this.products).map(brand => [brand, draws.below(STYLES)]));
    return this.products.map(({ brand = '' }) => (draws.chance(50) ? styleOfBrand.get(brand)! : draws.below(STYLES)));
  }

  private drawSegments(count: number, draws: Draws): Segment[] {
    const { categories, products } = this;
    const brands = brandsOf(products);
    const genders = [...new Set(products.flatMap(({ gender }) => gender ?? []))];
    const colors = [...new Set(products.flatMap(({ color }) => color ?? []))];
    const drawCategory = zipf(Math.max(1, categories.length));
    return Array.from({ length: count }, () => ({
      gender: genders.length > 0 ? draws.pick(genders) : undefined,
      categories: Array.from({ length: SEGMENT_CATEGORIES }, () => categories[drawCategory(draws)]),
      brands: new Set(draws.some(brands, Math.max(1, Math.ceil(brands.length / 8)))),
      colors: new Set(draws.some(colors, Math.max(1, Math.ceil(colors.length / 4)))),
      level: draws.below(3),
    }));
  }

  /** Of each complementing category the product that suits best: same gender and style, then what appeals. */
  private complementsOf(product: number, categories: readonly string[], draws: Draws): number[] {
    const chosen: number[] = [];
    const { gender, group } = this.products[product];
    for (let tries = 0; categories.length > 0 && chosen.length < COMPLEMENTS && tries < 3 * COMPLEMENTS; tries++) {
      const members = this.byCategory.get(categories[tries % categories.length])!;
      let best = -1;
      let bestScore = -1;
      for (let k = 0; k < COMPLEMENT_CANDIDATES; k++) {
        const other = members[draws.below(members.length)];
        const another = this.products[other];
        if (chosen.includes(other) || other === product || another.group === group) continue;
        const sameGender = another.gender === gender ? 2 : 0;
        const sameStyle = this.styles[other] === this.styles[product] ? 1 : 0;
        const score = sameGender + sameStyle + this.appeal[other];
        if (score <= bestScore) continue;
        best = other;
        bestScore = score;
      }
      if (best >= 0) chosen.push(best);
    }
    return chosen;
  }
}

function brandsOf(products: readonly SessionProduct[]): string[] {
  return [...new Set(products.map(({ brand = '' }) => brand))];
}

/** The third of all prices that each product's is in. */
function priceLevels(products: readonly SessionProduct[]): number[] {
  const prices = products.map(({ price = 0 }) => price).sort((a, b) => a - b);
  const [low, high] = [prices[Math.floor(prices.length / 3)], prices[Math.floor((2 * prices.length) / 3)]];
  return products.map(({ price = 0 }) => (price < low ? 0 : price < high ? 1 : 2));
}

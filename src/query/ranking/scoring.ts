/**
 * The formulas of scoring, over the weights of weights.ts. A score is the sum, over the words, of rarity times field score
 * times weight, then of the weights of recognised values, then of the prior. It estimates which of two products is the
 * better answer: the difference of their points is, over a scale, the logarithm of the odds. Products with all words stand
 * before others, of any points (see the matcher).
 */
import { decodePlace, FIELD, NO_PLACE } from '../../index/fields.js';
import { WEIGHTS, type WeightName } from './weights.js';

/** In the order in which they are added up. */
const FIELD_WEIGHTS: [field: number, weight: number][] = [
  [FIELD.KEY, WEIGHTS['field.key']],
  [FIELD.TYPE, WEIGHTS['field.type']],
  [FIELD.CATEGORY, WEIGHTS['field.category']],
  [FIELD.BRAND, WEIGHTS['field.brand']],
  [FIELD.COLOR, WEIGHTS['field.color']],
  [FIELD.TITLE, WEIGHTS['field.title']],
  [FIELD.NAME, WEIGHTS['field.name']],
  [FIELD.SERIES, WEIGHTS['field.series']],
  [FIELD.AUDIENCE, WEIGHTS['field.audience']],
  [FIELD.LABEL, WEIGHTS['field.label']],
  [FIELD.DEPARTMENT, WEIGHTS['field.department']],
  [FIELD.SIZE, WEIGHTS['field.size']],
  [FIELD.ONTOLOGY, WEIGHTS['field.ontology']],
  [FIELD.SHELF, WEIGHTS['field.shelf']],
  [FIELD.PART, WEIGHTS['field.part']],
];
/** What each further field adds to the best one, as a share of its own weight. */
const FURTHER_FIELDS = WEIGHTS['field.further'];

/**
 * What a word is worth more that says what the thing is, in a product that it says this of; and less in another type.
 */
const HEAD_BONUS = WEIGHTS['head.bonus'];
const BESIDE_HEAD = WEIGHTS['head.beside'];

/**
 * Worth of sets of fields, each computed when it is asked for: a catalog has a few hundred of them, and to compute all
 * took a tenth of the start of a thread.
 */
export class FieldScores {
  /** By field mask; 0 where `of` has not been asked. */
  readonly known = new Float32Array(1 << 16);

  /**
   * @param head whether the word says what is looked for
   * @param besideHead the share of what types and categories are worth where it does not say what the product is
   */
  constructor(
    private readonly head: boolean,
    private readonly besideHead = BESIDE_HEAD,
  ) {}

  /** @param mask of fields */
  of(mask: number): number {
    return this.known[mask] || this.compute(mask);
  }

  private compute(mask: number): number {
    const isHead = this.head && (mask & (1 << FIELD.HEAD)) !== 0;
    const ofType = this.head && !isHead ? this.besideHead : 1;
    let best = 0;
    let sum = 0;
    for (const [field, weight] of FIELD_WEIGHTS) {
      if ((mask & (1 << field)) === 0) continue;
      const own = field === FIELD.TYPE || field === FIELD.CATEGORY ? weight * ofType : weight;
      best = Math.max(best, own);
      sum += own;
    }
    this.known[mask] = best + (sum - best) * FURTHER_FIELDS;
    if (isHead) this.known[mask] += HEAD_BONUS;
    return this.known[mask];
  }
}

export const FIELD_SCORE = new FieldScores(false);
/** For the word that says what is looked for. */
export const HEAD_SCORE = new FieldScores(true);
/** For the word that probably does: a product that it names is worth more, and no other less. */
const LIKELY_HEAD_SCORE = new FieldScores(true, 1);

/** What the fields of a query term's words are worth. */
export function fieldScoresOf({ head, likelyHead }: { head: boolean; likelyHead: boolean }): FieldScores {
  if (head) return HEAD_SCORE;
  return likelyHead ? LIKELY_HEAD_SCORE : FIELD_SCORE;
}

/** Which weight the values of an attribute have. Asked dozens of times in a query, so that no name is put together. */
export function valueWeightName(attribute: string): WeightName {
  switch (attribute) {
    case 'product_type':
      return 'value.product_type';
    case 'brand':
      return 'value.brand';
    case 'color':
      return 'value.color';
    case 'category':
    case 'ontology':
      return 'value.category';
    case 'gender':
    case 'age':
      return 'value.audience';
    default:
      return /colou?r$/i.test(attribute) ? 'value.further_color' : 'value.other';
  }
}

/** What a recognised value is worth in a product that has exactly it. */
export function valueWeight(attribute: string): number {
  return WEIGHTS[valueWeightName(attribute)];
}

/** Rarity of a word that `frequency` of `products` contain: BM25's idf, at least a small positive number. */
export function rarity(frequency: number, products: number): number {
  return Math.log(1 + (products - frequency + 0.5) / (frequency + 0.5));
}

const PLACE_EARLY = WEIGHTS['place.early'];
const PLACE_SHORT = WEIGHTS['place.short'];
/**
 * By place: a word early in a title says more about the thing than a late one, and one of few more than one of many.
 */
export const PLACE_SCORE = new Float32Array(256);
for (let place = 0; place < NO_PLACE; place++) {
  const { position, length } = decodePlace(place);
  if (position < length) PLACE_SCORE[place] = PLACE_EARLY * (1 - position / length) + PLACE_SHORT / length;
}

export const OUT_OF_STOCK_PENALTY = WEIGHTS['prior.stock'];
/**
 * Worth of being the product that sells best: decides between products that fit alike, and orders what no text does.
 */
export const POPULARITY_WEIGHT = WEIGHTS['prior.popularity'];
/** Worth of being the newest product; it halves every so many days. */
export const NEWNESS_WEIGHT = WEIGHTS['prior.newness'];
export const NEWNESS_HALF_LIFE_DAYS = 60;
/** Worth of the full rating. */
export const RATING_WEIGHT = WEIGHTS['prior.rating'];
export const MAX_RATING = 5;

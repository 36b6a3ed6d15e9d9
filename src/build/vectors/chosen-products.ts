/** Finds the products of a view that visitors have chosen for texts, while products are added. */
import type { SearchedText } from '../../index/searched-texts.js';

/** Choices that word vectors are made of at most, so that these take bounded time: a fourth of the products' sample. */
const MOST_CHOICES = 1 << 13;

/** A text that was searched for, and the ordinal of a product that was chosen for it. */
export interface ChosenProduct {
  text: string;
  product: number;
}

export class ChosenProducts {
  /** By key; -1: not added so far. */
  private readonly ordinals = new Map<string, number>();

  /** @param texts of the view, the most used first */
  constructor(private readonly texts: readonly SearchedText[]) {
    for (const { chosen } of texts) for (const key of chosen) this.ordinals.set(key, -1);
  }

  /** Takes note of the next product of the view. */
  add(key: string, ordinal: number): void {
    if (this.ordinals.has(key)) this.ordinals.set(key, ordinal);
  }

  /** Choices of products that the view has, those for the most used texts. */
  get all(): ChosenProduct[] {
    const all = this.texts.flatMap(({ text, chosen }) =>
      chosen.map(key => ({ text, product: this.ordinals.get(key)! })).filter(({ product }) => product >= 0),
    );
    return all.slice(0, MOST_CHOICES);
  }
}

/** Some or all products of a view in an order. */
export class Order {
  /** Position of each product; for products that are not in the order, the length of the order. */
  readonly rank: Uint32Array;

  constructor(
    readonly products: Uint32Array,
    productCount: number,
  ) {
    this.rank = new Uint32Array(productCount).fill(products.length);
    for (let i = 0; i < products.length; i++) this.rank[products[i]] = i;
  }

  /** Those of a few products that are in the order, sorted by it. */
  among(few: Uint32Array): Uint32Array {
    const ranks = few.map(product => this.rank[product]).sort();
    let n = ranks.length;
    while (n > 0 && ranks[n - 1] === this.products.length) n--;
    return ranks.subarray(0, n).map(rank => this.products[rank]);
  }
}

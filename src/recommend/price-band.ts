/** The logarithms of the prices of some products, each with its weight, as a normal distribution. */
export class PriceBand {
  private weight = 0;
  private sum = 0;
  private squares = 0;
  private mean = 0;
  private deviation = 0;

  /** @param spread least standard deviation */
  constructor(private readonly spread: number) {}

  clear(): void {
    this.weight = 0;
    this.sum = 0;
    this.squares = 0;
  }

  /** Adds the logarithm of a price; one that is not finite is passed over. */
  add(log: number, weight: number): void {
    if (!Number.isFinite(log)) return;
    this.weight += weight;
    this.sum += weight * log;
    this.squares += weight * log * log;
    this.mean = this.sum / this.weight;
    this.deviation = Math.sqrt(Math.max(0, this.squares / this.weight - this.mean * this.mean)) + this.spread;
  }

  get isKnown(): boolean {
    return this.weight > 0;
  }

  /** How well the logarithm of a price fits, 0 to 1; 0 where no price is known. */
  fit(log: number): number {
    if (this.weight === 0) return 0;
    const away = (log - this.mean) / this.deviation;
    return Number.isFinite(away) ? Math.exp((-away * away) / 2) : 0;
  }
}

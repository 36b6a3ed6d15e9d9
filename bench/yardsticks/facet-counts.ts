/**
 * Counts of a facet's values among hits. Most products share all that they carry with others, so a product has one
 * number, of all its values together; these are counted, and handed out to values afterwards.
 */
export class FacetCounts {
  private readonly sets = new Map<string, number>();
  private readonly values = new Map<string, number>();
  /** By set. */
  private readonly valuesOfSet: number[][] = [];
  /** By value: its JSON up to the count. */
  private readonly encoded: string[] = [];
  /** By document; -1 without values. */
  private readonly setOf: number[] = [];

  constructor(private readonly id: string) {}

  /** @param text all values of the next document, a line each */
  add(text: string): void {
    this.setOf.push(text === '' ? -1 : this.numberOfSet(text));
  }

  /** JSON of all values that documents have, most frequent first. */
  json(documents: Iterable<number>): string {
    const bySet = new Uint32Array(this.valuesOfSet.length);
    for (const document of documents) {
      const set = this.setOf[document];
      if (set >= 0) bySet[set]++;
    }
    const counts = new Uint32Array(this.encoded.length);
    for (const [set, count] of bySet.entries()) {
      if (count > 0) for (const value of this.valuesOfSet[set]) counts[value] += count;
    }
    const found = [...counts.keys()].filter(value => counts[value] > 0).sort((a, b) => counts[b] - counts[a]);
    return `{"id":"${this.id}","values":[${found.map(value => `${this.encoded[value]}${counts[value]}}`).join(',')}]}`;
  }

  private numberOfSet(text: string): number {
    const known = this.sets.get(text);
    if (known !== undefined) return known;
    this.valuesOfSet.push(text.split('\n').map(value => this.numberOfValue(value)));
    this.sets.set(text, this.sets.size);
    return this.sets.size - 1;
  }

  private numberOfValue(value: string): number {
    const known = this.values.get(value);
    if (known !== undefined) return known;
    const quoted = JSON.stringify(value);
    this.encoded.push(`{"id":${quoted},"label":${quoted},"selected":false,"count":`);
    this.values.set(value, this.values.size);
    return this.values.size - 1;
  }
}

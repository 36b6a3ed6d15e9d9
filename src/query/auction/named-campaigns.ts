/** Numbers of campaigns by what they name: a category, a page, a phrase. */
export class NamedCampaigns<Key> {
  private readonly byKey = new Map<Key, number[]>();

  get isEmpty(): boolean {
    return this.byKey.size === 0;
  }

  add(key: Key, campaign: number): void {
    const there = this.byKey.get(key);
    if (!there) this.byKey.set(key, [campaign]);
    else if (there.at(-1) !== campaign) there.push(campaign);
  }

  /** Ascending, as they were added. */
  get(key: Key): readonly number[] {
    return this.byKey.get(key) ?? NONE;
  }

  has(key: Key, campaign: number): boolean {
    return isAmong(this.get(key), campaign);
  }
}

const NONE: readonly number[] = [];

/** @param campaigns ascending */
export function isAmong(campaigns: ArrayLike<number>, campaign: number): boolean {
  let from = 0;
  for (let to = campaigns.length; from < to; ) {
    const middle = (from + to) >>> 1;
    if (campaigns[middle]! < campaign) from = middle + 1;
    else to = middle;
  }
  return campaigns[from] === campaign;
}

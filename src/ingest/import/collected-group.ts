/** What is collected of a product group while it is written from a JSON tape. */
import type { RecurringCache } from '../../kernel/tape-texts.js';

/** A list of markets, and the keys of overrides that records sold there may have. */
export interface Scope {
  markets: string[];
  json: string;
  keys: RecurringCache<OverrideKey | typeof NO_KEY>;
}

export interface OverrideKey {
  key: string;
  hasLocale: boolean;
  hasMarket: boolean;
}

/** In place of a key that a record may not have. */
export const NO_KEY = 0;

/** Its keys, and what names its views or tells its markets apart. */
export class CollectedGroup {
  readonly names = new Set<string>();
  readonly keys: string[][] = [];
  readonly all = new Set<string>();
  readonly limits: Scope[] = [];
  readonly overrides: string[] = [];
  category: string | undefined;

  claim(key: string): boolean {
    const { size } = this.all;
    return this.all.add(key).size > size;
  }

  limit(scope: Scope): void {
    if (!this.limits.some(({ json }) => json === scope.json)) this.limits.push(scope);
  }

  override(keys: readonly string[]): void {
    for (const key of keys) if (!this.overrides.includes(key)) this.overrides.push(key);
  }
}

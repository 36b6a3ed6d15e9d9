/**
 * Who owns a key. Groups, products and variants share one space of keys, so one index answers for all of them. While
 * an import runs, a key may stand in two groups for a moment (a product moves by replacing both groups, in either
 * order): such keys are remembered and settled at the end.
 *
 * Entry of the index: `g` for a group, `p GROUP` for a product, `v GROUP PRODUCT` for a variant; no key holds a space.
 */
import type { Database } from 'lmdb';
import type { ProductGroup } from './records.js';

export type Owner =
  | { kind: 'productGroup' }
  | { kind: 'product'; group: string }
  | { kind: 'variant'; group: string; product: string };

/** One key that stands in more than one place. */
export interface KeyConflict {
  key: string;
  places: string[];
}

const GROUP = 'g';

function productEntry(group: string): string {
  return `p ${group}`;
}

function variantEntry(group: string, product: string): string {
  return `v ${group} ${product}`;
}

function groupOf(key: string, entry: string): string {
  return entry === GROUP ? key : entry.split(' ', 2)[1]!;
}

/** All keys of a group with their entries. */
export function entriesOf(key: string, group: ProductGroup): Map<string, string> {
  const entries = new Map<string, string>([[key, GROUP]]);
  for (const [productKey, product] of Object.entries(group.products)) {
    entries.set(productKey, productEntry(key));
    const entry = variantEntry(key, productKey);
    for (const variantKey of Object.keys(product.variants)) entries.set(variantKey, entry);
  }
  return entries;
}

function describe(key: string, entry: string): string {
  const [kind, group, product] = entry.split(' ');
  if (kind === 'p') return `product of group ${group}`;
  if (kind === 'v') return `variant of product ${product} in group ${group}`;
  return `group ${key}`;
}

export class OwnerIndex {
  /** Key → the groups that held it during this transaction. */
  private readonly contested = new Map<string, Set<string>>();

  /** @param groupAt the group stored under a key at the moment of the call */
  constructor(
    private readonly entries: Database<string, string>,
    private readonly groupAt: (key: string) => ProductGroup | undefined,
  ) {}

  get(key: string): Owner | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const [kind, group, product] = entry.split(' ');
    if (kind === 'p') return { kind: 'product', group: group! };
    if (kind === 'v') return { kind: 'variant', group: group!, product: product! };
    return { kind: 'productGroup' };
  }

  /** Follows a change of one group; either side may be absent. */
  update(key: string, before: ProductGroup | undefined, after: ProductGroup | undefined): void {
    const old = before ? entriesOf(key, before) : undefined;
    const now = after ? entriesOf(key, after) : undefined;
    if (old) {
      for (const [name, entry] of old) {
        if (!now?.has(name) && this.entries.get(name) === entry) this.release(name);
      }
    }
    if (!now) return;
    for (const [name, entry] of now) {
      if (old?.get(name) === entry) continue;
      const other = this.entries.get(name);
      const holder = other === undefined ? key : groupOf(name, other);
      if (holder !== key || this.contested.has(name)) this.contest(name, holder, key);
      this.entries.putSync(name, entry);
    }
  }

  private contest(key: string, first: string, second: string): void {
    let groups = this.contested.get(key);
    if (!groups) this.contested.set(key, (groups = new Set()));
    groups.add(first).add(second);
  }

  /** A group let go of a key: a contested one falls to a group that still holds it. */
  private release(key: string): void {
    const [other] = this.placesOf(key);
    if (other === undefined) this.entries.removeSync(key);
    else this.entries.putSync(key, other);
  }

  /** The entries of a contested key, one for each group that holds it now, by group. */
  private placesOf(key: string): string[] {
    const places: string[] = [];
    for (const group of [...(this.contested.get(key) ?? [])].sort()) {
      const record = this.groupAt(group);
      const entry = record && entriesOf(group, record).get(key);
      if (entry !== undefined) places.push(entry);
    }
    return places;
  }

  /** Ends the contests: gives the keys that several groups still hold. */
  settle(): KeyConflict[] {
    const conflicts: KeyConflict[] = [];
    for (const key of this.contested.keys()) {
      const places = this.placesOf(key);
      if (places.length > 1) conflicts.push({ key, places: places.map(entry => describe(key, entry)) });
      else if (places.length === 1) this.entries.putSync(key, places[0]!);
    }
    this.contested.clear();
    return conflicts;
  }

  /** Forgets what a transaction that was aborted left contested. */
  forget(): void {
    this.contested.clear();
  }
}

/**
 * Maps each key of a group, product or variant to the group and product that own it; the three kinds share one key
 * space. While an import runs, a key may be in two groups for a moment (a product moves by replacing both groups, in
 * either order): such contested keys are collected, and resolved when all operations have been applied.
 *
 * Entry of the index (see owner-table.ts): `g` for a group, `p GROUP` for a product, `v GROUP PRODUCT` for a variant; keys have no spaces.
 */
import { AddedKeys } from './added-keys.js';
import type { OwnerTable } from './owner-table.js';
import { keysOf, type PreparedGroup } from './prepared-group.js';
import type { ProductGroup } from './records.js';

export type Owner =
  | { kind: 'productGroup' }
  | { kind: 'product'; group: string }
  | { kind: 'variant'; group: string; product: string };

/** A key that several groups, products or variants have at the end of an import. */
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

/** @param product that of a variant, or the key itself; undefined for the key of a group */
function entryOf(key: string, group: string, product: string | undefined): string {
  if (product === undefined) return GROUP;
  return product === key ? productEntry(group) : variantEntry(group, product);
}

/** All keys of a group with their entries. */
export function entriesOf(key: string, group: ProductGroup): Map<string, string> {
  const entries = new Map<string, string>([[key, GROUP]]);
  for (const [product, ...variants] of keysOf(group)) {
    entries.set(product, productEntry(key));
    const entry = variantEntry(key, product);
    for (const variant of variants) entries.set(variant, entry);
  }
  return entries;
}

function describe(key: string, entry: string): string {
  const [kind, group, product] = entry.split(' ');
  if (kind === 'p') return `product of group ${group}`;
  if (kind === 'v') return `variant of product ${product} in group ${group}`;
  return `group ${key}`;
}

export class KeyOwners {
  /** Key → the groups that had it during this transaction. */
  private readonly contested = new Map<string, Set<string>>();
  /** Those of groups that were added last, which are entered before anything else is read or changed. */
  private added = new AddedKeys();
  /** How many of them, in their order, are entered already. */
  private entered = 0;
  /** Whether they are appended to an empty index: its pages are then filled to their ends. */
  private appends = false;

  /** @param groupAt reads the group that is stored under a key at the time of the call */
  constructor(
    private readonly entries: OwnerTable,
    private readonly groupAt: (key: string) => ProductGroup | undefined,
  ) {}

  get(key: string): Owner | undefined {
    this.enterAdded();
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const [kind, group, product] = entry.split(' ');
    if (kind === 'p') return { kind: 'product', group: group! };
    if (kind === 'v') return { kind: 'variant', group: group!, product: product! };
    return { kind: 'productGroup' };
  }

  /** Follows a change of one group; `before` or `after` is undefined where it was added or removed. */
  update(key: string, before: ProductGroup | undefined, after: ProductGroup | undefined): void {
    this.enterAdded();
    const old = before ? entriesOf(key, before) : undefined;
    const now = after ? entriesOf(key, after) : undefined;
    if (old) {
      for (const [name, entry] of old) {
        if (!now?.has(name) && this.entries.get(name) === entry) this.release(name);
      }
    }
    if (now) this.take(key, now, old);
  }

  /** Follows the addition of a group; `enterAdded` is to be called before the transaction ends. */
  add(group: PreparedGroup): void {
    if (this.entered > 0) this.enterAdded();
    this.added.add(group);
  }

  /**
   * Enters the keys of added groups, in their order.
   * @param most keys that are entered at once, where conflicts are resolved already; default: all
   * @returns whether some are left
   */
  enterAdded(most = Number.POSITIVE_INFINITY): boolean {
    const { added } = this;
    if (added.size === 0) return false;
    if (this.entered === 0) this.appends = this.entries.isEmpty();
    const { order } = added;
    const contests: { place: number; key: string; holder: string; group: string }[] = [];
    let i = this.entered;
    const end = Math.min(order.length, i + most);
    let next = added.keyAt(order[i]);
    while (i < end) {
      const key = next;
      let entry = this.appends ? undefined : this.entries.get(key);
      do {
        const place = order[i++];
        const group = added.groupAt(place);
        const holder = entry === undefined ? group : groupOf(key, entry);
        if (holder !== group || this.contested.has(key)) contests.push({ place, key, holder, group });
        entry = entryOf(key, group, added.productAt(place));
        if (i < order.length) next = added.keyAt(order[i]);
      } while (i < order.length && next === key);
      if (this.appends) this.entries.append(key, entry);
      else this.entries.put(key, entry);
    }
    this.entered = i;
    if (i === order.length) this.forgetAdded();
    // As if each had been entered when its group was added.
    contests.sort((a, b) => a.place - b.place);
    for (const { key, holder, group } of contests) this.markContested(key, holder, group);
    return this.entered > 0;
  }

  private forgetAdded(): void {
    this.added = new AddedKeys();
    this.entered = 0;
  }

  /** Whether the keys of added groups are those of no other group, so that they may be entered later. */
  private areAddedFree(): boolean {
    if (this.added.size === 0) return true;
    return this.contested.size === 0 && (this.entered > 0 || (this.entries.isEmpty() && !this.added.haveRepeats));
  }

  /** Gives a group its keys. @param old entries that it has already */
  private take(key: string, now: ReadonlyMap<string, string>, old: ReadonlyMap<string, string> | undefined): void {
    for (const [name, entry] of now) {
      if (old?.get(name) === entry) continue;
      const other = this.entries.get(name);
      const holder = other === undefined ? key : groupOf(name, other);
      if (holder !== key || this.contested.has(name)) this.markContested(name, holder, key);
      this.entries.put(name, entry);
    }
  }

  private markContested(key: string, first: string, second: string): void {
    let groups = this.contested.get(key);
    if (!groups) this.contested.set(key, (groups = new Set()));
    groups.add(first).add(second);
  }

  /** A group no longer has a key: if the key is contested, another group that has it becomes its owner. */
  private release(key: string): void {
    const [other] = this.placesOf(key);
    if (other === undefined) this.entries.remove(key);
    else this.entries.put(key, other);
  }

  /** The entries of a contested key, one for each group that has it now, in the order of group keys. */
  private placesOf(key: string): string[] {
    const places: string[] = [];
    for (const group of [...(this.contested.get(key) ?? [])].sort()) {
      const record = this.groupAt(group);
      const entry = record && entriesOf(group, record).get(key);
      if (entry !== undefined) places.push(entry);
    }
    return places;
  }

  /** Assigns each contested key to the group that has it. @returns the keys that several groups still have */
  resolveConflicts(): KeyConflict[] {
    if (!this.areAddedFree()) this.enterAdded();
    const conflicts: KeyConflict[] = [];
    for (const key of this.contested.keys()) {
      const places = this.placesOf(key);
      if (places.length > 1) conflicts.push({ key, places: places.map(entry => describe(key, entry)) });
      else if (places.length === 1) this.entries.put(key, places[0]!);
    }
    this.contested.clear();
    return conflicts;
  }

  /** Removes all keys. */
  clear(): void {
    this.entries.clear();
    this.reset();
  }

  /** Drops the contested and the added keys that an aborted transaction has left. */
  reset(): void {
    this.contested.clear();
    this.forgetAdded();
  }
}

/**
 * The offers of a view behind an import that leaves all variants in their stores and under their price ids: a part that
 * differs in numbers alone. So memory is copied and written to, and nothing is made for a variant. `patchOfferColumns`,
 * which is for all other imports, takes about ten times as long, and the code that the engine compiles for it as much again.
 */

import { bytesIn, sharedMemory } from '../kernel/shared-memory.js';
import { positionIn } from '../kernel/sorted-search.js';
import { Offers } from './offers.js';
import { isSealed, Part } from './part.js';
import { contentBytes } from './part-seal.js';

/** The offers of some variants. */
interface Changes {
  readonly offers: Offers;
  /** Of each of them, its ordinal in the view. */
  readonly variants: Uint32Array;
}

/**
 * @param before a part `offers`
 * @returns the part behind the changes, without its seal; undefined where a variant comes to a store or price id, or
 *   leaves one, and of a part of the version before seals, whose content ends elsewhere
 */
export function repricedOffers(before: SharedArrayBuffer, changes: Changes): SharedArrayBuffer | undefined {
  if (!isSealed(Buffer.from(before)) || !haveSameEntries(new Offers(new Part(before)), changes)) return undefined;
  const shared = sharedMemory(before.byteLength);
  bytesIn(shared).set(new Uint8Array(before, 0, contentBytes(before.byteLength)));
  write(new Offers(new Part(shared)), changes);
  return shared;
}

function haveSameEntries(old: Offers, { offers, variants }: Changes): boolean {
  const { stores, priceIds } = offers;
  if (stores.some(key => old.storeIndex(key) < 0) || priceIds.some(id => old.priceIndex(id) < 0)) return false;
  const equal = (held: Uint32Array, named: Uint32Array | undefined) => haveSame(held, named ?? NONE, variants);
  return (
    old.stores.every((key, store) => equal(old.storeColumn(store).variants, storeVariants(offers, key))) &&
    old.priceIds.every((id, price) => equal(old.priceColumn(price).variants, priceVariants(offers, id)))
  );
}

const NONE = new Uint32Array(0);

function storeVariants(offers: Offers, key: string): Uint32Array | undefined {
  const store = offers.storeIndex(key);
  return store < 0 ? undefined : offers.storeColumn(store).variants;
}

function priceVariants(offers: Offers, id: string): Uint32Array | undefined {
  const price = offers.priceIndex(id);
  return price < 0 ? undefined : offers.priceColumn(price).variants;
}

/**
 * @param held the variants of the view that have an entry, ascending
 * @param named those of the changed variants that have one, ascending
 * @param variants the ordinals in the view of all changed ones
 */
function haveSame(held: Uint32Array, named: Uint32Array, variants: Uint32Array): boolean {
  let next = 0;
  for (let i = 0; i < variants.length; i++) {
    const isNamed = named[next] === i;
    if (isNamed !== positionIn(held, variants[i]) >= 0) return false;
    if (isNamed) next++;
  }
  return true;
}

/** @param into that of memory which no other thread has yet */
function write(into: Offers, { offers, variants }: Changes): void {
  for (let i = 0; i < variants.length; i++) {
    const variant = variants[i];
    into.list[variant] = offers.list[i];
    into.sell[variant] = offers.sell[i];
    into.stock[variant] = offers.stock[i];
  }
  offers.stores.forEach((key, store) => {
    const from = offers.storeColumn(store);
    const to = into.storeColumn(into.storeIndex(key));
    from.variants.forEach((i, entry) => {
      to.stock[positionIn(to.variants, variants[i])] = from.stock[entry];
    });
  });
  offers.priceIds.forEach((id, price) => {
    const from = offers.priceColumn(price);
    const to = into.priceColumn(into.priceIndex(id));
    from.variants.forEach((i, entry) => {
      const at = positionIn(to.variants, variants[i]);
      to.list[at] = from.list[entry];
      to.sell[at] = from.sell[entry];
    });
  });
}

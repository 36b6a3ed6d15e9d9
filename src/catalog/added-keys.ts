/**
 * The keys of groups that were added to the catalog store and are not in its index of keys yet. They are collected in
 * typed arrays and entered in their order: one by one, each key of a large catalog would change another page of the
 * index, and the pages that a transaction has changed would be written and read again many times (at a million
 * products, half of the time of applying an import).
 */

import { growableU32 } from '../kernel/growable.js';
import { TextList } from '../kernel/text-list.js';
import type { PreparedGroup } from './prepared-group.js';

/** In place of the product of a group's key. */
const NO_PRODUCT = 0xffffffff;

export class AddedKeys {
  private readonly keys = new TextList();
  /** Of each key the place of its group's key, and of its product's. */
  private readonly groups = growableU32();
  private readonly products = growableU32();
  private sorted: Uint32Array | undefined;
  // Keys that are neighbours in order are mostly those of one product.
  private lastGroup = { place: -1, key: '' };
  private lastProduct = { place: -1, key: '' };

  get size(): number {
    return this.keys.length;
  }

  add({ key, keys }: PreparedGroup): void {
    const group = this.size;
    this.push(key, group, NO_PRODUCT);
    for (const ofProduct of keys) {
      const product = this.size;
      for (let i = 0; i < ofProduct.length; i++) this.push(ofProduct[i], group, product);
    }
  }

  /** The places of all keys in the order of their bytes; those of equal keys ascend. To be read when all are added. */
  get order(): Uint32Array {
    this.sorted ??= this.keys.order();
    return this.sorted;
  }

  /** Whether two of the keys are equal. */
  get haveRepeats(): boolean {
    const { order } = this;
    for (let i = 1; i < order.length; i++) if (this.keys.areEqual(order[i - 1], order[i])) return true;
    return false;
  }

  keyAt(place: number): string {
    return this.keys.at(place);
  }

  /** The key of the group that a key was added with. */
  groupAt(place: number): string {
    const group = this.groups.get(place);
    if (group !== this.lastGroup.place) this.lastGroup = { place: group, key: this.keys.at(group) };
    return this.lastGroup.key;
  }

  /** The key of its product; undefined for the key of a group. */
  productAt(place: number): string | undefined {
    const product = this.products.get(place);
    if (product === NO_PRODUCT) return undefined;
    if (product !== this.lastProduct.place) this.lastProduct = { place: product, key: this.keys.at(product) };
    return this.lastProduct.key;
  }

  private push(key: string, group: number, product: number): void {
    this.keys.push(key);
    this.groups.push(group);
    this.products.push(product);
  }
}

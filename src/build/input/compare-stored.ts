/**
 * Compares two stored records of a group as `compareGroups` does, on their JSON tapes: of what has the same bytes
 * nothing is decoded, and of the rest no more than what differs. Records that have other keys, or differ in what names
 * views, are left to that one: lists of markets, overrides, images and locales of data.
 */
import { equalJson } from '../../kernel/equal-json.js';
import { JsonTape, NODE } from '../../kernel/json-tape.js';
import { type Comparison, compareBlocks } from './import-change.js';
import { ABSENT, namesOf, numbered, TapeMembers } from './tape-members.js';

const GROUP = numbered(['products', 'suppressDuplicates']);
const PRODUCT = numbered(['markets', 'overrides', 'images', 'defaults', 'colorInitial', 'colorOverride', 'variants']);
const VARIANT = numbered(['limitedMarkets', 'overrides', 'defaults']);
const BLOCK = numbered(['dataLocale']);
const NAMES = {
  GROUP: namesOf(GROUP),
  PRODUCT: namesOf(PRODUCT),
  VARIANT: namesOf(VARIANT),
  BLOCK: namesOf(BLOCK),
};

type Difference = Comparison['difference'];

/** A record, with the members of the group and of the current product, variant and block. */
class Side {
  readonly tape = new JsonTape();
  readonly group = new TapeMembers(NAMES.GROUP);
  readonly product = new TapeMembers(NAMES.PRODUCT);
  readonly variant = new TapeMembers(NAMES.VARIANT);
  readonly block = new TapeMembers(NAMES.BLOCK);

  read(json: Buffer): void {
    this.tape.read(json);
    this.group.read(this.tape, 0);
  }

  get showsOnce(): boolean {
    const once = this.group.nodes[GROUP.suppressDuplicates];
    return once !== ABSENT && this.tape.isTrue(once);
  }
}

export class StoredComparison {
  private readonly before = new Side();
  private readonly after = new Side();

  /**
   * @param before JSON of a stored group, as `after` (see `groupJson`)
   * @returns undefined for records that are to be decoded
   */
  of(before: Buffer, after: Buffer): Comparison | undefined {
    this.before.read(before);
    this.after.read(after);
    let largest: Difference = this.before.showsOnce === this.after.showsOnce ? 'none' : 'full';
    const pairs = this.pairs(this.before.group.nodes[GROUP.products], this.after.group.nodes[GROUP.products]);
    if (!pairs) return undefined;
    const products: string[] = [];
    for (const [name, old, now] of pairs) {
      const difference = this.haveSameBytes(old, now) ? 'none' : this.compareProducts(old, now);
      if (difference === undefined) return undefined;
      if (difference === 'offers') products.push(this.before.tape.text(name));
      if (difference === 'full' || largest === 'none') largest = difference;
    }
    return { difference: largest, products };
  }

  private compareProducts(old: number, now: number): Difference | undefined {
    const [{ nodes: before }, { nodes: after }] = [this.before.product, this.after.product];
    this.before.product.read(this.before.tape, old);
    this.after.product.read(this.after.tape, now);
    for (let i = PRODUCT.markets; i <= PRODUCT.images; i++) {
      if (!this.haveSameBytes(before[i], after[i])) return undefined;
    }
    if (!this.haveSameLocale(before[PRODUCT.defaults], after[PRODUCT.defaults])) return undefined;
    let largest: Difference = 'none';
    for (let i = PRODUCT.defaults; i <= PRODUCT.colorOverride; i++) {
      if (!this.areEqual(before[i], after[i])) largest = 'full';
    }
    const pairs = this.pairs(before[PRODUCT.variants], after[PRODUCT.variants]);
    if (!pairs) return undefined;
    for (const [, old, now] of pairs) {
      const difference = this.haveSameBytes(old, now) ? 'none' : this.compareVariants(old, now);
      if (difference === undefined) return undefined;
      if (difference === 'full' || largest === 'none') largest = difference;
    }
    return largest;
  }

  private compareVariants(old: number, now: number): Difference | undefined {
    const [{ nodes: before }, { nodes: after }] = [this.before.variant, this.after.variant];
    this.before.variant.read(this.before.tape, old);
    this.after.variant.read(this.after.tape, now);
    for (let i = VARIANT.limitedMarkets; i <= VARIANT.overrides; i++) {
      if (!this.haveSameBytes(before[i], after[i])) return undefined;
    }
    const [blockBefore, blockAfter] = [before[VARIANT.defaults], after[VARIANT.defaults]];
    if (!this.haveSameLocale(blockBefore, blockAfter)) return undefined;
    return compareBlocks(this.before.tape.parse(blockBefore), this.after.tape.parse(blockAfter));
  }

  /** Whether two blocks state the same locale, or none. */
  private haveSameLocale(old: number, now: number): boolean {
    if (this.haveSameBytes(old, now)) return true;
    const [{ nodes: before }, { nodes: after }] = [this.before.block, this.after.block];
    this.before.block.read(this.before.tape, old);
    this.after.block.read(this.after.tape, now);
    return this.haveSameBytes(before[BLOCK.dataLocale], after[BLOCK.dataLocale]);
  }

  private areEqual(old: number, now: number): boolean {
    if (this.haveSameBytes(old, now)) return true;
    const [before, after] = [this.before.tape, this.after.tape];
    if (old === ABSENT || now === ABSENT) return false;
    const pairs = before.isObject(old) && after.isObject(now) ? this.pairs(old, now) : undefined;
    if (pairs) return pairs.every(([, old, now]) => this.haveSameBytes(old, now) || this.haveSameValue(old, now));
    return this.haveSameValue(old, now);
  }

  private haveSameValue(old: number, now: number): boolean {
    return equalJson(this.before.tape.parse(old), this.after.tape.parse(now));
  }

  /** Whether two values are written in the same way, or are both absent. */
  private haveSameBytes(old: number, now: number): boolean {
    if (old === ABSENT || now === ABSENT) return old === now;
    const [before, after] = [this.before.tape, this.after.tape];
    // The quotes of a text are not among its bytes.
    if (before.isText(old) !== after.isText(now)) return false;
    const [from, to, start, end] = [before.startOf(old), before.endOf(old), after.startOf(now), after.endOf(now)];
    return to - from === end - start && before.bytes.compare(after.bytes, start, end, from, to) === 0;
  }

  /** The members of two objects: name, and values before and after; undefined where names or their order differ. */
  private pairs(before: number, after: number): [name: number, old: number, now: number][] | undefined {
    const [tape, other] = [this.before.tape, this.after.tape];
    const pairs: [number, number, number][] = [];
    const [end, otherEnd] = [tape.behind(before), other.behind(after)];
    let now = after + NODE;
    for (let old = before + NODE; old < end; old = tape.behind(old + NODE)) {
      if (now >= otherEnd || !this.haveSameBytes(old, now)) return undefined;
      pairs.push([old, old + NODE, now + NODE]);
      now = other.behind(now + NODE);
    }
    return now >= otherEnd ? pairs : undefined;
  }
}

/**
 * Compares two stored records of a group as `compareGroups` does, on their JSON tapes: of what has the same bytes
 * nothing is decoded, and of the rest no more than what differs.
 */
import { equalJson } from '../../kernel/equal-json.js';
import { JsonTape, NODE } from '../../kernel/json-tape.js';
import { type Comparison, compareVariants } from './import-change.js';
import { ABSENT, namesOf, numbered, TapeMembers } from './tape-members.js';

const GROUP = numbered(['products', 'suppressDuplicates']);
const PRODUCT = numbered(['markets', 'defaults', 'overrides', 'images', 'colorInitial', 'colorOverride', 'variants']);
const GROUP_NAMES = namesOf(GROUP);
const PRODUCT_NAMES = namesOf(PRODUCT);

/** A record, with the members of the group and of the current product. */
class Side {
  readonly tape = new JsonTape();
  readonly group = new TapeMembers(GROUP_NAMES);
  readonly product = new TapeMembers(PRODUCT_NAMES);

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

  /** @param before JSON of a stored group, as `after` (see `groupJson`) */
  of(before: Buffer, after: Buffer): Comparison {
    this.before.read(before);
    this.after.read(after);
    const full: Comparison = { difference: 'full', products: [] };
    if (this.before.showsOnce !== this.after.showsOnce) return full;
    const members = this.pairs(this.before.group.nodes[GROUP.products], this.after.group.nodes[GROUP.products]);
    if (!members) return full;
    const products: string[] = [];
    for (const [name, old, now] of members) {
      if (this.haveSameBytes(old, now)) continue;
      const difference = this.compareProducts(old, now);
      if (difference === 'full') return full;
      if (difference === 'offers') products.push(this.before.tape.text(name));
    }
    return { difference: products.length > 0 ? 'offers' : 'none', products };
  }

  private compareProducts(old: number, now: number): Comparison['difference'] {
    const [before, after] = [this.before.product, this.after.product];
    before.read(this.before.tape, old);
    after.read(this.after.tape, now);
    for (let i = 0; i < PRODUCT.variants; i++) if (!this.areEqual(before.nodes[i], after.nodes[i])) return 'full';
    const images = PRODUCT.images;
    // Images without an `order` are shown in the order of their keys.
    if (before.nodes[images] !== ABSENT && !this.pairs(before.nodes[images], after.nodes[images])) return 'full';
    const variants = this.pairs(before.nodes[PRODUCT.variants], after.nodes[PRODUCT.variants]);
    if (!variants) return 'full';
    let difference: Comparison['difference'] = 'none';
    for (const [, old, now] of variants) {
      if (this.haveSameBytes(old, now)) continue;
      const ofVariant = compareVariants(this.before.tape.parse(old), this.after.tape.parse(now));
      if (ofVariant === 'full') return 'full';
      if (ofVariant === 'offers') difference = 'offers';
    }
    return difference;
  }

  private areEqual(old: number, now: number): boolean {
    if (old === ABSENT || now === ABSENT) return old === now;
    return this.haveSameBytes(old, now) || equalJson(this.before.tape.parse(old), this.after.tape.parse(now));
  }

  private haveSameBytes(old: number, now: number): boolean {
    const [before, after] = [this.before.tape, this.after.tape];
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

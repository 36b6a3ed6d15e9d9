/**
 * Part `structure`: groups, products and variants of a market by dense ordinals, their keys, and the order of keys, by
 * which ties are broken. The products of a group and the variants of a product have adjacent ordinals.
 *
 *   groupStart   u32[G+1]  first product of each group
 *   variantStart u32[P+1]  first variant of each product
 *   groupOf      u32[P]    group of each product
 *   productOf    u32[V]    product of each variant
 *   keyRank      u32[P]    position of the product's key among all product keys
 *   collapsed    u32[…]    bitmap of groups that appear once in a listing (suppressDuplicates)
 *   styleStart   u32[P+1], styleWith u32   products that the shop shows with each product, in the shop's order
 *   openStyles   u32[N] products some of whose "shown with" keys are not in the view, ascending; openStart u32[N+1],
 *                openKeys: all those keys of each
 *   categories   the categories of groups in the order of index (see build/input/group-order.ts); categoryStart u32[C+1]:
 *                first group of each
 *   groups|products|variants  keys by ordinal; …Sorted u32: ordinals in the order of keys; …Folded: of keys in lower case
 */
import { bitmapWords, hasBit } from '../kernel/bitmap.js';
import { growableU32 } from '../kernel/growable.js';
import { TextList } from '../kernel/text-list.js';
import { type Part, PartWriter } from './part.js';
import type { PagedSection } from './part-reader.js';
import { Strings, writeStrings } from './strings.js';

export class StructureBuilder {
  private groups = new TextList();
  private products = new TextList();
  private variants = new TextList();
  private readonly groupStart = growableU32();
  private readonly variantStart = growableU32();
  private readonly collapsed: number[] = [];
  private readonly categories: string[] = [];
  private readonly categoryStart: number[] = [];
  /** `styleWith` keys by product ordinal, where there are any. */
  private readonly styleWith = new Map<number, readonly string[]>();

  get productCount(): number {
    return this.products.length;
  }

  get variantCount(): number {
    return this.variants.length;
  }

  get groupCount(): number {
    return this.groups.length;
  }

  /**
   * Begins a group, to which the products added next belong.
   * @param category that by which groups are ordered
   */
  addGroup(key: string, suppressDuplicates: boolean, category = ''): void {
    if (this.categories.at(-1) !== category) {
      this.categories.push(category);
      this.categoryStart.push(this.groups.length);
    }
    if (suppressDuplicates) this.collapsed.push(this.groups.length);
    this.groups.push(key);
    this.groupStart.push(this.products.length);
  }

  /** @param styleWith keys of products that the shop shows with it; unknown ones are left out */
  addProduct(key: string, styleWith: readonly string[] = []): void {
    if (styleWith.length > 0) this.styleWith.set(this.products.length, styleWith);
    this.products.push(key);
    this.variantStart.push(this.variants.length);
  }

  addVariant(key: string): void {
    this.variants.push(key);
  }

  /** First variant of each product so far; behind the last one, the number of variants. */
  variantStarts(): Uint32Array {
    const starts = new Uint32Array(this.variantStart.length + 1);
    starts.set(this.variantStart.view());
    starts[this.variantStart.length] = this.variants.length;
    return starts;
  }

  /** Product of each variant so far. */
  productsOfVariants(): Uint32Array {
    return ownerOf(this.variantStarts(), this.variants.length);
  }

  /** To be called once: it frees the keys. */
  finish(): PartWriter {
    this.groupStart.push(this.products.length);
    const variantStart = this.variantStarts();
    const groupOf = ownerOf(this.groupStart.view(), this.products.length);
    const productOf = ownerOf(variantStart, this.variants.length);
    const groupsSorted = this.groups.order();
    const productsSorted = this.products.order();
    const variantsSorted = this.variants.order();
    const keyRank = new Uint32Array(this.products.length);
    for (let i = 0; i < productsSorted.length; i++) keyRank[productsSorted[i]] = i;
    const collapsed = new Uint32Array(bitmapWords(this.groups.length));
    for (const group of this.collapsed) collapsed[group >>> 5] |= 1 << (group & 31);
    const style = styleSections(this.styleWith, this.products.length, ordinalsOf(this.products));
    const part = new PartWriter('structure')
      .add('groupStart', this.groupStart.view())
      .add('variantStart', variantStart)
      .add('groupOf', groupOf)
      .add('productOf', productOf)
      .add('keyRank', keyRank)
      .add('collapsed', collapsed)
      .add('styleStart', style.start)
      .add('styleWith', style.products)
      .add('openStyles', style.open)
      .add('openStart', style.openStart)
      .add('categoryStart', Uint32Array.from([...this.categoryStart, this.groups.length]))
      .add('groupsSorted', groupsSorted)
      .add('productsSorted', productsSorted)
      .add('variantsSorted', variantsSorted)
      .add('groupsFolded', this.groups.foldedOrder(groupsSorted))
      .add('productsFolded', this.products.foldedOrder(productsSorted))
      .add('variantsFolded', this.variants.foldedOrder(variantsSorted));
    writeStrings(part, 'openKeys', style.openKeys);
    writeStrings(part, 'categories', this.categories);
    this.groups.write(part, 'groups');
    this.products.write(part, 'products');
    this.variants.write(part, 'variants');
    this.groups = new TextList();
    this.products = new TextList();
    this.variants = new TextList();
    return part;
  }
}

/** A look-up of ordinals by key; -1 for unknown ones. */
function ordinalsOf(keys: TextList): (key: string) => number {
  let ordinals: Map<string, number> | undefined;
  return key => {
    ordinals ??= new Map(Array.from({ length: keys.length }, (_, ordinal) => [keys.at(ordinal), ordinal]));
    return ordinals.get(key) ?? -1;
  };
}

export interface StyleSections {
  start: Uint32Array;
  products: Uint32Array;
  open: Uint32Array;
  openStart: Uint32Array;
  openKeys: string[];
}

/**
 * @param styleWith by product ordinal, keys of the products shown with it
 * @param find ordinal of a key, or -1
 */
export function styleSections(
  styleWith: ReadonlyMap<number, readonly string[]>,
  size: number,
  find: (key: string) => number,
): StyleSections {
  const start = new Uint32Array(size + 1);
  const products = growableU32();
  const open: number[] = [];
  const openStart = [0];
  const openKeys: string[] = [];
  for (let product = 0; product < size && styleWith.size > 0; product++) {
    const keys = [...new Set(styleWith.get(product))];
    const others = keys.map(find);
    for (const other of others) if (other >= 0 && other !== product) products.push(other);
    start[product + 1] = products.length;
    if (!others.includes(-1)) continue;
    open.push(product);
    openKeys.push(...keys);
    openStart.push(openKeys.length);
  }
  const sections = { open: Uint32Array.from(open), openStart: Uint32Array.from(openStart), openKeys };
  return { start, products: products.view().slice(), ...sections };
}

function ownerOf(starts: Uint32Array, size: number): Uint32Array {
  const owner = new Uint32Array(size);
  for (let i = 0; i + 1 < starts.length; i++) owner.fill(i, starts[i], starts[i + 1]);
  return owner;
}

export class Structure {
  readonly groupStart: Uint32Array;
  readonly variantStart: Uint32Array;
  readonly groupOf: Uint32Array;
  readonly keyRank: Uint32Array;
  /** Products of which some "shown with" keys are not in the view: the keys of product `openStyles[i]`. */
  readonly openStyles: Uint32Array;
  readonly openStart: Uint32Array;
  readonly openKeys: Strings;
  readonly categories: Strings;
  readonly categoryStart: Uint32Array;
  readonly groups: KeyList;
  readonly products: KeyList;
  readonly variants: KeyList;
  private readonly collapsed: Uint32Array;
  private readonly ofVariants: PagedSection<Uint32Array>;
  private readonly style: { start: PagedSection<Uint32Array>; products: PagedSection<Uint32Array> };
  /** Whether any group appears once per listing only. */
  readonly hasCollapsed: boolean;

  constructor(part: Part) {
    this.groupStart = part.u32('groupStart');
    this.variantStart = part.u32('variantStart');
    this.groupOf = part.u32('groupOf');
    this.keyRank = part.u32('keyRank');
    this.ofVariants = part.pagedU32('productOf');
    this.style = { start: part.pagedU32('styleStart'), products: part.pagedU32('styleWith') };
    this.openStyles = part.u32('openStyles');
    this.openStart = part.u32('openStart');
    this.openKeys = new Strings(part, 'openKeys');
    this.categories = new Strings(part, 'categories');
    this.categoryStart = part.u32('categoryStart');
    this.collapsed = part.u32('collapsed');
    this.hasCollapsed = this.collapsed.some(word => word !== 0);
    this.groups = new KeyList(part, 'groups');
    this.products = new KeyList(part, 'products');
    this.variants = new KeyList(part, 'variants');
  }

  get productCount(): number {
    return this.groupOf.length;
  }

  get variantCount(): number {
    return this.ofVariants.length;
  }

  get groupCount(): number {
    return this.groupStart.length - 1;
  }

  /** The product of each variant. */
  get productOf(): Uint32Array {
    return this.ofVariants.whole;
  }

  /**
   * CSR: the products shown with product `p` are `styleWith[styleStart[p] … styleStart[p + 1])`, in the shop's order.
   */
  get styleStart(): Uint32Array {
    return this.style.start.whole;
  }

  get styleWith(): Uint32Array {
    return this.style.products.whole;
  }

  isCollapsed(group: number): boolean {
    return hasBit(this.collapsed, group);
  }
}

/** Keys by ordinal, and ordinals by key through binary search. */
export class KeyList {
  readonly strings: Strings;
  private readonly bySpelling: PagedSection<Uint32Array>;
  private readonly byLowerCase: PagedSection<Uint32Array>;

  constructor(part: Part, name: string) {
    this.strings = new Strings(part, name);
    this.bySpelling = part.pagedU32(`${name}Sorted`);
    this.byLowerCase = part.pagedU32(`${name}Folded`);
  }

  /** Ordinals in the order of the keys' bytes. */
  get sorted(): Uint32Array {
    return this.bySpelling.whole;
  }

  /** Ordinals in the order of the keys in lower case. */
  get folded(): Uint32Array {
    return this.byLowerCase.whole;
  }

  at(ordinal: number): string {
    return this.strings.at(ordinal);
  }

  /** Ordinal of a key, or -1. */
  find(key: string): number {
    return this.search(this.bySpelling, key, false);
  }

  /** Ordinal of a key in any case, or -1; an exact match wins. */
  findAnyCase(key: string): number {
    const found = this.search(this.byLowerCase, key.toLowerCase(), true);
    // Most texts are no key in any case.
    if (found < 0) return found;
    const exact = this.find(key);
    return exact >= 0 ? exact : found;
  }

  private search(ordinals: PagedSection<Uint32Array>, key: string, folded: boolean): number {
    let low = 0;
    let high = ordinals.length - 1;
    while (low <= high) {
      const mid = (low + high) >>> 1;
      const ordinal = ordinals.range(mid, mid + 1)[mid];
      const found = this.strings.compareText(key, ordinal, folded);
      if (found === 0) return ordinal;
      if (found < 0) low = mid + 1;
      else high = mid - 1;
    }
    return -1;
  }
}

/** The products of several matches together. A product keeps its best score. */
import { type Bitmap, bitsOf, clearBit, hasBit, setBit } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { Layer, ListedLayer } from './layer.js';
import type { MatchMemory } from './match-memory.js';
import { Matches } from './matches.js';

/** So few products are joined as lists: a bitmap of a large view takes longer to clear than they take to merge. */
const MOST_LISTED = 4096;

/** What was found by all layers: bits, or where there are few, a list. */
interface Found {
  bits: Bitmap | undefined;
  docs: Uint32Array | undefined;
  count: number;
}

export class Union {
  private readonly layers: Layer[] = [];
  /** How many layers there were before others were added behind them, and how many products where these were of one match. */
  private first: number | undefined;
  private ahead: number | undefined;
  /** Products of the only match so far. */
  private ofOne: number | undefined;

  /** @param products how many there are in the view */
  constructor(
    private readonly memory: MatchMemory,
    private readonly deadline: Deadline,
    private readonly products: number,
  ) {}

  /** Adds what was found, as long as nothing of it is raised, at `points` more. */
  add({ layers, count }: Matches, points: number): void {
    this.ofOne = this.layers.length === 0 ? count : undefined;
    for (const layer of layers) {
      const offset = layer.offset + points;
      if (layer.kind === 'listed') {
        const { kind, count, docs, scores } = layer;
        this.layers.push({ kind, count, docs, scores, offset });
      } else this.layers.push({ ...layer, offset });
    }
  }

  /** @param docs ascending */
  addListed(docs: Uint32Array, scores: Float32Array): void {
    this.layers.push({ kind: 'listed', count: docs.length, docs, scores, offset: 0 });
  }

  /** What is added from now on stands behind all that was found before, in every order. */
  goOnBehind(): void {
    this.first = this.layers.length;
    this.ahead = this.ofOne;
  }

  matches(): Matches {
    const { memory, deadline, layers, products, first, ahead } = this;
    const { bits, docs, count } = this.found();
    const behind = first === undefined ? undefined : () => this.without(bits, docs, layers.slice(0, first));
    return new Matches(memory, deadline, [...layers], bits, count, products, behind, docs, ahead);
  }

  private found(): Found {
    const { layers } = this;
    const lists: ListedLayer[] = [];
    for (const layer of layers) if (layer.kind === 'listed') lists.push(layer);
    const listed = lists.reduce((sum, { count }) => sum + count, 0);
    if (lists.length === layers.length && listed <= MOST_LISTED) {
      const docs = lists.reduce<Uint32Array>((all, layer) => merged(all, layer.docs), new Uint32Array(0));
      return { bits: undefined, docs, count: docs.length };
    }
    const dense: Bitmap[] = [];
    for (const layer of layers) if (layer.kind === 'dense') dense.push(layer.bits);
    const bits = this.memory.scratch.bitmap(this.products);
    let count = this.unite(dense, bits);
    for (const { docs } of lists) {
      for (let i = 0; i < docs.length; i++) {
        if (hasBit(bits, docs[i])) continue;
        setBit(bits, docs[i]);
        count++;
      }
    }
    return { bits, docs: undefined, count };
  }

  /** Writes the products of some bitmaps to `out`. @returns how many there are */
  private unite(all: readonly Bitmap[], out: Bitmap): number {
    if (all.length === 0) {
      out.fill(0);
      return 0;
    }
    const counted = this.memory.assembly?.unite(all, out);
    if (counted !== undefined) return counted;
    let count = 0;
    for (let word = 0; word < out.length; word++) {
      let any = 0;
      for (let i = 0; i < all.length; i++) any |= all[i][word];
      out[word] = any;
      if (any !== 0) count += bitsOf(any);
    }
    return count;
  }

  /** The products found but those of some layers. */
  private without(found: Bitmap | undefined, docs: Uint32Array | undefined, layers: readonly Layer[]): Bitmap {
    const left = this.memory.scratch.bitmap(this.products);
    if (found) left.set(found);
    else left.fill(0);
    for (const doc of docs ?? []) setBit(left, doc);
    for (const layer of layers) {
      if (layer.kind === 'listed') for (const doc of layer.docs) clearBit(left, doc);
      else for (let word = 0; word < left.length; word++) left[word] &= ~layer.bits[word];
    }
    return left;
  }
}

/** The products of two ascending lists, ascending. */
function merged(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (a.length === 0) return b;
  const out = new Uint32Array(a.length + b.length);
  let n = 0;
  let j = 0;
  for (let i = 0; i < a.length; i++) {
    const doc = a[i];
    while (j < b.length && b[j] < doc) out[n++] = b[j++];
    if (j < b.length && b[j] === doc) j++;
    out[n++] = doc;
  }
  while (j < b.length) out[n++] = b[j++];
  return out.subarray(0, n);
}

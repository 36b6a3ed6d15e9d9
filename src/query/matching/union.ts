/** The products of several matches together. A product keeps its best score. */
import { type Bitmap, bitsOf, hasBit, setBit } from '../../kernel/bitmap.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { Layer } from './layer.js';
import type { MatchMemory } from './match-memory.js';
import { Matches } from './matches.js';

export class Union {
  private readonly layers: Layer[] = [];
  private readonly found: Bitmap;
  private total = 0;
  /** What was found before others were added. */
  private first: Bitmap | undefined;

  /** @param products how many there are in the view */
  constructor(
    private readonly memory: MatchMemory,
    private readonly deadline: Deadline,
    private readonly products: number,
  ) {
    this.found = memory.scratch.bitmap(products);
    this.found.fill(0);
  }

  get count(): number {
    return this.total;
  }

  /** Adds what was found, as long as nothing of it is raised, at `points` more. */
  add({ layers }: Matches, points: number): void {
    for (const layer of layers) {
      const offset = layer.offset + points;
      if (layer.kind === 'listed') {
        const { kind, count, docs, scores } = layer;
        this.layers.push({ kind, count, docs, scores, offset });
        this.addDocs(docs);
      } else {
        this.layers.push({ ...layer, offset });
        this.addBits(layer.bits);
      }
    }
  }

  /** @param docs ascending */
  addListed(docs: Uint32Array, scores: Float32Array): void {
    this.layers.push({ kind: 'listed', count: docs.length, docs, scores, offset: 0 });
    this.addDocs(docs);
  }

  /** What is added from now on stands behind all that was found before, in every order. */
  goOnBehind(): void {
    this.first = this.memory.scratch.bitmap(this.products);
    this.first.set(this.found);
  }

  matches(): Matches {
    const { memory, deadline, layers, found, total, products, first } = this;
    const behind = first && difference(found, first, memory.scratch.bitmap(products));
    return new Matches(memory, deadline, [...layers], found, total, products, behind);
  }

  private addDocs(docs: Uint32Array): void {
    for (const doc of docs) {
      if (hasBit(this.found, doc)) continue;
      setBit(this.found, doc);
      this.total++;
    }
  }

  private addBits(bits: Bitmap): void {
    const { found } = this;
    let total = 0;
    for (let word = 0; word < found.length; word++) {
      found[word] |= bits[word];
      if (found[word] !== 0) total += bitsOf(found[word]);
    }
    this.total = total;
  }
}

function difference(all: Bitmap, left: Bitmap, out: Bitmap): Bitmap {
  for (let word = 0; word < all.length; word++) out[word] = all[word] & ~left[word];
  return out;
}

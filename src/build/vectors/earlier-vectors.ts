/**
 * The vectors that an encoder has made for earlier snapshots, by their texts: to encode a text takes a thousand times as
 * long as to copy its vector. A damaged file has none.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EncodedSpace } from '../../index/index-settings.js';
import { withOpenedPart } from '../../index/opened-part.js';
import { type EmbeddingColumn, ProductVectors, paddedDimensions, type TextHash } from '../../index/product-vectors.js';
import { isSoundFile } from '../../index/sound-file.js';

const VECTORS = /^vectors-.*\.part$/;

export interface EncodedVector {
  bytes: Int8Array;
  scale: number;
}

interface Place {
  column: EmbeddingColumn & { texts: Uint32Array };
  product: number;
}

export class EarlierVectors {
  private readonly places = new Map<string, Place>();

  /** @param dir folder of the parts of earlier snapshots */
  constructor(dir: string, { space, digest }: EncodedSpace) {
    for (const name of readdirSync(dir).filter(name => VECTORS.test(name))) {
      const file = join(dir, name);
      const column = withOpenedPart(file, part => columnOf(new ProductVectors(part), space, digest));
      if (column && isSoundFile(file)) this.add(column);
    }
  }

  get(hash: TextHash): EncodedVector | undefined {
    const place = this.places.get(hash.join());
    if (!place) return undefined;
    const { column, product } = place;
    const size = paddedDimensions(column.dimensions);
    return {
      bytes: column.vectors.subarray(product * size, (product + 1) * size),
      scale: column.scale[product],
    };
  }

  private add(column: Place['column']): void {
    const { texts } = column;
    for (let product = 0; 2 * product < texts.length; product++) {
      const [high, low] = [texts[2 * product], texts[2 * product + 1]];
      if (high !== 0 || low !== 0) this.places.set(`${high},${low}`, { column, product });
    }
  }
}

/** @returns undefined where the part has no vectors that the encoder has made */
function columnOf(vectors: ProductVectors, space: string, digest: string): Place['column'] | undefined {
  const texts = vectors.textsOf(space, digest);
  return texts && { ...vectors.space(space)!, texts };
}

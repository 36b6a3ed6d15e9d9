/**
 * The vectors that an encoder has made for earlier snapshots, by their texts: to encode a text takes a thousand times as
 * long as to copy its vector. Files that are damaged, of another format, or removed meanwhile have none.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../errors/problem.js';
import type { EncodedSpace } from '../../index/index-settings.js';
import { withOpenedPart } from '../../index/opened-part.js';
import { type EmbeddingColumn, ProductVectors, paddedDimensions, type TextHash } from '../../index/product-vectors.js';
import { isSoundFile } from '../../index/sound-file.js';

const VECTORS = /^vectors-.*\.part$/;
/** Hashes are shortened to numbers that are exact: strings take several times the memory. */
const HIGH_BITS = 0xf_ffff;
const LOW = 2 ** 32;

export interface EncodedVector {
  bytes: Int8Array;
  scale: number;
}

type EncodedColumn = EmbeddingColumn & { texts: Uint32Array };

export class EarlierVectors {
  private readonly columns: EncodedColumn[] = [];
  /** By shortened hash: the number of a column, times 2^32, and of a product. Undefined: not read yet. */
  private places: Map<number, number> | undefined;

  /** Reads when a text is first looked up. @param dir folder of the parts of earlier snapshots */
  constructor(
    private readonly dir: string,
    private readonly encoded: EncodedSpace,
  ) {}

  get([high, low]: TextHash): EncodedVector | undefined {
    this.places ??= this.read();
    const place = this.places.get(shortened(high, low));
    if (place === undefined) return undefined;
    const { dimensions, texts, vectors, scale } = this.columns[Math.floor(place / LOW)];
    const product = place % LOW;
    // Another text may have the same shortened hash.
    if (texts[2 * product] !== high || texts[2 * product + 1] !== low) return undefined;
    const size = paddedDimensions(dimensions);
    return { bytes: vectors.subarray(product * size, (product + 1) * size), scale: scale[product] };
  }

  private read(): Map<number, number> {
    const places = new Map<number, number>();
    for (const name of readdirSync(this.dir).filter(name => VECTORS.test(name))) {
      const column = columnIn(join(this.dir, name), this.encoded, places);
      if (column) this.add(column, places);
    }
    return places;
  }

  private add(column: EncodedColumn, places: Map<number, number>): void {
    const first = this.columns.push(column) * LOW - LOW;
    for (const { key, product } of missing(column.texts, places)) places.set(key, first + product);
  }
}

/** The column of a file where that has vectors of texts that are not known yet: others are not held in memory. */
function columnIn(
  file: string,
  { space, digest }: EncodedSpace,
  known: ReadonlyMap<number, number>,
): EncodedColumn | undefined {
  try {
    return withOpenedPart(file, part => {
      const vectors = new ProductVectors(part);
      const texts = vectors.textsOf(space, digest);
      if (!texts || missing(texts, known).next().done || !isSoundFile(file)) return undefined;
      return { ...vectors.space(space)!, texts };
    });
  } catch (error) {
    const isRemoved = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isRemoved || (error instanceof Problem && error.code === 'snapshot_damaged')) return undefined;
    throw error;
  }
}

function* missing(texts: Uint32Array, known: ReadonlyMap<number, number>): Generator<{ key: number; product: number }> {
  for (let product = 0; 2 * product < texts.length; product++) {
    const [high, low] = [texts[2 * product], texts[2 * product + 1]];
    if (high === 0 && low === 0) continue;
    const key = shortened(high, low);
    if (!known.has(key)) yield { key, product };
  }
}

function shortened(high: number, low: number): number {
  return (high & HIGH_BITS) * LOW + low;
}

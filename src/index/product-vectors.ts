/**
 * Part `vectors`: what products are, as directions: the sum of the vectors of their words (see word-vectors.ts).
 *
 *   vectors i8[P][D]     a direction each, of length 127 but for rounding; zeroes where no word has a vector
 *   meta.dimensions      D; 0 where the view has no word vectors
 */
import { type Part, PartWriter } from './part.js';

export interface ProductVectorColumn {
  dimensions: number;
  vectors: Int8Array;
}

export function writeProductVectors({ dimensions, vectors }: ProductVectorColumn): PartWriter {
  return new PartWriter('vectors', { dimensions }).add('vectors', vectors);
}

export class ProductVectors implements ProductVectorColumn {
  readonly dimensions: number;
  /** The section is read when a text is first compared with it. */
  private readonly part: Part;
  private read: Int8Array | undefined;

  constructor(part: Part) {
    this.dimensions = (part.meta as { dimensions: number }).dimensions;
    this.part = part;
  }

  get vectors(): Int8Array {
    return (this.read ??= this.part.i8('vectors'));
  }
}

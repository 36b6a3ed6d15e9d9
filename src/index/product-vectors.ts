/**
 * Part `vectors`: what products are, as directions: the sum of the vectors of their words (see word-vectors.ts), and
 * vectors that the shop brings, by space.
 *
 *   vectors i8[P][D]     a direction each, of length 127 but for rounding; zeroes where no word has a vector
 *   meta.dimensions      D; 0 where the view has no word vectors
 *   meta.spaces          names and dimensions of the spaces that the settings name; absent: none
 *   SPACE.vectors i8[P][E]  the vectors of a space, each with 127 or -127 as its largest number; zeroes for products
 *                        without; E is its dimensions, padded with zeroes to a multiple of 16
 *   SPACE.scale f32[P]   1 over the length of each; 0 for products without
 *   SPACE.texts u32[P][2]  where meta.spaces has `encoder`, the digest of one: a hash of the text that it made the vector
 *                        of, by which a later build finds it; zeroes for vectors that the shop brings, and for none
 * Both are empty for a space of which no product has a vector.
 */
import { type Growable, growableF32, growableU8, growableU32 } from '../kernel/growable.js';
import type { EncodedSpace } from './index-settings.js';
import { type Part, PartWriter } from './part.js';

/** Vectors are padded to a multiple of so many dimensions. */
export const DIMENSION_STEP = 16;
const GREATEST = 127;
/** Of the numbers of vectors that shops and requests bring: lengths of greater ones could not be told. */
export const GREATEST_NUMBER = 1e15;

/** Vectors of one space, by product; without any where no product has one. */
export interface EmbeddingColumn {
  name: string;
  dimensions: number;
  vectors: Int8Array;
  scale: Float32Array;
  /** The digest of the encoder that may make vectors of it, and hashes of their texts; absent: none does. */
  encoder?: string;
  texts?: Uint32Array;
}

/** Not both are 0. */
export type TextHash = readonly [number, number];

export interface ProductVectorColumns {
  dimensions: number;
  vectors: Int8Array;
  /** In the order of names. */
  spaces?: readonly EmbeddingColumn[];
}

type SpaceMeta = Pick<EmbeddingColumn, 'name' | 'dimensions' | 'encoder'>;

export function writeProductVectors({ dimensions, vectors, spaces = [] }: ProductVectorColumns): PartWriter {
  const named = spaces.map(
    ({ name, dimensions, encoder }): SpaceMeta => ({ name, dimensions, ...(encoder !== undefined && { encoder }) }),
  );
  const part = new PartWriter('vectors', { dimensions, ...(named.length > 0 && { spaces: named }) });
  part.add('vectors', vectors);
  for (const { name, vectors, scale, texts } of spaces) {
    part.add(`${name}.vectors`, vectors).add(`${name}.scale`, scale);
    if (texts) part.add(`${name}.texts`, texts);
  }
  return part;
}

export class ProductVectors {
  readonly dimensions: number;
  private readonly spaceMetas: readonly SpaceMeta[];
  /** Sections are read when a text or vector is first compared with them. */
  private readonly part: Part;
  private read: Int8Array | undefined;
  private readonly spaces = new Map<string, EmbeddingColumn>();

  constructor(part: Part) {
    const { dimensions, spaces = [] } = part.meta as { dimensions: number; spaces?: SpaceMeta[] };
    this.dimensions = dimensions;
    this.spaceMetas = spaces;
    this.part = part;
  }

  get vectors(): Int8Array {
    return (this.read ??= this.part.i8('vectors'));
  }

  spaceNames(): string[] {
    return this.spaceMetas.map(({ name }) => name);
  }

  /** The hashes of the texts that an encoder has made vectors of; undefined where it is none of the space's. */
  textsOf(name: string, digest: string): Uint32Array | undefined {
    const meta = this.spaceMetas.find(space => space.name === name);
    return meta?.encoder === digest ? this.part.u32(`${name}.texts`) : undefined;
  }

  /** @returns undefined where the settings name no such space */
  space(name: string): EmbeddingColumn | undefined {
    const meta = this.spaceMetas.find(space => space.name === name);
    let column = this.spaces.get(name);
    if (meta && !column) {
      const { part } = this;
      column = { ...meta, vectors: part.i8(`${name}.vectors`), scale: part.f32(`${name}.scale`) };
      this.spaces.set(name, column);
    }
    return column;
  }
}

/** The bytes of a vector, padded, and 1 over their length. */
export function encodeVector(numbers: readonly number[]): { bytes: Int8Array; scale: number } {
  const bytes = new Int8Array(paddedDimensions(numbers.length));
  const most = numbers.reduce((greatest, number) => Math.max(greatest, Math.abs(number)), 0);
  let square = 0;
  for (let d = 0; d < numbers.length; d++) {
    bytes[d] = Math.round((numbers[d] / most) * GREATEST);
    square += bytes[d] * bytes[d];
  }
  return { bytes, scale: Math.fround(1 / Math.sqrt(square)) };
}

export function paddedDimensions(dimensions: number): number {
  return Math.ceil(dimensions / DIMENSION_STEP) * DIMENSION_STEP;
}

interface CollectedSpace {
  dimensions: number;
  /** Of a space with an encoder: its digest, and hashes of texts. */
  encoder: string | undefined;
  texts: Growable<Uint32Array>;
  bytes: Growable<Uint8Array>;
  scale: Growable<Float32Array>;
}

/** Collects the vectors that products bring, in the order of their ordinals. */
export class EmbeddingsBuilder {
  private readonly columns: ReadonlyMap<string, CollectedSpace>;

  /** @param spaces name → dimensions. @param encoded the space of an encoder */
  constructor(spaces: Readonly<Record<string, number>>, encoded?: EncodedSpace) {
    const names = Object.keys(spaces).sort();
    this.columns = new Map(
      names.map(name => {
        const encoder = name === encoded?.space ? encoded.digest : undefined;
        const arrays = { bytes: growableU8(), scale: growableF32(), texts: growableU32() };
        return [name, { dimensions: spaces[name], encoder, ...arrays }];
      }),
    );
  }

  /** Leaves out a vector of a space that is not known, or that has other dimensions than those of its space. */
  add(product: number, space: string, numbers: readonly number[]): void {
    const column = this.columns.get(space);
    if (column?.dimensions !== numbers.length) return;
    put(column, product, encodeVector(numbers), NO_TEXT);
  }

  /** Adds a vector that an encoder has made of a text. */
  addEncoded(product: number, space: string, vector: { bytes: Int8Array; scale: number }, text: TextHash): void {
    const column = this.columns.get(space);
    if (column && vector.bytes.length === paddedDimensions(column.dimensions)) put(column, product, vector, text);
  }

  /** The columns of all spaces, in the order of names. */
  finish(products: number): EmbeddingColumn[] {
    return [...this.columns].map(([name, column]) => {
      if (column.scale.length > 0) fill(column, products, paddedDimensions(column.dimensions));
      const bytes = column.bytes.view();
      const vectors = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      const { dimensions, encoder } = column;
      const encoded = encoder !== undefined && { encoder, texts: column.texts.view() };
      return { name, dimensions, vectors, scale: column.scale.view(), ...encoded };
    });
  }
}

const NO_TEXT: TextHash = [0, 0];

function put(
  column: CollectedSpace,
  product: number,
  { bytes, scale }: { bytes: Int8Array; scale: number },
  text: TextHash,
): void {
  fill(column, product, bytes.length);
  for (const byte of bytes) column.bytes.push(byte);
  column.scale.push(scale);
  if (column.encoder !== undefined) for (const half of text) column.texts.push(half);
}

/** Adds zeroes for products without vectors. */
function fill({ encoder, bytes, scale, texts }: CollectedSpace, products: number, size: number): void {
  for (; scale.length < products; scale.push(0)) {
    for (let d = 0; d < size; d++) bytes.push(0);
    if (encoder !== undefined) for (const half of NO_TEXT) texts.push(half);
  }
}

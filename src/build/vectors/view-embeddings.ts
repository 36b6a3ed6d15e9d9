/**
 * Collects the vectors of a view's products: those that the shop brings, and in the space of an encoder those that it
 * makes of texts where the shop brings none.
 */
import { createHash } from 'node:crypto';
import type { EncodedSpace } from '../../index/index-settings.js';
import { type EmbeddingColumn, EmbeddingsBuilder, encodeVector, type TextHash } from '../../index/product-vectors.js';
import type { FlatProductData } from '../input/flat-records.js';
import type { EarlierVectors, EncodedVector } from './earlier-vectors.js';
import { encodeTexts } from './text-encoder.js';

/** Texts that are encoded at once. */
const BATCH = 64;

export interface EmbeddingOptions {
  /** Dimensions of vectors, by space. */
  spaces: Readonly<Record<string, number>>;
  /** One of the spaces; absent: there is no encoder. */
  encoded?: EncodedSpace | undefined;
  /** Those of the encoder; views that are built together share them. */
  earlier?: EarlierVectors | undefined;
  /** Whether few products are added: to read what was encoded before is not worth it for the first. */
  areFew: boolean;
}

export const NO_EMBEDDINGS: EmbeddingOptions = { spaces: {}, areFew: true };

/** A product whose turn has not come: vectors are added in the order of products. */
interface Waiting {
  product: number;
  text: string;
  /** What the shop brings; undefined: the text is encoded. */
  numbers: readonly number[] | undefined;
}

export class ViewEmbeddings {
  private readonly builder: EmbeddingsBuilder;
  private waiting: Waiting[] = [];
  private readsEarlier: boolean;

  /** @param labelOf the label of an attribute's value in the view */
  constructor(
    private readonly options: EmbeddingOptions,
    private readonly labelOf: (attribute: string, id: string) => string,
  ) {
    this.builder = new EmbeddingsBuilder(options.spaces, options.encoded);
    this.readsEarlier = !options.areFew;
  }

  add(product: number, data: FlatProductData): void {
    const space = this.options.encoded?.space;
    for (const { name, value } of data.embeddings) if (name !== space) this.builder.add(product, name, value);
    if (space === undefined) return;
    const numbers = data.embeddings.find(({ name }) => name === space)?.value;
    this.waiting.push({ product, text: numbers ? '' : this.textOf(data), numbers });
    if (this.waiting.length < BATCH) return;
    this.flush();
    this.readsEarlier = true;
  }

  /** @throws as `encodeTexts` */
  finish(products: number): EmbeddingColumn[] {
    this.flush();
    return this.builder.finish(products);
  }

  /** What a product is, and its values as they are shown. */
  private textOf({ title = '', brand, productType, customLabels }: FlatProductData): string {
    const texts = [
      title,
      ...productType.map(({ text }) => this.labelOf('product_type', text)),
      ...(brand ? [this.labelOf('brand', brand.text)] : []),
      ...customLabels.flatMap(({ name, value }) => value.map(({ text }) => this.labelOf(`custom.${name}`, text))),
    ];
    return texts.filter(text => text !== '').join(', ');
  }

  private flush(): void {
    const { encoded } = this.options;
    if (!encoded || this.waiting.length === 0) return;
    const vectors = this.vectorsOf(this.waiting, encoded);
    for (const { product, numbers, text } of this.waiting) {
      const vector = vectors.get(text);
      if (numbers) this.builder.add(product, encoded.space, numbers);
      else if (vector) this.builder.addEncoded(product, encoded.space, vector, hashOf(text, encoded));
    }
    this.waiting = [];
  }

  /** The vectors of texts, but of those without direction. */
  private vectorsOf(waiting: readonly Waiting[], encoded: EncodedSpace): Map<string, EncodedVector> {
    const vectors = new Map<string, EncodedVector>();
    const missing: string[] = [];
    const earlier = this.readsEarlier ? this.options.earlier : undefined;
    for (const text of new Set(waiting.map(({ text }) => text))) {
      const known = earlier?.get(hashOf(text, encoded));
      if (known) vectors.set(text, known);
      else if (text !== '') missing.push(text);
    }
    if (missing.length === 0) return vectors;
    const numbers = encodeTexts(encoded, missing);
    const dimensions = numbers.length / missing.length;
    for (const [i, text] of missing.entries()) {
      const vector = [...numbers.subarray(i * dimensions, (i + 1) * dimensions)];
      if (vector.some(number => number !== 0)) vectors.set(text, encodeVector(vector));
    }
    return vectors;
  }
}

function hashOf(text: string, { digest }: EncodedSpace): TextHash {
  const hash = createHash('sha256').update(digest).update(text).digest();
  // Zeroes alone stand for no text.
  return [(hash.readUInt32LE(0) | 1) >>> 0, hash.readUInt32LE(4)];
}
